//! What a package is called.

use super::PackageSummary;
use crate::options::ExploreOptions;
use std::path::Path;

/// The member of the workspace that was chosen, else what the manifest says that the harnesses lie below, else the name of the
/// folder or file.
pub fn package_name(summary: &PackageSummary, options: &ExploreOptions) -> String {
    if let Some(member) = &options.package.member {
        return member.clone();
    }
    let own = std::path::absolute(&options.input).unwrap_or_else(|_| options.input.clone());
    let run = summary.harnesses.iter().map(|result| &result.harness).chain(&summary.not_run);
    let files = run.map(|harness| &harness.file);
    let files = files.chain(summary.left_out.iter().map(|left| &left.file));
    let manifest = files.map(|file| own.join(file)).find_map(|file| {
        let mut folders = file.ancestors().skip(1);
        folders.find_map(|folder| std::fs::read_to_string(folder.join("Cargo.toml")).ok())
    });
    let called = || {
        let path = if own.ends_with("Cargo.toml") { own.parent() } else { Some(&*own) };
        path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
    };
    manifest.and_then(|text| named_in(&text)).unwrap_or_else(called)
}

/// The name in the table `[package]` of a manifest.
fn named_in(manifest: &str) -> Option<String> {
    let lines = manifest.lines().map(str::trim);
    let own = lines.skip_while(|line| *line != "[package]").skip(1);
    own.take_while(|line| !line.starts_with('[')).find_map(|line| {
        let value = line.strip_prefix("name")?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value.get(1..)?.split_once(quote).map(|(name, _)| name.to_owned())
    })
}

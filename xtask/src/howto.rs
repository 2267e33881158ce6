//! The how-tos of CONTRIBUTING.md, done word for word on a copy of the workspace.
//!
//! A how-to is a section with steps. A step is a sentence that ends with a colon, and the code block below it:
//!
//! - `` In `FILE`, below `TEXT`: `` puts the block under the first line of the file that contains the text; `above` puts it
//!   over that line, and `instead of` in its place.
//! - `` A new file `FILE`: `` makes a file of the block.
//! - A `console` block holds commands, `$ command`, with lines that their output must contain in this order; `[..]` stands
//!   for any part of a line.

mod step;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use step::{HowTo, Run, Step};

/// Does the how-tos whose title contains one of the words, or all: first the edits of all of them, then the commands.
///
/// # Errors
/// When a step is not possible, or a command prints something else.
pub fn run(root: &Path, words: &[String]) -> Result<(), String> {
    let page = root.join("CONTRIBUTING.md");
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let mut chosen = step::how_tos(&text)?;
    chosen.retain(|h| words.is_empty() || words.iter().any(|word| h.title.contains(word.as_str())));
    if chosen.is_empty() {
        return Err(format!("CONTRIBUTING.md has no how-to named {}", words.join(" ")));
    }
    let copy = root.join("target/howto");
    renew(root, &copy)?;
    for how_to in &chosen {
        edit(&copy, how_to).map_err(|e| format!("{}: {e}", how_to.title))?;
    }
    for how_to in &chosen {
        let begun = std::time::Instant::now();
        for run in how_to.runs() {
            check(&copy, run).map_err(|e| format!("{}: {e}", how_to.title))?;
        }
        println!("{}: done, {} s", how_to.title, begun.elapsed().as_secs());
    }
    Ok(())
}

/// Makes the copy equal to the files that Git knows, and leaves those alone that are equal, so that Cargo does, too.
fn renew(root: &Path, copy: &Path) -> Result<(), String> {
    let failed = |what: &Path, e: std::io::Error| format!("cannot copy {}: {e}", what.display());
    for name in tracked(root)? {
        let (from, to) = (root.join(&name), copy.join(&name));
        if let Ok(target) = std::fs::read_link(&from) {
            link(&target, &to).map_err(|e| failed(&from, e))?;
            continue;
        }
        let Ok(new) = std::fs::read(&from) else { continue };
        if std::fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        let folder = to.parent().unwrap_or(copy);
        std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
        std::fs::copy(&from, &to).map_err(|e| failed(&from, e))?;
    }
    Ok(())
}

/// Makes a symbolic link, unless it is there.
fn link(target: &Path, link: &Path) -> std::io::Result<()> {
    if std::fs::read_link(link).is_ok_and(|old| old == target) {
        return Ok(());
    }
    std::fs::create_dir_all(link.parent().unwrap_or(link))?;
    std::os::unix::fs::symlink(target, link)
}

/// The files that Git knows.
fn tracked(root: &Path) -> Result<Vec<PathBuf>, String> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "-z"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cannot run git: {e}"))?;
    if !output.status.success() {
        return Err("git ls-files failed: the how-tos work on a clone".to_owned());
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

fn edit(copy: &Path, how_to: &HowTo) -> Result<(), String> {
    for step in &how_to.steps {
        let Step::Edit(edit) = step else { continue };
        let path = copy.join(&edit.file);
        let old = match edit.is_new() {
            true => String::new(),
            false => std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", edit.file))?,
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", edit.file))?;
        }
        std::fs::write(&path, edit.applied(&old)?).map_err(|e| format!("{}: {e}", edit.file))?;
    }
    Ok(())
}

/// Runs a command in the copy, in which `effigy` is the program that is built there.
fn check(copy: &Path, run: &Run) -> Result<(), String> {
    let target = copy.join("target");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1; {}", run.command)])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", &target)
        .env("PATH", format!("{}:{path}", target.join("debug").display()))
        .output()
        .map_err(|e| format!("cannot run bash: {e}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    run.compare(&printed)
}

//! Whether a panic of a Rust program unwinds the stack or ends the program.
//!
//! Unwinding code is larger, and a program that catches no panic ends at the first one either way. So `auto` lets panics unwind
//! where the user's own sources speak of it, unless the package's release profile says that a panic aborts.

use super::profile::manifest_value;
use effigy_outcome::options::Panics;
use std::ffi::OsStr;
use std::path::Path;

/// What the compiler is told of panics.
pub(super) fn strategy(unwinds: bool) -> &'static str {
    if unwinds { "panic=unwind" } else { "panic=abort" }
}

/// What sources say that do something about panics.
const WORDS: [&str; 3] = ["catch_unwind", "resume_unwind", "panicking()"];

/// Most source files of a package that are looked at.
const MOST_FILES: usize = 10_000;

/// Whether the panics of a program of one file unwind.
pub(super) fn of_source(panics: Panics, source: &str) -> bool {
    match panics {
        Panics::Auto => speaks(source),
        Panics::Abort => false,
        Panics::Unwind => true,
    }
}

/// Whether those of a package do, by the text of the manifest at its workspace's root and the folders of its own packages.
pub(super) fn of_package<'d>(
    panics: Panics,
    root_manifest: &str,
    folders: impl IntoIterator<Item = &'d Path>,
) -> bool {
    match (panics, manifest_value(root_manifest, "profile.release", "panic").as_deref()) {
        (Panics::Abort, _) | (Panics::Auto, Some("abort")) => false,
        (Panics::Unwind, _) => true,
        (Panics::Auto, _) => {
            let mut left = MOST_FILES;
            folders.into_iter().any(|folder| speak_below(folder, &mut left))
        }
    }
}

fn speaks(source: &str) -> bool {
    WORDS.iter().any(|word| source.contains(word))
}

/// Whether a source file in a folder speaks of unwinding; built files and hidden folders are none.
fn speak_below(folder: &Path, left: &mut usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let (name, path) = (entry.file_name(), entry.path());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let hidden = name.to_string_lossy().starts_with('.');
                !hidden && name != "target" && speak_below(&path, left)
            }
            Ok(_) if path.extension() == Some(OsStr::new("rs")) && *left > 0 => {
                *left -= 1;
                std::fs::read_to_string(&path).is_ok_and(|text| speaks(&text))
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests;

//! Packages of cargo-fuzz as they are: the crate `libfuzzer-sys` gives way to one whose targets are programs on standard input.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::CompileError;

/// The crate that the targets of cargo-fuzz depend on.
pub(super) const CRATE: &str = "libfuzzer-sys";

/// Where the other one lies, below the folder that the package is built in; the name says that it is not of the user.
const FOLDER: &str = "effigy-harness/libfuzzer-sys";

const FILES: [(&str, &str); 2] = [
    ("Cargo.toml", include_str!("runtime/libfuzzer_sys/manifest.toml")),
    ("src/lib.rs", include_str!("runtime/libfuzzer_sys/lib.rs")),
];

/// The condition under which targets and what they test are compiled, as cargo-fuzz does it.
pub(super) const FLAGS: [&str; 2] = ["--cfg", "fuzzing"];

/// Writes the crate below `place`.
///
/// # Errors
/// [`CompileError::Unwritable`].
pub(super) fn write(place: &Path) -> Result<PathBuf, CompileError> {
    let folder = place.join(FOLDER);
    for (name, text) in FILES {
        let path = folder.join(name);
        // A file that is written anew is compiled anew.
        if std::fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            continue;
        }
        let parent = path.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|cause| CompileError::Unwritable { path: path.clone(), cause })?;
    }
    Ok(folder)
}

/// Has Cargo take the crate in `folder`. An override of this kind is not in `Cargo.lock`, which stays as the user has it.
pub(super) fn add(command: &mut Command, folder: &Path) {
    command.arg("--config").arg(format!("paths=[{:?}]", folder.to_string_lossy()));
}

/// Whether the text of a file is a target's.
pub(super) fn is_target(text: &str) -> bool {
    text.contains("fuzz_target!")
}

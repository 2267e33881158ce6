//! The harness library in a package of the user's, so that its tests build wherever the package does.

use crate::libraries::{EFFIGY, MACROS};
use crate::{CompileError, package, tools};
use effigy_base::budget::CancelToken;
use effigy_outcome::error::SessionError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the library in a package.
pub const FOLDER: &str = "effigy";

/// How the manifest of the library begins, by which a later run knows it.
const MARK: &str = "# Written by `cargo effigy init`, which writes it anew.\n";

const MANIFEST: &str = "[package]
name = \"effigy\"
version = \"0.1.0\"
edition = \"2024\"
license = \"MIT OR Apache-2.0\"
publish = false

[dependencies]
effigy-macros = { path = \"macros\" }

# No member of the workspace that the package is of.
[workspace]
";

const MACROS_MANIFEST: &str = "[package]
name = \"effigy-macros\"
version = \"0.1.0\"
edition = \"2024\"
license = \"MIT OR Apache-2.0\"
publish = false

[lib]
proc-macro = true
";

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The library was written, and the package depends on it.
    Added,
    /// The package depends on it already; the library was written anew.
    Renewed,
}

/// Writes the library into the package whose folder is given, and names it in the manifest as a dependency of tests.
///
/// # Errors
/// When there is no package, when the folder of the library is somebody else's, when a file cannot be written, or when Cargo
/// refuses the dependency.
pub fn init(own: &Path, cancel: &CancelToken) -> Result<Done, SessionError> {
    let manifest = own.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest)
        .map_err(|cause| CompileError::Unreadable { path: manifest.clone(), cause })?;
    let folder = own.join(FOLDER);
    if folder.exists() && !is_library(&folder) {
        return Err(SessionError::NotOurFolder { path: folder });
    }
    write(&folder.join("Cargo.toml"), &format!("{MARK}{MANIFEST}"))?;
    write(&folder.join("macros/Cargo.toml"), &format!("{MARK}{MACROS_MANIFEST}"))?;
    for (library, place) in [(&EFFIGY, "src"), (&MACROS, "macros/src")] {
        for (name, text) in library.files {
            write(&folder.join(place).join(name), text)?;
        }
    }
    let path = format!("path = \"{FOLDER}\"");
    if text.lines().any(|line| line.trim_start().starts_with("effigy") && line.contains(&path)) {
        return Ok(Done::Renewed);
    }
    let cargo = package::cargo()?;
    let mut command = Command::new(cargo);
    command.current_dir(own).args(["add", "--quiet", "--dev", "--offline", "--path", FOLDER]);
    tools::run(command.arg("effigy"), cancel)?;
    Ok(Done::Added)
}

/// Whether the folder has the library in it that an earlier run wrote.
pub fn is_library(folder: &Path) -> bool {
    let written = std::fs::read_to_string(folder.join("Cargo.toml"));
    written.is_ok_and(|text| text.starts_with(MARK))
}

fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    let unwritable = |cause| CompileError::Unwritable { path: PathBuf::from(path), cause };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    std::fs::write(path, text).map_err(unwritable)
}

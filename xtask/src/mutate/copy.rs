//! A copy of the workspace to put faults into.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))
}

pub fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

/// Copies a file or folder, a `changed` file with another text. What is equal stays untouched, so that little is built
/// again; what is gone is removed.
pub fn copy_changed(
    from: &Path,
    to: &Path,
    changed: &BTreeMap<PathBuf, String>,
) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot copy {}: {e}", from.display());
    if !from.is_dir() {
        let bytes = match changed.get(from) {
            Some(text) => text.clone().into_bytes(),
            None => std::fs::read(from).map_err(failed)?,
        };
        if std::fs::read(to).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        return std::fs::write(to, bytes).map_err(failed);
    }
    std::fs::create_dir_all(to).map_err(failed)?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        // A link may lead nowhere.
        if !from.join(&name).exists() {
            continue;
        }
        copy_changed(&from.join(&name), &to.join(&name), changed)?;
        names.push(name);
    }
    for entry in std::fs::read_dir(to).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if names.contains(&entry.file_name()) {
            continue;
        }
        match entry.path().is_dir() {
            true => std::fs::remove_dir_all(entry.path()).map_err(failed)?,
            false => std::fs::remove_file(entry.path()).map_err(failed)?,
        }
    }
    Ok(())
}

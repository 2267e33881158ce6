//! The files of a suite.

use std::path::{Path, PathBuf};

/// The files below a folder with one of these extensions, in the order of their paths; `is_left_out` says which folders are
/// not looked into.
///
/// # Errors
/// When a folder cannot be read.
pub fn files(
    suite: &Path,
    extensions: &[&str],
    is_left_out: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, String> {
    let (mut files, mut folders) = (Vec::new(), vec![suite.to_owned()]);
    while let Some(folder) = folders.pop() {
        if is_left_out(&folder) {
            continue;
        }
        let entries = std::fs::read_dir(&folder);
        for entry in entries.map_err(|e| format!("cannot read {}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The path of a file below the suite's folder, as tables have it.
pub fn below(suite: &Path, file: &Path) -> String {
    file.strip_prefix(suite).unwrap_or(file).to_string_lossy().into_owned()
}

/// The text of a file, whatever its encoding.
///
/// # Errors
/// When it cannot be read.
pub fn text(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

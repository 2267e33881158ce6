//! A copy of a folder in which some files have another text: links to all the others.

use crate::CompileError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Makes the folder `copy` show what `original` holds, with other texts for some files, by their paths below `original`.
///
/// # Errors
/// When a folder cannot be read, or the copy cannot be written.
pub(super) fn mirror(
    original: &Path,
    copy: &Path,
    changed: &BTreeMap<PathBuf, String>,
) -> Result<(), CompileError> {
    let folders: BTreeSet<&Path> =
        changed.keys().flat_map(|path| path.ancestors().skip(1)).collect();
    for folder in folders {
        let (from, to) = (original.join(folder), copy.join(folder));
        std::fs::create_dir_all(&to).map_err(unwritable(&to))?;
        let unreadable = |cause| CompileError::Unreadable { path: from.clone(), cause };
        for entry in std::fs::read_dir(&from).map_err(unreadable)?.flatten() {
            let inner = folder.join(entry.file_name());
            let is_real = changed.keys().any(|path| path.starts_with(&inner));
            let place = to.join(entry.file_name());
            if !is_real && std::fs::symlink_metadata(&place).is_err() {
                std::os::unix::fs::symlink(entry.path(), &place).map_err(unwritable(&place))?;
            }
        }
    }
    for (path, text) in changed {
        let place = copy.join(path);
        std::fs::write(&place, text).map_err(unwritable(&place))?;
    }
    Ok(())
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> CompileError {
    let path = path.to_owned();
    move |cause| CompileError::Unwritable { path: path.clone(), cause }
}

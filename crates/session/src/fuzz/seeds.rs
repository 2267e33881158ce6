//! The seeds of a search: the files of a folder, or of the queue of a fuzzer.

use crate::error::SessionError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes of a seed: each is a variable.
pub const MOST_BYTES: u64 = 1 << 20;

/// Where AFL++ keeps its inputs below the folder that it is given to write to.
const QUEUES: [&str; 2] = ["queue", "default/queue"];

/// An input to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// Its file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The seeds in a folder, by name. A folder that has no files of its own may be one that AFL++ wrote.
///
/// # Errors
/// When the folder or a file in it cannot be read, and when there is no seed of at least one byte.
pub(super) fn read(folder: &Path) -> Result<Vec<Seed>, SessionError> {
    let mut files = files(folder)?;
    for queue in QUEUES {
        let queue = folder.join(queue);
        if files.is_empty() && queue.is_dir() {
            files = self::files(&queue)?;
        }
    }
    let none = |what| SessionError::NoSeeds { folder: folder.to_owned(), what };
    if files.is_empty() {
        return Err(none("has no files"));
    }
    let mut seeds = Vec::with_capacity(files.len());
    for path in files {
        let bytes = contents(&path)?;
        if !bytes.is_empty() && seeds.iter().all(|seed: &Seed| seed.bytes != bytes) {
            seeds.push(Seed { path, bytes });
        }
    }
    if seeds.is_empty() { Err(none("has only empty files")) } else { Ok(seeds) }
}

fn unreadable(path: &Path, cause: &io::Error) -> SessionError {
    SessionError::Seeds { path: path.to_owned(), cause: cause.to_string() }
}

/// The files of a folder, by name; those whose names begin with a dot are somebody's notes.
fn files(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| unreadable(folder, &e))? {
        let entry = entry.map_err(|e| unreadable(folder, &e))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && !entry.path().is_dir() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn contents(path: &Path) -> Result<Vec<u8>, SessionError> {
    let data = fs::metadata(path).map_err(|e| unreadable(path, &e))?;
    // A pipe would be waited for.
    if !data.is_file() {
        return Err(unreadable(path, &io::Error::other("it is no file")));
    }
    if data.len() > MOST_BYTES {
        let limit = format!("it has more than {MOST_BYTES} bytes; give a smaller one");
        return Err(unreadable(path, &io::Error::other(limit)));
    }
    fs::read(path).map_err(|e| unreadable(path, &e))
}

#[cfg(test)]
mod tests;

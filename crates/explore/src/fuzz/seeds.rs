//! The seeds of a search: the files of a folder, or of the queue of a fuzzer.

use effigy_outcome::error::SessionError;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes of a seed: each is a variable.
pub const MOST_BYTES: u64 = 1 << 20;

/// Where an instance of AFL++ keeps its inputs below its folder.
const QUEUE: &str = "queue";

/// An input to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// Its file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a folder of seeds has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// The seeds, by name.
    pub seeds: Vec<Seed>,
    /// Which files are no seeds, and why: too large, unreadable, or no files at all.
    pub passed_over: Vec<String>,
}

/// The seeds in a folder and the folders below it, each content once. In a folder that AFL++ wrote they are its queues.
///
/// # Errors
/// When the folder cannot be read, and when there is no seed of at least one byte.
pub(super) fn read(folder: &Path) -> Result<Read, SessionError> {
    let mut files = Vec::new();
    for queue in queues(folder)? {
        collect(&queue, &mut files)?;
    }
    if files.is_empty() {
        collect(folder, &mut files)?;
    }
    let none = |what: String| SessionError::NoSeeds { folder: folder.to_owned(), what };
    if files.is_empty() {
        return Err(none("has no files".to_owned()));
    }
    let mut read = Read::default();
    let mut known = HashSet::new();
    for path in files {
        match contents(&path) {
            Ok(bytes) if bytes.is_empty() || !known.insert(bytes.clone()) => {}
            Ok(bytes) => read.seeds.push(Seed { path, bytes }),
            Err(why) => read.passed_over.push(format!("{}: {why}", path.display())),
        }
    }
    match (read.seeds.is_empty(), read.passed_over.first()) {
        (false, _) => Ok(read),
        (true, None) => Err(none("has only empty files".to_owned())),
        (true, Some(first)) => Err(none(format!("has no file that can be a seed ({first})"))),
    }
}

fn unreadable(path: &Path, cause: &io::Error) -> SessionError {
    SessionError::Seeds { path: path.to_owned(), cause: cause.to_string() }
}

/// The queues of AFL++ in a folder that has no files of its own: of one instance, or of each.
fn queues(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let entries = entries(folder)?;
    if entries.iter().any(|entry| !entry.is_dir()) {
        return Ok(Vec::new());
    }
    let own = std::iter::once(folder.join(QUEUE));
    let queues = own.chain(entries.iter().map(|entry| entry.join(QUEUE)));
    Ok(queues.filter(|queue| queue.is_dir()).collect())
}

/// What is in a folder, by name; what has a name that begins with a dot is somebody's notes.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, SessionError> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| unreadable(folder, &e))? {
        let entry = entry.map_err(|e| unreadable(folder, &e))?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Adds the files of a folder and of those below it. Links to folders are not followed: they can lead back.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SessionError> {
    for path in entries(folder)? {
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => collect(&path, files)?,
            _ if path.is_dir() => {}
            _ => files.push(path),
        }
    }
    Ok(())
}

/// The bytes of a file that can be a seed, or why it cannot.
fn contents(path: &Path) -> Result<Vec<u8>, String> {
    let data = fs::metadata(path).map_err(|e| e.to_string())?;
    // A pipe would be waited for.
    if !data.is_file() {
        return Err("it is no file".to_owned());
    }
    if data.len() > MOST_BYTES {
        return Err(format!("it has more than {MOST_BYTES} bytes; give a smaller one"));
    }
    fs::read(path).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests;

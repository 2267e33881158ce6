//! A folder that is safe to write into: it is locked, what was written is listed, nothing but that is ever removed, and
//! no symbolic link is followed.

use super::corpus::{self, CORPUS, SEARCH};
use super::{FolderError, LOCK, MANIFEST, MARK, TESTS};
use crate::test_file::MORE;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files in the folder itself that Effigy writes, but for the lock.
const OWN_FILES: [&str; 14] = [
    "summary.json",
    "solver.txt",
    "tree.json",
    "tree.txt",
    "tree.dot",
    "tree.html",
    "tests.rs",
    super::INSTANCES,
    super::INSTANCES_PAGE,
    super::JOURNAL,
    SEARCH,
    "rubicon.jsonl",
    "runner.txt",
    "report.txt",
];

/// What keeps the folder out of a repository.
const IGNORE: &str = ".gitignore";

/// The mark until it is complete.
const BEGUN: &str = "run.lock.mark";

/// A run folder that this process holds the lock of.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    /// Held until the run is over; the system gives it back when the process ends in any way.
    _lock: File,
    /// The list of what was written.
    manifest: Mutex<Option<File>>,
}

impl Place {
    /// Makes the folder, or takes an empty one or one of an earlier run, whose files are removed, and marks it.
    pub fn claim(path: &Path, mark: &str) -> Result<Place, FolderError> {
        let create = |cause| FolderError::Create { path: path.to_owned(), cause };
        match std::fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::create_dir_all(path).map_err(create)?;
            }
            Err(error) => return Err(create(error)),
            Ok(data) if data.is_symlink() => {
                return Err(FolderError::Link { path: path.to_owned() });
            }
            Ok(data) if !data.is_dir() => {
                return Err(create(io::ErrorKind::NotADirectory.into()));
            }
            Ok(_) => {}
        }
        may_be_claimed(path)?;
        let place = Place { path: path.to_owned(), _lock: lock(path)?, manifest: Mutex::default() };
        // Another run may have used the folder before the lock was had.
        may_be_claimed(path)?;
        place.clear();
        // From here on the folder is a run's, wherever the process ends.
        place.put(MARK, BEGUN, |file| file.write_all(mark.as_bytes()))?;
        place.make(TESTS)?;
        Ok(place)
    }

    /// Keeps the folder out of the repository that it is made in.
    ///
    /// # Errors
    /// [`FolderError::Write`].
    pub fn ignore(&self) -> Result<(), FolderError> {
        self.put(IGNORE, "gitignore.new", |file| file.write_all(b"*\n"))
    }

    /// Takes the folder of an earlier run as it is.
    pub fn reopen(path: &Path) -> Result<Place, FolderError> {
        let place = Place { path: path.to_owned(), _lock: lock(path)?, manifest: Mutex::default() };
        place.make(TESTS)?;
        Ok(place)
    }

    /// Makes a folder in it, unless it is there.
    pub fn make(&self, name: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        match std::fs::create_dir(&path) {
            Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => {
                Err(FolderError::Create { path, cause })
            }
            _ => self.check(name),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A link in the place of a folder would lead elsewhere.
    fn check(&self, name: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        match std::fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => Ok(()),
            Ok(data) if data.is_symlink() => Err(FolderError::Link { path }),
            Ok(_) => Err(FolderError::Create { path, cause: io::ErrorKind::NotADirectory.into() }),
            Err(cause) => Err(FolderError::Create { path, cause }),
        }
    }

    /// Writes a file of the folder: all of it, or nothing. What had its name is replaced, a link too.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), FolderError> {
        self.write_by(name, |file| file.write_all(content))
    }

    /// Writes a file of the folder part by part.
    ///
    /// # Errors
    /// [`FolderError::Write`]; no part of the file is left then.
    pub fn write_by(
        &self,
        name: &str,
        content: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let failed = |cause| FolderError::Write { path: path.clone(), cause };
        if let Some((folder, _)) = name.split_once('/') {
            self.check(folder).map_err(|error| match error {
                FolderError::Create { cause, .. } => failed(cause),
                other => other,
            })?;
        }
        self.list(name).map_err(failed)?;
        self.put(name, &format!("{name}.new"), content)
    }

    /// Writes a file under another name and renames it.
    fn put(
        &self,
        name: &str,
        new: &str,
        content: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let (path, new) = (self.path.join(name), self.path.join(new));
        let open = || OpenOptions::new().write(true).create_new(true).open(&new);
        let written = open()
            .or_else(|error| match error.kind() {
                // A run that was killed left it.
                io::ErrorKind::AlreadyExists => std::fs::remove_file(&new).and_then(|()| open()),
                _ => Err(error),
            })
            .and_then(|mut file| content(&mut file))
            .and_then(|()| std::fs::rename(&new, &path));
        written.map_err(|cause| {
            let _ = std::fs::remove_file(&new);
            FolderError::Write { path, cause }
        })
    }

    /// Opens a file of the folder for appending.
    pub fn append(&self, name: &str) -> Result<File, FolderError> {
        let path = self.path.join(name);
        let failed = |cause| FolderError::Write { path: path.clone(), cause };
        if std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
            return Err(FolderError::Link { path });
        }
        self.list(name).map_err(failed)?;
        OpenOptions::new().append(true).create(true).open(&path).map_err(failed)
    }

    /// Adds a file to the list of what was written, before it is. One of the folder itself stands there once, also when a run goes on.
    fn list(&self, name: &str) -> io::Result<()> {
        if !name.contains('/') && self.list_of_files().lines().any(|listed| listed == name) {
            return Ok(());
        }
        let mut manifest = self.manifest.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match &mut *manifest {
            Some(file) => file,
            none => {
                let path = self.path.join(MANIFEST);
                if std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
                    std::fs::remove_file(&path)?;
                }
                none.insert(OpenOptions::new().append(true).create(true).open(path)?)
            }
        };
        file.write_all(format!("{name}\n").as_bytes())
    }

    /// Removes what earlier runs wrote, and nothing else; the mark stays.
    fn clear(&self) {
        self.remove(|_| true);
        *self.manifest.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = std::fs::remove_file(self.path.join(MANIFEST));
    }

    /// How many files were listed so far.
    pub fn listed(&self) -> usize {
        self.list_of_files().lines().count()
    }

    /// Removes the tests that were listed before, but those that were written again since.
    pub fn clear_tests(&self, before: usize) {
        let listed = self.list_of_files();
        let since: HashSet<&str> = listed.lines().skip(before).collect();
        self.remove(|name| name.starts_with(TESTS) && !since.contains(name));
    }

    /// Removes the inputs that a search kept.
    pub fn clear_corpus(&self) {
        self.remove(|name| name.starts_with(CORPUS));
    }

    fn list_of_files(&self) -> String {
        std::fs::read_to_string(self.path.join(MANIFEST)).unwrap_or_default()
    }

    fn remove(&self, which: impl Fn(&str) -> bool) {
        let listed = self.list_of_files();
        let folders = [TESTS, CORPUS].map(|name| (name, self.check(name).is_ok()));
        let is_safe = |name: &str| match name.split_once('/') {
            Some((folder, _)) => folders.contains(&(folder, true)),
            None => true,
        };
        for name in listed.lines().filter(|name| which(name) && is_own(name)) {
            if is_safe(name) {
                let _ = std::fs::remove_file(self.path.join(name));
                let _ = std::fs::remove_file(self.path.join(format!("{name}.new")));
            }
        }
    }

    /// Removes the folder again when it holds nothing but what a run begins with.
    pub fn discard(&self) {
        let names = |path: &Path| -> Vec<String> {
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect()
        };
        let first = [MARK, IGNORE, MANIFEST, LOCK, TESTS, CORPUS, super::JOURNAL, SEARCH];
        let unused = names(&self.path).iter().all(|name| first.contains(&name.as_str()))
            && [TESTS, CORPUS].iter().all(|name| names(&self.path.join(name)).is_empty());
        if unused {
            self.clear();
            let _ = std::fs::remove_file(self.path.join(MARK));
            let _ = std::fs::remove_file(self.path.join(IGNORE));
            for name in [TESTS, CORPUS] {
                let _ = std::fs::remove_dir(self.path.join(name));
            }
            let _ = std::fs::remove_file(self.path.join(LOCK));
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

/// Takes the lock of a folder.
fn lock(folder: &Path) -> Result<File, FolderError> {
    let path = folder.join(LOCK);
    let failed = |cause| FolderError::Write { path: path.clone(), cause };
    if std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
        return Err(FolderError::Link { path });
    }
    let file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy { path: folder.to_owned() }),
        // Without locks on this file system, runs are distinguished by their folders alone.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

/// A folder is taken when it is empty, or another run has only begun it, or holds an earlier run.
fn may_be_claimed(path: &Path) -> Result<(), FolderError> {
    let create = |cause| FolderError::Create { path: path.to_owned(), cause };
    let mut only_begun = true;
    for entry in std::fs::read_dir(path).map_err(create)? {
        let name = entry.map_err(create)?.file_name();
        only_begun &= name == LOCK || name == BEGUN || name == IGNORE;
    }
    if only_begun || super::mark::read(path).is_ok() {
        return Ok(());
    }
    Err(FolderError::Occupied { path: path.to_owned() })
}

/// Whether a path in a run folder is one that the run has for itself, or the folder itself.
pub(crate) fn is_of_folder(path: &Path) -> bool {
    let Some(first) = path.components().next().and_then(|first| first.as_os_str().to_str()) else {
        return true;
    };
    let first = first.strip_suffix(".new").unwrap_or(first);
    [MARK, LOCK, MANIFEST, BEGUN, IGNORE, TESTS, CORPUS].contains(&first) || is_own(first)
}

/// Whether Effigy writes files of this name: what a list says otherwise is not believed.
fn is_own(name: &str) -> bool {
    let number = |file: &str| {
        let digits = file.strip_prefix("test").and_then(|rest| rest.split_once('.'));
        digits.is_some_and(|(digits, end)| {
            digits.len() >= 6
                && digits.bytes().all(|b| b.is_ascii_digit())
                && ["json", "ktest", "input", "witness.yml", "dot", "c"].contains(&end)
        })
    };
    let kept = name.strip_prefix(CORPUS).and_then(|rest| rest.strip_prefix('/'));
    let test = name.strip_prefix(TESTS).and_then(|rest| rest.strip_prefix('/'));
    name == MORE
        || OWN_FILES.contains(&name)
        || test.is_some_and(number)
        || kept.is_some_and(|name| corpus::numbers(name).is_some())
}

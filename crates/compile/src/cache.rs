//! What is kept between runs: compiled programs, native programs, parts of the runtime. There is one place, a folder of the
//! user's own, and one form.
//!
//! An entry is a file that is named after all that goes into it but the contents of its sources (its [`Key`]). It lists
//! the sources with a hash of each, and is believed only while all of them still match and its own checksums are good.
//! Entries are written aside and renamed, so runs beside each other see whole ones or none; a reader keeps what it has
//! opened. The entries that were not used for the longest time go when there are too many.
//!
//! Nobody else is trusted: the folder is the user's, no symbolic link, and closed to others; so is each file that is read.
//! What cannot be kept is made anew next time, and a run goes on without a cache.

use crate::cache::entry::{Read, read, write};
use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

pub mod digest;
mod entry;
pub mod sources;
#[cfg(test)]
mod tests;

use sources::Sources;

/// The folder of the entries in the cache folder.
const ENTRIES: &str = "kept";

/// What a file begins with that is not a whole entry yet.
const ASIDE: &str = "new-";

/// After this time such a file was left by a run that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    entries: usize,
    bytes: u64,
}

/// A module of a Rust program takes up to 20 MB, one of C much less.
const LIMITS: Limits = Limits { entries: 1000, bytes: 1 << 30 };

/// All that goes into an entry but the contents of its sources, as a number.
pub type Key = u128;

/// What is kept between runs.
#[derive(Clone, Debug)]
pub struct Cache {
    /// `None`: nothing is.
    folder: Option<PathBuf>,
    limits: Limits,
    /// The first reason for which it was of no use.
    problem: Arc<OnceLock<String>>,
}

impl Cache {
    /// In a folder, which is made when it is needed.
    pub fn new(folder: PathBuf) -> Self {
        Cache { folder: Some(folder), limits: LIMITS, problem: Arc::default() }
    }

    /// In the user's folder: `effigy` in the cache folder, or a private one among the temporary files when there is none.
    pub fn of_user() -> Self {
        Cache::new(default_folder())
    }

    /// Nothing is kept, and nothing that was kept is used.
    pub fn off() -> Self {
        Cache { folder: None, limits: LIMITS, problem: Arc::default() }
    }

    /// The folder; `None` when nothing is kept, or when it cannot be made or is not the user's own.
    pub fn folder(&self) -> Option<PathBuf> {
        self.own(self.folder.clone()?)
    }

    /// Why nothing could be kept; `None` when there was no such reason.
    pub fn problem(&self) -> Option<&str> {
        self.problem.get().map(String::as_str)
    }

    /// The files of an entry, when it is there, whole, and none of its sources has changed.
    pub fn get(&self, key: Key) -> Option<Vec<Vec<u8>>> {
        let path = self.entries()?.join(name(key));
        match read(&path, key) {
            Read::Good(files) => Some(files),
            Read::None => None,
            Read::Damaged => {
                // It may be gone by now; if it stays, it is damaged next time, too.
                let _ = fs::remove_file(&path);
                None
            }
        }
    }

    /// Keeps files. What cannot be kept is made anew next time, no more.
    pub fn put(&self, key: Key, sources: &Sources, files: &[&[u8]]) {
        let Some(folder) = self.entries() else { return };
        let bytes: u64 = files.iter().map(|file| file.len() as u64).sum();
        if bytes > self.limits.bytes {
            return;
        }
        if let Err(cause) = write(&folder, &name(key), key, sources, files) {
            let problem = format!(
                "what was compiled cannot be kept for the next run in {}: {cause}",
                folder.display()
            );
            let _ = self.problem.set(problem);
        }
        forget(&folder, self.limits);
    }

    fn entries(&self) -> Option<PathBuf> {
        self.own(self.folder()?.join(ENTRIES))
    }

    fn own(&self, folder: PathBuf) -> Option<PathBuf> {
        match own_folder(&folder) {
            Ok(()) => Some(folder),
            Err(problem) => {
                let _ = self.problem.set(problem);
                None
            }
        }
    }
}

/// A name for a file in a folder of entries that no other process and no other call gives.
fn aside() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{ASIDE}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn name(key: Key) -> String {
    format!("{key:032x}")
}

/// Makes a folder that only the user can enter, or sees to it that it is such a one.
///
/// # Errors
/// What to tell the user.
pub fn own_folder(path: &Path) -> Result<(), String> {
    let told = |why: &str| {
        format!("what a run makes cannot be kept for the next run in {}: {why}", path.display())
    };
    // Whether it was there already is told by what it is.
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    let about = match (made, fs::symlink_metadata(path)) {
        (_, Ok(about)) => about,
        (Err(cause), _) | (_, Err(cause)) => return Err(told(&cause.to_string())),
    };
    if about.is_symlink() {
        return Err(told("it is a symbolic link"));
    }
    if !about.is_dir() {
        return Err(told("it is no folder"));
    }
    if about.uid() != rustix::process::geteuid().as_raw() {
        return Err(told("it belongs to somebody else"));
    }
    if about.mode() & 0o077 != 0 {
        fs::set_permissions(path, Permissions::from_mode(0o700))
            .map_err(|cause| told(&cause.to_string()))?;
    }
    Ok(())
}

/// Removes the entries that were used the longest time ago until the limits are kept, and what killed runs left.
fn forget(folder: &Path, limits: Limits) {
    let Ok(files) = fs::read_dir(folder) else { return };
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for file in files.flatten() {
        // Another run may have removed it.
        let Ok(about) = file.metadata() else { continue };
        let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        if !file.file_name().as_encoded_bytes().starts_with(ASIDE.as_bytes()) {
            entries.push((used, about.len(), file.path()));
        } else if used.elapsed().is_ok_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(file.path());
        }
    }
    entries.sort();
    let mut bytes: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
    let mut count = entries.len();
    for (_, size, path) in entries {
        if count <= limits.entries && bytes <= limits.bytes {
            break;
        }
        let _ = fs::remove_file(path);
        count -= 1;
        bytes -= size;
    }
}

/// `effigy` in the user's cache folder, or among the temporary files.
pub fn default_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    base.map_or_else(private_cache, |base| base.join("effigy"))
}

/// A folder of the user's own among the temporary files, where others can make folders of any name: one that is there
/// already counts only when it is the user's and nobody else's to enter.
fn private_cache() -> PathBuf {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| private_folder(&std::env::temp_dir())).clone()
}

fn private_folder(among: &Path) -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    let mut path = among.join(format!("effigy-cache-{user}"));
    for number in 0.. {
        let made = DirBuilder::new().mode(0o700).create(&path).is_ok();
        let own = |about: fs::Metadata| {
            about.is_dir() && about.uid() == user && about.mode() & 0o077 == 0
        };
        if made || fs::symlink_metadata(&path).is_ok_and(own) || number == 100 {
            break;
        }
        path = among.join(format!("effigy-cache-{user}-{}-{number}", std::process::id()));
    }
    path
}

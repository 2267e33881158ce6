//! Compiled programs that are kept: the same sources, compiler and flags give the same module and program again.
//!
//! An entry is a folder named after all that goes into a build but the sources' contents. It lists the sources that the
//! compiler read, each with a fingerprint, and is believed only when all of them still match.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Scratch;
use super::tools::fingerprint;

/// How many programs are kept, the latest ones; one takes about 20 MB.
const KEPT: usize = 12;

/// The files of an entry.
pub(super) const MODULE: &str = "program.ll";
pub(super) const EXECUTABLE: &str = "program";
const SOURCES: &str = "sources";

/// The place of one program among those that are kept.
pub(super) struct Entry {
    folder: PathBuf,
}

impl Entry {
    /// The entry of a build that these texts determine.
    pub(super) fn new(cache: &Path, parts: &[&str]) -> Self {
        Entry { folder: cache.join("programs").join(fingerprint(parts)) }
    }

    /// Brings module and executable into the scratch folder; `false` when there is no valid entry.
    pub(super) fn restore(&self, scratch: &Scratch) -> bool {
        let Ok(sources) = fs::read_to_string(self.folder.join(SOURCES)) else { return false };
        let valid = sources.lines().all(|line| {
            line.split_once(' ')
                .is_some_and(|(print, path)| of_file(Path::new(path)).as_deref() == Some(print))
        });
        valid
            && [MODULE, EXECUTABLE]
                .iter()
                .all(|name| copy(&self.folder.join(name), &scratch.file(name)))
    }

    /// Keeps what was built into the scratch folder. A program that cannot be kept is built again next time, no more.
    pub(super) fn store(&self, scratch: &Scratch, dependencies: &str) {
        let Some(sources) = fingerprints(dependencies) else { return };
        let Some(parent) = self.folder.parent() else { return };
        let aside = parent.join(format!("new-{}-{}", std::process::id(), name_of(scratch.path())));
        let complete = fs::create_dir_all(&aside).is_ok()
            && [MODULE, EXECUTABLE].iter().all(|name| copy(&scratch.file(name), &aside.join(name)))
            && fs::write(aside.join(SOURCES), sources).is_ok();
        if complete {
            let _ = fs::remove_dir_all(&self.folder);
            let _ = fs::rename(&aside, &self.folder);
        }
        // Still there only when one of the steps failed.
        let _ = fs::remove_dir_all(&aside);
        forget_oldest(parent);
    }
}

/// One line for each source; `None` when the build depends on more than files.
fn fingerprints(dependencies: &str) -> Option<String> {
    if dependencies.contains("# env-dep:") {
        return None;
    }
    let paths = dependencies.lines().filter_map(|line| line.strip_suffix(':'));
    let paths: Vec<String> = paths.map(|path| path.replace("\\ ", " ")).collect();
    let lines: Option<Vec<String>> =
        paths.iter().map(|path| Some(format!("{} {path}\n", of_file(Path::new(path))?))).collect();
    lines.filter(|lines| !lines.is_empty()).map(|lines| lines.concat())
}

fn of_file(path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    Some(fingerprint(&[&String::from_utf8_lossy(&bytes), &bytes.len().to_string()]))
}

/// A copy, so that neither side changes with the other.
fn copy(from: &Path, to: &Path) -> bool {
    fs::copy(from, to).is_ok()
}

fn name_of(path: &Path) -> String {
    path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().into_owned()
}

fn forget_oldest(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let age = |path: &Path| {
        fs::metadata(path).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut entries: Vec<(SystemTime, PathBuf)> =
        entries.flatten().map(|e| e.path()).map(|path| (age(&path), path)).collect();
    entries.sort();
    let surplus = entries.len().saturating_sub(KEPT);
    for (_, path) in entries.into_iter().take(surplus) {
        let _ = fs::remove_dir_all(path);
    }
}

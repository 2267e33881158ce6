//! The folder that a search shares with fuzzers that work beside it.
//!
//! Two layouts. AFL++ has a folder for each instance, with a queue in it: Effigy is the instance `effigy`. libFuzzer has one folder
//! of inputs, whose names mean nothing: a folder with files of its own is taken for one. Crashes are written in the
//! layout of AFL++ only, since libFuzzer would run them when it begins.

use effigy_outcome::error::SessionError;
use effigy_outcome::progress::Observer;
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of this instance, and of what all instances have.
const OWN: &str = "effigy";
const QUEUE: &str = "queue";
const CRASHES: &str = "crashes";

/// How often it is looked at.
const OFTEN: Duration = Duration::from_secs(2);

/// Most inputs that are taken up at once, so that the search goes on meanwhile.
const AT_ONCE: usize = 256;

/// How inputs lie in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Afl,
    LibFuzzer,
}

/// A folder that others write to as well.
pub(super) struct Beside {
    folder: PathBuf,
    layout: Layout,
    /// Files that were looked at.
    seen: HashSet<PathBuf>,
    /// What is there already, by contents.
    known: HashSet<u64>,
    looked: Option<Instant>,
    /// The number of the next file.
    number: usize,
    /// Whether a file could not be written, which is said once.
    broken: bool,
}

impl Beside {
    /// The folder of this path, if there is one to be used; it is made when there is none.
    pub(super) fn open(folder: Option<&Path>) -> Result<Option<Self>, SessionError> {
        let Some(folder) = folder else { return Ok(None) };
        let failed = |path: &Path, cause: &io::Error| SessionError::Sync {
            path: path.to_owned(),
            cause: cause.to_string(),
        };
        fs::create_dir_all(folder).map_err(|e| failed(folder, &e))?;
        let layout = match files(folder).map_err(|e| failed(folder, &e))?.is_empty() {
            true => Layout::Afl,
            false => Layout::LibFuzzer,
        };
        let mut beside = Self {
            folder: folder.to_owned(),
            layout,
            seen: HashSet::new(),
            known: HashSet::new(),
            looked: None,
            number: 0,
            broken: false,
        };
        if layout == Layout::Afl {
            for name in [QUEUE, CRASHES] {
                let own = folder.join(OWN).join(name);
                fs::create_dir_all(&own).map_err(|e| failed(&own, &e))?;
                let files = files(&own).map_err(|e| failed(&own, &e))?;
                beside.number = beside.number.max(files.len());
                for file in &files {
                    beside.known.extend(fs::read(file).ok().map(|bytes| digest(&bytes)));
                }
            }
        }
        Ok(Some(beside))
    }

    /// Inputs that others wrote since the last look; nothing when that was just now.
    pub(super) fn look(&mut self) -> Vec<Vec<u8>> {
        if self.looked.is_some_and(|looked| looked.elapsed() < OFTEN) {
            return Vec::new();
        }
        self.looked = Some(Instant::now());
        let mut new = Vec::new();
        for file in self.others().unwrap_or_default() {
            if new.len() >= AT_ONCE {
                break;
            }
            if !self.seen.insert(file.clone()) {
                continue;
            }
            // A file that somebody removes meanwhile is none.
            let Ok(data) = fs::metadata(&file) else { continue };
            if data.len() > super::seeds::MOST_BYTES || data.len() == 0 {
                continue;
            }
            if let Ok(bytes) = fs::read(&file)
                && self.known.insert(digest(&bytes))
            {
                new.push(bytes);
            }
        }
        new
    }

    /// The files of the others.
    fn others(&self) -> io::Result<Vec<PathBuf>> {
        if self.layout == Layout::LibFuzzer {
            return files(&self.folder);
        }
        let mut all = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let queue = entry.path().join(QUEUE);
            if entry.file_name() != OWN && queue.is_dir() {
                all.extend(files(&queue).unwrap_or_default());
            }
        }
        Ok(all)
    }

    /// Writes an input that ran something new, unless it is there.
    pub(super) fn kept(&mut self, bytes: &[u8], observer: &mut dyn Observer) {
        self.write(QUEUE, bytes, observer);
    }

    /// Writes an input on which the program fails.
    pub(super) fn failed(&mut self, bytes: &[u8], observer: &mut dyn Observer) {
        if self.layout == Layout::Afl {
            self.write(CRASHES, bytes, observer);
        }
    }

    fn write(&mut self, folder: &str, bytes: &[u8], observer: &mut dyn Observer) {
        let digest = digest(bytes);
        if bytes.is_empty() || !self.known.insert(digest) {
            return;
        }
        let path = match self.layout {
            Layout::Afl => {
                let name = format!("id:{:06},src:effigy", self.number);
                self.folder.join(OWN).join(folder).join(name)
            }
            Layout::LibFuzzer => self.folder.join(format!("effigy-{digest:016x}")),
        };
        self.number += 1;
        self.seen.insert(path.clone());
        // Others never see a part of it.
        let new = self.folder.join(format!(".effigy-{}.new", std::process::id()));
        let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, &path));
        if let Err(cause) = written
            && !std::mem::replace(&mut self.broken, true)
        {
            let _ = fs::remove_file(&new);
            observer.note(&format!("cannot write {}: {cause}; the search goes on", path.display()));
        }
    }
}

/// The files of a folder but hidden ones, by name.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;

//! The members that were proved before, by their keys ([`super::key`]).
//!
//! One file of the cache folder has a line for each. Only what is proved is kept: what failed is proved again, since its
//! report has places. Whoever can write the file can make a member count as proved; it lies in the user's own folder.

use crate::compile::default_cache;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in the cache folder.
const FILE: &str = "proved.txt";

/// So many keys are kept at most, the newest ones, before the older half is dropped.
const MOST: usize = 200_000;

/// Keys of members that are proved.
pub(super) struct Cache {
    file: PathBuf,
    known: HashSet<u128>,
    new: Vec<u128>,
    lines: usize,
}

impl Cache {
    /// The cache in a folder, by default the user's. One that cannot be read is empty.
    pub(super) fn open(folder: Option<&Path>) -> Self {
        let file = folder.map_or_else(default_cache, Path::to_owned).join(FILE);
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let known = text.lines().filter_map(key).collect();
        Cache { file, known, new: Vec::new(), lines: text.lines().count() }
    }

    /// Whether a member with this key was proved.
    pub(super) fn has(&self, key: u128) -> bool {
        self.known.contains(&key)
    }

    /// Notes that a member with this key is proved.
    pub(super) fn add(&mut self, key: u128) {
        if self.known.insert(key) {
            self.new.push(key);
        }
    }

    /// Writes what is new. What cannot be kept is proved again next time, no more.
    pub(super) fn save(self) {
        if self.new.is_empty() {
            return;
        }
        let lines: String = self.new.iter().map(|key| format!("{key:032x}\n")).collect();
        if let Some(folder) = self.file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        if self.lines + self.new.len() > MOST {
            let text = std::fs::read_to_string(&self.file).unwrap_or_default();
            let half: String =
                text.lines().skip(self.lines / 2).map(|line| format!("{line}\n")).collect();
            let aside = self.file.with_extension(format!("new-{}", std::process::id()));
            if std::fs::write(&aside, half + &lines).is_ok() {
                let _ = std::fs::rename(&aside, &self.file);
            }
            return;
        }
        // One write at the end of the file, so that runs beside each other do not tear their lines.
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&self.file);
        let _ = file.and_then(|mut file| file.write_all(lines.as_bytes()));
    }
}

/// The key on a line; `None` when the line is damaged.
fn key(line: &str) -> Option<u128> {
    let digits = line.len() == 32 && line.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u128::from_str_radix(line, 16).ok()).flatten()
}

#[cfg(test)]
mod tests;

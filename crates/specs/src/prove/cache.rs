//! The members that were proved before, by their keys ([`super::key`]).
//!
//! One file of the cache folder has a line for each. Only what is proved is kept: what failed is proved again, since its
//! report has places. Whoever can write the file can make a member count as proved; it lies in the folder of all that is
//! kept ([`effigy_compile::cache`]), which is the user's own and closed to others.

use effigy_compile::cache::{default_folder, own_folder};
use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The file in the cache folder.
const FILE: &str = "proved.txt";

/// So many keys are kept at most, the newest ones, before the older half is dropped.
const MOST: usize = 200_000;

/// Bytes of the file that are read: twice what so many keys take.
const LONGEST: u64 = 2 * 33 * MOST as u64;

/// Keys of members that are proved.
pub(super) struct Cache {
    file: PathBuf,
    known: HashSet<u128>,
    new: Vec<u128>,
    lines: usize,
    /// Whether the file ends within a line: a run was ended while it wrote.
    torn: bool,
    /// Why the folder is of no use.
    refused: Option<String>,
}

impl Cache {
    /// The cache in a folder, by default the user's. One that cannot be read is empty.
    pub(super) fn open(folder: Option<&Path>) -> Self {
        let folder = folder.map_or_else(default_folder, Path::to_owned);
        let refused = own_folder(&folder).err();
        let file = folder.join(FILE);
        let text = if refused.is_some() { String::new() } else { read(&file) };
        let known = text.lines().filter_map(key).collect();
        let torn = !text.is_empty() && !text.ends_with('\n');
        Cache { file, known, new: Vec::new(), lines: text.lines().count(), torn, refused }
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
    ///
    /// # Errors
    /// What to tell the user where it cannot be written.
    pub(super) fn save(self) -> Result<(), String> {
        if self.new.is_empty() {
            return Ok(());
        }
        let told = |e| {
            let name = self.file.display();
            format!("what is proved cannot be kept for the next run in {name}: {e}")
        };
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let mut lines = if self.torn { "\n".to_owned() } else { String::new() };
        lines.extend(self.new.iter().map(|key| format!("{key:032x}\n")));
        self.write(&lines).map_err(told)
    }

    fn write(&self, lines: &str) -> std::io::Result<()> {
        if self.lines + self.new.len() > MOST {
            let text = read(&self.file);
            let half: String =
                text.lines().skip(self.lines / 2).map(|line| format!("{line}\n")).collect();
            let aside = self.file.with_extension(format!("new-{}", std::process::id()));
            let moved = std::fs::write(&aside, half + lines)
                .and_then(|()| std::fs::rename(&aside, &self.file));
            if moved.is_err() {
                // It may not be there at all.
                let _ = std::fs::remove_file(&aside);
            }
            return moved;
        }
        // One write at the end of the file, so that runs beside each other do not tear their lines.
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.file)?;
        file.write_all(lines.as_bytes())
    }
}

/// The text of the file, of which damaged parts are no keys; empty where there is none.
fn read(file: &Path) -> String {
    // What is no file may have no end.
    if !std::fs::metadata(file).is_ok_and(|about| about.is_file()) {
        return String::new();
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(file).and_then(|f| f.take(LONGEST).read_to_end(&mut bytes));
    read.map_or_else(|_| String::new(), |_| String::from_utf8_lossy(&bytes).into_owned())
}

/// The key on a line; `None` when the line is damaged.
fn key(line: &str) -> Option<u128> {
    let digits = line.len() == 32 && line.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u128::from_str_radix(line, 16).ok()).flatten()
}

#[cfg(test)]
mod tests;

//! What an entry was made from: files, places where no file was, and variables of the environment.

use super::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Words of a source text whose meaning no list of files tells: the time, and files that assemblers and linkers read.
const UNTOLD: [&str; 5] = ["__DATE__", "__TIME__", "__TIMESTAMP__", ".incbin", "#[link("];

/// The same for what may ask whether a file is there, outside of the system's own files.
const ASKS: [&str; 1] = ["__has_include"];

/// Where the system's own files lie.
const SYSTEM: &str = "/usr";

/// How much later a file may have been written than its time says.
const CLOCK: Duration = Duration::from_millis(10);

/// How many folders of a path may be written in an `#include`.
const DEEPEST: usize = 6;

/// One thing that an entry was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A file with a hash of its content.
    File(PathBuf, u128),
    /// Where a file would have been read in place of another one, but was not there.
    Absent(PathBuf),
    /// A variable and its value.
    Variable(String, Option<OsString>),
}

impl Source {
    /// Whether it is now what it was.
    pub(super) fn is_unchanged(&self) -> bool {
        match self {
            Source::File(path, digest) => of_file(path) == Some(*digest),
            Source::Absent(path) => std::fs::symlink_metadata(path).is_err(),
            Source::Variable(name, value) => std::env::var_os(name) == *value,
        }
    }
}

fn of_file(path: &Path) -> Option<u128> {
    let mut digest = Digest::START;
    digest.bytes(&std::fs::read(path).ok()?);
    Some(digest.0)
}

/// All that an entry was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// The list.
    pub(super) fn list(&self) -> &[Source] {
        &self.0
    }

    /// What `rustc` says that it read, in the text of `--emit=dep-info`. `None` when that does not tell whether the
    /// result would be the same, or when a file was written since the compiler began.
    pub fn of_rustc(list: &str, since: SystemTime) -> Option<Sources> {
        let paths: BTreeSet<PathBuf> =
            list.lines().filter_map(|line| line.strip_suffix(':')).map(unescaped).collect();
        let mut sources = files(&paths, since)?;
        sources.0.extend(list.lines().filter_map(|line| line.strip_prefix("# env-dep:")).map(
            |line| match line.split_once('=') {
                Some((name, value)) => {
                    Source::Variable(plain(name), Some(OsString::from(plain(value))))
                }
                None => Source::Variable(plain(line), None),
            },
        ));
        // A module lies in one of two files; both are an error.
        let alternatives = paths.iter().filter_map(|path| match path.ends_with("mod.rs") {
            true => Some(path.parent()?.with_extension("rs")),
            false => Some(path.with_extension("").join("mod.rs")),
        });
        sources
            .0
            .extend(alternatives.filter(|alternative| !alternative.exists()).map(Source::Absent));
        Some(sources)
    }

    /// What a C compiler says that it read, in the text of `-MD`, but for files below `own`. `folders` are those where
    /// headers are looked for first. `None` as for `rustc`.
    pub fn of_make(
        list: &str,
        own: &Path,
        folders: &[PathBuf],
        since: SystemTime,
    ) -> Option<Sources> {
        let paths: BTreeSet<PathBuf> =
            prerequisites(list).into_iter().filter(|path| !path.starts_with(own)).collect();
        let mut sources = files(&paths, since)?;
        let users = paths.iter().filter(|path| !path.starts_with(SYSTEM));
        let mut places: BTreeSet<PathBuf> =
            users.filter_map(|path| path.parent()).map(Path::to_owned).collect();
        places.extend(folders.iter().cloned());
        let mut absent = BTreeSet::new();
        for path in &paths {
            let parts: Vec<_> = path.components().collect();
            for from in parts.len().saturating_sub(DEEPEST).max(1)..parts.len() {
                let name: PathBuf = parts.iter().skip(from).collect();
                absent.extend(places.iter().map(|place| place.join(&name)));
            }
        }
        let absent = absent.into_iter().filter(|path| std::fs::symlink_metadata(path).is_err());
        sources.0.extend(absent.map(Source::Absent));
        Some(sources)
    }
}

/// Files with their hashes; `None` when one is not there, was written since, or is read in ways that are not told.
fn files(paths: &BTreeSet<PathBuf>, since: SystemTime) -> Option<Sources> {
    let mut sources = Vec::new();
    for path in paths {
        let written = std::fs::metadata(path).and_then(|about| about.modified()).ok()?;
        if written >= since.checked_sub(CLOCK)? {
            return None;
        }
        let bytes = std::fs::read(path).ok()?;
        let has = |word: &&str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
        if UNTOLD.iter().any(has) {
            return None;
        }
        if !path.starts_with(SYSTEM) && ASKS.iter().any(has) {
            return None;
        }
        let mut digest = Digest::START;
        digest.bytes(&bytes);
        sources.push(Source::File(path.clone(), digest.0));
    }
    (!sources.is_empty()).then_some(Sources(sources))
}

/// A path of `rustc`'s list.
fn unescaped(path: &str) -> PathBuf {
    PathBuf::from(path.replace("\\ ", " "))
}

/// A name or value of `rustc`'s list of variables.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('r') => plain.push('\r'),
                other => plain.extend(other),
            },
            (c, false) => plain.push(c),
        }
    }
    plain
}

/// What stands behind the colon of a rule for `make`.
fn prerequisites(list: &str) -> Vec<PathBuf> {
    let joined = list.replace("\\\n", " ");
    let rule = joined.split_once(": ").map_or("", |(_, rule)| rule);
    let mut paths = Vec::new();
    let mut path = Vec::new();
    let mut bytes = rule.bytes().chain([b'\n']).peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b' ' | b'#' | b'\\')) | (b'$', Some(b'$')) => path.extend(bytes.next()),
            (b' ' | b'\n' | b'\t' | b'\r', _) => {
                if !path.is_empty() {
                    paths.push(PathBuf::from(OsString::from_vec(std::mem::take(&mut path))));
                }
            }
            _ => path.push(byte),
        }
    }
    paths
}

#[cfg(test)]
mod tests;

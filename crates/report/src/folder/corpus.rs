//! What a search from seeds keeps in its folder, so that it can be gone on with: the inputs that ran something new, and how it was
//! asked for.

use super::{FolderError, RunFolder, TESTS, json, read_json};
use effigy_session::outcome::fuzz::KeptInput;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the inputs.
pub(super) const CORPUS: &str = "corpus";
/// How the search was asked for.
pub(super) const SEARCH: &str = "search.json";

/// How a search was asked for, beside the options of each run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchMark {
    /// The folder of the seeds, as it was named.
    pub seeds: PathBuf,
    /// Whether a seed is the program's only argument.
    pub argument: bool,
    /// Whether inputs are run natively.
    pub native: bool,
    /// Whether it ends with the first failure.
    pub first: bool,
    /// The folder that it shares with other fuzzers, as it was named.
    #[serde(default)]
    pub sync: Option<PathBuf>,
    /// Whether witnesses of its findings are written.
    #[serde(default)]
    pub witness: bool,
}

/// The inputs of a folder.
#[derive(Debug)]
pub struct Corpus<'f> {
    folder: &'f RunFolder,
    known: HashSet<Vec<u8>>,
    next: usize,
}

impl RunFolder {
    /// Notes how the search is asked for.
    ///
    /// # Errors
    /// [`FolderError`] when it cannot be written.
    pub fn write_search(&self, mark: &SearchMark) -> Result<(), FolderError> {
        self.write(SEARCH, json(mark)?.as_bytes())
    }

    /// How the search of this folder was asked for.
    ///
    /// # Errors
    /// [`FolderError`] when it cannot be read.
    pub fn read_search(&self) -> Result<SearchMark, FolderError> {
        read_json(&self.path().join(SEARCH))
    }

    /// Removes the folder of a search that came to nothing, with what it kept, when nothing else is in it.
    pub fn discard_search(&self) {
        self.place.clear_corpus();
        self.place.discard();
    }

    /// The inputs that the search kept so far, and whoever adds to them. The inputs of tests are added first: a search that goes on
    /// numbers its tests anew, and whatever ends it, no failing input is lost.
    ///
    /// # Errors
    /// [`FolderError`] when they cannot be read.
    pub fn corpus(&self) -> Result<(Vec<KeptInput>, Corpus<'_>), FolderError> {
        self.place.make(CORPUS)?;
        let mut kept = Vec::new();
        let mut corpus = Corpus { folder: self, known: HashSet::new(), next: 0 };
        for (path, name) in files(&self.path().join(CORPUS))? {
            let Some((number, generation, bound)) = numbers(&name) else { continue };
            let bytes = std::fs::read(&path).map_err(|cause| FolderError::Read { path, cause })?;
            corpus.next = corpus.next.max(number + 1);
            if corpus.known.insert(bytes.clone()) {
                kept.push((number, KeptInput { bytes, generation, bound }));
            }
        }
        kept.sort_by_key(|(number, _)| *number);
        let mut kept: Vec<KeptInput> = kept.into_iter().map(|(_, kept)| kept).collect();
        for (path, name) in files(&self.path().join(TESTS))? {
            if !name.ends_with(".input") {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|cause| FolderError::Read { path, cause })?;
            let input = KeptInput { bytes, generation: 1, bound: 0 };
            if corpus.add(&input)? {
                kept.push(input);
            }
        }
        Ok((kept, corpus))
    }
}

impl Corpus<'_> {
    /// Writes an input, unless it is there; whether it was not.
    ///
    /// # Errors
    /// [`FolderError`] when it cannot be written.
    pub fn add(&mut self, input: &KeptInput) -> Result<bool, FolderError> {
        if !self.known.insert(input.bytes.clone()) {
            return Ok(false);
        }
        let KeptInput { bytes, generation, bound } = input;
        let name = format!("{CORPUS}/id:{:06},gen:{generation},bound:{bound}", self.next);
        self.next += 1;
        self.folder.write(&name, bytes)?;
        Ok(true)
    }
}

/// The number, the generation and the bound in a file's name.
pub(super) fn numbers(name: &str) -> Option<(usize, u64, usize)> {
    let mut parts = name.splitn(3, ',');
    let id = parts.next()?.strip_prefix("id:")?.parse().ok()?;
    let generation = parts.next()?.strip_prefix("gen:")?.parse().ok()?;
    let bound = parts.next()?.strip_prefix("bound:")?.parse().ok()?;
    Some((id, generation, bound))
}

/// The files of a folder with their names, by name; none where there is no folder.
fn files(folder: &Path) -> Result<Vec<(PathBuf, String)>, FolderError> {
    let failed = |cause| FolderError::Read { path: folder.to_owned(), cause };
    let entries = match std::fs::read_dir(folder) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        // A link or a folder is none that Effigy wrote.
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            files.push((entry.path(), entry.file_name().to_string_lossy().into_owned()));
        }
    }
    files.sort();
    Ok(files)
}

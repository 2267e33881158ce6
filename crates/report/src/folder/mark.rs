//! The file that marks a run folder: what the run was asked for.

use super::{FolderError, MARK, json, read_json};
use effigy_session::options::ExploreOptions;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The kind of the file, in the file.
const KIND: &str = "effigy run folder";
/// The version of what is in the folder.
const FORMAT: u32 = 2;

/// What a run was asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Says whose file it is.
    pub kind: String,
    /// The version of the folder's files.
    pub format: u32,
    /// The verb of the run; `None` for `explore`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verb: Option<String>,
    /// The folder in which the command was given.
    pub current: PathBuf,
    /// The program as it was named there.
    pub input: PathBuf,
    /// Everything else that was asked for; the program's path is absolute.
    pub options: ExploreOptions,
}

impl Mark {
    /// The mark of a run whose command was given in `current`.
    pub(super) fn new(current: &Path, options: &ExploreOptions, verb: Option<&str>) -> Mark {
        let input = options.input.clone();
        let options = ExploreOptions { input: current.join(&input), ..options.clone() };
        let (kind, verb, current) = (KIND.to_owned(), verb.map(str::to_owned), current.to_owned());
        Mark { kind, format: FORMAT, verb, current, input, options }
    }

    pub(super) fn text(&self) -> Result<String, FolderError> {
        json(self)
    }
}

/// The mark of a folder.
///
/// # Errors
/// [`FolderError`] when it is no run folder, or one of another version.
pub fn read(folder: &Path) -> Result<Mark, FolderError> {
    let path = folder.join(MARK);
    if std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
        return Err(FolderError::Link { path });
    }
    let mark: Mark = read_json(&path)?;
    match mark.kind == KIND && mark.format == FORMAT {
        true => Ok(mark),
        false => Err(FolderError::Format { path }),
    }
}

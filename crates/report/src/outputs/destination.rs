//! Where an output goes: standard output, or a file that is replaced in one step.

use super::OutputError;
use crate::folder::{LOCK, MARK, RUN_FOLDER, is_of_folder};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};

/// What stands for standard output on the command line.
pub(super) const STANDARD: &str = "-";

/// A file, known by its path without links.
pub(super) type Identity = PathBuf;

/// Where an output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard output.
    Standard,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// What a command line names: `-` is standard output, and a path is relative to the current folder.
    pub fn named(text: &OsStr) -> Destination {
        if text == STANDARD {
            return Destination::Standard;
        }
        let path = Path::new(text);
        Destination::File(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
    }
}

/// Whether a file can be written, as far as that can be known; gives what it is, or nothing for what is no file, such as
/// `/dev/null`.
pub(super) fn check(path: &Path) -> Result<Option<Identity>, OutputError> {
    let failed = |cause| OutputError::Write { path: path.to_owned(), cause };
    if path.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    if is_special(path) {
        return Ok(None);
    }
    let target = resolve(path);
    // Folders that are missing are made when the file is written.
    let existing = existing(target.parent().unwrap_or(Path::new("/")));
    let probe = beside(&existing.join("output"));
    create(&probe).map_err(failed)?;
    std::fs::remove_file(&probe).map_err(failed)?;
    let real = existing.canonicalize().map_err(failed)?;
    let rest = target.strip_prefix(existing).unwrap_or(&target);
    Ok(Some(joined(real, rest)))
}

/// A folder with a path behind it of which nothing is there yet: `..` leads back.
fn joined(mut folder: PathBuf, rest: &Path) -> PathBuf {
    for part in rest.components() {
        match part {
            Component::ParentDir => _ = folder.pop(),
            Component::CurDir => {}
            _ => folder.push(part),
        }
    }
    folder
}

/// The innermost folder of a path that there is.
fn existing(path: &Path) -> &Path {
    path.ancestors().find(|folder| folder.exists()).unwrap_or(path)
}

/// A path without links, as far as there is something.
pub(super) fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = existing(&path);
    let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
    joined(there.canonicalize().unwrap_or_else(|_| there.to_owned()), rest)
}

/// Whether a file is one that a run writes into its folder: the folder that is named, that of an earlier run, or one that a run
/// makes that names none. The folder itself is one, too.
pub(super) fn is_of_run(file: &Identity, folder: Option<&Path>) -> bool {
    let is_run = |above: &Path| {
        let name = above.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let number = name.strip_prefix(RUN_FOLDER);
        folder == Some(above)
            || number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
            || above.join(MARK).is_file() && above.join(LOCK).is_file()
    };
    let inside = |above: &Path| file.strip_prefix(above).is_ok_and(is_of_folder);
    file.ancestors().any(|above| is_run(above) && inside(above))
        || folder.is_some_and(|folder| folder != file && folder.starts_with(file))
}

/// Writes a file: all of it, or nothing. A link is followed, and who may use the file stays as it is; what is no file is written
/// to as it is.
pub(super) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    write_any(path, content).map_err(|cause| OutputError::Write { path: path.to_owned(), cause })
}

fn write_any(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if is_special(path) {
        return fill(OpenOptions::new().write(true).open(path)?, content);
    }
    let target = resolve(path);
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let new = beside(&target);
    let written = create(&new).and_then(|file| {
        if let Ok(data) = std::fs::metadata(&target) {
            file.set_permissions(data.permissions())?;
        }
        fill(file, content)?;
        std::fs::rename(&new, &target)
    });
    written.inspect_err(|_| {
        // The error that is reported is the first one.
        let _ = std::fs::remove_file(&new);
    })
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

/// A device, a pipe or the like.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The file that a path means; a link whose file is not there yet is followed too.
fn resolve(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (std::fs::read_link(path), path.parent()) {
        (Ok(to), Some(folder)) => folder.join(to),
        _ => path.to_owned(),
    }
}

/// A name in the same folder that nothing else has.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

fn create(path: &Path) -> io::Result<File> {
    // One that is there was left by a process with the same number that was killed.
    let _ = std::fs::remove_file(path);
    OpenOptions::new().write(true).create_new(true).open(path)
}

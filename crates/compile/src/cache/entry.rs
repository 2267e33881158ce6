//! The form of an entry: a mark, its key, the checksum and the length of its head, the head, and the files.

use super::digest::checksum;
use super::sources::{Source, Sources};
use super::{Key, aside};
use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::SystemTime;

/// What an entry begins with; the last byte is the version of the form.
const MARK: [u8; 8] = *b"effigy\0\x01";

/// Bytes of a head at most: sources are some hundreds.
const LONGEST_HEAD: u32 = 64 << 20;

#[derive(Serialize, Deserialize)]
struct Head {
    sources: Vec<Source>,
    /// Length and checksum of each file.
    files: Vec<(u64, u64)>,
}

/// What became of reading an entry.
pub(super) enum Read {
    /// Its files.
    Good(Vec<Vec<u8>>),
    /// There is none, or one of its sources changed.
    None,
    /// It is not as it was written, or nobody knows who wrote it.
    Damaged,
}

/// Reads an entry, and notes that it was used.
pub(super) fn read(path: &Path, key: Key) -> Read {
    // Neither a link to elsewhere nor a pipe that never has an end.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let Ok(flags) = i32::try_from(flags) else { return Read::None };
    let mut file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Read::None,
        Err(_) => return Read::Damaged,
    };
    let own = |about: fs::Metadata| {
        let user = rustix::process::geteuid().as_raw();
        about.is_file() && about.uid() == user && about.mode() & 0o022 == 0
    };
    if !file.metadata().is_ok_and(own) {
        return Read::Damaged;
    }
    let Some(head) = head(&mut file, key) else { return Read::Damaged };
    if !head.sources.iter().all(Source::is_unchanged) {
        return Read::None;
    }
    let files: Option<Vec<Vec<u8>>> =
        head.files.iter().map(|(length, sum)| content(&mut file, *length, *sum)).collect();
    let Some(files) = files else { return Read::Damaged };
    // Where the time cannot be set the entry is removed earlier than others.
    let _ = file.set_modified(SystemTime::now());
    Read::Good(files)
}

fn head(file: &mut File, key: Key) -> Option<Head> {
    let mark: [u8; 8] = array(file)?;
    let of: [u8; 16] = array(file)?;
    let sum = u64::from_le_bytes(array(file)?);
    let length = u32::from_le_bytes(array(file)?);
    if mark != MARK || Key::from_le_bytes(of) != key || length > LONGEST_HEAD {
        return None;
    }
    let bytes = content(file, u64::from(length), sum)?;
    postcard::from_bytes(&bytes).ok()
}

fn array<const N: usize>(file: &mut File) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// The next bytes, when they are there and have this checksum.
fn content(file: &mut File, length: u64, sum: u64) -> Option<Vec<u8>> {
    let rest = file.metadata().ok()?.len();
    // No more memory than the file has bytes.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(rest)).ok()?);
    file.take(length).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == length && checksum(0, &bytes) == sum).then_some(bytes)
}

/// Writes an entry aside and gives it its name.
pub(super) fn write(
    folder: &Path,
    name: &str,
    key: Key,
    sources: &Sources,
    files: &[&[u8]],
) -> io::Result<()> {
    let about = files.iter().map(|file| (file.len() as u64, checksum(0, file))).collect();
    let head = Head { sources: sources.list().to_vec(), files: about };
    let head = postcard::to_stdvec(&head).map_err(io::Error::other)?;
    let length = u32::try_from(head.len()).map_err(io::Error::other)?;
    let aside = folder.join(aside());
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&aside)?;
        file.write_all(&MARK)?;
        file.write_all(&key.to_le_bytes())?;
        file.write_all(&checksum(0, &head).to_le_bytes())?;
        file.write_all(&length.to_le_bytes())?;
        file.write_all(&head)?;
        files.iter().try_for_each(|content| file.write_all(content))?;
        fs::rename(&aside, folder.join(name))
    })();
    if written.is_err() {
        // It may not be there at all.
        let _ = fs::remove_file(&aside);
    }
    written
}

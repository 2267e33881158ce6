//! Names: what is in a folder, what a file is, making, renaming and removing.

use crate::errno::{EACCES, EBADF, EINVAL, ENOENT, ENOSYS, ENOTDIR, Errno};
use crate::shared::descriptors::opened;
use crate::shared::failed::failed;
use crate::shared::files::{Named, flags, named};
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, int, word, zero};
use crate::shared::{files, memory};
use crate::state::files::{Files, Node, Reader};
use crate::state::{state, state_mut};
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("access", access),
    ("stat", |c| stat(c, None, 0, 1)),
    ("stat64", |c| stat(c, None, 0, 1)),
    ("lstat", |c| stat(c, None, 0, 1)),
    ("lstat64", |c| stat(c, None, 0, 1)),
    ("fstatat", stat_at),
    ("fstatat64", stat_at),
    ("statx", statx),
    ("fstat", fstat),
    ("fstat64", fstat),
    ("unlink", |c| by_name(c, None, 0, |files, path| files.remove(path, false))),
    ("rmdir", |c| by_name(c, None, 0, |files, path| files.remove(path, true))),
    ("remove", remove),
    ("unlinkat", unlink_at),
    ("mkdir", |c| by_name(c, None, 0, Files::make_folder)),
    ("mkdirat", |c| {
        let folder = int(c, 0)?;
        by_name(c, Some(folder), 1, Files::make_folder)
    }),
    ("rename", rename),
    ("truncate", truncate),
    ("truncate64", truncate),
    ("ftruncate", ftruncate),
    ("ftruncate64", ftruncate),
    ("opendir", opendir),
    ("fdopendir", fdopendir),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("rewinddir", rewinddir),
    ("closedir", closedir),
    ("dirfd", dirfd),
    ("chdir", absent),
    ("readlink", readlink),
    ("realpath", realpath),
    ("getcwd", getcwd),
    ("chmod", zero),
    ("fchmod", zero),
    ("flock", zero),
    ("fdatasync", zero),
    ("sync", zero),
    ("futimens", zero),
    ("utimensat", zero),
    ("copy_file_range", not_there),
    ("sendfile", not_there),
    ("sendfile64", not_there),
];

fn absent(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::Files);
    failed(call, ENOENT, -1)
}

fn realpath(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::Files);
    failed(call, ENOENT, 0)
}

/// What programs do without.
fn not_there(call: &mut Call<'_>) -> Answer {
    failed(call, ENOSYS, -1)
}

/// `statx`, which std asks first whether it exists.
fn statx(call: &mut Call<'_>) -> Answer {
    failed(call, ENOSYS, -1)
}

/// `getcwd(target, size)`: the folder has no name. A size of zero is refused where there is a target.
fn getcwd(call: &mut Call<'_>) -> Answer {
    call.rests_on_that(AssumptionKind::System, "the working folder has no name");
    let (target, room) = (call.word(0)?, call.word(1)?);
    if target != 0 {
        // The array has as much room as is said.
        call.given_room(Slot::word(target), room, true)?;
    }
    let errno = if target != 0 && room == 0 { EINVAL } else { ENOENT };
    failed(call, errno, 0)
}

/// `readlink(name, target, room)`: the array has as much room as is said.
fn readlink(call: &mut Call<'_>) -> Answer {
    let room = call.word(2)?;
    call.given_room(call.arg(1), room, true)?;
    absent(call)
}

/// Does something with the path that an argument names.
fn by_name(
    call: &mut Call<'_>,
    folder: Option<i32>,
    name: usize,
    act: fn(&mut Files, &str) -> Result<(), Errno>,
) -> Answer {
    let text = text(call, name)?;
    let done = match named(call, folder, &text)? {
        Named::Path(path) => act(&mut state_mut(call)?.files, &path),
        Named::Input | Named::Random => Err(EACCES),
        Named::Nothing => Err(ENOENT),
    };
    match done {
        Ok(()) => word(0),
        Err(errno) => failed(call, errno, -1),
    }
}

/// `remove(name)`: a file or an empty folder.
fn remove(call: &mut Call<'_>) -> Answer {
    by_name(call, None, 0, |files, path| {
        let folder = files.find(path)?.is_some_and(|node| files.is_folder(node));
        files.remove(path, folder)
    })
}

/// `unlinkat(folder, name, flags)`.
fn unlink_at(call: &mut Call<'_>) -> Answer {
    const FOLDER: i32 = 0x200;
    let (folder, flags) = (int(call, 0)?, int(call, 2)?);
    match flags & FOLDER {
        0 => by_name(call, Some(folder), 1, |files, path| files.remove(path, false)),
        _ => by_name(call, Some(folder), 1, |files, path| files.remove(path, true)),
    }
}

/// `rename(old, new)`.
fn rename(call: &mut Call<'_>) -> Answer {
    let (old, new) = (text(call, 0)?, text(call, 1)?);
    let done = match (named(call, None, &old)?, named(call, None, &new)?) {
        (Named::Path(old), Named::Path(new)) => state_mut(call)?.files.rename(&old, &new),
        (Named::Input | Named::Random, _) | (_, Named::Input | Named::Random) => Err(EACCES),
        _ => Err(ENOENT),
    };
    match done {
        Ok(()) => word(0),
        Err(errno) => failed(call, errno, -1),
    }
}

/// `truncate(name, length)`.
fn truncate(call: &mut Call<'_>) -> Answer {
    let (name, len) = (text(call, 0)?, call.word(1)?);
    let found = match named(call, None, &name)? {
        Named::Path(path) => state(call)?.files.find(&path),
        Named::Input | Named::Random => return failed(call, EACCES, -1),
        Named::Nothing => Ok(None),
    };
    match found {
        Ok(Some(node)) => files::resize(call, node, len),
        Ok(None) => failed(call, ENOENT, -1),
        Err(errno) => failed(call, errno, -1),
    }
}

/// `ftruncate(descriptor, length)`.
fn ftruncate(call: &mut Call<'_>) -> Answer {
    let (descriptor, len) = (int(call, 0)?, call.word(1)?);
    let node = opened(call, descriptor)?.and_then(|at| state(call).ok()?.readers.get(at)?.node);
    match node {
        Some(node) => files::resize(call, node, len),
        None => failed(call, EINVAL, -1),
    }
}

/// `access(name, mode)`: all files may be read and written; nothing is a program.
fn access(call: &mut Call<'_>) -> Answer {
    const READABLE: i32 = 4;
    const RUNS: i32 = 1;
    let name = text(call, 0)?;
    let found = match named(call, None, &name)? {
        Named::Input | Named::Random => {
            let allowed = int(call, 1)? & !READABLE == 0;
            return if allowed { word(0) } else { failed(call, EACCES, -1) };
        }
        Named::Path(path) => state(call)?.files.find(&path),
        Named::Nothing => Ok(None),
    };
    match found {
        Ok(Some(node)) if !state(call)?.files.is_folder(node) && int(call, 1)? & RUNS != 0 => {
            failed(call, EACCES, -1)
        }
        Ok(Some(_)) => word(0),
        Ok(None) => failed(call, ENOENT, -1),
        Err(errno) => failed(call, errno, -1),
    }
}

/// What a `struct stat` tells of.
enum Kind {
    Pipe,
    Folder,
    File(u64),
}

/// `stat(name, target)`.
fn stat(call: &mut Call<'_>, folder: Option<i32>, name: usize, target: usize) -> Answer {
    let name = text(call, name)?;
    let path = match named(call, folder, &name)? {
        Named::Random => return describe(call, target, &Kind::Pipe, 0),
        Named::Input => {
            let len = files::input_len(call)?;
            return describe(call, target, &Kind::File(len as u64), 0);
        }
        Named::Path(path) => path,
        Named::Nothing => return failed(call, ENOENT, -1),
    };
    match state(call)?.files.find(&path) {
        Ok(Some(node)) => {
            let kind = kind_of(call, node)?;
            describe(call, target, &kind, node)
        }
        Ok(None) => failed(call, ENOENT, -1),
        Err(errno) => failed(call, errno, -1),
    }
}

/// `fstatat(folder, name, target, flags)`.
fn stat_at(call: &mut Call<'_>) -> Answer {
    let folder = int(call, 0)?;
    stat(call, Some(folder), 1, 2)
}

fn kind_of(call: &Call<'_>, node: usize) -> Result<Kind, Stop> {
    Ok(match state(call)?.files.nodes.get(node) {
        Some(Node::File(bytes)) => Kind::File(bytes.len() as u64),
        _ => Kind::Folder,
    })
}

/// `fstat(descriptor, target)`: the standard streams are pipes, but for standard input where it is a file.
fn fstat(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    if (1..=2).contains(&descriptor) {
        return describe(call, 1, &Kind::Pipe, 0);
    }
    let Some(reader) = opened(call, descriptor)? else { return failed(call, EBADF, -1) };
    let known = state(call)?;
    match known.readers.get(reader).and_then(|reader| reader.node) {
        Some(node) => {
            let kind = kind_of(call, node)?;
            describe(call, 1, &kind, node)
        }
        None if known.options.file => {
            let len = files::input_len(call)?;
            describe(call, 1, &Kind::File(len as u64), 0)
        }
        None => describe(call, 1, &Kind::Pipe, 0),
    }
}

/// Writes a `struct stat` to where an argument points.
fn describe(call: &mut Call<'_>, target: usize, kind: &Kind, node: usize) -> Answer {
    const SIZE: u64 = 144;
    const NODE: u64 = 8;
    const LINKS: u64 = 16;
    const MODE: u64 = 24;
    const BYTES: u64 = 48;
    let (mode, bytes): (u32, u64) = match kind {
        Kind::Pipe => (0o010_600, 0),
        Kind::Folder => (0o040_700, 40),
        Kind::File(bytes) => (0o100_600, *bytes),
    };
    let target = call.address(call.arg(target), SIZE, true)?;
    call.write_bytes(target, &[0; SIZE as usize]);
    call.write_bytes(target + NODE, &(node as u64 + 1).to_le_bytes());
    call.write_bytes(target + LINKS, &1u64.to_le_bytes());
    call.write_bytes(target + MODE, &mode.to_le_bytes());
    call.write_bytes(target + BYTES, &bytes.to_le_bytes());
    word(0)
}

/// The size of a `struct dirent`, which is what a `DIR` points to here.
const ENTRY: u64 = 280;

/// `opendir(name)`.
fn opendir(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    let stream = memory::object(call, ENTRY, 16)?;
    call.keep(stream);
    match files::open(call, (None, &name), flags::FOLDER, stream)? {
        Ok(_) => word(stream),
        Err(errno) => failed(call, errno, 0),
    }
}

/// `fdopendir(descriptor)`.
fn fdopendir(call: &mut Call<'_>) -> Answer {
    let descriptor = int(call, 0)?;
    let Some(reader) = opened(call, descriptor)? else { return failed(call, EBADF, 0) };
    if state(call)?.readers.get(reader).is_none_or(|reader| reader.folder.is_none()) {
        return failed(call, ENOTDIR, 0);
    }
    let stream = memory::object(call, ENTRY, 16)?;
    call.keep(stream);
    if let Some(reader) = state_mut(call)?.readers.get_mut(reader) {
        reader.stream = stream;
    }
    word(stream)
}

/// The reader of the `DIR` that the first argument points to.
fn folder_of(call: &mut Call<'_>) -> Result<usize, Stop> {
    let stream = call.word(0)?;
    let is_it =
        |reader: &Reader| reader.stream == stream && reader.folder.is_some() && !reader.closed;
    match state(call)?.readers.iter().position(is_it) {
        Some(reader) => Ok(reader),
        None => Err(call.unsupported("a folder's stream that is not open")),
    }
}

/// `readdir(stream)`: itself, the folder around it, then what is in it, in the order of the names.
fn readdir(call: &mut Call<'_>) -> Answer {
    const FOLDER: u8 = 4;
    const FILE: u8 = 8;
    let reader = folder_of(call)?;
    let known = state(call)?;
    let Some(open) = known.readers.get(reader) else { return word(0) };
    let (stream, at) = (open.stream, open.read);
    let path = open.folder.clone().unwrap_or_default();
    let dots = [(".".to_owned(), 0), ("..".to_owned(), 0)];
    let mut entries = dots.into_iter().chain(known.files.inside(&path));
    let Some((name, node)) = entries.nth(at) else { return word(0) };
    let kind = if known.files.is_folder(node) { FOLDER } else { FILE };
    let mut entry = vec![0; ENTRY as usize];
    entry[..8].copy_from_slice(&(node as u64 + 1).to_le_bytes());
    entry[8..16].copy_from_slice(&(at as u64 + 1).to_le_bytes());
    entry[16..18].copy_from_slice(&(ENTRY as u16).to_le_bytes());
    entry[18] = kind;
    let room = ENTRY as usize - 20;
    for (to, from) in entry[19..].iter_mut().zip(name.bytes().take(room)) {
        *to = from;
    }
    if let Some(open) = state_mut(call)?.readers.get_mut(reader) {
        open.read += 1;
    }
    call.write_bytes(stream, &entry);
    word(stream)
}

fn rewinddir(call: &mut Call<'_>) -> Answer {
    let reader = folder_of(call)?;
    if let Some(open) = state_mut(call)?.readers.get_mut(reader) {
        open.read = 0;
    }
    crate::shared::value::nothing()
}

fn closedir(call: &mut Call<'_>) -> Answer {
    let reader = folder_of(call)?;
    if let Some(open) = state_mut(call)?.readers.get_mut(reader) {
        open.closed = true;
    }
    word(0)
}

fn dirfd(call: &mut Call<'_>) -> Answer {
    let reader = folder_of(call)?;
    word(reader as u64 + 2)
}

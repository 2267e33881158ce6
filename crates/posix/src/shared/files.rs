//! Files in memory: those that the options of a run give, and those that the program makes.
//!
//! A name is a path relative to the program's folder. There is nothing else: an absolute path names no file, but for the one
//! that standard input may be. What a descriptor or a stream writes is in the file at once.

use crate::errno::{EACCES, EEXIST, EFBIG, EINVAL, EISDIR, EMFILE, ENOENT, ENOTDIR, Errno};
use crate::shared::assumed::{looks_for_files, reads_stdin};
use crate::shared::failed::failed;
use crate::shared::random::of_the_device;
use crate::shared::value::{Answer, word};
use crate::state::files::{Files, Node, Reader};
use crate::state::options::FileContent;
use crate::state::{SystemState, state, state_mut};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;
use std::rc::Rc;

/// What the name of an input begins with that is the content of a file; the file's name follows.
pub const FILE_INPUT: &str = "file ";

/// The devices of random numbers.
const DEVICES: [&str; 2] = ["/dev/urandom", "/dev/random"];

/// How many can be open at a time and after another.
const MOST_OPEN: usize = 1000;

/// Most bytes of a file.
const MOST_BYTES: usize = 1 << 26;

/// Bytes that are copied together with the work of one that is read by itself.
const TOGETHER: u64 = 16;

/// Flags of `open`.
pub(crate) mod flags {
    pub const ACCESS: u32 = 3;
    pub const WRITE: u32 = 1;
    pub const BOTH: u32 = 2;
    pub const CREATE: u32 = 0o100;
    pub const NEW: u32 = 0o200;
    pub const TRUNCATE: u32 = 0o1000;
    pub const APPEND: u32 = 0o2000;
    pub const FOLDER: u32 = 0o200_000;
}

/// A path without what leads nowhere; `None` for one that is not below the program's folder.
pub(crate) fn normal(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Makes the files that the options give.
pub(crate) fn given(call: &mut Call<'_>, files: &[(String, FileContent)]) -> Result<Files, Stop> {
    let mut all = Files::default();
    all.make("", Node::Folder);
    for (name, content) in files {
        let bytes = match content {
            FileContent::Bytes(bytes) => bytes.iter().map(|b| Slot::word(u64::from(*b))).collect(),
            FileContent::Symbolic(len) => {
                call.input_bytes(InputKind::Object, &format!("{FILE_INPUT}{name}"), *len as u64)?
            }
        };
        let path = normal(name).unwrap_or_default();
        for (at, _) in path.match_indices('/') {
            if !all.names.contains_key(&path[..at]) {
                all.make(&path[..at], Node::Folder);
            }
        }
        all.make(&path, Node::File(Rc::new(bytes)));
    }
    Ok(all)
}

/// What a name that the program gives means.
pub(crate) enum Named {
    /// The file that standard input is.
    Input,
    /// A path below the program's folder.
    Path(String),
    /// A device of random numbers.
    Random,
    /// Nothing that there is.
    Nothing,
}

/// What a text names, in the folder of a descriptor where the text is no absolute path.
pub(crate) fn named(call: &mut Call<'_>, folder: Option<i32>, text: &str) -> Result<Named, Stop> {
    const HERE: i32 = -100;
    if state(call)?.options.file && text == FILE {
        return Ok(Named::Input);
    }
    if DEVICES.contains(&text) {
        return Ok(Named::Random);
    }
    looks_for_files(call)?;
    let state = state(call)?;
    if text.is_empty() {
        return Ok(Named::Nothing);
    }
    let text = match folder.filter(|folder| *folder != HERE && !text.starts_with('/')) {
        None => text.to_owned(),
        Some(folder) => {
            let reader = usize::try_from(folder - 2).ok().and_then(|at| state.readers.get(at));
            match reader.filter(|reader| !reader.closed && reader.folder.is_some()) {
                Some(reader) => {
                    format!("./{}/{text}", reader.folder.as_deref().unwrap_or_default())
                }
                None => return Ok(Named::Nothing),
            }
        }
    };
    Ok(normal(&text).map_or(Named::Nothing, Named::Path))
}

/// Opens what a text names.
pub(crate) fn open(
    call: &mut Call<'_>,
    (folder, text): (Option<i32>, &str),
    flags: u32,
    stream: u64,
) -> Result<Result<usize, Errno>, Stop> {
    let writes = flags & flags::ACCESS != 0;
    let path = match named(call, folder, text)? {
        Named::Nothing => return Ok(Err(ENOENT)),
        Named::Input if writes => return Ok(Err(EACCES)),
        Named::Input => return add(call, Reader { stream, reads: true, ..Reader::default() }),
        Named::Random if writes => return Ok(Err(EACCES)),
        Named::Random => {
            return add(call, Reader { stream, reads: true, random: true, ..Reader::default() });
        }
        Named::Path(path) => path,
    };
    let files = &state(call)?.files;
    let found = match files.find(&path) {
        Err(errno) => return Ok(Err(errno)),
        Ok(found) => found,
    };
    let is_folder = found.is_some_and(|node| files.is_folder(node));
    let errno = match found {
        None if flags & flags::CREATE == 0 => Some(ENOENT),
        Some(_) if flags & flags::CREATE != 0 && flags & flags::NEW != 0 => Some(EEXIST),
        Some(_) if is_folder && writes => Some(EISDIR),
        Some(_) if !is_folder && flags & flags::FOLDER != 0 => Some(ENOTDIR),
        _ => None,
    };
    if let Some(errno) = errno {
        return Ok(Err(errno));
    }
    if state(call)?.readers.len() >= MOST_OPEN {
        return Ok(Err(EMFILE));
    }
    let files = &mut state_mut(call)?.files;
    let node = found.unwrap_or_else(|| files.make(&path, Node::File(Rc::default())));
    if writes
        && flags & flags::TRUNCATE != 0
        && let Some(Node::File(bytes)) = files.nodes.get_mut(node)
    {
        *bytes = Rc::default();
    }
    add(
        call,
        Reader {
            stream,
            node: Some(node),
            folder: is_folder.then_some(path),
            reads: flags & flags::ACCESS != flags::WRITE,
            writes,
            appends: flags & flags::APPEND != 0,
            ..Reader::default()
        },
    )
}

/// Opens a new file without a name.
pub(crate) fn open_unnamed(call: &mut Call<'_>, stream: u64) -> Result<Result<usize, Errno>, Stop> {
    let files = &mut state_mut(call)?.files;
    files.nodes.push(Node::File(Rc::default()));
    let node = Some(files.nodes.len() - 1);
    add(call, Reader { stream, node, reads: true, writes: true, ..Reader::default() })
}

/// A descriptor more.
fn add(call: &mut Call<'_>, reader: Reader) -> Result<Result<usize, Errno>, Stop> {
    let readers = &mut state_mut(call)?.readers;
    if readers.len() >= MOST_OPEN {
        return Ok(Err(EMFILE));
    }
    readers.push(reader);
    Ok(Ok(readers.len() + 1))
}

/// The length of standard input; forks over those that it can have.
pub(crate) fn input_len(call: &mut Call<'_>) -> Result<usize, Stop> {
    reads_stdin(call)?;
    let SystemState { stdin, stdin_len, .. } = state(call)?;
    match (stdin.len(), *stdin_len) {
        (len, None) => Ok(len),
        (most, Some(len)) => Ok((call.concrete(len)? as usize).min(most)),
    }
}

/// How many bytes there are where a reader reads.
pub(crate) fn len(call: &mut Call<'_>, reader: usize) -> Result<usize, Stop> {
    let state = state(call)?;
    if state.readers.get(reader).is_some_and(|open| open.random) {
        return Ok(0);
    }
    let node = state.readers.get(reader).and_then(|reader| reader.node);
    match node.and_then(|node| state.files.nodes.get(node)) {
        Some(Node::File(bytes)) => Ok(bytes.len()),
        Some(Node::Folder) => Ok(0),
        None => input_len(call),
    }
}

/// The bytes where a reader reads, from a place on.
pub(crate) fn from(call: &mut Call<'_>, reader: usize, place: usize) -> Result<Vec<Slot>, Stop> {
    if state(call)?.readers.get(reader).is_some_and(|open| open.random) {
        return of_the_device(call, place as u64);
    }
    let len = len(call, reader)?;
    let state = state(call)?;
    let node = state.readers.get(reader).and_then(|reader| reader.node);
    let all: &[Slot] = match node.and_then(|node| state.files.nodes.get(node)) {
        Some(Node::File(bytes)) => bytes,
        Some(Node::Folder) => &[],
        None => &state.stdin,
    };
    let bytes = all.get(place..len).unwrap_or_default().to_vec();
    call.work(bytes.len() as u64 / TOGETHER);
    Ok(bytes)
}

/// Whether a reader has a place that can be moved.
pub(crate) fn is_file(state: &SystemState, reader: usize) -> bool {
    state.options.file || state.readers.get(reader).is_some_and(|reader| reader.node.is_some())
}

/// Writes bytes to a file, at a place or at that of its reader, which moves; how many.
pub(crate) fn put(
    call: &mut Call<'_>,
    reader: usize,
    place: Option<usize>,
    bytes: &[Slot],
) -> Result<Result<usize, Errno>, Stop> {
    call.took(size_of_val(bytes) as u64)?;
    let SystemState { readers, files, .. } = state_mut(call)?;
    let Some(reader) = readers.get_mut(reader) else { return Ok(Ok(0)) };
    let node = reader.node.and_then(|node| files.nodes.get_mut(node));
    let Some(Node::File(content)) = node else { return Ok(Err(EINVAL)) };
    let at = match place {
        Some(place) => place,
        None if reader.appends => content.len(),
        None => reader.read - reader.put_back.len().min(reader.read),
    };
    let Some(end) = at.checked_add(bytes.len()).filter(|end| *end <= MOST_BYTES) else {
        return Ok(Err(EFBIG));
    };
    let copied = if Rc::strong_count(content) > 1 { content.len() } else { 0 };
    if !bytes.is_empty() {
        let content = Rc::make_mut(content);
        if content.len() < end {
            content.resize(end, Slot::word(0));
        }
        content[at..end].copy_from_slice(bytes);
    }
    if place.is_none() {
        reader.read = end;
        reader.put_back.clear();
    }
    call.work(copied as u64 / TOGETHER);
    Ok(Ok(bytes.len()))
}

/// Gives a file another length.
pub(crate) fn resize(call: &mut Call<'_>, node: usize, len: u64) -> Answer {
    if len > MOST_BYTES as u64 {
        return failed(call, EFBIG, -1);
    }
    match state_mut(call)?.files.nodes.get_mut(node) {
        Some(Node::File(content)) => Rc::make_mut(content).resize(len as usize, Slot::word(0)),
        Some(Node::Folder) => return failed(call, EISDIR, -1),
        None => return failed(call, EINVAL, -1),
    }
    word(0)
}

/// The name of the file that standard input is, where it is one.
pub const FILE: &str = "/dev/stdin";

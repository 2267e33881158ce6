//! Reads an archive whose directory is at its end: files as they are, in runs, or as a patch of an earlier file.

use std::io::Read;

const MAGIC: &[u8] = b"PAK1";
/// The longest file, unpacked.
const LONGEST: usize = 4096;
/// The length of an entry of the directory.
const ENTRY: usize = 8;

#[derive(Debug)]
pub enum Error {
    Magic,
    Directory,
    Kind(u8),
    Bounds(usize),
    Size(usize),
    Sum(usize),
    Base(usize),
    Patch(usize),
}

/// What the directory says of a file.
#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: u8,
    offset: usize,
    packed: usize,
    size: usize,
    sum: u8,
}

#[derive(Debug)]
pub struct File {
    size: usize,
    pub contents: Vec<u8>,
}

fn u16_at(data: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([data[at], data[at + 1]]))
}

/// The entries, which fill the directory.
fn directory(data: &[u8]) -> Result<(Vec<Entry>, usize), Error> {
    if data.len() < MAGIC.len() + 4 || !data.starts_with(MAGIC) {
        return Err(Error::Magic);
    }
    let (count, start) = (u16_at(data, 4), u16_at(data, 6));
    let all = data.get(start..).ok_or(Error::Directory)?;
    if start < MAGIC.len() + 4 || count == 0 || all.len() != count * ENTRY {
        return Err(Error::Directory);
    }
    let entry = |bytes: &[u8]| Entry {
        kind: bytes[0],
        sum: bytes[1],
        offset: u16_at(bytes, 2),
        packed: u16_at(bytes, 4),
        size: u16_at(bytes, 6),
    };
    Ok((all.chunks_exact(ENTRY).map(entry).collect(), start))
}

/// Pairs of a count and a byte.
fn unpack_runs(packed: &[u8], entry: &Entry, index: usize) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let runs = packed.chunks_exact(2);
    if !runs.remainder().is_empty() {
        return Err(Error::Bounds(index));
    }
    for run in runs {
        let count = usize::from(run[0]);
        if count == 0 || out.len() + count > entry.size {
            return Err(Error::Size(index));
        }
        out.resize(out.len() + count, run[1]);
    }
    Ok(out)
}

/// The number of the base, then bytes to take over (0, how many, the bytes) or parts of the base (1, where, how many).
fn unpack_patch(
    packed: &[u8],
    files: &[File],
    entry: &Entry,
    index: usize,
) -> Result<Vec<u8>, Error> {
    let (base, mut rest) = packed.split_first().ok_or(Error::Patch(index))?;
    let base = files.get(usize::from(*base)).ok_or(Error::Base(index))?;
    let mut out = Vec::new();
    while !rest.is_empty() {
        match rest {
            [0, count, behind @ ..] => {
                let (bytes, behind) =
                    behind.split_at_checked(usize::from(*count)).ok_or(Error::Patch(index))?;
                out.extend_from_slice(bytes);
                rest = behind;
            }
            [1, start, count, behind @ ..] => {
                let (start, count) = (usize::from(*start), usize::from(*count));
                if start + count > base.size {
                    return Err(Error::Patch(index));
                }
                out.extend_from_slice(&base.contents[start..start + count]);
                rest = behind;
            }
            _ => return Err(Error::Patch(index)),
        }
        if out.len() > entry.size {
            return Err(Error::Size(index));
        }
    }
    Ok(out)
}

fn unpack(
    data: &[u8],
    files: &[File],
    entry: &Entry,
    limits: (usize, usize),
) -> Result<File, Error> {
    let (index, end) = limits;
    if entry.offset < MAGIC.len() + 4 || entry.offset + entry.packed > end || entry.size > LONGEST {
        return Err(Error::Bounds(index));
    }
    let packed = &data[entry.offset..entry.offset + entry.packed];
    let contents = match entry.kind {
        0 if entry.packed != entry.size => return Err(Error::Size(index)),
        0 => packed.to_vec(),
        1 => {
            let out = unpack_runs(packed, entry, index)?;
            if out.len() != entry.size {
                return Err(Error::Size(index));
            }
            out
        }
        2 => unpack_patch(packed, files, entry, index)?,
        other => return Err(Error::Kind(other)),
    };
    let sum = contents.iter().fold(0_u8, |sum, byte| sum.rotate_left(1) ^ byte);
    if sum != entry.sum {
        return Err(Error::Sum(index));
    }
    Ok(File { size: entry.size, contents })
}

pub fn parse(data: &[u8]) -> Result<Vec<File>, Error> {
    let (entries, end) = directory(data)?;
    let mut files = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let file = unpack(data, &files, entry, (index, end))?;
        files.push(file);
    }
    Ok(files)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}

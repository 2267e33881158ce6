//! One native run: what goes in, and what comes out.

use std::collections::VecDeque;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How much of the beginning and of the end of standard error is kept, in bytes each.
const KEPT: usize = 32 * 1024;

/// Bytes that fit into a pipe on every system.
pub(super) const PIPE: usize = 4096;

/// The length that says that standard input is a file.
const FROM_FILE: u32 = u32::MAX;

/// Where standard input comes from.
pub(super) enum Input<'a> {
    /// These bytes, at most [`PIPE`].
    Bytes(&'a [u8]),
    /// This file.
    File(&'a Path),
}

/// How it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Finished {
    /// The exit status of a program that exited.
    pub status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// It was still running at the time limit.
    pub timed_out: bool,
    /// Standard error.
    pub text: String,
}

/// A test as the launcher and the fork server read it (`runtime/sandbox/serve.h`).
pub(super) fn encode(
    arguments: &[Vec<u8>],
    input: &Input<'_>,
    files: &[(&str, Vec<u8>)],
) -> Vec<u8> {
    let mut out = vec![0; 4];
    number(&mut out, arguments.len());
    for argument in arguments {
        number(&mut out, argument.len());
        out.extend(argument);
        out.push(0);
    }
    match input {
        Input::Bytes(bytes) => {
            number(&mut out, bytes.len());
            out.extend(*bytes);
        }
        Input::File(path) => {
            out.extend(FROM_FILE.to_ne_bytes());
            out.extend(path.as_os_str().as_bytes());
            out.push(0);
        }
    }
    number(&mut out, files.len());
    for (name, bytes) in files {
        number(&mut out, name.len());
        out.extend(name.as_bytes());
        out.push(0);
        number(&mut out, bytes.len());
        out.extend(bytes);
    }
    let length = u32::try_from(out.len() - 4).unwrap_or(FROM_FILE);
    // Writing over bytes that are there does not fail.
    let _ = out.as_mut_slice().write_all(&length.to_ne_bytes());
    out
}

fn number(out: &mut Vec<u8>, value: usize) {
    out.extend(u32::try_from(value).unwrap_or(FROM_FILE).to_ne_bytes());
}

/// The beginning and the end of what a program prints; what is between them is dropped as it comes.
#[derive(Debug, Default)]
pub(super) struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
}

impl Kept {
    pub fn add(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(KEPT - self.head.len().min(KEPT)));
        self.head.extend(head);
        let rest = rest.get(rest.len().saturating_sub(KEPT)..).unwrap_or_default();
        self.tail.extend(rest);
        self.tail.drain(..self.tail.len().saturating_sub(KEPT));
    }

    pub fn text(mut self) -> String {
        self.head.extend(self.tail);
        String::from_utf8_lossy(&self.head).into_owned()
    }
}

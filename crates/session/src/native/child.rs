//! One native run: arguments, standard input and test in; status and the end of standard error out.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::build::Instrument;
use crate::compile::{Scratch, find_program};

/// How much of the beginning and of the end of standard error is kept, in bytes each.
const KEPT: usize = 32 * 1024;

/// Bytes that fit into a pipe on every system.
const PIPE: usize = 4096;

/// What to run.
pub(super) struct Job<'a> {
    pub program: &'a Path,
    pub instrument: Instrument,
    /// The `.ktest` file with the objects.
    pub test: &'a Path,
    pub arguments: &'a [Vec<u8>],
    pub stdin: Option<&'a [u8]>,
    /// The folder that the program runs in.
    pub folder: &'a Scratch,
    pub time: Duration,
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

pub(super) fn run(job: &Job<'_>) -> Result<Finished, String> {
    let mut child = start(job)?;
    feed(job, &mut child);
    let deadline = Instant::now() + job.time;
    let text = match child.stderr.take() {
        Some(pipe) => collect(pipe),
        None => return Err("the native program has no standard error".to_owned()),
    };
    // Standard error closes when the program ends, and that wakes us without polling.
    let kept = text.recv_timeout(job.time);
    let status = wait(&mut child, deadline)?;
    let kept = kept.or_else(|_| text.recv_timeout(Duration::from_secs(1))).unwrap_or_default();
    Ok(Finished {
        status: status.and_then(|s| s.code()),
        signal: status.and_then(|s| s.signal()),
        timed_out: status.is_none(),
        text: kept,
    })
}

fn start(job: &Job<'_>) -> Result<Child, String> {
    let mut command = match job.instrument {
        Instrument::Valgrind => {
            let mut valgrind =
                Command::new(find_program("valgrind").ok_or("valgrind is not installed")?);
            valgrind
                .args(["-q", "--error-exitcode=99", "--exit-on-first-error=yes"])
                .arg(job.program);
            valgrind
        }
        _ => Command::new(job.program),
    };
    command.args(job.arguments.iter().map(|a| OsStr::from_bytes(a)));
    command.current_dir(job.folder.path()).env_clear();
    if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
        command.env("LD_LIBRARY_PATH", path);
    }
    if let Some(path) = job.instrument.symbolizer() {
        command.env(job.instrument.symbolizer_variable(), path);
    }
    command.env("RUST_BACKTRACE", "0").env("EFFIGY_TEST", job.test).envs(job.instrument.options());
    command.stdin(input(job)?).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().map_err(|e| format!("the native program does not start: {e}"))
}

/// Standard input comes through a pipe that holds all of it, or from a file, so that a program that reads none of it
/// blocks nobody.
fn input(job: &Job<'_>) -> Result<Stdio, String> {
    let Some(bytes) = job.stdin else { return Ok(Stdio::null()) };
    if bytes.len() <= PIPE {
        return Ok(Stdio::piped());
    }
    let path = job.folder.write("stdin", bytes).map_err(|e| e.to_string())?;
    let file = File::open(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    // The open file is all that is needed; without its name the program finds an empty folder.
    let _ = std::fs::remove_file(path);
    Ok(Stdio::from(file))
}

fn feed(job: &Job<'_>, child: &mut Child) {
    if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), job.stdin) {
        // A program that has ended already reads nothing.
        let _ = pipe.write_all(bytes);
    }
}

/// Reads to the end on a thread of its own, keeping the beginning and the end.
fn collect(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let (mut head, mut tail) = (Vec::new(), VecDeque::new());
        let mut buffer = [0; 8192];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            for byte in buffer.iter().take(count) {
                if head.len() < KEPT {
                    head.push(*byte);
                } else {
                    tail.push_back(*byte);
                }
            }
            tail.drain(..tail.len().saturating_sub(KEPT));
        }
        head.extend(tail);
        // The receiver is gone when the run was given up.
        let _ = sender.send(String::from_utf8_lossy(&head).into_owned());
    });
    receiver
}

/// Waits for the end until the deadline, then kills; `None` when it had to.
fn wait(child: &mut Child, deadline: Instant) -> Result<Option<ExitStatus>, String> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status)),
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            Err(e) => return Err(format!("cannot wait for the native program: {e}")),
        }
    }
}

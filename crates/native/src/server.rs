//! A launched server of native runs: one sandbox, in which tests run one after the other.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use effigy_base::budget::CancelToken;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::build::Instrument;
use super::child::{Finished, Input, Kept, PIPE, encode};
use super::sandbox::{Layers, Tools};
use effigy_compile::{Scratch, find_program};

/// How often a waiting run looks whether it was stopped.
const PATIENCE: Duration = Duration::from_millis(20);

/// How long a server may take to start.
const START: Duration = Duration::from_secs(10);

/// The name of a test's file.
const TEST: &str = "inputs.ktest";

const SIGXCPU: i32 = 24;

/// What a server is started for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    pub tools: &'a Tools,
    pub program: &'a Path,
    pub instrument: Instrument,
    /// Tests are forked from the loaded program where that can be done safely.
    pub fork: bool,
    /// What the program prints on standard output is kept with what it prints on standard error.
    pub shown: bool,
    pub sandbox: bool,
    /// Wall time of one run.
    pub time: Duration,
    /// Bytes that a run may map.
    pub memory: u64,
    /// Bytes of the program's stack.
    pub stack: u64,
    /// For counted runs: what the launcher is told of the files that it shares.
    pub counted: Option<&'a [OsString]>,
    /// What the program of counted runs is always given.
    pub arguments: &'a [OsString],
    /// Variables of its environment.
    pub variables: &'a [(String, String)],
}

/// Why a run has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was stopped from outside.
    Stopped,
    /// The server does not answer as it should.
    Broken(String),
}

/// What a server says of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchNews {
    /// This run had a process of its own, and has ended.
    Alone(u32),
    /// So many runs were made, and no more will be.
    Done(u32),
}

/// A server that waits for a test.
#[derive(Debug)]
pub(super) struct Server {
    child: Child,
    control: UnixStream,
    stderr: ChildStderr,
    pub layers: Layers,
    pub instrument: Instrument,
    pub shown: bool,
    /// The number that it said when it was ready: of counters, where it counts.
    pub ready: i32,
    /// Holds the test's files.
    beside: Scratch,
    /// The empty folder that the program runs in.
    _folder: Scratch,
}

impl Server {
    /// Launches a server and waits until it serves.
    pub fn start(plan: &Plan<'_>, cancel: &CancelToken) -> Result<Server, Failure> {
        let folder = Scratch::new().map_err(broken)?;
        let beside = Scratch::new().map_err(broken)?;
        let (control, theirs) = UnixStream::pair().map_err(broken)?;
        let mut child = command(plan, folder.path(), &beside.file(TEST))?
            .stdin(Stdio::null())
            .stdout(Stdio::from(OwnedFd::from(theirs)))
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| broken(format!("the launcher does not start: {e}")))?;
        let Some(stderr) = child.stderr.take() else {
            return Err(broken("the launcher has no standard error"));
        };
        let mut server = Server {
            child,
            control,
            stderr,
            layers: Layers::default(),
            instrument: plan.instrument,
            shown: plan.shown,
            ready: 0,
            beside,
            _folder: folder,
        };
        server.greet(cancel)?;
        Ok(server)
    }

    /// The layers, then the word that it serves.
    fn greet(&mut self, cancel: &CancelToken) -> Result<(), Failure> {
        let mut text = Kept::default();
        loop {
            match self.message(Instant::now() + START, &mut text, cancel)? {
                Some((b'L', layers)) => self.layers = Layers(layers),
                Some((b'R', number)) => {
                    self.ready = number;
                    return Ok(());
                }
                Some((b'N', _)) => return Err(broken("the program has no counters")),
                Some((b'F', _)) => {
                    return Err(broken("this machine keeps no fork server inside a sandbox"));
                }
                other => return Err(broken(format!("the server says {other:?}: {}", text.text()))),
            }
        }
    }

    /// Runs a test for some time, with its input in a pipe if it is not to be a file. After a failure or a time-out the server is of no use any more.
    pub fn run(
        &mut self,
        arguments: &[Vec<u8>],
        (bytes, as_file): (&[u8], bool),
        files: &[(&str, Vec<u8>)],
        objects: Option<&[u8]>,
        (time, cancel): (Duration, &CancelToken),
    ) -> Result<Finished, Failure> {
        match objects {
            Some(bytes) => drop(self.beside.write(TEST, bytes).map_err(broken)?),
            // The objects of the test before are not this one's; mostly there are none.
            None => drop(std::fs::remove_file(self.beside.file(TEST))),
        }
        let file;
        let input = if bytes.len() <= PIPE && !as_file {
            Input::Bytes(bytes)
        } else {
            file = self.beside.write("stdin", bytes).map_err(broken)?;
            Input::File(&file)
        };
        let deadline = Instant::now() + time;
        self.control.write_all(&encode(arguments, &input, files)).map_err(broken)?;
        let mut text = Kept::default();
        let status = match self.message(deadline, &mut text, cancel)? {
            Some((b'S', status)) => Some(ExitStatus::from_raw(status)),
            Some((tag, number)) => {
                return Err(broken(format!("the server says {} {number}", char::from(tag))));
            }
            None => None,
        };
        let timed_out = status.is_none_or(|s| s.signal() == Some(SIGXCPU));
        Ok(Finished {
            status: status.and_then(|s| s.code()),
            signal: status.and_then(|s| s.signal()),
            timed_out,
            text: text.text(),
        })
    }

    /// Has the server begin a batch of counted runs, or go on with it after it told of a run.
    pub fn go_on(&mut self) -> Result<(), Failure> {
        self.control.write_all(&[0; 4]).map_err(broken)
    }

    /// The next news of a batch within some time, with what the program printed since the last ones; `None` when there are
    /// none.
    pub fn news(
        &mut self,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<Option<(BatchNews, String)>, Failure> {
        let mut text = Kept::default();
        let news = match self.message(Instant::now() + time, &mut text, cancel)? {
            Some((b'S', index)) => BatchNews::Alone(index.unsigned_abs()),
            Some((b'D', done)) => BatchNews::Done(done.unsigned_abs()),
            Some((tag, number)) => {
                return Err(broken(format!("the server says {} {number}", char::from(tag))));
            }
            None => return Ok(None),
        };
        Ok(Some((news, text.text())))
    }

    /// The next message, keeping what is printed meanwhile; `None` at the deadline.
    fn message(
        &mut self,
        deadline: Instant,
        text: &mut Kept,
        cancel: &CancelToken,
    ) -> Result<Option<(u8, i32)>, Failure> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (answered, printed) = self.wait(left.min(PATIENCE)).map_err(broken)?;
            if printed {
                self.read_some(text)?;
            } else if answered {
                let mut message = [0; 5];
                self.control
                    .read_exact(&mut message)
                    .map_err(|e| broken(format!("the server ended: {e}")))?;
                while self.wait(Duration::ZERO).map_err(broken)?.1 {
                    if !self.read_some(text)? {
                        break;
                    }
                }
                let [tag, number @ ..] = message;
                return Ok(Some((tag, i32::from_ne_bytes(number))));
            } else if left.is_zero() {
                return Ok(None);
            }
            if cancel.is_cancelled() {
                return Err(Failure::Stopped);
            }
            // A program that prints without end keeps us reading.
            if left.is_zero() && printed && !answered {
                return Ok(None);
            }
        }
    }

    /// Whether a message and whether printed text can be read.
    fn wait(&self, time: Duration) -> io::Result<(bool, bool)> {
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        let mut files =
            [PollFd::new(&self.control, PollFlags::IN), PollFd::new(&self.stderr, PollFlags::IN)];
        match poll(&mut files, Some(&time)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        let [control, stderr] = files.map(|file| file.revents());
        Ok((!control.is_empty(), stderr.contains(PollFlags::IN)))
    }

    /// Reads what is there; whether there was something.
    fn read_some(&mut self, text: &mut Kept) -> Result<bool, Failure> {
        let mut buffer = [0; 64 * 1024];
        let count = self.stderr.read(&mut buffer).map_err(broken)?;
        text.add(buffer.get(..count).unwrap_or_default());
        Ok(count > 0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The launcher ends what it started when the socket closes, then itself.
        let _ = self.control.shutdown(std::net::Shutdown::Both);
        for _ in 0..1000 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(plan: &Plan<'_>, folder: &Path, test: &Path) -> Result<Command, Failure> {
    let instrument = plan.instrument;
    let mut command = Command::new(&plan.tools.launcher);
    // A sanitizer's shadow is mapped when the program is executed, so there only a fork server can limit the rest.
    let memory = if plan.fork || instrument == Instrument::Plain { plan.memory } else { 0 };
    command.arg(format!("sandbox={}", u8::from(plan.sandbox)));
    command.arg(format!("fork={}", u8::from(plan.fork)));
    command.arg(format!("traced={}", u8::from(instrument == Instrument::Leak)));
    command.arg(format!("shown={}", u8::from(plan.shown)));
    command
        .arg(format!("guarded={}", u8::from(instrument.forks() && instrument.watches_addresses())));
    command.arg(format!("seconds={}", plan.time.as_secs() + 2));
    command.arg(format!("memory={memory}"));
    command.arg(format!("stack={}", plan.stack));
    command.args(plan.counted.unwrap_or_default());
    for (name, path) in
        [("folder", folder), ("server", &plan.tools.server), ("program", plan.program)]
    {
        let mut argument = OsString::from(format!("{name}="));
        argument.push(path);
        command.arg(argument);
    }
    if !plan.arguments.is_empty() {
        command.arg("--").args(plan.arguments);
    }
    if instrument == Instrument::Valgrind {
        let valgrind =
            find_program("valgrind").ok_or_else(|| broken("valgrind is not installed"))?;
        command.arg(valgrind).args([
            "-q",
            "--error-exitcode=99",
            "--exit-on-first-error=yes",
            "--vgdb=no",
        ]);
        command.env("TMPDIR", folder);
    }
    command.env_clear();
    if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
        command.env("LD_LIBRARY_PATH", path);
    }
    command.envs(plan.variables.iter().map(|(name, value)| (name, value)));
    command.env("RUST_BACKTRACE", "0").env("EFFIGY_TEST", test).envs(instrument.options());
    Ok(command)
}

fn broken(cause: impl ToString) -> Failure {
    Failure::Broken(cause.to_string())
}

//! A child process that is asked in text and answers in text.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use effigy_base::budget::{CancelToken, resident_memory_of};

use crate::query::Why;

/// How often a waiting query looks whether the run was cancelled.
const PATIENCE: Duration = Duration::from_millis(20);

/// Bytes above which a reply is rubbish.
const LONGEST_REPLY: usize = 256 << 20;

/// Chunks of output that may wait to be looked at.
const WAITING_CHUNKS: usize = 64;

/// What a process gets before its first answer: a busy machine may be slow to load a large program.
const STARTUP: Duration = Duration::from_secs(5);

/// How long a query may take.
pub(crate) struct Limits {
    /// When the process is killed.
    pub deadline: Option<Instant>,
    /// The limit that the user set.
    pub query_time: Option<Duration>,
    /// The run's flag.
    pub cancel: CancelToken,
}

impl Limits {
    /// The reason to give when time is up.
    pub fn passed(&self) -> Why {
        match self.query_time {
            Some(limit) if !self.cancel.is_cancelled() => Why::Timeout(limit),
            _ => Why::Cancelled,
        }
    }

    fn over(&self) -> bool {
        self.cancel.is_cancelled()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Starts processes of one program, until one of them answers nothing.
#[derive(Default)]
pub(crate) struct Launcher {
    silent: bool,
}

impl Launcher {
    /// Starts a program and waits for a sign of life.
    ///
    /// # Errors
    /// When the system cannot start it, or it answers nothing, now or before.
    pub fn start(
        &mut self,
        program: &Path,
        arguments: &[&str],
        run: &CancelToken,
    ) -> Result<Pipe, Why> {
        let answers_nothing = || Why::ProcessDied("it answers nothing".to_owned());
        if self.silent {
            return Err(answers_nothing());
        }
        let mut pipe = Pipe::start(program, arguments, run)?;
        let limits = Limits {
            deadline: Some(Instant::now() + STARTUP),
            query_time: Some(STARTUP),
            cancel: run.clone(),
        };
        match pipe.ask("", &limits) {
            Err(Why::Timeout(_)) => {
                self.silent = true;
                Err(answers_nothing())
            }
            reply => reply.map(|_| pipe),
        }
    }
}

/// A running process. It is killed when this is dropped.
pub(crate) struct Pipe {
    child: Child,
    /// The run whose memory it shares, and how many bytes it held when that was last seen.
    run: CancelToken,
    held: u64,
    input: Sender<String>,
    output: Receiver<Vec<u8>>,
    asked: u64,
}

impl Pipe {
    /// Starts a program.
    ///
    /// # Errors
    /// When the system cannot start it.
    fn start(program: &Path, arguments: &[&str], run: &CancelToken) -> Result<Self, Why> {
        let died =
            |what: &str| Why::ProcessDied(format!("cannot start {}: {what}", program.display()));
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            effigy_child::spawn(&mut command).map_err(|error| died(&error.to_string()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(died("no pipe"));
        };
        // Threads of their own, so that a process that neither reads nor writes blocks nobody.
        let (input, queue) = channel();
        thread::spawn(move || feed(stdin, &queue));
        let (chunks, output) = sync_channel(WAITING_CHUNKS);
        thread::spawn(move || drain(stdout, &chunks));
        Ok(Self { child, run: run.clone(), held: 0, input, output, asked: 0 })
    }

    /// Sends commands and gives all that the process writes in reply to them.
    ///
    /// # Errors
    /// When time is up, memory is short, the process ended, or the reply has no end. The process is of no use then.
    pub fn ask(&mut self, commands: &str, limits: &Limits) -> Result<String, Why> {
        self.asked += 1;
        let mark = format!("effigy-{}", self.asked);
        if self.input.send(format!("{commands}(echo \"{mark}\")\n")).is_err() {
            return Err(self.died());
        }
        let mut reply = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(chunk) => reply.extend(chunk),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(end) = end_of_reply(&reply, &mark) {
                reply.truncate(end);
                self.look();
                return String::from_utf8(reply)
                    .map_err(|_| Why::ProcessGarbage("not UTF-8".to_owned()));
            }
            if reply.len() > LONGEST_REPLY {
                return Err(Why::ProcessGarbage("a reply without an end".to_owned()));
            }
            if limits.over() {
                return Err(limits.passed());
            }
            self.look();
            if self.run.is_short() {
                return Err(Why::Resource("the process of the solver"));
            }
        }
    }

    /// Notes how much memory the process has.
    fn look(&mut self) {
        let now = resident_memory_of(self.child.id());
        self.run.holds_beside(self.held, now);
        self.held = now;
    }

    fn died(&mut self) -> Why {
        // The pipe can close a little before the process is gone.
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Why::ProcessDied(status.to_string()),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(error) => return Why::ProcessDied(error.to_string()),
            }
        }
        Why::ProcessDied("it closed its output".to_owned())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // Nothing can be done about a process that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.run.holds_beside(self.held, 0);
    }
}

/// Where the mark's line starts, when the reply ends with it.
fn end_of_reply(reply: &[u8], mark: &str) -> Option<usize> {
    let trimmed = reply.strip_suffix(b"\n")?;
    let trimmed = trimmed.strip_suffix(b"\r").unwrap_or(trimmed);
    let start = trimmed.iter().rposition(|byte| *byte == b'\n').map_or(0, |i| i + 1);
    let line = trimmed.get(start..)?;
    let unquoted =
        line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    (unquoted == mark.as_bytes()).then_some(start)
}

fn feed(mut stdin: ChildStdin, queue: &Receiver<String>) {
    for text in queue {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn drain(mut stdout: ChildStdout, chunks: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        if chunks.send(buffer[..count].to_vec()).is_err() {
            return;
        }
    }
}

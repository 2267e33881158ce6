//! A compiler as a child process: it and all that it starts end when the run is stopped.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use effigy_base::budget::{CancelToken, StopReason};
use rustix::process::{Pid, Signal, kill_process_group};

/// How often a waiting run looks whether it was stopped.
const PATIENCE: Duration = Duration::from_millis(5);

/// How a compiler ended.
pub enum Ended {
    /// By itself, having printed this.
    Itself(Output),
    /// It was killed because the run was stopped.
    Stopped(StopReason),
}

/// Runs a command without input in a process group of its own, until it ends or the run is stopped.
pub fn run(command: &mut Command, cancel: &CancelToken) -> io::Result<Ended> {
    if let Some(reason) = cancel.reason() {
        return Ok(Ended::Stopped(reason));
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = effigy_child::spawn(command)?;
    let ended = wait(&mut child, cancel);
    if !matches!(ended, Ok(Ended::Itself(_))) {
        if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // A group that is gone needs no signal.
            let _ = kill_process_group(group, Signal::KILL);
        }
        child.wait()?;
    }
    ended
}

fn wait(child: &mut Child, cancel: &CancelToken) -> io::Result<Ended> {
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let mut output =
        Output { status: ExitStatus::default(), stdout: Vec::new(), stderr: Vec::new() };
    for (pipe, text) in [(stdout, &mut output.stdout), (stderr, &mut output.stderr)] {
        let Some(pipe) = pipe else { continue };
        *text = loop {
            match pipe.recv_timeout(PATIENCE) {
                Ok(bytes) => break bytes?,
                Err(RecvTimeoutError::Disconnected) => break Vec::new(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(reason) = cancel.reason() {
                return Ok(Ended::Stopped(reason));
            }
        };
    }
    loop {
        if let Some(status) = child.try_wait()? {
            output.status = status;
            return Ok(Ended::Itself(output));
        }
        if let Some(reason) = cancel.reason() {
            return Ok(Ended::Stopped(reason));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Reads to the end on a thread of its own.
fn collect(mut pipe: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let result = pipe.read_to_end(&mut bytes).map(|_| bytes);
        // The receiver is gone when the run was stopped.
        let _ = sender.send(result);
    });
    receiver
}

//! Child processes that end with this one, however it ends.
//!
//! Architecture Invariant: a process that is started here does not outlive the one that started it, and no signal that a
//! terminal sends to a group reaches it. Unsafe code is confined to the function `die_with_parent`.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};

/// A command to start, and where the answer goes.
type Job = (Command, Sender<(Command, io::Result<Child>)>);

/// Starts a command in a process group of its own. The system kills it when this process ends, also by a signal that cannot
/// be caught (on Linux; elsewhere it goes on until its pipes are closed).
///
/// # Errors
/// When the system cannot start it.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    command.process_group(0);
    die_with_parent(command);
    let Some(starter) = starter() else { return command.spawn() };
    let (answer, answered) = channel();
    let moved = std::mem::replace(command, Command::new(""));
    let gone = || io::Error::other("the thread that starts processes is gone");
    starter.send((moved, answer)).map_err(|_| gone())?;
    let (moved, child) = answered.recv().map_err(|_| gone())?;
    *command = moved;
    child
}

/// The thread that starts all children: to the system the parent is the thread, which so must last as long as the process.
/// `None` where there can be no more threads.
fn starter() -> Option<&'static Sender<Job>> {
    static STARTER: OnceLock<Option<Sender<Job>>> = OnceLock::new();
    let start = || {
        let (jobs, queue) = channel::<Job>();
        let work = move || {
            for (mut command, answer) in queue {
                let child = command.spawn();
                // Who asked waits for the answer.
                let _ = answer.send((command, child));
            }
        };
        std::thread::Builder::new().name("starter".to_owned()).spawn(work).ok().map(|_| jobs)
    };
    STARTER.get_or_init(start).as_ref()
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn die_with_parent(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    let parent = getpid();
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // A parent that ended before sends no signal any more.
        match getppid() == Some(parent) {
            true => Ok(()),
            false => Err(io::Error::from(rustix::io::Errno::SRCH)),
        }
    };
    // SAFETY: between fork and exec only system calls are made; nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(prepare) };
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent(_: &mut Command) {}

//! Replaying generated tests on the native program: a finding that its test reproduces is confirmed.
//!
//! Rust programs run as they were compiled: they check themselves and say where they panic. C programs are built again,
//! plainly for paths that end well, and with sanitizers for findings, which then say what they see and where. LLVM IR is
//! built by clang in the same way, as far as clang reads it.
//!
//! Each replay runs in an empty folder with an empty environment, a time limit, and only the end of what it prints.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use effigy_base::budget::CancelToken;
use effigy_modes::ktest;
use effigy_modes::test_case::{Outcome, TestCase};

use crate::compile::{Compiled, Scratch, UserFiles};

mod agree;
mod build;
mod child;
mod observe;
#[cfg(test)]
mod tests;

pub use crate::outcome::Replay;
pub use build::Instrument;
use build::Recipe;
use child::Job;
use observe::Seen;

/// The name of a test's file.
const TEST: &str = "inputs.ktest";

/// How tests are replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Wall time of one native run. Default 10 s. A run that takes longer has disagreed.
    pub time: Duration,
    /// How many runs go on at a time. Default: one for each core.
    pub workers: usize,
    /// The function that the symbolic run started from; only `main` has a native counterpart. Default `main`.
    pub entry: String,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions {
            time: Duration::from_secs(10),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            entry: "main".to_owned(),
        }
    }
}

/// Replays the tests of one program. Native builds are made when the first test needs them, and kept.
#[derive(Debug)]
pub struct Replayer<'a> {
    compiled: &'a Compiled,
    options: ReplayOptions,
    scratch: Scratch,
    builds: [OnceLock<Result<PathBuf, String>>; Instrument::COUNT],
    /// Folders that no run uses now.
    rooms: Mutex<Vec<Room>>,
}

/// Where a native run takes place.
#[derive(Debug)]
struct Room {
    /// The empty folder that the program runs in.
    folder: Scratch,
    /// Holds the test's file.
    beside: Scratch,
}

impl<'a> Replayer<'a> {
    /// A replayer for a compiled program.
    ///
    /// # Errors
    /// A folder for temporary files cannot be made.
    pub fn new(
        compiled: &'a Compiled,
        options: ReplayOptions,
    ) -> Result<Self, crate::compile::CompileError> {
        Ok(Replayer {
            compiled,
            options,
            scratch: Scratch::new()?,
            builds: Default::default(),
            rooms: Mutex::default(),
        })
    }

    /// Runs one test natively and compares.
    pub fn replay(&self, test: &TestCase) -> Replay {
        if self.options.entry != "main" {
            return Replay::NotRun {
                why: format!("a native run starts at main, not at {}", self.options.entry),
            };
        }
        match self.run(test) {
            Ok(seen) => agree::compare(&test.predicted, &seen, self.compiled),
            Err(why) => Replay::NotRun { why },
        }
    }

    /// Runs all tests, several at a time; the answers come in the order of the tests.
    ///
    /// Tests that are not begun when the run is cancelled are [`Replay::NotRun`].
    pub fn replay_all(&self, tests: &[TestCase], cancel: &CancelToken) -> Vec<Replay> {
        let answers: Vec<OnceLock<Replay>> = tests.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((test, answer)) = take(&next, tests, &answers) {
                let replay = match cancel.is_cancelled() {
                    true => Replay::NotRun { why: "the run was stopped".to_owned() },
                    false => self.replay(test),
                };
                // Each place is taken by one worker only.
                let _ = answer.set(replay);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.workers.min(tests.len()) {
                scope.spawn(work);
            }
            work();
        });
        let lost = || Replay::NotRun { why: "the worker that ran it failed".to_owned() };
        answers.into_iter().map(|a| a.into_inner().unwrap_or_else(lost)).collect()
    }

    fn run(&self, test: &TestCase) -> Result<Seen, String> {
        let instrument = Instrument::for_outcome(self.compiled.language, &test.predicted);
        let program = self.program(instrument)?;
        let room = self.room().map_err(|e| e.to_string())?;
        let file = if test.objects.is_empty() {
            room.beside.file(TEST)
        } else {
            let file = ktest::write(test, &self.compiled.source.to_string_lossy());
            room.beside.write(TEST, &file).map_err(|e| e.to_string())?
        };
        let job = Job {
            program: &program,
            instrument,
            test: &file,
            arguments: &test.arguments,
            stdin: test.stdin.as_deref(),
            folder: &room.folder,
            time: self.options.time,
        };
        let finished = child::run(&job)?;
        self.leave(room);
        Ok(observe::classify(&finished, &self.compiled.user_files))
    }

    fn room(&self) -> Result<Room, crate::compile::CompileError> {
        match self.rooms.lock().ok().and_then(|mut rooms| rooms.pop()) {
            Some(room) => Ok(room),
            None => Ok(Room { folder: Scratch::new()?, beside: Scratch::new()? }),
        }
    }

    /// Keeps a room for the next run, unless the program left something in it.
    fn leave(&self, room: Room) {
        let empty = room.folder.path().read_dir().is_ok_and(|mut entries| entries.next().is_none());
        if let (true, Ok(mut rooms)) = (empty, self.rooms.lock()) {
            rooms.push(room);
        }
    }

    /// The native program of a kind, built now when it is not there yet.
    fn program(&self, instrument: Instrument) -> Result<PathBuf, String> {
        if let Some(executable) = &self.compiled.executable {
            return Ok(executable.clone());
        }
        let build =
            || Recipe { compiled: self.compiled, instrument, scratch: &self.scratch }.build();
        self.builds
            .get(instrument as usize)
            .map_or_else(build, |slot| slot.get_or_init(build).clone())
    }
}

fn take<'t>(
    next: &AtomicUsize,
    tests: &'t [TestCase],
    answers: &'t [OnceLock<Replay>],
) -> Option<(&'t TestCase, &'t OnceLock<Replay>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    tests.get(index).zip(answers.get(index))
}

/// The predicted end in words.
fn in_words(outcome: &Outcome, files: &UserFiles) -> String {
    match outcome {
        Outcome::Exit(status) => format!("exit status {}", status & 0xff),
        Outcome::Finding { kind, line: 0, .. } => kind.to_string(),
        Outcome::Finding { kind, file, line, .. } => {
            format!("{kind} at {}:{line}", files.display(file))
        }
    }
}

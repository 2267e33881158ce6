//! The state of the environment model: what a path keeps for the models.

pub(crate) mod files;
pub(crate) mod options;
pub(crate) mod rounding;
pub(crate) mod threads;

use effigy_base::op::RoundingMode;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term, Trace};
use effigy_exec::state::{Extension, Failure};
use effigy_exec::stop::{Ending, Stop};
use files::{Files, Reader};
use options::PosixOptions;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use threads::{Key, Thread};

/// What [`SystemState::handlers`] has for a signal that does nothing.
const IGNORED: u64 = 1;

/// The signals that come of what the program itself does: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV.
const OF_THE_PROGRAM: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// The state of the system on one path.
#[derive(Clone, Default)]
pub(crate) struct SystemState {
    /// The run's options.
    pub options: Arc<PosixOptions>,
    /// What standard input holds: concrete bytes or symbolic ones.
    pub stdin: Vec<Slot>,
    /// How much of that there is, where it is not all: a number of 32 bits.
    pub stdin_len: Option<Slot>,

    /// What is open: descriptor 0 first, then those behind the standard streams.
    pub readers: Vec<Reader>,
    /// The files in memory.
    pub files: Files,
    /// The `FILE` objects of standard input, output and error.
    pub streams: [u64; 3],
    /// Which of them were closed.
    pub closed: [bool; 3],
    /// Where `errno` stands.
    pub errno: u64,
    /// What was written to standard error since the program began to fail.
    pub stderr: Vec<u8>,
    /// Whether `exit` was called and the functions below run.
    pub exits: bool,
    /// Functions to call at the exit, the next one last.
    pub at_exit: Vec<AtExit>,
    /// Where `strtok` goes on.
    pub token: u64,
    /// The pointers to the tables of character classes, zero when not made.
    pub tables: [u64; 3],
    /// State of the generator behind `rand`.
    pub random: u64,
    /// The keys of which each thread has a value.
    pub keys: Vec<Key>,
    /// The threads, by their numbers, as far as there is something to keep.
    pub threads: Vec<Thread>,
    /// The date and its text that functions of the calendar share, zero when not made.
    pub calendar: u64,
    /// The calls of functions of which nothing is known but that they are functions.
    pub applications: Vec<Application>,
    /// The variables of the environment.
    pub variables: Vec<Variable>,
    /// The variables of the environment that were looked for and are not there, where the environment is an input.
    pub unset: BTreeSet<String>,
    /// When the clock was looked at last, where time is an input: seconds and a part of a second.
    pub looked_at: Option<(Slot, Slot)>,
    /// What runs at a signal: an address, 1 for nothing; what is not there has its default.
    pub handlers: BTreeMap<i32, u64>,
    /// Panics that the program catches, the last one last.
    pub caught: Vec<Caught>,
    /// How many values are being made whose failures are not of the program that gets them.
    pub makes: u32,
    /// Where floating-point numbers are rounded to, as `fesetround` has it: zero is to nearest.
    pub rounding: u32,
    /// SeaHorn's shadow memory: what stands in a slot at an address.
    pub shadows: BTreeMap<(u8, u64), Slot>,
}

/// A panic that is caught.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Caught {
    /// What it would be, had it not been caught.
    pub failure: Failure,
    /// Where the place stands that it says it is at.
    pub place: Slot,
    /// Where its payload lies, once it unwinds.
    pub payload: Option<u64>,
}

/// A function to call at the exit.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct AtExit {
    /// Its address; zero when there is none.
    pub function: u64,
    /// What it was registered with.
    pub argument: u64,
    /// How many arguments it takes: none, its own, the status and its own.
    pub takes: u64,
}

/// A variable that is set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Variable {
    /// Its name.
    pub name: String,
    /// Where its text `NAME=VALUE` is.
    pub address: u64,
}

/// One call of a function of which nothing is known but that equal arguments give equal results.
#[derive(Clone, PartialEq)]
pub(crate) struct Application {
    /// The function's name.
    pub function: String,
    /// What it was given.
    pub args: Vec<Term>,
    /// What it gave.
    pub result: Slot,
}

impl Trace for Application {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        self.args.iter().for_each(|arg| visit(*arg));
        self.result.trace(visit);
    }
}

impl Trace for SystemState {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let SystemState {
            options: _,
            stdin,
            stdin_len,
            readers,
            files,
            streams: _,
            closed: _,
            errno: _,
            stderr: _,
            exits: _,
            at_exit: _,
            token: _,
            tables: _,
            random: _,
            keys: _,
            threads,
            calendar: _,
            applications,
            variables: _,
            unset: _,
            looked_at,
            handlers: _,
            caught,
            makes: _,
            rounding: _,
            shadows,
        } = self;
        shadows.values().for_each(|value| value.trace(visit));
        applications.trace(visit);
        stdin.trace(visit);
        stdin_len.trace(visit);
        looked_at.iter().for_each(|(seconds, part)| {
            seconds.trace(visit);
            part.trace(visit);
        });
        files.trace(visit);
        readers.iter().for_each(|reader| reader.put_back.trace(visit));
        threads.trace(visit);
        caught.iter().for_each(|caught| caught.place.trace(visit));
    }
}

impl PartialEq for SystemState {
    fn eq(&self, other: &Self) -> bool {
        let SystemState {
            options,
            stdin,
            stdin_len,
            readers,
            files,
            streams,
            closed,
            errno,
            stderr,
            exits,
            at_exit,
            token,
            tables,
            random,
            keys,
            threads,
            calendar,
            applications,
            variables,
            unset,
            looked_at,
            handlers,
            caught,
            makes,
            rounding,
            shadows,
        } = self;
        Arc::ptr_eq(options, &other.options)
            && (stdin, stdin_len, readers) == (&other.stdin, &other.stdin_len, &other.readers)
            && (files, streams, closed, errno, stderr)
                == (&other.files, &other.streams, &other.closed, &other.errno, &other.stderr)
            && (variables, handlers) == (&other.variables, &other.handlers)
            && (unset, looked_at) == (&other.unset, &other.looked_at)
            && (exits, at_exit, token, tables)
                == (&other.exits, &other.at_exit, &other.token, &other.tables)
            && (random, keys, threads) == (&other.random, &other.keys, &other.threads)
            && (rounding, shadows, makes) == (&other.rounding, &other.shadows, &other.makes)
            && (calendar, applications) == (&other.calendar, &other.applications)
            && (random, keys, threads, caught)
                == (&other.random, &other.keys, &other.threads, &other.caught)
    }
}

impl Extension for SystemState {
    fn copy(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Extension) -> bool {
        other.as_any().downcast_ref().is_some_and(|other: &SystemState| self == other)
    }

    fn rounding(&self) -> RoundingMode {
        rounding::mode_of(self.rounding)
    }

    fn is_interrupted(&self) -> bool {
        let comes = |signal: &i32| !OF_THE_PROGRAM.contains(signal);
        self.handlers.iter().any(|(signal, handler)| *handler != IGNORED && comes(signal))
    }

    fn addresses(&self, visit: &mut dyn FnMut(u64)) {
        self.streams.iter().chain(&self.tables).for_each(|address| visit(*address));
        self.readers.iter().for_each(|reader| visit(reader.stream));
        self.threads.iter().for_each(|thread| thread.addresses(visit));
        self.variables.iter().for_each(|variable| visit(variable.address));
        self.handlers.values().for_each(|address| visit(*address));
        self.at_exit.iter().for_each(|call| visit(call.argument));
        self.caught.iter().for_each(|caught| caught.payload.iter().for_each(|at| visit(*at)));
        visit(self.errno);
        visit(self.token);
        visit(self.calendar);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The path's state of the system, for looking.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn state<'c>(call: &'c Call<'_>) -> Result<&'c SystemState, Stop> {
    call.peek_extension::<SystemState>().ok_or_else(lost)
}

/// The path's state of the system, for changing: counts as a change of the model.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn state_mut<'c>(call: &'c mut Call<'_>) -> Result<&'c mut SystemState, Stop> {
    call.extension(SystemState::default).ok_or_else(lost)
}

fn lost() -> Stop {
    Stop::End(Ending::Internal("the path has no state of the system".into()))
}

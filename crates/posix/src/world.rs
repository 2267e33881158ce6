//! What a path keeps for the models: standard streams, counters, the options of the run.

use crate::checkers::{self, Application};
use crate::files::Files;
use crate::start::PosixOptions;
use crate::threads::{Key, Thread};
use crate::variables::Variable;
use effigy_base::op::RoundingMode;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term, Trace};
use effigy_exec::state::{Extension, Failure};
use effigy_exec::stop::{Ending, Stop};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The state of the world on one path.
#[derive(Clone, Default)]
pub(crate) struct World {
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

/// What a descriptor stands for: standard input, or a file or folder that was opened, and the place in it.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Reader {
    /// The file or folder; `None` for standard input.
    pub node: Option<usize>,
    /// The path of a folder.
    pub folder: Option<String>,
    /// Whether it is a device of random numbers.
    pub random: bool,
    /// Whether it can be read.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// Whether it is written at its end only.
    pub appends: bool,
    /// How much of it was read, or where it stands.
    pub read: usize,
    /// Bytes that were put back, the next one last.
    pub put_back: Vec<Slot>,
    /// Whether a read met the end.
    pub at_end: bool,
    /// The `FILE` object of an opened file; zero when it has none.
    pub stream: u64,
    /// Whether the descriptor of an opened file was closed.
    pub closed: bool,
    /// What was last done with a stream that is read and written, where that bars the other.
    pub last: Last,
}

/// What was last done with a stream that is read and written.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Last {
    /// Nothing since it was opened, positioned or flushed.
    #[default]
    Neither,
    /// It was read, and did not meet the end.
    Read,
    /// It was written.
    Written,
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

impl Trace for World {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let World {
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
        checkers::trace(applications, visit);
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

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        let World {
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

impl Extension for World {
    fn copy(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Extension) -> bool {
        other.as_any().downcast_ref().is_some_and(|other: &World| self == other)
    }

    fn rounding(&self) -> RoundingMode {
        crate::rounding::mode_of(self.rounding)
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

/// The path's world, for looking.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn world<'c>(call: &'c Call<'_>) -> Result<&'c World, Stop> {
    call.peek_world::<World>().ok_or_else(lost)
}

/// The path's world, for changing: counts as a change of the model.
///
/// # Errors
/// Ends the path when it was not started by [`crate::Posix`].
pub(crate) fn world_mut<'c>(call: &'c mut Call<'_>) -> Result<&'c mut World, Stop> {
    call.world(World::default).ok_or_else(lost)
}

fn lost() -> Stop {
    Stop::End(Ending::Internal("the path has no world".into()))
}

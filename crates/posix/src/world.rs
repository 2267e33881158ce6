//! What a path keeps for the models: standard streams, counters, the options of the run.

use crate::checkers::{self, Application};
use crate::start::PosixOptions;
use crate::threads::{Key, Thread};
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term, Trace};
use effigy_exec::state::Extension;
use effigy_exec::stop::{Ending, Stop};
use std::any::Any;
use std::sync::Arc;

/// The state of the world on one path.
#[derive(Clone, Default)]
pub(crate) struct World {
    /// The run's options.
    pub options: Arc<PosixOptions>,
    /// What standard input holds: concrete bytes or symbolic ones.
    pub stdin: Vec<Slot>,
    /// How it is read: by descriptor 0 first, then by those behind the standard streams, which opened it as a file.
    pub readers: Vec<Reader>,
    /// The `FILE` objects of standard input, output and error.
    pub files: [u64; 3],
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
}

/// A place in standard input from which is read.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Reader {
    /// How much of it was read.
    pub read: usize,
    /// Bytes that were put back, the next one last.
    pub put_back: Vec<Slot>,
    /// Whether a read met the end.
    pub at_end: bool,
    /// The `FILE` object of an opened file; zero when it has none.
    pub stream: u64,
    /// Whether the descriptor of an opened file was closed.
    pub closed: bool,
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
            readers,
            files: _,
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
        } = self;
        checkers::trace(applications, visit);
        stdin.trace(visit);
        readers.iter().for_each(|reader| reader.put_back.trace(visit));
        threads.trace(visit);
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        let World {
            options,
            stdin,
            readers,
            files,
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
        } = self;
        Arc::ptr_eq(options, &other.options)
            && (stdin, readers) == (&other.stdin, &other.readers)
            && (files, closed, errno, stderr)
                == (&other.files, &other.closed, &other.errno, &other.stderr)
            && (exits, at_exit, token, tables)
                == (&other.exits, &other.at_exit, &other.token, &other.tables)
            && (random, keys, threads) == (&other.random, &other.keys, &other.threads)
            && (calendar, applications) == (&other.calendar, &other.applications)
    }
}

impl Extension for World {
    fn copy(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Extension) -> bool {
        other.as_any().downcast_ref().is_some_and(|other: &World| self == other)
    }

    fn addresses(&self, visit: &mut dyn FnMut(u64)) {
        self.files.iter().chain(&self.tables).for_each(|address| visit(*address));
        self.readers.iter().for_each(|reader| visit(reader.stream));
        self.threads.iter().for_each(|thread| thread.addresses(visit));
        self.at_exit.iter().for_each(|call| visit(call.argument));
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

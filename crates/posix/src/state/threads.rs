//! What a path keeps of threads and of the keys of their values.

use effigy_exec::slot::{Slot, Term, Trace};

/// What a path keeps of a thread.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Thread {
    /// Where its `errno` stands; that of the first thread is elsewhere.
    pub errno: u64,
    /// The values of its keys.
    pub keys: Vec<Slot>,
    /// How often the destructors of its keys were looked for.
    pub rounds: usize,
    /// Functions to call at its end, the next one last, each with its argument.
    pub at_exit: Vec<(u64, u64)>,
    /// What it ended with.
    pub result: Slot,
    /// Whether nobody can wait for its end: it was detached, or somebody has.
    pub gone: bool,
}

impl Thread {
    /// Calls `visit` with every address that it holds.
    pub fn addresses(&self, visit: &mut dyn FnMut(u64)) {
        visit(self.errno);
        visit(self.result.lo);
        self.keys.iter().for_each(|slot| visit(slot.lo));
        self.at_exit.iter().for_each(|(_, argument)| visit(*argument));
    }
}

impl Trace for Thread {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Thread { errno: _, keys, rounds: _, at_exit: _, result, gone: _ } = self;
        keys.trace(visit);
        result.trace(visit);
    }
}

/// A key of which each thread has a value of its own.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Key {
    /// The function that takes a value that is left at the end of a thread; zero when there is none.
    pub destructor: u64,
    /// Whether the program has deleted it.
    pub deleted: bool,
}

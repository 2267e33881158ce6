//! How a job is run: what its machine makes of inputs, of paths that meet, and of threads.

/// When paths are merged where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Merge {
    /// Never: every feasible side of every fork is a path of its own.
    #[default]
    Never,
    /// Where it is likely to pay: what differs is not used as an address, a length or the bound of a loop.
    Auto,
    /// Wherever it is possible.
    Always,
}

/// What a machine makes of the inputs of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    /// Symbols; those that are given are their values.
    #[default]
    Nothing,
    /// Their values; what is not given is zero.
    Values,
    /// Symbols that have these values on the one path that is run; what is not given is zero.
    Symbols,
}

/// Which thread runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Schedule {
    /// A thread runs until it waits, lets others run, ends, or has had its turn of about 100,000 instructions; then runs the next
    /// one, by number, that can. Whoever starts a thread goes on.
    #[default]
    InTurn,
}

//! What a search did, and why nothing new came.

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Inputs that were run, seeds included.
    pub runs: u64,
    /// Inputs whose path condition was computed to make children of them.
    pub expansions: u64,
    /// Children that were made.
    pub children: u64,
    /// Children that ran blocks which no input before them ran.
    pub fruitful: u64,
    /// Queries that a solver was asked.
    pub queries: u64,
    /// Sides that no input takes behind the same beginning of the path.
    pub infeasible: u64,
    /// Sides that an earlier input takes, or that were asked for already, behind the same beginning of the path; and children
    /// that are inputs which were run already.
    pub covered: u64,
    /// Sides of which the solver did not say, within the limit of a query, whether an input takes them.
    pub undecided: u64,
    /// Expanded children that took another path than the one that was asked for.
    pub diverged: u64,
    /// Inputs that were tried because a side alone has a solution, where the whole path has none or was not decided.
    pub guesses: u64,
    /// Guesses that ran new blocks or failed.
    pub good_guesses: u64,
    /// Runs that ended well.
    pub exits: u64,
    /// Runs that failed.
    pub failed: u64,
    /// Runs that ended because an assumption of the program does not hold for their inputs.
    pub assumed: u64,
    /// Runs that a limit cut.
    pub cut: u64,
    /// Runs that came to something without a model, and were over there.
    pub unsupported: u64,
    /// Runs of which it was not decided how they go on.
    pub undecided_runs: u64,
    /// Instructions of all runs.
    pub steps: u64,
    /// The largest number of steps from a seed to a child.
    pub generations: u64,
}

//! What a search did, and why nothing new came.

use std::time::Duration;

/// Counters of a search. The runs of `exits` and those below it are the machine's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Inputs that were run, seeds included; inputs that were changed without a solver count when they are kept or fail.
    pub runs: u64,
    /// Native runs.
    pub native: u64,
    /// Native runs that were cut by a limit.
    pub slow: u64,
    /// Native runs of inputs that were mutated in order and at random.
    pub changed: u64,
    /// Of these, those that ran something new.
    pub changed_kept: u64,
    /// Native runs of inputs that were made longer, by holes and by pieces, or repaired.
    pub grown: u64,
    /// Of these, those that ran something new.
    pub grown_kept: u64,
    /// Of these, those in which all fits that the program compares, and that run otherwise than those before them.
    pub repaired: u64,
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
    /// Values that are those of the input where there is no meaning on symbols, in runs of the machine and path conditions.
    pub concretised: u64,
    /// Values that were chosen there.
    pub chosen: u64,
    /// Runs of which it was not decided how they go on.
    pub undecided_runs: u64,
    /// Instructions of all runs.
    pub steps: u64,
    /// The largest number of steps from a seed to a child.
    pub generations: u64,
}

/// Where the time of a search went, over all workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Paths of inputs with symbols riding along.
    pub symbols: Duration,
    /// Queries.
    pub solver: Duration,
    /// Runs of the machine on values.
    pub machine: Duration,
    /// Native runs.
    pub native: Duration,
}

impl Times {
    /// Adds what another worker took.
    pub(crate) fn add(&mut self, other: &Times) {
        self.symbols += other.symbols;
        self.solver += other.solver;
        self.machine += other.machine;
        self.native += other.native;
    }
}

impl Counts {
    /// Adds what another part of the search did.
    pub(crate) fn add(&mut self, other: &Counts) {
        let Counts {
            runs,
            native,
            slow,
            changed,
            changed_kept,
            grown,
            grown_kept,
            repaired,
            expansions,
            children,
            fruitful,
            queries,
            infeasible,
            covered,
            undecided,
            diverged,
            guesses,
            good_guesses,
            exits,
            failed,
            assumed,
            cut,
            unsupported,
            concretised,
            chosen,
            undecided_runs,
            steps,
            generations,
        } = *other;
        for (all, part) in [
            (&mut self.runs, runs),
            (&mut self.native, native),
            (&mut self.slow, slow),
            (&mut self.changed, changed),
            (&mut self.changed_kept, changed_kept),
            (&mut self.grown, grown),
            (&mut self.grown_kept, grown_kept),
            (&mut self.repaired, repaired),
            (&mut self.expansions, expansions),
            (&mut self.children, children),
            (&mut self.fruitful, fruitful),
            (&mut self.queries, queries),
            (&mut self.infeasible, infeasible),
            (&mut self.covered, covered),
            (&mut self.undecided, undecided),
            (&mut self.diverged, diverged),
            (&mut self.guesses, guesses),
            (&mut self.good_guesses, good_guesses),
            (&mut self.exits, exits),
            (&mut self.failed, failed),
            (&mut self.assumed, assumed),
            (&mut self.cut, cut),
            (&mut self.unsupported, unsupported),
            (&mut self.concretised, concretised),
            (&mut self.chosen, chosen),
            (&mut self.undecided_runs, undecided_runs),
            (&mut self.steps, steps),
        ] {
            *all += part;
        }
        self.generations = self.generations.max(generations);
    }
}

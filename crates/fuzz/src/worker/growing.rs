//! Inputs that get longer: by holes that are explored, and by pieces of inputs that are put into inputs.

use crate::holes::{Diver, Next};
use crate::runner::NativeRun;
use crate::work::{Parent, Steps};
use crate::worker::Worker;
use effigy_exec::context::Job;
use effigy_exec::guides::GivenBytes;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the other steps go on until inputs get longer: most that fails on other bytes alone is found in that time.
const FIRST: Duration = Duration::from_secs(5);

/// What a worker needs to make inputs longer.
pub(super) struct Growing {
    pub(super) diver: Diver,
    /// Whether the program tells what it compares, as far as is known.
    pub(super) compares: bool,
    /// The time that it took; of that the time of splicing; and of that the time in which pieces were explored.
    spent: Duration,
    splicing: Duration,
    pub(super) exploring: Duration,
}

impl Growing {
    pub(super) fn new(job: &Job, most_steps: u64) -> Self {
        let [spent, splicing, exploring] = [Duration::ZERO; 3];
        Self { diver: Diver::new(job, most_steps), compares: true, spent, splicing, exploring }
    }

    /// Whether inputs get longer, which changes them at random, too.
    pub(super) fn has_begun(&self) -> bool {
        !self.spent.is_zero()
    }

    /// Whether pieces are put into inputs now, which has three quarters of the time.
    fn is_turn_of_splicing(&self) -> bool {
        self.compares && 4 * self.splicing <= 3 * self.spent
    }

    /// Whether a piece is explored now, which has a third of the time of splicing.
    pub(super) fn is_turn_of_pieces(&self) -> bool {
        3 * self.exploring <= self.splicing
    }
}

impl Worker<'_, '_> {
    /// Whether an input is made longer now, which has two thirds of the time from the first seconds on.
    pub(super) fn is_turn_of_growth(&self) -> bool {
        let others = self.mutating + self.taking + self.expanding;
        self.growing.spent / 2 + FIRST < others
    }

    /// Makes an input longer, and runs what comes out; whether there was one.
    pub(super) fn grow_one(&mut self) -> bool {
        let begun = Instant::now();
        let has_spliced = self.growing.is_turn_of_splicing() && self.splice_one();
        if has_spliced {
            self.growing.splicing += begun.elapsed();
        }
        let has_grown = has_spliced || self.explore_one();
        self.growing.spent += begun.elapsed();
        has_grown
    }

    /// Explores a hole; whether there was one.
    fn explore_one(&mut self) -> bool {
        let next = self.shared.table().holes.next();
        let hole = match next {
            None => return false,
            Some(Next::Explore(hole)) => hole,
            Some(Next::Plan(bytes)) => {
                let parts = Arc::new(self.expander.parts(&self.given(&bytes)));
                self.shared.table().holes.plan(&bytes, &parts);
                return true;
            }
        };
        if hole.bytes.len() <= self.shared.settings.longest {
            // The chain of solvers is the one that the expander was made with.
            let made = self.growing.diver.explore(&hole, self.shared.kind).unwrap_or_default();
            let (parent, base) = hole.parent;
            self.run_made(&made, &(parent, base.changed(Steps::Solved)));
        }
        true
    }

    /// Runs inputs natively, and takes up what is new.
    pub(super) fn run_made(&mut self, made: &[Vec<u8>], from: &Parent) {
        let mut told: Vec<(usize, NativeRun)> = Vec::new();
        let Some(native) = &mut self.native else { return };
        if let Err(why) = native.run_all(made, &mut |number, run| told.push((number, run))) {
            return self.lose(why);
        }
        self.note(|counts| {
            counts.native += made.len() as u64;
            counts.grown += made.len() as u64;
            counts.grown_kept += told.len() as u64;
        });
        for (number, run) in told {
            if let Some(bytes) = made.get(number) {
                self.take_changed(bytes, run, from);
            }
        }
    }

    pub(super) fn given(&self, bytes: &[u8]) -> Vec<GivenBytes> {
        vec![(self.shared.kind, String::new(), bytes.to_vec())]
    }
}

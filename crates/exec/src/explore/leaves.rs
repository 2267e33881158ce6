//! The leaves of an execution tree one by one, for callers that look at the states themselves.

use crate::data::stop::{CutReason, Ending, Feasible, Stop};
use crate::machine::Context;
use crate::state::State;

/// Instructions between two looks at whether the run was stopped.
const QUANTUM: u64 = 1 << 20;

/// Walks a tree depth first and gives its leaves in order of the tree, each with its state and how it ended. A side that
/// the solver does not decide is a leaf that ended as unknown; a limit of the job on decisions cuts.
pub struct Leaves<'a> {
    /// What the states belong to.
    pub context: &'a mut Context,
    /// States that wait, the next one last; those whose ending is known already are over.
    pending: Vec<(State, Option<Ending>)>,
}

impl<'a> Leaves<'a> {
    /// The leaves of the whole tree.
    pub fn of(context: &'a mut Context) -> Self {
        let (state, started) = context.initial(Vec::new());
        let mut leaves = Leaves { context, pending: Vec::new() };
        match started {
            Ok(()) => leaves.pending.push((state, None)),
            Err(stop) => {
                let over = leaves.stopped(state, stop);
                leaves.pending.extend(over.map(|(state, ending)| (state, Some(ending))));
            }
        }
        leaves
    }

    /// The leaves below a state.
    pub fn below(context: &'a mut Context, state: State) -> Self {
        Leaves { context, pending: vec![(state, None)] }
    }
}

impl Leaves<'_> {
    /// How many states wait.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// What becomes of a state that stopped: a leaf, or states that wait.
    fn stopped(&mut self, state: State, stop: Stop) -> Option<(State, Ending)> {
        match stop {
            Stop::Pause => self.pending.push((state, None)),
            Stop::End(ending) => return Some((state, ending)),
            Stop::Fork(sides) => {
                let limit = self.context.job.budget.depth;
                if limit.is_some_and(|limit| state.history.depth >= limit) {
                    return Some((state, Ending::Cut(CutReason::Depth)));
                }
                for (side, alternative) in sides.iter().enumerate().rev() {
                    let ending = match &alternative.feasible {
                        Feasible::No => continue,
                        Feasible::Yes(_) => None,
                        Feasible::Unknown(why) => Some(Ending::Unknown(why.clone())),
                    };
                    let mut child = state.clone();
                    self.context.take(&mut child, &sides, side);
                    self.pending.push((child, ending));
                }
            }
        }
        None
    }
}

impl Iterator for Leaves<'_> {
    type Item = (State, Ending);

    fn next(&mut self) -> Option<(State, Ending)> {
        loop {
            let (mut state, ending) = self.pending.pop()?;
            if let Some(ending) = ending {
                return Some((state, ending));
            }
            if let Some(reason) = self.context.job.cancel.reason() {
                return Some((state, Ending::Cut(reason.into())));
            }
            let stop = self.context.run(&mut state, QUANTUM);
            if let Some(leaf) = self.stopped(state, stop) {
                return Some(leaf);
            }
        }
    }
}

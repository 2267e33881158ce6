//! Runs of a compiled program by the machine on the values of an input.

use crate::options::ExploreOptions;
use crate::outcome::TestCase;
use effigy_exec::context::{Context, Job};
use effigy_exec::guides::GivenBytes;
use effigy_exec::merge::Merge;
use effigy_exec::state::{Failure, InputKind};
use effigy_exec::stop::{Ending, Stop};
use effigy_solver::{BackEnd, SolverOptions};
use std::sync::Arc;

/// Instructions between two looks at whether the run was stopped.
const QUANTUM: u64 = 1 << 20;

/// Most instructions of a run.
const MOST_STEPS: u64 = 20 << 20;

/// Terms above which the store is collected.
const MOST_TERMS: usize = 1 << 20;

/// The machine, with values in the place of symbols.
pub(super) struct Concrete {
    context: Context,
}

impl Concrete {
    /// A machine for the inputs of a job; `None` when it has no solver, which it needs in name only.
    pub(super) fn new(job: &Job, options: &ExploreOptions) -> Option<Self> {
        let solver = SolverOptions {
            back_end: BackEnd::Embedded,
            cancel: options.cancel.clone(),
            ..SolverOptions::default()
        };
        let job = Job { solver, merge: Merge::Never, ..job.clone() };
        Some(Self { context: Context::new(job).ok()? })
    }

    /// How the program fails on an input; `None` when it does not, or when the machine cannot say.
    pub(super) fn failure(&mut self, inputs: Vec<GivenBytes>) -> Option<Failure> {
        self.context.job.given_bytes = Arc::new(inputs);
        let (mut state, started) = self.context.initial(Vec::new());
        let mut stop = started.err();
        while stop.is_none() {
            stop = match self.context.run(&mut state, QUANTUM) {
                Stop::Pause if state.steps > MOST_STEPS => return None,
                Stop::Pause if self.context.job.cancel.is_cancelled() => return None,
                Stop::Pause => None,
                stop => Some(stop),
            };
        }
        drop(state);
        if self.context.store.len() > MOST_TERMS {
            self.context.collect(&Vec::<effigy_term::Term>::new());
        }
        match stop {
            Some(Stop::End(Ending::Finding(failure))) => Some(*failure),
            _ => None,
        }
    }
}

/// The bytes of a test's inputs; arguments are filled up to their lengths.
pub(super) fn inputs(test: &TestCase, lengths: &[usize]) -> Vec<GivenBytes> {
    let mut inputs = Vec::new();
    for (index, length) in lengths.iter().enumerate() {
        let mut bytes = test.arguments.get(index).cloned().unwrap_or_default();
        bytes.resize(*length, 0);
        inputs.push((InputKind::Argument(index), String::new(), bytes));
    }
    if let Some(stdin) = &test.stdin {
        inputs.push((InputKind::Stdin, String::new(), stdin.clone()));
    }
    for object in &test.objects {
        inputs.push((InputKind::Object, object.name.clone(), object.bytes.clone()));
    }
    inputs
}

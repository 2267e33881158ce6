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

    /// Runs the program on an input, for so many instructions at most.
    pub(super) fn run(&mut self, inputs: Vec<GivenBytes>, most: u64) -> Ran {
        self.context.job.given_bytes = Arc::new(inputs);
        let (mut state, started) = self.context.initial(Vec::new());
        let mut stop = started.err();
        while stop.is_none() {
            stop = match self.context.run(&mut state, QUANTUM.min(most)) {
                Stop::Pause if state.steps >= most => break,
                Stop::Pause if self.context.job.cancel.is_cancelled() => break,
                Stop::Pause => None,
                stop => Some(stop),
            };
        }
        drop(state);
        if self.context.store.len() > MOST_TERMS {
            self.context.collect(&Vec::<effigy_term::Term>::new());
        }
        let is_over = stop.is_some();
        let failure = match stop {
            Some(Stop::End(Ending::Finding(failure))) => Some(*failure),
            _ => None,
        };
        Ran { failure, is_new: !self.context.take_covered().is_empty(), is_over }
    }
}

/// What a run on values came to.
#[derive(Debug)]
pub(super) struct Ran {
    /// How the program fails; `None` when it does not, or when the machine cannot say.
    pub(super) failure: Option<Failure>,
    /// Whether it ran code that no run of this machine ran before.
    pub(super) is_new: bool,
    /// Whether it came to an end.
    pub(super) is_over: bool,
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

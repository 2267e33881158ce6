//! Runs of a compiled program by the machine on the values of an input.

use effigy_exec::concolic::{Concolic, Follow};
use effigy_exec::context::Job;
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::{Failure, InputKind};
use effigy_exec::stop::Ending;
use effigy_outcome::TestCase;
use effigy_outcome::options::ExploreOptions;
use effigy_posix::STDIN_LENGTH;
use effigy_solver::{BackEnd, SolverOptions};

/// The machine, with values in the place of symbols.
pub(super) struct Concrete {
    machine: Concolic,
}

impl Concrete {
    /// A machine for the inputs of a job; `None` when it has no solver, which it needs in name only.
    pub(super) fn new(job: &Job, options: &ExploreOptions) -> Option<Self> {
        let solver = SolverOptions {
            back_end: BackEnd::Embedded,
            cancel: options.cancel.clone(),
            ..SolverOptions::default()
        };
        let job = Job { solver, ..job.clone() };
        Some(Self { machine: Concolic::new(&job, Follow::Values).ok()? })
    }

    /// Runs the program on an input, for so many instructions at most.
    pub(super) fn run(&mut self, inputs: Vec<GivenBytes>, most: u64) -> Ran {
        let run = self.machine.run(inputs, most);
        if self.machine.has_many_terms() {
            self.machine.collect(&Vec::<effigy_term::Term>::new());
        }
        let is_over = !matches!(run.ending, Ending::Cut(_));
        let failure = match run.ending {
            Ending::Finding(failure) => Some(*failure),
            _ => None,
        };
        Ran { failure, is_new: !run.covered.is_empty(), is_over }
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
pub fn inputs(test: &TestCase, lengths: &[usize]) -> Vec<GivenBytes> {
    let mut inputs = Vec::new();
    for (index, length) in lengths.iter().enumerate() {
        let mut bytes = test.arguments.get(index).cloned().unwrap_or_default();
        bytes.resize(*length, 0);
        inputs.push((InputKind::Argument(index), String::new(), bytes));
    }
    if let Some(stdin) = &test.stdin {
        inputs.push((InputKind::Stdin, String::new(), stdin.clone()));
        let len = u32::try_from(stdin.len()).unwrap_or(u32::MAX);
        inputs.push((InputKind::Object, STDIN_LENGTH.to_owned(), len.to_le_bytes().to_vec()));
    }
    for object in &test.objects {
        inputs.push((InputKind::Object, object.name.clone(), object.bytes.clone()));
    }
    inputs
}

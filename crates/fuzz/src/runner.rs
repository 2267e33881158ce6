//! `Run&Check`: who runs an input and says what it came to.

use effigy_base::comparison::Comparison;
use effigy_exec::chosen::TakenValue;
use effigy_exec::concolic::{Concolic, Follow};
use effigy_exec::context::Job;
use effigy_exec::explorer::{Coverage, InputValue};
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::StackFrame;
use effigy_exec::stop::Ending;
use effigy_solver::SolverError;
use effigy_term::Term;
use std::sync::Arc;

/// What a run came to.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// Where it ended.
    pub place: Arc<StackFrame>,
    /// The inputs that the program asked for, with their values.
    pub inputs: Vec<InputValue>,
    /// How many blocks it ran that no run of this runner ran before it: the score of SAGE.
    pub new_blocks: u64,
    /// Concrete values that were taken where there is no meaning. Behind one that was chosen, another run than the native one may fail.
    pub taken: Vec<TakenValue>,
    /// Instructions executed, where they are counted.
    pub steps: u64,
}

/// Runs a program on inputs.
///
/// Contract:
/// - A run begins anew: what it does depends on the program and the input alone, and on nothing that runs before it left.
///   Only `new_blocks` depends on them.
/// - An input that is not given is zero; one that the program does not ask for changes nothing.
/// - A run ends, within the limits that the runner was made with; one that would not is [`Ending::Cut`]. It costs neither the
///   search nor other runs anything else, whatever the program does.
/// - A finding is a failure of the program. What the runner cannot judge is `Unsupported` or `Unknown`, never an exit.
/// - `inputs` are all that the program asked for until the end, in the order in which it did, so that running them again gives
///   the same run.
pub trait Runner {
    /// Runs the program on an input.
    fn run(&mut self, input: &[GivenBytes]) -> Ran;

    /// What ran so far, by lines; empty where the runner does not know lines.
    fn coverage(&self) -> Coverage;
}

/// How a native run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    /// By an exit, whatever its status.
    Exit,
    /// By a signal or a panic: what it was, for people. The same failure has the same text.
    Crash(String),
    /// It took more memory than it may, or was not made.
    Cut,
    /// It did not end in its time.
    Hang,
}

/// A native run with something to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    /// How it ended.
    pub end: NativeEnd,
    /// Whether its exit status is 0, as it is where a program takes an input for a valid one.
    pub succeeded: bool,
    /// How many edges it ran.
    pub edges: u32,
    /// How many edges it ran that no native run of the search ran before it.
    pub new_edges: u32,
    /// How many edges it ran another number of times, of eight classes, than any native run before it.
    pub new_classes: u32,
    /// Another number for another set of edges with how often they were run.
    pub trace: u64,
    /// The edges that it ran, by their numbers; empty where they were not asked for.
    pub covered: Vec<u32>,
}

impl NativeRun {
    /// Whether it was ended at a limit.
    pub fn is_slow(&self) -> bool {
        matches!(self.end, NativeEnd::Cut | NativeEnd::Hang)
    }

    /// Whether it ran something new.
    pub fn is_new(&self) -> bool {
        self.new_edges > 0 || self.new_classes > 0
    }
}

/// Runs the user's native program on the bytes of its one input.
///
/// Contract: a run depends on the input alone, and costs neither the search nor other runs anything, whatever the program does.
/// An error says that there are no more native runs, and why.
pub trait Native {
    /// Runs an input and lists the edges that it ran.
    ///
    /// # Errors
    /// Why no more inputs are run.
    fn run(&mut self, input: &[u8]) -> Result<NativeRun, String>;

    /// Runs inputs and tells of each. What they run is not remembered, and all of it counts as new.
    ///
    /// # Errors
    /// Why no more inputs are run.
    fn look(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String>;

    /// Runs inputs, and tells of those that ran something new, crashed, or were cut, by their numbers.
    ///
    /// # Errors
    /// Why no more inputs are run.
    fn run_all(
        &mut self,
        inputs: &[Vec<u8>],
        tell: &mut dyn FnMut(usize, NativeRun),
    ) -> Result<(), String>;

    /// Runs inputs and tells of each.
    ///
    /// # Errors
    /// Why no more inputs are run.
    fn run_each(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String>;

    /// Runs inputs on a build of the program that tells what it compares. What is new is what no run of that build ran before.
    ///
    /// # Errors
    /// Why no more inputs are run.
    fn compare(&mut self, inputs: &[Vec<u8>]) -> Result<Compared, String>;
}

/// What came of runs that tell what they compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Each run, with its comparisons in order.
    Runs(Vec<(NativeRun, Vec<Comparison>)>),
    /// There is no such program, and why. There will be none later.
    Untold(String),
}

/// The machine on the values of an input.
pub struct OnMachine {
    machine: Concolic,
    most_steps: u64,
}

impl OnMachine {
    /// A runner whose runs take so many instructions at most.
    ///
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub fn new(job: &Job, most_steps: u64) -> Result<Self, SolverError> {
        Ok(Self { machine: Concolic::new(job, Follow::Values)?, most_steps })
    }
}

impl Runner for OnMachine {
    fn run(&mut self, input: &[GivenBytes]) -> Ran {
        let run = self.machine.run(input.to_vec(), self.most_steps);
        if self.machine.has_many_terms() {
            self.machine.collect(&Vec::<Term>::new());
        }
        Ran {
            ending: run.ending,
            place: run.place,
            inputs: run.inputs,
            new_blocks: run.covered.len() as u64,
            taken: run.taken,
            steps: run.steps,
        }
    }

    fn coverage(&self) -> Coverage {
        Coverage::of(self.machine.context())
    }
}

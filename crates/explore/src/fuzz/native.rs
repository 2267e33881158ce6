//! The user's native program as a runner of inputs.

use super::Prepared;
use effigy_base::budget::CancelToken;
use effigy_exec::state::InputKind;
use effigy_fuzz::runner::{Compared, Native, NativeEnd, NativeRun};
use effigy_native::Failure;
use effigy_native::counted::{Batches, CountedEnd, CountedProgram, CountedRun, Way, Wish};
use effigy_outcome::error::SessionError;
use effigy_outcome::progress::Observer;
use std::sync::OnceLock;

/// The native program of a search, which all workers share.
pub(super) struct Nat<'p> {
    prepared: &'p Prepared,
    way: Way,
    program: CountedProgram,
    /// The one that tells what it compares, built when it is first asked.
    comparing: OnceLock<Result<CountedProgram, SessionError>>,
}

/// The native program of a search; `None`, which is said, where it cannot be run so.
pub(super) fn natives<'p>(prepared: &'p Prepared, observer: &mut dyn Observer) -> Option<Nat<'p>> {
    let way = match prepared.kind {
        InputKind::Argument(_) => Way::Argument,
        _ => Way::Stdin,
    };
    match CountedProgram::new(&prepared.compiled, &prepared.options, way) {
        Ok(program) => Some(Nat { prepared, way, program, comparing: OnceLock::new() }),
        Err(why) => {
            observer.note(&format!("{why}; Effigy's machine runs the inputs"));
            None
        }
    }
}

impl Nat<'_> {
    /// What runs inputs for one worker.
    pub(super) fn worker(&self) -> Worker<'_> {
        Worker { native: self, batches: self.program.batches(), comparing: None }
    }

    fn cancel(&self) -> &CancelToken {
        &self.prepared.job.cancel
    }

    /// The program that tells what it compares, or why it cannot be built.
    fn comparing(&self) -> &Result<CountedProgram, SessionError> {
        let Prepared { compiled, options, .. } = self.prepared;
        self.comparing.get_or_init(|| CountedProgram::comparing(compiled, options, self.way))
    }
}

/// Runs inputs for one worker.
pub(super) struct Worker<'n> {
    native: &'n Nat<'n>,
    batches: Batches<'n>,
    /// Of the program that tells what it compares, from the first time on.
    comparing: Option<Batches<'n>>,
}

/// What is known of a run that was not made: who is stopped looks at nothing, and an input that breaks the server says nothing.
const NOTHING: NativeRun = NativeRun {
    end: NativeEnd::Cut,
    succeeded: false,
    edges: 0,
    new_edges: 0,
    new_classes: 0,
    trace: 0,
    covered: Vec::new(),
};

impl Worker<'_> {
    fn each(&mut self, inputs: &[Vec<u8>], wish: Wish) -> Result<Vec<NativeRun>, String> {
        let mut runs = vec![NOTHING; inputs.len()];
        let result = self.batches.run(inputs, wish, self.native.cancel(), &mut |number, run| {
            if let Some(told) = runs.get_mut(number) {
                *told = native_run(run);
            }
        });
        match result {
            Err(Failure::Broken(why)) => Err(why),
            Ok(_) | Err(Failure::Stopped) => Ok(runs),
        }
    }
}

impl Native for Worker<'_> {
    fn run(&mut self, input: &[u8]) -> Result<NativeRun, String> {
        let wish = Wish { each: true, lists: true, ..Wish::default() };
        let runs = self.each(&[input.to_vec()], wish)?;
        Ok(runs.into_iter().next().unwrap_or(NOTHING))
    }

    fn look(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String> {
        self.each(inputs, Wish { each: true, unseen: true, ..Wish::default() })
    }

    fn run_each(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String> {
        self.each(inputs, Wish { each: true, ..Wish::default() })
    }

    fn run_all(
        &mut self,
        inputs: &[Vec<u8>],
        tell: &mut dyn FnMut(usize, NativeRun),
    ) -> Result<(), String> {
        let wish = Wish::default();
        let result = self.batches.run(inputs, wish, self.native.cancel(), &mut |number, run| {
            tell(number, native_run(run));
        });
        match result {
            Err(Failure::Broken(why)) => Err(why),
            Ok(_) | Err(Failure::Stopped) => Ok(()),
        }
    }

    fn compare(&mut self, inputs: &[Vec<u8>]) -> Result<Compared, String> {
        let batches = match (&mut self.comparing, self.native.comparing()) {
            (Some(batches), _) => batches,
            (none, Ok(program)) => none.insert(program.batches()),
            (None, Err(why)) => return Ok(Compared::Untold(why.to_string())),
        };
        let mut runs = vec![(NOTHING, Vec::new()); inputs.len()];
        let wish = Wish { each: true, compared: true, ..Wish::default() };
        let result = batches.run(inputs, wish, self.native.cancel(), &mut |number, mut run| {
            if let Some(told) = runs.get_mut(number) {
                let compared = std::mem::take(&mut run.compared);
                *told = (native_run(run), compared);
            }
        });
        match result {
            Err(Failure::Broken(why)) => Err(why),
            Ok(_) | Err(Failure::Stopped) => Ok(Compared::Runs(runs)),
        }
    }
}

fn native_run(run: CountedRun) -> NativeRun {
    let succeeded = run.failure.is_none() && run.end == CountedEnd::Exit(0);
    let end = match (run.failure, run.end) {
        (Some(failure), _) => NativeEnd::Crash(failure),
        (None, CountedEnd::Exit(_)) => NativeEnd::Exit,
        (None, CountedEnd::TimedOut) => NativeEnd::Hang,
        (None, _) => NativeEnd::Cut,
    };
    let CountedRun { edges, new_edges, new_classes, trace, covered, .. } = run;
    let covered = covered.unwrap_or_default();
    NativeRun { end, succeeded, edges, new_edges, new_classes, trace, covered }
}

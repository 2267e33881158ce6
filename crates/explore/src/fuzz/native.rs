//! The user's native program as a runner of inputs.

use super::Prepared;
use effigy_base::budget::CancelToken;
use effigy_exec::state::InputKind;
use effigy_fuzz::runner::{Native, NativeEnd, NativeRun};
use effigy_native::Failure;
use effigy_native::counted::{Batches, CountedEnd, CountedProgram, CountedRun, Way, Wish};
use effigy_outcome::progress::Observer;

/// The native program of a search, which all workers share.
pub(super) struct Nat {
    program: CountedProgram,
    cancel: CancelToken,
}

/// The native program of a search; `None`, which is said, where it cannot be run so.
pub(super) fn natives(prepared: &Prepared, observer: &mut dyn Observer) -> Option<Nat> {
    let way = match prepared.kind {
        InputKind::Argument(_) => Way::Argument,
        _ => Way::Stdin,
    };
    match CountedProgram::new(&prepared.compiled, &prepared.options, way) {
        Ok(program) => Some(Nat { program, cancel: prepared.job.cancel.clone() }),
        Err(why) => {
            observer.note(&format!("{why}; Effigy's machine runs the inputs"));
            None
        }
    }
}

impl Nat {
    /// What runs inputs for one worker.
    pub(super) fn worker(&self) -> Worker<'_> {
        Worker { batches: self.program.batches(), cancel: &self.cancel }
    }
}

/// Runs inputs for one worker.
pub(super) struct Worker<'n> {
    batches: Batches<'n>,
    cancel: &'n CancelToken,
}

/// What is known of a run that was not made: who is stopped looks at nothing, and an input that breaks the server says nothing.
const NOTHING: NativeRun =
    NativeRun { end: NativeEnd::Cut, new_edges: 0, new_classes: 0, trace: 0, covered: Vec::new() };

impl Worker<'_> {
    fn each(&mut self, inputs: &[Vec<u8>], wish: Wish) -> Result<Vec<NativeRun>, String> {
        let mut runs = vec![NOTHING; inputs.len()];
        let result = self.batches.run(inputs, wish, self.cancel, &mut |number, run| {
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

    fn run_all(
        &mut self,
        inputs: &[Vec<u8>],
        tell: &mut dyn FnMut(usize, NativeRun),
    ) -> Result<(), String> {
        let wish = Wish::default();
        let result = self.batches.run(inputs, wish, self.cancel, &mut |number, run| {
            tell(number, native_run(run));
        });
        match result {
            Err(Failure::Broken(why)) => Err(why),
            Ok(_) | Err(Failure::Stopped) => Ok(()),
        }
    }
}

fn native_run(run: CountedRun) -> NativeRun {
    let end = match (run.failure, run.end) {
        (Some(failure), _) => NativeEnd::Crash(failure),
        (None, CountedEnd::Exit(_)) => NativeEnd::Exit,
        (None, CountedEnd::TimedOut) => NativeEnd::Hang,
        (None, _) => NativeEnd::Cut,
    };
    let CountedRun { new_edges, new_classes, trace, covered, .. } = run;
    NativeRun { end, new_edges, new_classes, trace, covered: covered.unwrap_or_default() }
}

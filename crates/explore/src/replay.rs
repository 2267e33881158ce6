//! From the options of a run to its compiled program, and one test run on that natively.

use crate::job::job;
use crate::machine::Machine;
use crate::table::Languages;
use effigy_native::{ReplayOptions, Replayer};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::{Replay, TestCase};

/// Compiles the program of a run again and runs one of its tests natively; a PL/I program is run by the machine on the
/// test's values.
///
/// # Errors
/// The program cannot be compiled or read any more.
pub fn replay(
    languages: Languages,
    options: &ExploreOptions,
    test: &TestCase,
) -> Result<Replay, SessionError> {
    let compiled = languages.compile(options)?;
    if !compiled.language.is_compiled() {
        let loaded = compiled.load(options)?;
        let job = job(loaded, &compiled, options);
        return Ok(Machine::new(&job, options)?.replay(test, &options.cancel));
    }
    let replayer = Replayer::new(&compiled, ReplayOptions::of(&compiled, options))?;
    Ok(replayer.replay(test, &options.cancel))
}

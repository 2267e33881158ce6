//! What models take for granted of the system, and what a run makes inputs of instead.
//!
//! A model that is about to give what there is one of in every run, and another one outside, asks [`is_any`] first.

use crate::state::{SystemState, state};
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;

/// What a run can make inputs of: time, random numbers, the environment, facts of the system, failing allocations.
pub const LIFTED: &[AssumptionKind] = &[
    AssumptionKind::Time,
    AssumptionKind::Random,
    AssumptionKind::Env,
    AssumptionKind::System,
    AssumptionKind::Alloc,
];

/// What the names of inputs begin with that no native run gets from a test.
pub const OF_THE_SYSTEM: &str = "system: ";

/// Whether the run makes an input of what a model gives. Otherwise the answer rests on it, which is noted.
pub(crate) fn is_any(call: &mut Call<'_>, kind: AssumptionKind) -> Result<bool, Stop> {
    let any = state(call)?.options.any.contains(&kind);
    if !any {
        call.rests_on(kind);
    }
    Ok(any)
}

/// Notes that the answer rests on what standard input holds, which has one length or a greatest one.
pub(crate) fn reads_stdin(call: &mut Call<'_>) -> Result<(), Stop> {
    let SystemState { options, stdin, stdin_len, .. } = state(call)?;
    let len = stdin.len();
    let bytes = if len == 1 { "byte" } else { "bytes" };
    let what = match (options.sym_stdin, stdin_len) {
        (Some(_), Some(_)) => format!("standard input of at most {len} {bytes}"),
        (Some(_), None) => format!("standard input of {len} {bytes}"),
        (None, _) if len == 0 => AssumptionKind::Stdin.text().to_owned(),
        (None, _) => "this standard input".to_owned(),
    };
    call.rests_on_that(AssumptionKind::Stdin, what);
    Ok(())
}

/// Notes that the answer rests on which files there are.
pub(crate) fn looks_for_files(call: &mut Call<'_>) -> Result<(), Stop> {
    let given = state(call)?.options.files.iter().map(|(name, _)| name.as_str());
    let given: Vec<&str> = given.collect();
    let what = match given.as_slice() {
        [] => AssumptionKind::Files.text().to_owned(),
        names => format!("no files but {}", names.join(", ")),
    };
    call.rests_on_that(AssumptionKind::Files, what);
    Ok(())
}

/// Notes that the answer rests on which arguments the program gets.
pub(crate) fn looks_at_arguments(call: &mut Call<'_>) -> Result<(), Stop> {
    let options = state(call)?.options.clone();
    let lengths: Vec<String> = options.sym_args.iter().map(usize::to_string).collect();
    let what = match (options.args.len(), lengths.len()) {
        (0, 0) => AssumptionKind::Args.text().to_owned(),
        (_, 0) => "these arguments".to_owned(),
        (_, 1) => format!("one argument of at most {} bytes", lengths.concat()),
        (_, count) => format!("{count} arguments of at most {} bytes", lengths.join(", ")),
    };
    call.rests_on_that(AssumptionKind::Args, what);
    Ok(())
}

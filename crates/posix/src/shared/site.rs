//! The call itself: which function it calls, where it stands, and how it ends a path as a failed assertion.

use crate::state::state;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::state::Failure;
use effigy_exec::stop::Stop;

/// The linkage name of the function that is called.
pub(crate) fn function_name(call: &Call<'_>) -> String {
    call.function().map(|f| call.program().functions[f].name.clone()).unwrap_or_default()
}

/// File and line of the call.
pub(crate) fn place(call: &Call<'_>) -> (String, u32) {
    let stack = call.stack();
    stack.into_iter().next().map_or((String::new(), 0), |f| (f.file, f.line))
}

/// What the source line calls the value that it makes.
pub(crate) fn named(call: &Call<'_>, file: &str, line: u32, default: &str) -> Result<String, Stop> {
    let names = state(call)?.options.names.clone();
    Ok(names(file, line).unwrap_or_else(|| default.to_owned()))
}

/// The end of a path whose assertion failed at this place.
pub(crate) fn asserted(call: &Call<'_>, expression: &str, file: String, line: u32) -> Stop {
    call.end_failure(Failure {
        kind: FindingKind::Assertion,
        message: format!("assertion `{expression}` failed"),
        reported_at: Some((file, line, 0)),
        stack: call.stack(),
    })
}

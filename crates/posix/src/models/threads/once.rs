//! What runs once: `pthread_once` and `call_once`.

use super::{put, read, wait};
use crate::shared::value::{Answer, Entry, nothing, word};
use effigy_exec::call::Call;

pub(super) const MODELS: &[Entry] =
    &[("pthread_once", once), ("call_once", once), ("effigy.once_done", done)];

/// What the control object holds while the function runs, and after it.
const RUNS: u32 = 1;
const DONE: u32 = 2;

/// `pthread_once(control, function)`: the first thread that comes runs the function, others wait for it.
fn once(call: &mut Call<'_>) -> Answer {
    let control = call.address(call.arg(0), 4, true)?;
    let function = call.arg(1);
    match read(call, control)? {
        DONE if is_c11(call) => nothing(),
        DONE => word(0),
        RUNS => wait(control, "for a function that runs once", None, 0),
        _ => {
            let by = if is_c11(call) { "effigy.call_once" } else { "effigy.once" };
            let flow = call.tail(by, vec![call.arg(0), function])?;
            put(call, control, RUNS);
            Ok(flow)
        }
    }
}

/// Whether the model stands for the function that returns nothing.
fn is_c11(call: &Call<'_>) -> bool {
    let function = call.function().map(|f| &call.program().functions[f]);
    function.is_some_and(|decl| decl.results.is_empty())
}

/// `effigy.once_done(control)`.
fn done(call: &mut Call<'_>) -> Answer {
    let control = call.address(call.arg(0), 4, true)?;
    put(call, control, DONE);
    call.wake(control, u64::MAX);
    nothing()
}

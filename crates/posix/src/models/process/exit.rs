//! Ends of the process: `exit`, `abort`, failed assertions, and what runs at the exit.

use crate::models::rust::panic;
use crate::models::threads;
use crate::shared::site::asserted;
use crate::shared::strings::text;
use crate::shared::value::{Answer, Entry, int, word, zero};
use crate::state::{AtExit, state, state_mut};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;

pub(crate) const MODELS: &[Entry] = &[
    ("exit", exit),
    ("_exit", exit_now),
    ("_Exit", exit_now),
    ("quick_exit", exit_now),
    ("atexit", atexit),
    ("__cxa_atexit", cxa_atexit),
    ("on_exit", on_exit),
    ("at_quick_exit", zero),
    ("effigy.next_at_exit", next_at_exit),
    ("abort", abort),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("klee_assert_fail", assert_fail),
    ("__stack_chk_fail", stack_smashed),
    ("__chk_fail", buffer_overflow),
    ("__fortify_fail", buffer_overflow),
];

/// `exit(status)`: the registered functions run first, by the library's own code.
fn exit(call: &mut Call<'_>) -> Answer {
    if state(call)?.exits && call.finds(FindingKind::BadCall) {
        let message = "exit is called by a function that runs at the exit";
        return Err(call.fail(FindingKind::BadCall, message));
    }
    let registered = !state(call)?.at_exit.is_empty() || threads::has_functions_at_exit(call)?;
    if registered && let Ok(flow) = call.tail("effigy.exit", vec![call.arg(0)]) {
        state_mut(call)?.exits = true;
        return Ok(flow);
    }
    exit_now(call)
}

fn exit_now(call: &mut Call<'_>) -> Answer {
    if let Some(stop) = panic::ended(call) {
        return Err(stop);
    }
    Err(call.exit(0))
}

fn atexit(call: &mut Call<'_>) -> Answer {
    let function = call.word(0)?;
    state_mut(call)?.at_exit.push(AtExit { function, argument: 0, takes: 0 });
    word(0)
}

/// `__cxa_atexit(function, argument, library)`.
fn cxa_atexit(call: &mut Call<'_>) -> Answer {
    let (function, argument) = (call.word(0)?, call.word(1)?);
    state_mut(call)?.at_exit.push(AtExit { function, argument, takes: 1 });
    word(0)
}

/// `on_exit(function, argument)`: the function takes the status and the argument.
fn on_exit(call: &mut Call<'_>) -> Answer {
    let (function, argument) = (call.word(0)?, call.word(1)?);
    state_mut(call)?.at_exit.push(AtExit { function, argument, takes: 2 });
    word(0)
}

/// `effigy.next_at_exit()`: the function to call next, how many arguments it takes, and its own; no function is zero.
fn next_at_exit(call: &mut Call<'_>) -> Answer {
    let own = threads::pop_at_exit(call)?;
    let own = own.map(|(function, argument)| AtExit { function, argument, takes: 1 });
    let next = match own {
        Some(own) => Some(own),
        None => state_mut(call)?.at_exit.pop(),
    };
    let AtExit { function, argument, takes } = next.unwrap_or_default();
    Ok(Flow::Return(vec![Slot::word(function), Slot::word(takes), Slot::word(argument)]))
}

pub(crate) fn abort(call: &mut Call<'_>) -> Answer {
    if let Some(stop) = panic::ended(call) {
        return Err(stop);
    }
    Err(call.fail(FindingKind::Abort, "the program aborted itself"))
}

/// `__assert_fail(expression, file, line, function)`, `__assert(expression, file, line)`, and what `klee_assert` of KLEE's
/// own header calls, `klee_assert_fail(expression, file, line, function)`.
fn assert_fail(call: &mut Call<'_>) -> Answer {
    let expression = text(call, 0)?;
    let file = text(call, 1)?;
    let line = int(call, 2)? as u32;
    Err(asserted(call, &expression, file, line))
}

fn stack_smashed(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::OutOfBounds, "the stack's guard was overwritten"))
}

fn buffer_overflow(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::OutOfBounds, "a library function would write past its buffer"))
}

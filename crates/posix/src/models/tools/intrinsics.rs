//! KLEE's intrinsics and their like: how a program asks for symbolic inputs and states assumptions.

use crate::shared::failed::errno as errno_of;
use crate::shared::site::{asserted, place};
use crate::shared::strings::text;
use crate::shared::value::{
    Answer, Entry, arg_term, byte_term, ignored, int, nonzero, nothing, slot, word, write,
};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::state::{Failure, InputKind};

pub(crate) const MODELS: &[Entry] = &[
    ("effigy_make_symbolic", make_symbolic),
    ("effigy_assume", assume),
    ("klee_make_symbolic", make_symbolic),
    ("klee_assume", assume),
    ("klee_range", range),
    ("klee_int", klee_int),
    ("klee_choose", choose),
    ("klee_report_error", report_error),
    ("klee_abort", klee_abort),
    ("klee_silent_exit", silent_exit),
    ("klee_is_symbolic", is_symbolic),
    ("klee_is_replay", crate::shared::value::zero),
    ("klee_get_obj_size", object_size),
    ("klee_get_value_i32", value),
    ("klee_get_value_i64", value),
    ("klee_get_valuel", value),
    ("klee_get_valuell", value),
    ("klee_get_valuef", value),
    ("klee_get_valued", value),
    ("klee_get_errno", errno),
    ("klee_check_memory_access", check_access),
    ("klee_prefer_cex", ignored),
    ("klee_posix_prefer_cex", ignored),
    ("klee_warning", ignored),
    ("klee_warning_once", ignored),
    ("klee_print_expr", ignored),
    ("klee_print_range", ignored),
    ("klee_open_merge", ignored),
    ("klee_close_merge", ignored),
    ("klee_stack_trace", ignored),
    ("klee_set_forking", ignored),
    ("klee_mark_global", ignored),
];

/// `klee_make_symbolic(address, bytes, name)`.
fn make_symbolic(call: &mut Call<'_>) -> Answer {
    let len = call.word(1)?;
    let name = text(call, 2)?;
    let address = call.address(call.arg(0), len, true)?;
    let truths = call.truths(address, len);
    let bytes = call.input_bytes(InputKind::Object, &name, len)?;
    // A truth value is 0 or 1.
    for byte in truths.iter().filter_map(|at| bytes.get(*at as usize)) {
        let byte = byte_term(call, *byte);
        let one = call.store().bits(8, 1);
        let valid = call.store().ule(byte, one);
        call.assume(valid)?;
    }
    write(call, address, &bytes);
    nothing()
}

fn assume(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    call.assume(condition)?;
    nothing()
}

/// `klee_range(start, end, name)`: an `int` from `start` to before `end`.
fn range(call: &mut Call<'_>) -> Answer {
    let name = text(call, 2)?;
    let (start, end) = (arg_term(call, 0), arg_term(call, 1));
    let number = call.input_numbers(&[(name, 32)], |store, terms| {
        terms.iter().flat_map(|value| [store.sle(start, *value), store.slt(*value, end)]).collect()
    })?;
    Ok(Flow::Return(number))
}

fn klee_int(call: &mut Call<'_>) -> Answer {
    let name = text(call, 0)?;
    slot(call.input_number(InputKind::Object, &name, 32))
}

/// `klee_choose(n)`: a number below `n`.
fn choose(call: &mut Call<'_>) -> Answer {
    let limit = arg_term(call, 0);
    let number = call.input_numbers(&[("klee_choose".to_owned(), 64)], |store, terms| {
        terms.iter().map(|value| store.ult(*value, limit)).collect()
    })?;
    Ok(Flow::Return(number))
}

/// `klee_report_error(file, line, message, suffix)`.
fn report_error(call: &mut Call<'_>) -> Answer {
    let file = text(call, 0)?;
    let line = int(call, 1)? as u32;
    let message = text(call, 2)?;
    Err(call.end_failure(Failure {
        kind: FindingKind::ErrorCall,
        message,
        reported_at: (!file.is_empty()).then_some((file, line, 0)),
        stack: call.stack(),
    }))
}

fn klee_abort(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Abort, "the program aborted itself"))
}

fn silent_exit(call: &mut Call<'_>) -> Answer {
    Err(call.exit(0))
}

fn is_symbolic(call: &mut Call<'_>) -> Answer {
    word(u64::from(call.arg(0).term.is_some()))
}

/// The size of the object from an address on.
fn object_size(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let room = call.room(address)?;
    word(room.unwrap_or(0))
}

fn value(call: &mut Call<'_>) -> Answer {
    let value = call.word(0)?;
    word(value)
}

fn errno(call: &mut Call<'_>) -> Answer {
    let at = errno_of(call)?;
    let value = call.load(Slot::word(at), Sort::BitVec(32))?;
    slot(value)
}

fn check_access(call: &mut Call<'_>) -> Answer {
    let len = call.word(1)?;
    call.address(call.arg(0), len, false)?;
    nothing()
}

/// `__CPROVER_assert(condition, text)`.
pub(crate) fn cprover_assert(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    if call.decide(condition)? {
        return nothing();
    }
    let expression = text(call, 1)?;
    let (file, line) = place(call);
    Err(asserted(call, &expression, file, line))
}

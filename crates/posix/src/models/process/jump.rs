//! `setjmp` and `longjmp`. A buffer holds the address of the object that marks the call of `setjmp`: the object lives as long as
//! the function that made the call.

use crate::shared::value::{Answer, Entry, arg_term, word};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;

pub(crate) const MODELS: &[Entry] = &[
    ("setjmp", setjmp),
    ("_setjmp", setjmp),
    ("__sigsetjmp", setjmp),
    ("sigsetjmp", setjmp),
    ("longjmp", longjmp),
    ("_longjmp", longjmp),
    ("siglongjmp", longjmp),
    ("__longjmp_chk", longjmp),
];

/// `setjmp(buffer)`.
fn setjmp(call: &mut Call<'_>) -> Answer {
    if call.joins_paths() {
        return Err(call.unsupported("setjmp where paths are joined"));
    }
    let buffer = call.address(call.arg(0), 8, true)?;
    let mark = call.mark_return()?;
    call.write_bytes(buffer, &mark.to_le_bytes());
    word(0)
}

/// `longjmp(buffer, value)`: `setjmp` returns the value, and 1 in the place of 0.
fn longjmp(call: &mut Call<'_>) -> Answer {
    let buffer = call.address(call.arg(0), 8, false)?;
    let mark = call.load(Slot::word(buffer), Sort::BitVec(64))?;
    let mark = call.concrete(mark)?;
    if !call.is_marked(mark) {
        let message = "a jump to a function that has returned, or to no call of setjmp";
        if call.finds(FindingKind::BadCall) {
            return Err(call.fail(FindingKind::BadCall, message));
        }
        return Err(call.unsupported(message));
    }
    let value = arg_term(call, 1);
    let (zero, one) = (call.store().bits(32, 0), call.store().bits(32, 1));
    let is_zero = call.store().eq(value, zero);
    let value = call.store().ite(is_zero, one, value);
    let value = call.slot(value);
    Ok(Flow::Leap(mark, value))
}

//! Intrinsics: how a program asks for symbolic inputs and states assumptions. Effigy's own, KLEE's, SV-COMP's.

use crate::process::c_string;
use crate::registry::Entry;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] =
    &[("klee_make_symbolic", klee_make_symbolic), ("klee_assume", klee_assume)];

/// `klee_make_symbolic(address, bytes, name)`.
fn klee_make_symbolic(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let len = call.word(1)?;
    let name = c_string(call, 2)?;
    let address = call.address(call.arg(0), len, true)?;
    let bytes = call.input_bytes(InputKind::Object, &name, len);
    for (at, byte) in (address..).zip(bytes) {
        call.write_byte(at, byte);
    }
    Ok(Flow::Return(Vec::new()))
}

/// `klee_assume(condition)`.
fn klee_assume(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let condition = nonzero(call, 0);
    call.assume(condition)?;
    Ok(Flow::Return(Vec::new()))
}

/// Whether an argument is not zero.
fn nonzero(call: &mut Call<'_>, index: usize) -> effigy_exec::slot::Term {
    let (value, sort) = (call.arg(index), call.arg_sort(index));
    let term = call.term(value, sort);
    match sort {
        Sort::Bool => term,
        _ => {
            let zero = call.term(Slot::word(0), sort);
            let equal = call.store().eq(term, zero);
            call.store().not(equal)
        }
    }
}

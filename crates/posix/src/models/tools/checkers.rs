//! What programs for CBMC, ESBMC and SeaHorn call without defining it: questions about pointers, and objects of any contents.

use super::intrinsics::cprover_assert;
use super::verifier::{assert_holds, assume};
use crate::shared::site::{asserted, function_name, place};
use crate::shared::value::{
    Answer, Entry, arg_term, condition, ignored, low_byte, nonzero, nothing, signed, slot, write,
};
use crate::state::{Application, state, state_mut};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::state::InputKind;

pub(crate) const MODELS: &[Entry] = &[
    ("__CPROVER_assume", assume),
    ("__CPROVER_assert", cprover_assert),
    ("__CPROVER_r_ok", accessible),
    ("__CPROVER_w_ok", accessible),
    ("__CPROVER_rw_ok", accessible),
    ("__CPROVER_same_object", same_object),
    ("__CPROVER_OBJECT_SIZE", object_size),
    ("__CPROVER_POINTER_OFFSET", offset),
    ("__CPROVER_POINTER_OBJECT", object_number),
    ("__ESBMC_assume", assume),
    ("__ESBMC_assert", cprover_assert),
    ("__ESBMC_unreachable", unreachable),
    ("__ESBMC_r_ok", accessible),
    ("__ESBMC_w_ok", accessible),
    ("__ESBMC_rw_ok", accessible),
    ("__ESBMC_same_object", same_object),
    ("__ESBMC_get_object_size", object_size),
    ("__ESBMC_POINTER_OFFSET", offset),
    ("__ESBMC_POINTER_OBJECT", object_number),
    ("__ESBMC_init_object", init_object),
    ("__ESBMC_unroll", ignored),
    ("__ESBMC_atomic_begin", ignored),
    ("__ESBMC_atomic_end", ignored),
    ("__SEA_assume", assume),
    ("__VERIFIER_assert_not", assert_not),
    ("__VERIFIER_assert_if", assert_if),
    ("sea_assert_if", assert_if),
    ("sassert", assert_holds),
    ("sea_is_dereferenceable", accessible),
    ("sea_dsa_alias", ignored),
    ("sea_tracking_on", ignored),
    ("sea_tracking_off", ignored),
    ("sea_is_alloc", is_allocated),
    ("sea_free", free),
    ("sea_set_shadowmem", set_shadow),
    ("sea_get_shadowmem", shadow),
    ("memhavoc", havoc),
    ("__VERIFIER_nondet_memory", havoc),
];

/// What the names of functions begin with of which nothing is known but that equal arguments give equal results.
const CONGRUENT: &[&str] = &["__CPROVER_uninterpreted_", "__ESBMC_uninterpreted_"];

/// Whether a function of this name is one of those.
pub(crate) fn is_congruent(name: &str) -> bool {
    CONGRUENT.iter().any(|start| name.starts_with(start))
}

/// A result that is any value, and that of an earlier call with equal arguments.
pub(crate) fn congruent(call: &mut Call<'_>) -> Answer {
    let function = function_name(call);
    let args: Vec<Term> = (0..call.arg_count()).map(|index| arg_term(call, index)).collect();
    let earlier: Vec<Application> = state(call)?.applications.clone();
    let width = call.result_width();
    let input = call.input_number(InputKind::Object, &function, width.next_multiple_of(8));
    let input = call.term(input, Sort::BitVec(width.next_multiple_of(8)));
    let sorts = call.function().map(|f| call.program().functions[f].results.clone());
    let mut value = match sorts.unwrap_or_default().first() {
        Some(Sort::BitVec(width)) => call.store().extract(width - 1, 0, input),
        _ => call.store().nonzero(input),
    };
    let sort = call.store().sort(value);
    for one in earlier.iter().filter(|one| one.function == function && one.args.len() == args.len())
    {
        let mut equal = Vec::new();
        for (a, b) in one.args.iter().zip(&args) {
            if call.store().sort(*a) != call.store().sort(*b) {
                return Err(call.unsupported(format!("{function} with arguments of several types")));
            }
            equal.push(call.store().eq(*a, *b));
        }
        let equal = call.store().and_all(&equal);
        let known = call.term(one.result, sort);
        value = call.store().ite(equal, known, value);
    }
    let result = call.slot(value);
    state_mut(call)?.applications.push(Application { function, args, result });
    slot(result)
}

/// Whether so many bytes from an address on lie in a live object.
fn accessible(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let room = call.room(address)?;
    let len = arg_term(call, 1);
    let holds = match room {
        // No object: one byte is too many.
        None => {
            let some = nonzero(call, 1);
            call.store().not(some)
        }
        Some(room) => {
            let width = call.store().width(len);
            let room = call.store().bits(width, u128::from(room));
            call.store().ule(len, room)
        }
    };
    condition(call, holds)
}

/// Whether an address lies in an object that lives.
fn is_allocated(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let lives = call.span(address)?.is_some();
    let lives = call.store().bool(lives);
    condition(call, lives)
}

fn free(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    if address != 0 {
        call.release(address)?;
    }
    nothing()
}

/// `sea_set_shadowmem(slot, address, value)`.
fn set_shadow(call: &mut Call<'_>) -> Answer {
    let place = (call.word(0)? as u8, call.word(1)?);
    let value = low_byte(call, 2);
    state_mut(call)?.shadows.insert(place, value);
    nothing()
}

/// `sea_get_shadowmem(slot, address)`; what was never set is not known.
fn shadow(call: &mut Call<'_>) -> Answer {
    let place = (call.word(0)? as u8, call.word(1)?);
    match state(call)?.shadows.get(&place) {
        Some(value) => slot(*value),
        None => Err(call.unsupported("shadow memory that was never set")),
    }
}

fn same_object(call: &mut Call<'_>) -> Answer {
    let (a, b) = (call.word(0)?, call.word(1)?);
    let (a, b) = (call.span(a)?, call.span(b)?);
    let same = a.map(|(base, _)| base) == b.map(|(base, _)| base);
    let same = call.store().bool(same);
    condition(call, same)
}

/// The size of the whole object.
fn object_size(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let size = call.span(address)?.map_or(0, |(_, size)| size);
    signed(call, size as i64)
}

/// How far an address lies behind the beginning of its object; one of no object is its own distance.
fn offset(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let base = call.span(address)?.map_or(0, |(base, _)| base);
    signed(call, address.wrapping_sub(base) as i64)
}

/// A number that only addresses in one object have.
fn object_number(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let base = call.span(address)?.map_or(0, |(base, _)| base);
    signed(call, base as i64)
}

/// Gives an object any contents, from the address to its end.
fn init_object(call: &mut Call<'_>) -> Answer {
    let address = call.word(0)?;
    let room = call.room(address)?.unwrap_or(0);
    any_bytes(call, address, room.max(1))
}

/// `memhavoc(address, bytes)`.
fn havoc(call: &mut Call<'_>) -> Answer {
    let (address, len) = (call.word(0)?, call.word(1)?);
    any_bytes(call, address, len)
}

fn any_bytes(call: &mut Call<'_>, address: u64, len: u64) -> Answer {
    let address = call.address(Slot::word(address), len, true)?;
    let name = function_name(call);
    let bytes = call.input_bytes(InputKind::Object, &name, len)?;
    write(call, address, &bytes);
    nothing()
}

fn unreachable(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::ErrorCall, "the program comes to a place that it calls unreachable"))
}

fn assert_not(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    let holds = call.store().not(condition);
    checked(call, holds)
}

/// `__VERIFIER_assert_if(premise, conclusion)`.
fn assert_if(call: &mut Call<'_>) -> Answer {
    let (premise, conclusion) = (nonzero(call, 0), nonzero(call, 1));
    let fails = call.store().not(premise);
    let holds = call.store().or(fails, conclusion);
    checked(call, holds)
}

fn checked(call: &mut Call<'_>, holds: Term) -> Answer {
    if call.decide(holds)? {
        return nothing();
    }
    let (file, line) = place(call);
    let name = function_name(call);
    Err(asserted(call, &name, file, line))
}

//! The functions of the software verification competition (SV-COMP rules, section on verification tasks).

use crate::intrinsics::{cprover_assert, named, place};
use crate::process::asserted;
use crate::registry::Entry;
use crate::value::{Answer, ignored, nonzero, nothing, slot, term};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::state::InputKind;

pub(crate) const MODELS: &[Entry] = &[
    ("__VERIFIER_nondet_bool", |c| nondet_bool(c, "nondet_bool")),
    ("__VERIFIER_nondet__Bool", |c| nondet_bool(c, "nondet_bool")),
    ("__VERIFIER_nondet_char", |c| nondet(c, "nondet_char")),
    ("__VERIFIER_nondet_uchar", |c| nondet(c, "nondet_uchar")),
    ("__VERIFIER_nondet_short", |c| nondet(c, "nondet_short")),
    ("__VERIFIER_nondet_ushort", |c| nondet(c, "nondet_ushort")),
    ("__VERIFIER_nondet_int", |c| nondet(c, "nondet_int")),
    ("__VERIFIER_nondet_uint", |c| nondet(c, "nondet_uint")),
    ("__VERIFIER_nondet_unsigned_int", |c| nondet(c, "nondet_uint")),
    ("__VERIFIER_nondet_unsigned", |c| nondet(c, "nondet_uint")),
    ("__VERIFIER_nondet_unsigned_char", |c| nondet(c, "nondet_uchar")),
    ("__VERIFIER_nondet_unsigned_short", |c| nondet(c, "nondet_ushort")),
    ("__VERIFIER_nondet_unsigned_long", |c| nondet(c, "nondet_ulong")),
    ("__VERIFIER_nondet_unsigned_long_long", |c| nondet(c, "nondet_ulonglong")),
    ("__VERIFIER_nondet_long_long", |c| nondet(c, "nondet_longlong")),
    ("__VERIFIER_nondet_long", |c| nondet(c, "nondet_long")),
    ("__VERIFIER_nondet_ulong", |c| nondet(c, "nondet_ulong")),
    ("__VERIFIER_nondet_longlong", |c| nondet(c, "nondet_longlong")),
    ("__VERIFIER_nondet_ulonglong", |c| nondet(c, "nondet_ulonglong")),
    ("__VERIFIER_nondet_size_t", |c| nondet(c, "nondet_size_t")),
    ("__VERIFIER_nondet_u8", |c| nondet(c, "nondet_u8")),
    ("__VERIFIER_nondet_u16", |c| nondet(c, "nondet_u16")),
    ("__VERIFIER_nondet_u32", |c| nondet(c, "nondet_u32")),
    ("__VERIFIER_nondet_u64", |c| nondet(c, "nondet_u64")),
    ("__VERIFIER_nondet_U8", |c| nondet(c, "nondet_u8")),
    ("__VERIFIER_nondet_U16", |c| nondet(c, "nondet_u16")),
    ("__VERIFIER_nondet_U32", |c| nondet(c, "nondet_u32")),
    ("__VERIFIER_nondet_int8", |c| nondet(c, "nondet_int8")),
    ("__VERIFIER_nondet_int16", |c| nondet(c, "nondet_int16")),
    ("__VERIFIER_nondet_int32", |c| nondet(c, "nondet_int32")),
    ("__VERIFIER_nondet_int64", |c| nondet(c, "nondet_int64")),
    ("__VERIFIER_nondet_int128", |c| nondet(c, "nondet_int128")),
    ("__VERIFIER_nondet_uint128", |c| nondet(c, "nondet_uint128")),
    ("__VERIFIER_nondet_float", |c| nondet(c, "nondet_float")),
    ("__VERIFIER_nondet_double", |c| nondet(c, "nondet_double")),
    ("__VERIFIER_assume", assume),
    ("__VERIFIER_assert", assert_holds),
    ("__VERIFIER_error", reach_error),
    ("reach_error", reach_error),
    ("__VERIFIER_atomic_begin", ignored),
    ("__VERIFIER_atomic_end", ignored),
];

/// What programs for CBMC and ESBMC call without defining it. A number has the width that the program declares.
pub(crate) const CHECKERS: &[Entry] = &[
    ("nondet_bool", |c| nondet_bool(c, "nondet_bool")),
    ("nondet_char", |c| nondet(c, "nondet_char")),
    ("nondet_uchar", |c| nondet(c, "nondet_uchar")),
    ("nondet_short", |c| nondet(c, "nondet_short")),
    ("nondet_ushort", |c| nondet(c, "nondet_ushort")),
    ("nondet_int", |c| nondet(c, "nondet_int")),
    ("nondet_uint", |c| nondet(c, "nondet_uint")),
    ("nondet_unsigned", |c| nondet(c, "nondet_unsigned")),
    ("nondet_unsigned_int", |c| nondet(c, "nondet_unsigned_int")),
    ("nondet_long", |c| nondet(c, "nondet_long")),
    ("nondet_ulong", |c| nondet(c, "nondet_ulong")),
    ("nondet_longlong", |c| nondet(c, "nondet_longlong")),
    ("nondet_ulonglong", |c| nondet(c, "nondet_ulonglong")),
    ("nondet_size_t", |c| nondet(c, "nondet_size_t")),
    ("nondet_u8", |c| nondet(c, "nondet_u8")),
    ("nondet_u16", |c| nondet(c, "nondet_u16")),
    ("nondet_u32", |c| nondet(c, "nondet_u32")),
    ("nondet_u64", |c| nondet(c, "nondet_u64")),
    ("nondet_int8_t", |c| nondet(c, "nondet_int8_t")),
    ("nondet_int16_t", |c| nondet(c, "nondet_int16_t")),
    ("nondet_int32_t", |c| nondet(c, "nondet_int32_t")),
    ("nondet_int64_t", |c| nondet(c, "nondet_int64_t")),
    ("nondet_uint8_t", |c| nondet(c, "nondet_uint8_t")),
    ("nondet_uint16_t", |c| nondet(c, "nondet_uint16_t")),
    ("nondet_uint32_t", |c| nondet(c, "nondet_uint32_t")),
    ("nondet_uint64_t", |c| nondet(c, "nondet_uint64_t")),
    ("nondet_float", |c| nondet(c, "nondet_float")),
    ("nondet_double", |c| nondet(c, "nondet_double")),
    ("__ESBMC_assume", assume),
    ("__ESBMC_assert", cprover_assert),
];

/// A number of the result's width, named by the source line.
fn nondet(call: &mut Call<'_>, default: &str) -> Answer {
    let (file, line) = place(call);
    let name = named(call, &file, line, default)?;
    let width = call.result_width();
    slot(call.input_number(InputKind::Object, &name, width))
}

/// Zero or one.
fn nondet_bool(call: &mut Call<'_>, default: &str) -> Answer {
    let (file, line) = place(call);
    let name = named(call, &file, line, default)?;
    let number = call.input_number(InputKind::Object, &name, 8);
    let value = call.term(number, Sort::BitVec(8));
    let two = call.store().bits(8, 2);
    let small = call.store().ult(value, two);
    call.assume(small)?;
    let holds = call.store().nonzero(value);
    let results = call.function().map(|f| call.program().functions[f].results.clone());
    let value = match results.unwrap_or_default().first() {
        Some(Sort::BitVec(width)) => call.store().bool_to_bv(*width, holds),
        _ => holds,
    };
    term(call, value)
}

fn assume(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    call.assume(condition)?;
    nothing()
}

fn assert_holds(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    if call.decide(condition)? {
        return nothing();
    }
    let (file, line) = place(call);
    Err(asserted(call, "__VERIFIER_assert", file, line))
}

fn reach_error(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::ErrorCall, "the program calls its error function"))
}

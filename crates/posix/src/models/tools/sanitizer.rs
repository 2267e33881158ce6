//! The handlers of the undefined behaviour sanitizer: calling one is a finding.

use crate::shared::value::{Answer, Entry};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;

pub(crate) const MODELS: &[Entry] = &[
    ("__ubsan_handle_add_overflow", addition),
    ("__ubsan_handle_add_overflow_abort", addition),
    ("__ubsan_handle_sub_overflow", subtraction),
    ("__ubsan_handle_sub_overflow_abort", subtraction),
    ("__ubsan_handle_mul_overflow", multiplication),
    ("__ubsan_handle_mul_overflow_abort", multiplication),
    ("__ubsan_handle_negate_overflow", negation),
    ("__ubsan_handle_negate_overflow_abort", negation),
    ("__ubsan_handle_divrem_overflow", division),
    ("__ubsan_handle_divrem_overflow_abort", division),
    ("__ubsan_handle_shift_out_of_bounds", shift),
    ("__ubsan_handle_shift_out_of_bounds_abort", shift),
    ("__ubsan_handle_out_of_bounds", index),
    ("__ubsan_handle_out_of_bounds_abort", index),
    ("__ubsan_handle_type_mismatch_v1", null),
    ("__ubsan_handle_type_mismatch_v1_abort", null),
    ("__ubsan_handle_pointer_overflow", pointer),
    ("__ubsan_handle_pointer_overflow_abort", pointer),
    ("__ubsan_handle_builtin_unreachable", unreachable),
    ("__ubsan_handle_missing_return", unreachable),
];

/// Whether a function of this readable name is called by checks of a compiler alone, where they fail: the branch before it is none
/// of the program's.
pub fn is_check(display: &str) -> bool {
    const PANICS: [&str; 5] = [
        "core::panicking::panic_const::",
        "core::panicking::panic_bounds_check",
        "core::panicking::panic_misaligned_pointer_dereference",
        "core::panicking::panic_null_pointer_dereference",
        "core::panicking::panic_invalid_enum_construction",
    ];
    display.starts_with("__ubsan_handle_") || PANICS.iter().any(|panic| display.starts_with(panic))
}

fn addition(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Overflow, "an addition overflows"))
}

fn subtraction(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Overflow, "a subtraction overflows"))
}

fn multiplication(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Overflow, "a multiplication overflows"))
}

fn negation(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Overflow, "a negation overflows"))
}

/// `__ubsan_handle_divrem_overflow(place, dividend, divisor)`.
fn division(call: &mut Call<'_>) -> Answer {
    let divides = crate::shared::value::nonzero(call, 2);
    if call.decide(divides)? {
        return Err(call.fail(FindingKind::Overflow, "a division overflows"));
    }
    Err(call.fail(FindingKind::DivisionByZero, "a division by zero"))
}

fn shift(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Shift, "a shift by a negative amount or past the width"))
}

fn index(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::OutOfBounds, "an index outside of its array"))
}

fn null(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Null, "an access through a null or misaligned pointer"))
}

fn pointer(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::OutOfBounds, "the computation of a pointer overflows"))
}

fn unreachable(call: &mut Call<'_>) -> Answer {
    Err(call.fail(FindingKind::Unreachable, "code that was declared unreachable is reached"))
}

//! The functions of the software verification competition (SV-COMP rules, section on verification tasks).

use crate::shared::site::{asserted, place};
use crate::shared::value::{Answer, Entry, ignored, nonzero, nothing};
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;

pub(crate) const MODELS: &[Entry] = &[
    ("__VERIFIER_assume", assume),
    ("__VERIFIER_assert", assert_holds),
    ("__VERIFIER_error", reach_error),
    ("reach_error", reach_error),
    ("__VERIFIER_atomic_begin", ignored),
    ("__VERIFIER_atomic_end", ignored),
];

pub(crate) fn assume(call: &mut Call<'_>) -> Answer {
    let condition = nonzero(call, 0);
    call.assume(condition)?;
    nothing()
}

pub(crate) fn assert_holds(call: &mut Call<'_>) -> Answer {
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

//! The unwinder. What begins to unwind is a panic of Rust: the exceptions of other languages are made by their own libraries,
//! which have no models.

use super::panic::raise;
use crate::shared::value::{Answer, Entry, ignored, word, zero};
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;

pub(crate) const MODELS: &[Entry] = &[
    ("_Unwind_RaiseException", raise),
    ("_Unwind_Resume", resume),
    ("_Unwind_DeleteException", ignored),
    ("_Unwind_Backtrace", |_| word(5)),
    ("_Unwind_GetIP", zero),
    ("_Unwind_GetIPInfo", zero),
    ("_Unwind_GetCFA", zero),
    ("_Unwind_FindEnclosingFunction", zero),
    ("_Unwind_GetLanguageSpecificData", zero),
    ("_Unwind_GetRegionStart", zero),
    ("_Unwind_GetTextRelBase", zero),
    ("_Unwind_GetDataRelBase", zero),
    ("_Unwind_SetGR", ignored),
    ("_Unwind_SetIP", ignored),
];

/// `_Unwind_Resume(exception)`: goes on behind a cleanup.
fn resume(call: &mut Call<'_>) -> Answer {
    match call.catches() {
        true => Ok(Flow::Unwind(call.arg(0))),
        false => Err(call.unsupported("unwinding that nothing catches")),
    }
}

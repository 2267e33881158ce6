//! Rust panics. The functions of `core` that begin a panic mark the path as failing and run after all: std's own code
//! then writes the message and the place to standard error, on the values of one model, and aborts.

use crate::world::world;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};
use effigy_exec::state::Failure;
use effigy_exec::stop::Stop;

/// Readable names of the functions that begin a panic, by their start, with the model that gives the kind.
const PANICS: &[(&str, Handler)] = &[
    ("core::panicking::panic_const::panic_const_div_by_zero", division),
    ("core::panicking::panic_const::panic_const_rem_by_zero", division),
    ("core::panicking::panic_const::panic_const_async", panic),
    ("core::panicking::panic_const::panic_const_coroutine", panic),
    ("core::panicking::panic_const::panic_const_gen", panic),
    ("core::panicking::panic_const::", overflow),
    ("core::panicking::panic_bounds_check", bounds),
    ("core::panicking::assert_failed", assertion),
    ("core::panicking::", panic),
    ("core::slice::index::slice_", bounds),
    ("core::slice::copy_from_slice_impl::len_mismatch_fail", panic),
    ("core::str::slice_error_fail", bounds),
    ("core::option::unwrap_failed", panic),
    ("core::option::expect_failed", panic),
    ("core::result::unwrap_failed", panic),
    ("core::cell::panic_already", panic),
    ("core::cell::panic_", panic),
    ("alloc::raw_vec::handle_error", panic),
    ("alloc::raw_vec::capacity_overflow", panic),
    ("alloc::alloc::handle_alloc_error", panic),
    ("std::panicking::begin_panic", panic),
    ("std::panicking::panic_handler", panic),
    ("__rustc::rust_begin_unwind", panic),
    ("rust_begin_unwind", panic),
];

/// The model of a function with this readable name, if it begins a panic.
pub(crate) fn model(display: &str) -> Option<Handler> {
    PANICS.iter().find(|(start, _)| display.starts_with(start)).map(|(_, handler)| *handler)
}

fn begin(call: &mut Call<'_>, kind: FindingKind) -> Result<Flow, Stop> {
    call.begin_failure(kind, "the program panics")?;
    Ok(Flow::Through)
}

fn panic(call: &mut Call<'_>) -> Result<Flow, Stop> {
    begin(call, FindingKind::Panic)
}

fn overflow(call: &mut Call<'_>) -> Result<Flow, Stop> {
    begin(call, FindingKind::Overflow)
}

fn division(call: &mut Call<'_>) -> Result<Flow, Stop> {
    begin(call, FindingKind::DivisionByZero)
}

fn bounds(call: &mut Call<'_>) -> Result<Flow, Stop> {
    begin(call, FindingKind::OutOfBounds)
}

fn assertion(call: &mut Call<'_>) -> Result<Flow, Stop> {
    begin(call, FindingKind::Assertion)
}

/// What a program that has begun to fail says about it on standard error, when it ends itself.
///
/// # Errors
/// Always: the end of the path. `None` is not given; the result is an error so that callers can return it.
pub(crate) fn ended(call: &Call<'_>) -> Option<Stop> {
    let mut failure: Failure = call.failing()?.clone();
    let text =
        world(call).map(|w| String::from_utf8_lossy(&w.stderr).into_owned()).unwrap_or_default();
    if let Some((place, message)) = announced(&text) {
        failure.reported_at = Some(place);
        failure.kind = refined(failure.kind, &message);
        failure.message = message;
    }
    Some(call.end_failure(failure))
}

/// The place and the message of the first panic in the text that std's panic hook writes.
fn announced(text: &str) -> Option<((String, u32, u32), String)> {
    let (_, rest) = text.split_once(" panicked at ")?;
    let (place, rest) = rest.split_once('\n')?;
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    let end = rest.find("\nnote: run with `RUST_BACKTRACE").unwrap_or(rest.len());
    Some(((file, line, column), rest[..end].trim_end().to_owned()))
}

/// The kind of a panic whose function alone does not tell.
fn refined(kind: FindingKind, message: &str) -> FindingKind {
    if kind != FindingKind::Panic {
        return kind;
    }
    if message.starts_with("assertion ") && message.contains("failed") {
        FindingKind::Assertion
    } else if message.starts_with("attempt to ") && message.contains("overflow") {
        FindingKind::Overflow
    } else if message.starts_with("attempt to divide by zero")
        || message.contains("with a divisor of zero")
    {
        FindingKind::DivisionByZero
    } else if message.starts_with("index out of bounds")
        || message.contains("out of range for slice")
    {
        FindingKind::OutOfBounds
    } else {
        kind
    }
}

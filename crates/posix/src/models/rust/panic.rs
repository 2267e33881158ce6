//! Rust panics. The functions of `core` that begin a panic mark the path as failing and run after all: std's own code
//! then writes the message and the place to standard error, on the values of one model, and aborts or unwinds to the end of
//! `main` or of the thread.
//!
//! A panic that the program's own code catches is no failure. Nothing is decided for it, std's hook prints nothing, and the
//! path goes on behind the `catch_unwind` with all its inputs. When the caught panic goes on later, by `resume_unwind`, and
//! nothing more catches it, it is the failure that it would have been at first.

use crate::shared::value::Answer;
use crate::state::{Caught, state, state_mut};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::state::{Failure, StackFrame};
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::function::Catch;

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
    ("core::panicking::panic_nounwind", ending),
    ("core::panicking::panic_cannot_unwind", ending),
    ("core::panicking::panic_in_cleanup", ending),
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
    ("std::panicking::default_hook", default_hook),
    ("std::panic::resume_unwind", resume_unwind),
    ("std::panicking::resume_unwind", resume_unwind),
    ("std::panicking::rust_panic_without_hook", resume_unwind),
    ("__rustc::rust_begin_unwind", panic),
    ("rust_begin_unwind", panic),
];

/// What is said of a panic whose message nobody has read.
const PANICS_SOMEHOW: &str = "the program panics";

/// What is said of an unwinding that no panic began.
pub const RESUMED: &str = "a panic is resumed that the program made itself";

/// Most caught panics that are remembered.
const MOST_CAUGHT: usize = 16;

/// The crates of Rust's own library, which catches all that leaves `main` or a thread.
const LIBRARY: [&str; 4] = ["std", "core", "alloc", "test"];

/// The model of a function with this readable name, if it has to do with panics.
pub(crate) fn model(display: &str) -> Option<Handler> {
    PANICS.iter().find(|(start, _)| display.starts_with(start)).map(|(_, handler)| *handler)
}

fn begin(call: &mut Call<'_>, kind: FindingKind) -> Result<Flow, Stop> {
    if !is_caught(call) {
        // Of the values that a function makes there are those that it does not panic for.
        if state(call)?.makes > 0 {
            return Err(Stop::End(Ending::Assumed));
        }
        call.begin_failure(kind, PANICS_SOMEHOW)?;
        return Ok(Flow::Through);
    }
    // The functions that begin a panic call each other.
    let begun = state(call)?.caught.last().is_some_and(|last| last.payload.is_none());
    if !begun {
        let message = PANICS_SOMEHOW.to_owned();
        let failure = Failure { kind, message, reported_at: None, stack: call.stack() };
        let place = call.arg_count().checked_sub(1).map_or(Slot::word(0), |last| call.arg(last));
        let caught = &mut state_mut(call)?.caught;
        if caught.len() == MOST_CAUGHT {
            caught.remove(0);
        }
        caught.push(Caught { failure, place, payload: None });
    }
    Ok(Flow::Through)
}

/// The place in the source that the functions which begin a panic are given as their last argument: text, line and column.
fn location(call: &mut Call<'_>, place: Slot) -> Result<Option<(String, u32, u32)>, Stop> {
    const SIZE: u64 = 24;
    let place = call.concrete(place)?;
    if call.room(place)?.is_none_or(|room| room < SIZE) {
        return Ok(None);
    }
    let words = call.bytes(place, SIZE)?;
    let word = |at: usize| little_endian(words.get(at..at + 8).unwrap_or_default());
    let (line, column) = (word(16) as u32, (word(16) >> 32) as u32);
    let Some(file) = readable_text(call, word(0), word(8))? else { return Ok(None) };
    Ok((line > 0).then(|| (file.trim_end_matches('\0').to_owned(), line, column)))
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The text at an address, if there is one of this length.
fn readable_text(call: &mut Call<'_>, address: u64, len: u64) -> Result<Option<String>, Stop> {
    const MOST: u64 = 4096;
    if len == 0 || len > MOST || call.room(address)?.is_none_or(|room| room < len) {
        return Ok(None);
    }
    Ok(String::from_utf8(call.bytes(address, len)?).ok())
}

/// The message in a payload that holds a `&str` or a `String`: its words are an address and a length, in any order, and perhaps a
/// capacity.
fn message_of(call: &mut Call<'_>, payload: u64) -> Result<Option<String>, Stop> {
    let size = match call.room(payload)? {
        Some(size @ (16 | 24)) => size,
        _ => return Ok(None),
    };
    let bytes = call.bytes(payload, size)?;
    let words: Vec<u64> = bytes.chunks(8).map(little_endian).collect();
    for (at, address) in words.iter().enumerate() {
        let others = words.iter().enumerate().filter(|(other, _)| *other != at);
        let len = others.map(|(_, len)| *len).min().unwrap_or(0);
        if let Some(text) = readable_text(call, *address, len)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// Whether the program's own code catches what unwinds from here.
fn is_caught(call: &Call<'_>) -> bool {
    call.failing().is_none()
        && call.catcher().is_some_and(|(kind, around)| {
            kind == Catch::All && outside(&around).iter().any(is_of_the_program)
        })
}

/// The places outside of a catch, of those in and around the activation that catches: what is caught may have been inlined into it.
fn outside(around: &[StackFrame]) -> &[StackFrame] {
    let catch = around.iter().position(|place| {
        let name = place.function.split('<').next().unwrap_or_default().trim_end_matches(':');
        name.ends_with("::catch_unwind") && !is_of_the_program(place)
    });
    catch.and_then(|at| around.get(at + 1..)).unwrap_or(around)
}

/// Whether a place is in the program's own code, or in a library that is not Rust's: the start of the program and that of its
/// threads are none.
fn is_of_the_program(place: &StackFrame) -> bool {
    let name = place.function.trim_start_matches(['<', '&', '(', '*']);
    let name = name.strip_prefix("dyn ").unwrap_or(name);
    let root = name.split("::").next().unwrap_or(name);
    // Names with a dot are those of the code that Effigy puts around the program and its threads.
    let starts = matches!(name, "main" | "__rust_try") || name.starts_with("effigy.");
    !starts && !LIBRARY.contains(&root)
}

/// A panic that ends the program wherever it happens: nothing may unwind from there.
fn ending(call: &mut Call<'_>) -> Result<Flow, Stop> {
    call.begin_failure(FindingKind::Panic, PANICS_SOMEHOW)?;
    Ok(Flow::Through)
}

/// What std says of a panic, where no hook is set: nobody asks for it when the panic is caught.
fn default_hook(call: &mut Call<'_>) -> Result<Flow, Stop> {
    match call.failing() {
        Some(_) => Ok(Flow::Through),
        None => Ok(Flow::Return(Vec::new())),
    }
}

/// `resume_unwind(payload, vtable)`: a panic that was caught goes on.
fn resume_unwind(call: &mut Call<'_>) -> Result<Flow, Stop> {
    if call.failing().is_some() || is_caught(call) {
        return Ok(Flow::Through);
    }
    let payload = call.word(0)?;
    let known = state(call)?.caught.iter().rfind(|caught| caught.payload == Some(payload));
    let Some(Caught { mut failure, place, .. }) = known.cloned() else {
        call.begin_failure(FindingKind::Panic, RESUMED)?;
        return Ok(Flow::Through);
    };
    call.begin(failure.clone())?;
    // From here on there is one value for everything.
    failure.reported_at = location(call, place)?;
    if let Some(message) = message_of(call, payload)? {
        failure.kind = refined(failure.kind, &message);
        failure.message = message;
    }
    call.tell_failure(failure);
    Ok(Flow::Through)
}

/// `_Unwind_RaiseException(exception)`: unwinds to who catches it; who nobody catches gets an answer.
pub(crate) fn raise(call: &mut Call<'_>) -> Answer {
    const END_OF_STACK: u64 = 5;
    /// Behind the unwinder's own part and the mark of Rust's library comes the box of the payload.
    const PAYLOAD: u64 = 40;
    let exception = call.word(0)?;
    if call.catcher().is_none() {
        return Ok(Flow::Return(vec![Slot::word(END_OF_STACK)]));
    }
    if let Some(failure) = told(call) {
        call.tell_failure(failure);
    } else if call.room(exception)?.is_some_and(|room| room >= PAYLOAD + 8) {
        let payload = call.load(Slot::word(exception + PAYLOAD), Sort::BitVec(64))?;
        let payload = call.concrete(payload)?;
        if let Some(last) = state_mut(call)?.caught.last_mut() {
            last.payload.get_or_insert(payload);
        }
    }
    Ok(Flow::Unwind(Slot::word(exception)))
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
    told(call).map(|failure| call.end_failure(failure))
}

/// The failure that has begun, with what the program has said about it.
fn told(call: &Call<'_>) -> Option<Failure> {
    let mut failure: Failure = call.failing()?.clone();
    let text =
        state(call).map(|w| String::from_utf8_lossy(&w.stderr).into_owned()).unwrap_or_default();
    if let Some((place, message)) = announced(&text) {
        failure.reported_at = Some(place);
        failure.kind = refined(failure.kind, &message);
        failure.message = message;
    }
    Some(failure)
}

/// The place and the message of the first panic in the text that std's panic hook writes.
fn announced(text: &str) -> Option<((String, u32, u32), String)> {
    let (_, rest) = text.split_once(" panicked at ")?;
    let (place, rest) = rest.split_once('\n')?;
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    let ends = ["\nnote: run with `RUST_BACKTRACE", "\nstack backtrace:", "\n\nthread '"];
    let end = ends.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
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

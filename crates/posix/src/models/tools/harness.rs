//! The intrinsics of the harness library `effigy`: each call passes the address of one request.

use crate::shared::value::Entry;
use crate::state::{state, state_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::state::{Goal, InputKind, StackFrame};
use effigy_exec::stop::{Ending, Stop};

pub(crate) const MODELS: &[Entry] = &[
    ("effigy_intrinsic_symbolic", symbolic),
    ("effigy_intrinsic_assume", assume),
    ("effigy_intrinsic_cover", cover),
];

/// The beginning of the names of functions whose calls say that a path came to a line that somebody looks for. Their
/// readable name is that line's.
pub const TARGET: &str = "effigy.target.";

/// A path came to a line that somebody looks for.
pub(crate) fn target(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let name = call.function().map(|f| call.program().functions[f].display.clone());
    let name = name.unwrap_or_default();
    let place = call.stack().into_iter().next().unwrap_or_default();
    if !call.has_goal(&name) {
        call.goal(Goal { name, place, reached: true });
    }
    Ok(Flow::Return(Vec::new()))
}

/// What the name of a goal begins with at which a path ends, since the library does not know how to go on.
const UNSUPPORTED: &str = "unsupported: ";

/// The names of goals between which a value is made: a panic there ends its path, and is no failure of the one who gets the value.
const MADE: [&str; 2] = ["made: begins", "made: ends"];

/// The kind of a request for one number rather than for bytes.
const NUMBER: u64 = 1;

/// The largest number that is one input.
const WIDEST: u64 = 16;

/// Request: address, size, name, its size, file, its size, line, column, kind.
fn symbolic(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let (data, len) = (field(call, 0, 64)?, field(call, 8, 64)?);
    let name = text(call, 16)?;
    let file = text(call, 32)?;
    let (line, kind) = (field(call, 48, 32)?, field(call, 56, 32)?);
    let address = call.address(Slot::word(data), len, true)?;
    let name = full_name(call, name, &file, line as u32)?;
    if kind == NUMBER && (1..=WIDEST).contains(&len) {
        let sort = Sort::BitVec(8 * len as u32);
        let number = call.input_number(InputKind::Object, &name, 8 * len as u32);
        call.store_value(Slot::word(address), number, sort)?;
    } else {
        let bytes = call.input_bytes(InputKind::Object, &name, len)?;
        for (at, byte) in (address..).zip(bytes) {
            call.write_byte(at, byte);
        }
    }
    Ok(Flow::Return(Vec::new()))
}

/// Request: the condition.
fn assume(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let condition = condition(call)?;
    call.assume(condition)?;
    Ok(Flow::Return(Vec::new()))
}

/// Request: the condition, name, its size, file, its size, line, column.
fn cover(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let name = text(call, 8)?;
    if let Some(what) = name.strip_prefix(UNSUPPORTED) {
        return Err(Stop::End(Ending::Unsupported(what.to_owned())));
    }
    if let Some(at) = MADE.iter().position(|mark| *mark == name) {
        let makes = &mut state_mut(call)?.makes;
        *makes = if at == 0 { *makes + 1 } else { makes.saturating_sub(1) };
        return Ok(Flow::Return(Vec::new()));
    }
    let file = text(call, 24)?;
    let (line, column) = (field(call, 40, 32)? as u32, field(call, 44, 32)? as u32);
    let condition = condition(call)?;
    let reached = call.decide(condition)?;
    let place = StackFrame { function: String::new(), file, line, column };
    call.goal(Goal { name, place, reached });
    Ok(Flow::Return(Vec::new()))
}

/// The address of a field of the request.
fn at(call: &mut Call<'_>, offset: u64) -> Result<Slot, Stop> {
    Ok(Slot::word(call.word(0)?.wrapping_add(offset)))
}

/// A field of the request as a concrete number.
fn field(call: &mut Call<'_>, offset: u64, width: u32) -> Result<u64, Stop> {
    let address = at(call, offset)?;
    let value = call.load(address, Sort::BitVec(width))?;
    call.concrete(value)
}

/// The text whose address and size are at `offset` of the request.
fn text(call: &mut Call<'_>, offset: u64) -> Result<String, Stop> {
    let (start, len) = (field(call, offset, 64)?, field(call, offset + 8, 64)?);
    let start = call.address(Slot::word(start), len, false)?;
    let bytes = call.bytes(start, len)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether the condition that a request begins with holds.
fn condition(call: &mut Call<'_>) -> Result<Term, Stop> {
    let (address, sort) = (at(call, 0)?, Sort::BitVec(8));
    let holds = call.load(address, sort)?;
    let holds = call.term(holds, sort);
    let zero = call.store().bits(8, 0);
    let fails = call.store().eq(holds, zero);
    Ok(call.store().not(fails))
}

/// The name of an input: what the source line calls it comes before a name that is empty or only a part's.
fn full_name(call: &Call<'_>, name: String, file: &str, line: u32) -> Result<String, Stop> {
    if !name.is_empty() && !name.starts_with(['.', '[']) {
        return Ok(name);
    }
    let whole = (state(call)?.options.names)(file, line);
    Ok(whole.unwrap_or_else(|| "input".to_owned()) + &name)
}

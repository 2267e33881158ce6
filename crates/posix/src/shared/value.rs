//! Small steps that many models share: results, arguments as terms, conversions.

use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

/// What a model gives.
pub(crate) type Answer = Result<Flow, Stop>;

/// One model: the linkage name of the function and what stands in for it.
pub type Entry = (&'static str, Handler);

/// A call without a result.
pub(crate) fn nothing() -> Answer {
    Ok(Flow::Return(Vec::new()))
}

/// A call with one concrete result.
pub(crate) fn word(value: u64) -> Answer {
    Ok(Flow::Return(vec![Slot::word(value)]))
}

/// A call with one result.
pub(crate) fn slot(value: Slot) -> Answer {
    Ok(Flow::Return(vec![value]))
}

/// A call whose result is a signed number.
pub(crate) fn signed(call: &Call<'_>, value: i64) -> Answer {
    slot(number(value, call.result_width()))
}

/// A call whose result is a term.
pub(crate) fn term(call: &Call<'_>, value: Term) -> Answer {
    slot(call.slot(value))
}

/// A condition as the declared type of the result has it.
pub(crate) fn condition(call: &mut Call<'_>, holds: Term) -> Answer {
    let results = call.function().map(|f| call.program().functions[f].results.clone());
    match results.unwrap_or_default().first() {
        Some(Sort::BitVec(width)) => {
            let number = call.store().bool_to_bv(*width, holds);
            term(call, number)
        }
        _ => term(call, holds),
    }
}

/// A call that gives zero.
pub(crate) fn zero(_: &mut Call<'_>) -> Answer {
    word(0)
}

/// A call that gives its first argument.
pub(crate) fn first(call: &mut Call<'_>) -> Answer {
    slot(call.arg(0))
}

/// A call without a result and without an effect.
pub(crate) fn ignored(_: &mut Call<'_>) -> Answer {
    nothing()
}

/// A signed number as a slot of a width.
pub(crate) fn number(value: i64, width: u32) -> Slot {
    let bits = value as i128 as u128;
    Slot::wide(if width >= 128 { bits } else { bits & ((1 << width) - 1) })
}

/// An argument as a term.
pub(crate) fn arg_term(call: &mut Call<'_>, index: usize) -> Term {
    let (value, sort) = (call.arg(index), call.arg_sort(index));
    call.term(value, sort)
}

/// An argument as a concrete signed number of 32 bits.
pub(crate) fn int(call: &mut Call<'_>, index: usize) -> Result<i32, Stop> {
    Ok(call.word(index)? as u32 as i32)
}

/// Whether an argument is not zero.
pub(crate) fn nonzero(call: &mut Call<'_>, index: usize) -> Term {
    let term = arg_term(call, index);
    match call.arg_sort(index) {
        Sort::Bool => term,
        _ => call.store().nonzero(term),
    }
}

/// A term of bits at another width; the sign is extended when asked for.
pub(crate) fn resized(call: &mut Call<'_>, value: Term, width: u32, extend_sign: bool) -> Term {
    let old = call.store().width(value);
    if old > width {
        call.store().extract(width - 1, 0, value)
    } else if extend_sign {
        call.store().sign_extend(width, value)
    } else {
        call.store().zero_extend(width, value)
    }
}

/// The term of a byte.
pub(crate) fn byte_term(call: &mut Call<'_>, byte: Slot) -> Term {
    call.term(byte, Sort::BitVec(8))
}

/// The low byte of an argument.
pub(crate) fn low_byte(call: &mut Call<'_>, index: usize) -> Slot {
    let value = arg_term(call, index);
    let low = resized(call, value, 8, false);
    call.slot(low)
}

/// Whether two bytes are equal; forks when both are possible.
pub(crate) fn same(call: &mut Call<'_>, a: Slot, b: Slot) -> Result<bool, Stop> {
    if let (None, None) = (a.term, b.term) {
        return Ok(a.lo == b.lo);
    }
    let (a, b) = (byte_term(call, a), byte_term(call, b));
    let equal = call.store().eq(a, b);
    call.decide(equal)
}

/// Whether a byte lies in one of some inclusive ranges, as a term.
pub(crate) fn within(call: &mut Call<'_>, byte: Term, ranges: &[(u8, u8)]) -> Term {
    let width = call.store().width(byte);
    let mut parts = Vec::new();
    for (from, to) in ranges {
        let low = call.store().bits(width, u128::from(*from));
        let high = call.store().bits(width, u128::from(*to));
        parts.push(if from == to {
            call.store().eq(byte, low)
        } else {
            let above = call.store().ule(low, byte);
            let below = call.store().ule(byte, high);
            call.store().and(above, below)
        });
    }
    call.store().or_all(&parts)
}

/// Whether a byte lies in one of some inclusive ranges; forks when both are possible.
pub(crate) fn is_within(
    call: &mut Call<'_>,
    byte: Slot,
    ranges: &[(u8, u8)],
) -> Result<bool, Stop> {
    if byte.term.is_none() {
        return Ok(ranges.iter().any(|(from, to)| (*from..=*to).contains(&(byte.lo as u8))));
    }
    let byte = byte_term(call, byte);
    let inside = within(call, byte, ranges);
    call.decide(inside)
}

/// An address some bytes after an argument.
pub(crate) fn behind(call: &mut Call<'_>, index: usize, bytes: u64) -> Slot {
    let base = arg_term(call, index);
    let bytes = call.store().bits(64, u128::from(bytes));
    let sum = call.store().bvadd(base, bytes);
    call.slot(sum)
}

/// Writes bytes, symbolic or not, to a checked range.
pub(crate) fn write(call: &mut Call<'_>, address: u64, bytes: &[Slot]) {
    for (at, byte) in (address..).zip(bytes) {
        call.write_byte(at, *byte);
    }
}

/// The byte at an address, checked.
pub(crate) fn byte_at(call: &mut Call<'_>, address: u64) -> Result<Slot, Stop> {
    call.go_on(address)?;
    let address = call.address(Slot::word(address), 1, false)?;
    Ok(call.byte(address))
}

/// Copies bytes between ranges that do not overlap, which two that are the same do. `memcpy` of a range to itself is let pass, as
/// compilers write it for assignments; of functions that only people call this is asked.
///
/// # Errors
/// When an access or an overlap is a finding or the path forks.
pub(crate) fn copy_apart(call: &mut Call<'_>, dst: Slot, src: Slot, len: u64) -> Result<(), Stop> {
    if len > 0 {
        let (to, from) = (call.address(dst, len, true)?, call.address(src, len, false)?);
        if to == from {
            return Err(call.fail(FindingKind::Overlap, "a range is copied to itself"));
        }
    }
    call.copy_apart(dst, src, len)
}

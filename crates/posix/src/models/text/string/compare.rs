//! Comparison of C strings: one term where the ends of the strings allow it, else a fork at each byte.

use crate::models::memory::bytes::difference;
use crate::models::text::ctype;
use crate::shared::value::{Answer, Entry, byte_at, byte_term, same, slot};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("strcmp", strcmp),
    ("strcoll", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strncasecmp", strncasecmp),
];

fn strcmp(call: &mut Call<'_>) -> Answer {
    compare(call, u64::MAX, false)
}

fn strncmp(call: &mut Call<'_>) -> Answer {
    let limit = call.word(2)?;
    compare(call, limit, false)
}

fn strcasecmp(call: &mut Call<'_>) -> Answer {
    compare(call, u64::MAX, true)
}

fn strncasecmp(call: &mut Call<'_>) -> Answer {
    let limit = call.word(2)?;
    compare(call, limit, true)
}

fn compare(call: &mut Call<'_>, limit: u64, fold: bool) -> Answer {
    let (a, b) = (call.word(0)?, call.word(1)?);
    let result = match joint(call, a, b, limit)? {
        Some(pairs) => merged(call, &pairs, fold),
        None => stepwise(call, a, b, limit, fold)?,
    };
    slot(result)
}

/// The bytes of both strings up to a place where the comparison certainly ends; `None` when there is no such place.
fn joint(
    call: &mut Call<'_>,
    a: u64,
    b: u64,
    limit: u64,
) -> Result<Option<Vec<(Slot, Slot)>>, Stop> {
    let room_a = call.room(a)?.unwrap_or(0);
    let room_b = call.room(b)?.unwrap_or(0);
    let mut pairs = Vec::new();
    for i in 0..limit {
        if i >= room_a || i >= room_b {
            return Ok(None);
        }
        let (x, y) = (call.byte(a + i), call.byte(b + i));
        for side in [x, y] {
            if side.term.is_some_and(|t| call.store().has_unspecified(t)) {
                return Ok(None);
            }
        }
        pairs.push((x, y));
        if [x, y].iter().any(|s| s.term.is_none() && s.lo == 0) {
            break;
        }
    }
    Ok(Some(pairs))
}

/// The result of the comparison as one term.
fn merged(call: &mut Call<'_>, pairs: &[(Slot, Slot)], fold: bool) -> Slot {
    let zero = call.store().bits(32, 0);
    let mut result = zero;
    for (a, b) in pairs.iter().rev() {
        let (a, b) = (folded(call, *a, fold), folded(call, *b, fold));
        let end = call.store().bits(8, 0);
        let ends = call.store().eq(a, end);
        let rest = call.store().ite(ends, zero, result);
        let equal = call.store().eq(a, b);
        let difference = difference(call, a, b);
        result = call.store().ite(equal, rest, difference);
    }
    call.slot(result)
}

fn folded(call: &mut Call<'_>, byte: Slot, fold: bool) -> Term {
    let byte = byte_term(call, byte);
    if fold { ctype::lower(call, byte) } else { byte }
}

/// The comparison byte by byte.
fn stepwise(call: &mut Call<'_>, a: u64, b: u64, limit: u64, fold: bool) -> Result<Slot, Stop> {
    for i in 0..limit {
        let (x, y) = (byte_at(call, a + i)?, byte_at(call, b + i)?);
        let (x, y) = (folded(call, x, fold), folded(call, y, fold));
        let (left, right) = (call.slot(x), call.slot(y));
        if !same(call, left, right)? {
            let difference = difference(call, x, y);
            return Ok(call.slot(difference));
        }
        if same(call, left, Slot::word(0))? {
            break;
        }
    }
    let zero = call.term(Slot::word(0), Sort::BitVec(32));
    Ok(call.slot(zero))
}

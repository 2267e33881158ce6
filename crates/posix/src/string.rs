//! Functions on C strings.

use crate::registry::Entry;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[("strlen", strlen), ("memcmp", memcmp), ("bcmp", bcmp)];

/// `strlen(address)`: forks at each symbolic byte that may be the terminator.
fn strlen(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let start = call.word(0)?;
    let len = length(call, start)?;
    Ok(Flow::Return(vec![Slot::word(len)]))
}

/// The length of the C string at an address.
pub(crate) fn length(call: &mut Call<'_>, start: u64) -> Result<u64, Stop> {
    for at in start.. {
        let at = call.address(Slot::word(at), 1, false)?;
        let byte = call.byte(at);
        if is_zero(call, byte)? {
            return Ok(at - start);
        }
    }
    Ok(0)
}

/// Whether a byte is zero; forks when it may be both.
pub(crate) fn is_zero(call: &mut Call<'_>, byte: Slot) -> Result<bool, Stop> {
    match byte.term {
        None => Ok(byte.lo == 0),
        Some(term) => {
            let zero = call.store().bits(8, 0);
            let equal = call.store().eq(term, zero);
            call.decide(equal)
        }
    }
}

/// The bytes of two checked ranges as terms, pair by pair.
fn pairs(call: &mut Call<'_>) -> Result<Vec<(Term, Term)>, Stop> {
    let len = call.word(2)?;
    let a = call.address(call.arg(0), len, false)?;
    let b = call.address(call.arg(1), len, false)?;
    let mut pairs = Vec::new();
    for i in 0..len {
        let (x, y) = (call.byte(a + i), call.byte(b + i));
        pairs.push((call.term(x, Sort::BitVec(8)), call.term(y, Sort::BitVec(8))));
    }
    Ok(pairs)
}

/// `bcmp(a, b, bytes)`: zero exactly when the ranges are equal.
fn bcmp(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let mut equal = Vec::new();
    for (a, b) in pairs(call)? {
        equal.push(call.store().eq(a, b));
    }
    let all = call.store().and_all(&equal);
    let differs = call.store().not(all);
    let result = call.store().bool_to_bv(32, differs);
    Ok(Flow::Return(vec![call.slot(result)]))
}

/// `memcmp(a, b, bytes)`: the difference of the first bytes that differ.
fn memcmp(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let mut result = call.store().bits(32, 0);
    for (a, b) in pairs(call)?.into_iter().rev() {
        let equal = call.store().eq(a, b);
        let wide_a = call.store().zero_extend(32, a);
        let wide_b = call.store().zero_extend(32, b);
        let difference = call.store().bvsub(wide_a, wide_b);
        result = call.store().ite(equal, result, difference);
    }
    Ok(Flow::Return(vec![call.slot(result)]))
}

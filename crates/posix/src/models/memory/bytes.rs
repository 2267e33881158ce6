//! Functions on ranges of bytes: `memcpy`, `memset`, `memcmp` and their relatives.

use crate::shared::value::{
    Answer, Entry, behind, byte_at, byte_term, copy_apart, low_byte, nothing, same, slot, term,
    word,
};
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("memcpy", memcpy),
    ("memmove", memmove),
    ("__memcpy_chk", memcpy),
    ("__memmove_chk", memmove),
    ("mempcpy", mempcpy),
    ("__mempcpy_chk", mempcpy),
    ("bcopy", bcopy),
    ("memset", memset),
    ("__memset_chk", memset),
    ("explicit_bzero", bzero),
    ("bzero", bzero),
    ("memcmp", memcmp),
    ("bcmp", bcmp),
    ("memchr", memchr),
    ("memrchr", memrchr),
    ("rawmemchr", rawmemchr),
    ("memmem", memmem),
];

fn memcpy(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    let (dst, src) = (call.arg(0), call.arg(1));
    call.copy_apart(dst, src, len)?;
    slot(dst)
}

fn memmove(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    let (dst, src) = (call.arg(0), call.arg(1));
    call.copy(dst, src, len)?;
    slot(dst)
}

fn mempcpy(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    let (dst, src) = (call.arg(0), call.arg(1));
    let end = behind(call, 0, len);
    copy_apart(call, dst, src, len)?;
    slot(end)
}

fn bcopy(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    call.copy(call.arg(1), call.arg(0), len)?;
    nothing()
}

fn memset(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    let byte = low_byte(call, 1);
    call.fill(call.arg(0), byte, len)?;
    slot(call.arg(0))
}

fn bzero(call: &mut Call<'_>) -> Answer {
    let len = call.word(1)?;
    call.fill(call.arg(0), Slot::word(0), len)?;
    nothing()
}

/// The bytes of two checked ranges as terms, pair by pair.
fn pairs(call: &mut Call<'_>) -> Result<Vec<(Term, Term)>, Stop> {
    let len = call.word(2)?;
    let a = call.address(call.arg(0), len, false)?;
    let b = call.address(call.arg(1), len, false)?;
    call.afford(len.saturating_mul(16))?;
    let mut pairs = Vec::new();
    for i in 0..len {
        call.go_on(i)?;
        let (x, y) = (call.byte(a + i), call.byte(b + i));
        pairs.push((byte_term(call, x), byte_term(call, y)));
    }
    Ok(pairs)
}

/// `bcmp(a, b, bytes)`: zero exactly when the ranges are equal.
fn bcmp(call: &mut Call<'_>) -> Answer {
    let mut equal = Vec::new();
    for (round, (a, b)) in (0..).zip(pairs(call)?) {
        call.go_on(round)?;
        equal.push(call.store().eq(a, b));
    }
    let all = call.store().and_all(&equal);
    let differs = call.store().not(all);
    let result = call.store().bool_to_bv(32, differs);
    term(call, result)
}

/// `memcmp(a, b, bytes)`: the difference of the first bytes that differ.
fn memcmp(call: &mut Call<'_>) -> Answer {
    let mut result = call.store().bits(32, 0);
    for (round, (a, b)) in (0..).zip(pairs(call)?.into_iter().rev()) {
        call.go_on(round)?;
        let equal = call.store().eq(a, b);
        let difference = difference(call, a, b);
        result = call.store().ite(equal, result, difference);
    }
    term(call, result)
}

/// The difference of two bytes as an `int`.
pub(crate) fn difference(call: &mut Call<'_>, a: Term, b: Term) -> Term {
    let a = call.store().zero_extend(32, a);
    let b = call.store().zero_extend(32, b);
    call.store().bvsub(a, b)
}

fn memchr(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    search(call, len)
}

fn rawmemchr(call: &mut Call<'_>) -> Answer {
    search(call, u64::MAX)
}

fn search(call: &mut Call<'_>, len: u64) -> Answer {
    let start = call.word(0)?;
    let wanted = low_byte(call, 1);
    for at in start..start.saturating_add(len) {
        call.go_on(at)?;
        let byte = byte_at(call, at)?;
        if same(call, byte, wanted)? {
            return word(at);
        }
    }
    word(0)
}

fn memrchr(call: &mut Call<'_>) -> Answer {
    let len = call.word(2)?;
    let start = call.address(call.arg(0), len, false)?;
    let wanted = low_byte(call, 1);
    for at in (start..start.saturating_add(len)).rev() {
        call.go_on(at)?;
        let byte = call.byte(at);
        if same(call, byte, wanted)? {
            return word(at);
        }
    }
    word(0)
}

/// `memmem(haystack, bytes, needle, bytes)`.
fn memmem(call: &mut Call<'_>) -> Answer {
    let (len, needle_len) = (call.word(1)?, call.word(3)?);
    let start = call.address(call.arg(0), len, false)?;
    let needle = call.address(call.arg(2), needle_len, false)?;
    call.afford(len.saturating_add(needle_len).saturating_mul(32))?;
    let needle: Vec<Slot> = (0..needle_len).map(|i| call.byte(needle + i)).collect();
    let hay: Vec<Slot> = (0..len).map(|i| call.byte(start + i)).collect();
    match find(call, &hay, &needle)? {
        Some(at) => word(start + at as u64),
        None => word(0),
    }
}

/// Where a sequence of bytes first occurs in another; forks over the places.
pub(crate) fn find(
    call: &mut Call<'_>,
    hay: &[Slot],
    needle: &[Slot],
) -> Result<Option<usize>, Stop> {
    if needle.is_empty() {
        return Ok(Some(0));
    }
    for (at, window) in hay.windows(needle.len()).enumerate() {
        let mut equal = Vec::new();
        for (a, b) in window.iter().zip(needle) {
            let (a, b) = (byte_term(call, *a), byte_term(call, *b));
            equal.push(call.store().eq(a, b));
        }
        let all = call.store().and_all(&equal);
        if call.work(needle.len() as u64) {
            return Ok(None);
        }
        if call.decide(all)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

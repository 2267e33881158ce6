//! Searches in C strings.

use crate::models::memory::bytes::find;
use crate::models::text::ctype;
use crate::shared::strings::{contents, is_zero};
use crate::shared::value::{Answer, Entry, byte_at, byte_term, low_byte, same, word};
use crate::state::{state, state_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("strchr", strchr),
    ("index", strchr),
    ("strchrnul", strchrnul),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strcasestr", strcasestr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strtok", strtok),
    ("strtok_r", strtok_r),
    ("__strtok_r", strtok_r),
    ("strsep", strsep),
];

fn strchr(call: &mut Call<'_>) -> Answer {
    let (at, found) = first(call)?;
    word(if found { at } else { 0 })
}

fn strchrnul(call: &mut Call<'_>) -> Answer {
    let (at, _) = first(call)?;
    word(at)
}

/// The first place of a character, or the end of the string.
fn first(call: &mut Call<'_>) -> Result<(u64, bool), Stop> {
    let mut at = call.word(0)?;
    let wanted = low_byte(call, 1);
    loop {
        let byte = byte_at(call, at)?;
        if same(call, byte, wanted)? {
            return Ok((at, true));
        }
        if is_zero(call, byte)? {
            return Ok((at, false));
        }
        at += 1;
    }
}

fn strrchr(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let wanted = low_byte(call, 1);
    let mut bytes = contents(call, start)?;
    bytes.push(Slot::word(0));
    for (at, byte) in bytes.iter().enumerate().rev() {
        if same(call, *byte, wanted)? {
            return word(start + at as u64);
        }
    }
    word(0)
}

fn strstr(call: &mut Call<'_>) -> Answer {
    let (start, needle) = (call.word(0)?, call.word(1)?);
    let needle = contents(call, needle)?;
    let hay = contents(call, start)?;
    match find(call, &hay, &needle)? {
        Some(at) => word(start + at as u64),
        None => word(0),
    }
}

/// `strcasestr(text, word)`: in any case of its letters.
fn strcasestr(call: &mut Call<'_>) -> Answer {
    let (start, needle) = (call.word(0)?, call.word(1)?);
    let (mut needle, mut hay) = (contents(call, needle)?, contents(call, start)?);
    for byte in needle.iter_mut().chain(&mut hay) {
        let term = byte_term(call, *byte);
        let lower = ctype::lower(call, term);
        *byte = call.slot(lower);
    }
    match find(call, &hay, &needle)? {
        Some(at) => word(start + at as u64),
        None => word(0),
    }
}

fn strspn(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let set = set(call, 1)?;
    let end = span(call, start, &set, true)?;
    word(end - start)
}

fn strcspn(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let set = set(call, 1)?;
    let end = span(call, start, &set, false)?;
    word(end - start)
}

fn strpbrk(call: &mut Call<'_>) -> Answer {
    let start = call.word(0)?;
    let set = set(call, 1)?;
    let end = span(call, start, &set, false)?;
    let byte = byte_at(call, end)?;
    let none = is_zero(call, byte)?;
    word(if none { 0 } else { end })
}

fn set(call: &mut Call<'_>, index: usize) -> Result<Vec<Slot>, Stop> {
    let start = call.word(index)?;
    contents(call, start)
}

/// The first place from `start` on whose byte is not (or is) in the set, or the end of the string.
fn span(call: &mut Call<'_>, start: u64, set: &[Slot], inside: bool) -> Result<u64, Stop> {
    let mut at = start;
    loop {
        let byte = byte_at(call, at)?;
        if is_zero(call, byte)? {
            return Ok(at);
        }
        let byte = byte_term(call, byte);
        let mut equal = Vec::new();
        for member in set {
            let member = byte_term(call, *member);
            equal.push(call.store().eq(byte, member));
        }
        let any = call.store().or_all(&equal);
        if call.decide(any)? != inside {
            return Ok(at);
        }
        at += 1;
    }
}

/// A token: its start, and where it has to be cut, if it is not the last.
struct Token {
    start: u64,
    cut: Option<u64>,
    next: u64,
}

fn token(call: &mut Call<'_>, from: u64, set: &[Slot]) -> Result<Option<Token>, Stop> {
    if from == 0 {
        return Ok(None);
    }
    let start = span(call, from, set, true)?;
    let first = byte_at(call, start)?;
    if is_zero(call, first)? {
        return Ok(None);
    }
    let end = span(call, start, set, false)?;
    let last = byte_at(call, end)?;
    if is_zero(call, last)? {
        return Ok(Some(Token { start, cut: None, next: end }));
    }
    let end = call.address(Slot::word(end), 1, true)?;
    Ok(Some(Token { start, cut: Some(end), next: end + 1 }))
}

fn strtok(call: &mut Call<'_>) -> Answer {
    let given = call.word(0)?;
    let from = if given != 0 { given } else { state(call)?.token };
    let set = set(call, 1)?;
    let token = token(call, from, &set)?;
    state_mut(call)?.token = token.as_ref().map_or(0, |t| t.next);
    cut(call, token)
}

fn strtok_r(call: &mut Call<'_>) -> Answer {
    let given = call.word(0)?;
    let kept = call.address(call.arg(2), 8, true)?;
    let from = if given != 0 {
        given
    } else {
        let kept = call.load(Slot::word(kept), Sort::BitVec(64))?;
        call.concrete(kept)?
    };
    let set = set(call, 1)?;
    let token = token(call, from, &set)?;
    let next = token.as_ref().map_or(0, |t| t.next);
    call.write_bytes(kept, &next.to_le_bytes());
    cut(call, token)
}

fn cut(call: &mut Call<'_>, token: Option<Token>) -> Answer {
    let Some(token) = token else { return word(0) };
    if let Some(at) = token.cut {
        call.write_bytes(at, &[0]);
    }
    word(token.start)
}

/// `strsep(&place, delimiters)`: fields may be empty.
fn strsep(call: &mut Call<'_>) -> Answer {
    let place = call.address(call.arg(0), 8, true)?;
    let start = call.load(Slot::word(place), Sort::BitVec(64))?;
    let start = call.concrete(start)?;
    if start == 0 {
        return word(0);
    }
    let set = set(call, 1)?;
    let end = span(call, start, &set, false)?;
    let byte = byte_at(call, end)?;
    if is_zero(call, byte)? {
        call.write_bytes(place, &[0; 8]);
    } else {
        let end = call.address(Slot::word(end), 1, true)?;
        call.write_bytes(end, &[0]);
        call.write_bytes(place, &(end + 1).to_le_bytes());
    }
    word(start)
}

//! Sets of bytes, as `%[` has them.

use crate::models::text::ctype::SPACE;
use crate::shared::value::{is_within, within};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// Which bytes a directive takes.
pub(super) enum Set {
    /// All: `%c`.
    All,
    /// All but white space: `%s`.
    Word,
    /// Those in the ranges, or all others: `%[`.
    Ranges(Vec<(u8, u8)>, bool),
}

impl Set {
    /// The set at the start of what follows `%[`, which goes on behind it; `None` without an end. A range `a-b` whose ends are in
    /// order is one, as in glibc.
    pub(super) fn read(rest: &mut &[u8]) -> Option<Set> {
        let text = *rest;
        let peek = |at: usize| text.get(at).copied();
        let excluded = peek(0) == Some(b'^');
        let mut at = usize::from(excluded);
        let mut ranges = Vec::new();
        if let Some(first) = peek(at).filter(|c| *c == b']' || *c == b'-') {
            ranges.push((first, first));
            at += 1;
        }
        loop {
            let character = peek(at)?;
            at += 1;
            if character == b']' {
                break;
            }
            // What stands before a hyphen, also where that is the `^` or a range's end.
            let before = at.checked_sub(2).and_then(peek);
            match (before, peek(at)) {
                (Some(from), Some(to)) if character == b'-' && to != b']' && from <= to => {
                    ranges.push((from, to));
                }
                _ => ranges.push((character, character)),
            }
        }
        *rest = text.get(at..).unwrap_or_default();
        Some(Set::Ranges(ranges, excluded))
    }

    /// Whether a byte is in it; forks when it may or may not.
    pub(super) fn has(&self, call: &mut Call<'_>, byte: Slot) -> Result<bool, Stop> {
        match self {
            Set::All => Ok(true),
            Set::Word => Ok(!is_within(call, byte, SPACE)?),
            Set::Ranges(ranges, excluded) if byte.term.is_none() => {
                let inside = ranges.iter().any(|(a, b)| (*a..=*b).contains(&(byte.lo as u8)));
                Ok(inside != *excluded)
            }
            Set::Ranges(ranges, excluded) => {
                let byte = call.term(byte, Sort::BitVec(8));
                let inside = within(call, byte, ranges);
                Ok(call.decide(inside)? != *excluded)
            }
        }
    }
}

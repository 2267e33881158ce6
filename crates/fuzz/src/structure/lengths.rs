//! Lengths and counts in an input. A length is a number that the program computes with to find what comes next, and a count is one
//! that a loop compares with again and again.

use crate::structure::FIELD;
use effigy_exec::concolic::ConcolicRun;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Most digits of a length.
const DIGITS: usize = 10;

/// Most lengths of which it is not clear whether they count what is put in at their end.
const MOST_UNCLEAR: usize = 4;

/// Most that a count counts.
const MOST_COUNTED: u64 = 64;

/// How a number is written: in bytes, the highest or the lowest first, or in digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Big,
    Little,
    Decimal,
    Hexadecimal,
}

impl Form {
    /// All that bytes may be a number in.
    fn of(bytes: &[u8]) -> &'static [Self] {
        match bytes {
            [] => &[],
            digits if digits.len() <= DIGITS && digits.iter().all(u8::is_ascii_digit) => {
                &[Self::Decimal, Self::Hexadecimal, Self::Big]
            }
            digits if digits.len() <= DIGITS && digits.iter().all(u8::is_ascii_hexdigit) => {
                &[Self::Hexadecimal, Self::Big]
            }
            [_] => &[Self::Big],
            more if more.len() <= 4 => &[Self::Big, Self::Little],
            _ => &[],
        }
    }

    fn read(self, bytes: &[u8]) -> Option<u64> {
        let of = |bytes: &mut dyn Iterator<Item = &u8>| {
            bytes.fold(0u64, |number, byte| number << 8 | u64::from(*byte))
        };
        let digits = |radix| u64::from_str_radix(std::str::from_utf8(bytes).ok()?, radix).ok();
        match self {
            Self::Big | Self::Little if bytes.len() > 4 => None,
            Self::Big => Some(of(&mut bytes.iter())),
            Self::Little => Some(of(&mut bytes.iter().rev())),
            Self::Decimal => digits(10),
            Self::Hexadecimal => digits(16),
        }
    }

    /// The number in as many bytes as it had; digits may be more.
    fn write(self, number: u64, before: &[u8]) -> Vec<u8> {
        let count = before.len();
        match self {
            Self::Big => number.to_be_bytes()[8 - count.min(8)..].to_vec(),
            Self::Little => number.to_le_bytes()[..count.min(8)].to_vec(),
            Self::Decimal => format!("{number:0count$}").into_bytes(),
            Self::Hexadecimal if before.iter().any(u8::is_ascii_uppercase) => {
                format!("{number:0count$X}").into_bytes()
            }
            Self::Hexadecimal => format!("{number:0count$x}").into_bytes(),
        }
    }
}

/// A number that says how many bytes of the input there are of something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Length {
    /// Where the number is.
    at: Range<usize>,
    form: Form,
    /// What it counts, behind it.
    pub(crate) covers: Range<usize>,
}

impl Length {
    /// The same in an input in which so many bytes take a place; `None` where they take a part of the number.
    pub(super) fn with(&self, place: &Range<usize>, size: usize, bytes: &[u8]) -> Option<Self> {
        let moved = |at: usize| if at < place.end { at } else { at + size - place.len() };
        let Self { at, form, covers } = self;
        if at.start < place.end && at.end > place.start {
            return None;
        }
        let at = moved(at.start)..moved(at.end - 1) + 1;
        // What is put in where it begins is a part of what it counts, if anything is.
        let start = if covers.start <= place.start { covers.start } else { moved(covers.start) };
        let end = start.checked_add(usize::try_from(form.read(bytes.get(at.clone())?)?).ok()?)?;
        (end <= bytes.len()).then_some(Self { at, form: *form, covers: start..end })
    }

    /// The same, so many bytes further on.
    pub(super) fn moved(&self, from: usize, to: usize) -> Self {
        let moved = |range: &Range<usize>| range.start - from + to..range.end - from + to;
        Self { at: moved(&self.at), form: self.form, covers: moved(&self.covers) }
    }

    /// What it counts with the number and the field before it, which may say what it is, and what it counts alone.
    pub(super) fn pieces(&self, bounds: &BTreeSet<usize>) -> [Range<usize>; 2] {
        let Self { at, covers, .. } = self;
        let before = bounds.range(..at.start).next_back().copied().unwrap_or(at.start);
        [before..covers.end, covers.clone()]
    }

    /// Where its bytes are.
    pub(crate) fn places(&self) -> Range<usize> {
        self.at.clone()
    }

    /// Whether the number and what it counts are in there.
    pub(super) fn is_in(&self, piece: &Range<usize>) -> bool {
        self.at.start >= piece.start && self.covers.end <= piece.end
    }
}

/// An input with something else in a place, and where that is.
pub(crate) type Grown = (Vec<u8>, Range<usize>);

/// Inputs in which a piece takes a place, with the lengths around it grown by as much. It may be unclear which of them count what is put
/// in at their end: there is an input for each of these cases, the one first in which all do.
pub(crate) fn grown(
    bytes: &[u8],
    lengths: &[Length],
    place: &Range<usize>,
    piece: &[u8],
) -> Vec<Grown> {
    let around = lengths.iter().filter(|it| {
        it.at.end <= place.start && it.covers.start <= place.start && it.covers.end >= place.end
    });
    let is_clear = |it: &&Length| {
        !place.is_empty() || it.covers.start < place.start && it.covers.end > place.end
    };
    let (clear, mut unclear): (Vec<&Length>, Vec<&Length>) = around.partition(is_clear);
    // Inner ones count something only where outer ones do.
    unclear.sort_by_key(|it| (it.covers.len(), std::cmp::Reverse(it.at.start)));
    let skipped = unclear.len().saturating_sub(MOST_UNCLEAR);
    let cases = (skipped..=unclear.len()).map(|from| [&clear[..], &unclear[from..]].concat());
    cases.map(|chosen| with_lengths(bytes, chosen, place, piece)).collect()
}

/// The input with another piece behind one, where all lengths around both grow.
pub(crate) fn sibling(
    bytes: &[u8],
    lengths: &[Length],
    before: &Range<usize>,
    piece: &[u8],
) -> Grown {
    let around = lengths.iter().filter(|Length { at, covers, .. }| {
        at.end <= before.start && covers.start <= before.start && covers.end >= before.end
    });
    with_lengths(bytes, around.collect(), &(before.end..before.end), piece)
}

/// The input with a piece in a place and these lengths grown.
fn with_lengths(
    bytes: &[u8],
    mut chosen: Vec<&Length>,
    place: &Range<usize>,
    piece: &[u8],
) -> Grown {
    let mut made = bytes.to_vec();
    made.splice(place.clone(), piece.iter().copied());
    let (mut start, mut added) = (place.start, piece.len() as i64 - place.len() as i64);
    // The innermost number is the last one. What the digits of a number grow by, the numbers before it count as well.
    chosen.sort_by_key(|it| std::cmp::Reverse(it.at.start));
    let mut last = usize::MAX;
    for Length { at, form, .. } in chosen {
        let Some(before) = bytes.get(at.clone()).filter(|_| at.end <= last) else { continue };
        let Some(new) = form.read(before).and_then(|it| it.checked_add_signed(added)) else {
            continue;
        };
        let new = form.write(new, before);
        let more = new.len() - at.len();
        made.splice(at.clone(), new);
        (start, added, last) = (start + more, added + more as i64, at.start);
    }
    (made, start..start + piece.len())
}

/// A count that is one more.
pub(crate) fn counted(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(byte) = bytes.get_mut(at) {
        *byte = byte.wrapping_add(1);
    }
    bytes
}

/// What the decisions of a run tell of numbers in its input.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) lengths: Vec<Length>,
    /// The lowest bytes of counts, those that count something first.
    pub(super) counts: Vec<usize>,
}

impl Numbers {
    pub(super) fn of(store: &mut TermStore, run: &ConcolicRun, bytes: &[u8]) -> Self {
        let offsets: FxHashMap<Term, usize> =
            run.variables.iter().map(|variable| (variable.term, variable.offset)).collect();
        let mut numbers = Self::default();
        let mut times: BTreeMap<_, u64> = BTreeMap::new();
        let mut known = FxHashSet::default();
        for conjunct in &run.conjuncts {
            let variables = store.variables(conjunct.term);
            let own = variables.iter().filter_map(|variable| offsets.get(variable).copied());
            let groups = groups(own.collect());
            let count: usize = groups.iter().map(Range::len).sum();
            if count == 0 || count > FIELD {
                continue;
            }
            let next = conjunct.picked.and_then(|picked| usize::try_from(picked).ok());
            for group in &groups {
                let all = lengths(bytes, group, next, groups.len() > 1);
                numbers.lengths.extend(all.into_iter().filter(|it| known.insert(it.clone())));
            }
            if let [group] = &groups[..] {
                let place = &*conjunct.place;
                let place = (&place.function, place.line, place.column);
                *times.entry((place, group.start, group.end)).or_default() += 1;
            }
        }
        let mut counts: Vec<(bool, usize)> = Vec::new();
        for ((_, start, end), times) in times {
            let number = bytes.get(start..end);
            let forms = number.map(Form::of).unwrap_or_default();
            let has_digits = forms.contains(&Form::Hexadecimal);
            for form in forms.iter().filter(|_| !has_digits) {
                let Some(number) = number.and_then(|number| form.read(number)) else { continue };
                let lowest = if *form == Form::Little { start } else { end - 1 };
                if number < MOST_COUNTED && (number.max(1)..=number + 1).contains(&times) {
                    counts.push((number == 0, lowest));
                }
            }
        }
        counts.sort_unstable();
        let mut known = BTreeSet::new();
        let counts = counts.into_iter().map(|(_, at)| at);
        numbers.counts = counts.filter(|at| known.insert(*at)).collect();
        numbers
    }
}

/// Neighbouring offsets.
fn groups(offsets: BTreeSet<usize>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for at in offsets {
        match groups.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// The lengths that neighbouring bytes may be, of which the program decides on something. `next` is the number that it needed then, such
/// as where it reads next.
fn lengths(
    bytes: &[u8],
    group: &Range<usize>,
    next: Option<usize>,
    is_one_of_several: bool,
) -> Vec<Length> {
    let single = group.clone().filter(|_| group.len() > 1).map(|at| at..at + 1);
    let candidates = std::iter::once(group.clone()).chain(single);
    let mut all = Vec::new();
    for at in candidates {
        let Some(number) = bytes.get(at.clone()) else { continue };
        for form in Form::of(number) {
            let Some(length) = form.read(number).and_then(|it| usize::try_from(it).ok()) else {
                continue;
            };
            let end = match next {
                Some(next) => next,
                None => at.end.saturating_add(length),
            };
            let Some(start) = end.checked_sub(length) else { continue };
            // What counts all that follows is compared with that alone.
            let is_one = next.is_some() || is_one_of_several || end == bytes.len();
            if is_one && start >= at.end && end <= bytes.len() && (length > 0 || next.is_some()) {
                all.push(Length { at: at.clone(), form: *form, covers: start..end });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Form, Length, grown, lengths, sibling};
    use std::ops::Range;

    fn length(at: Range<usize>, form: Form, covers: Range<usize>) -> Length {
        Length { at, form, covers }
    }

    #[test]
    fn lengths_around_a_piece_grow_with_it_and_unclear_ones_in_turn() {
        // A length of all, and one of the two bytes behind it.
        let bytes = b"\x05\xaa\x02\xbb\xbb\xcc";
        let lengths = [length(0..1, Form::Big, 1..6), length(2..3, Form::Big, 3..5)];
        let made = |place: Range<usize>, piece: &[u8]| -> Vec<Vec<u8>> {
            grown(bytes, &lengths, &place, piece).into_iter().map(|(bytes, _)| bytes).collect()
        };
        assert_eq!(made(4..4, b"\xdd"), [b"\x06\xaa\x03\xbb\xdd\xbb\xcc"]);
        assert_eq!(
            made(5..5, b"\xdd"),
            [b"\x06\xaa\x03\xbb\xbb\xdd\xcc", b"\x06\xaa\x02\xbb\xbb\xdd\xcc"]
        );
        // In the place of something.
        assert_eq!(made(3..5, b"\xdd"), [b"\x04\xaa\x01\xdd\xcc"]);
    }

    #[test]
    fn a_sibling_grows_what_is_around_both_and_not_the_one_before_it() {
        let bytes = b"\x03\x02\xbb\xbb";
        let lengths = [length(0..1, Form::Big, 1..4), length(1..2, Form::Big, 2..4)];
        let (made, changed) = sibling(bytes, &lengths, &(1..4), b"\x01\xcc");
        assert_eq!((&made[..], changed), (&b"\x05\x02\xbb\xbb\x01\xcc"[..], 4..6));
    }

    #[test]
    fn digits_move_what_is_behind_them() {
        let bytes = b"9:aaaaaaaaa";
        let lengths = [length(0..1, Form::Decimal, 2..11)];
        assert_eq!(grown(bytes, &lengths, &(5..5), b"b")[0], (b"10:aaabaaaaaa".to_vec(), 6..7));
    }

    #[test]
    fn a_length_is_told_by_where_the_program_reads_next() {
        // A header of two lengths.
        let bytes = b"\x02\x01abc.";
        assert!(lengths(bytes, &(0..1), Some(4), false).contains(&length(0..1, Form::Big, 2..4)));
        assert!(lengths(bytes, &(0..2), Some(5), false).contains(&length(1..2, Form::Big, 4..5)));
        // It may be compared with another one, or with all that follows.
        assert_eq!(lengths(bytes, &(1..2), None, true), [length(1..2, Form::Big, 2..3)]);
        assert!(lengths(bytes, &(1..2), None, false).is_empty());
        assert_eq!(lengths(b"\x01\x03abc", &(1..2), None, false), [length(1..2, Form::Big, 2..5)]);
    }

    #[test]
    fn parts_of_a_number_are_none_when_something_takes_their_place() {
        let it = length(2..4, Form::Little, 6..9);
        let with = |place, size, number: u8| {
            let mut bytes = [0; 16];
            bytes[if place == (0..1) { 4 } else { 2 }] = number;
            it.with(&place, size, &bytes)
        };
        assert_eq!(with(3..5, 1, 3), None);
        assert_eq!(with(0..1, 3, 3), Some(length(4..6, Form::Little, 8..11)));
        assert_eq!(with(7..7, 2, 5), Some(length(2..4, Form::Little, 6..11)));
        assert_eq!(with(6..6, 2, 5), Some(length(2..4, Form::Little, 6..11)));
        // It counts what was put in behind it, or does not.
        assert_eq!(with(9..9, 2, 5), Some(length(2..4, Form::Little, 6..11)));
        assert_eq!(with(9..9, 2, 3), Some(it.clone()));
        assert_eq!(with(9..9, 2, 99), None);
    }
}

//! Characters.

use crate::runner::TestRunner;
use crate::strategy::strategy;
use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

/// A range of characters.
pub type CharRange = RangeInclusive<char>;

/// The characters of some ranges.
#[derive(Clone, Debug)]
pub struct CharStrategy<'a>(Cow<'a, [CharRange]>);

/// Every character.
pub fn any() -> CharStrategy<'static> {
    CharStrategy(Cow::Borrowed(&['\0'..='\u{10ffff}']))
}

/// From one character to another one.
pub fn range(start: char, end: char) -> CharStrategy<'static> {
    CharStrategy(Cow::Owned(vec![start..=end]))
}

/// The characters of some ranges.
pub fn ranges(ranges: Cow<'_, [CharRange]>) -> CharStrategy<'_> {
    CharStrategy(ranges)
}

/// Any character of the ranges.
pub(crate) fn of_ranges(ranges: &[CharRange], runner: &TestRunner) -> char {
    if let [only] = ranges
        && only.start() == only.end()
    {
        return *only.start();
    }
    if ranges.iter().all(|range| range.end().is_ascii()) {
        let byte: u8 = runner.any();
        effigy::assume(byte.is_ascii() & holds(ranges, u32::from(byte)));
        return char::from(byte & 0x7f);
    }
    let code: u32 = runner.any();
    effigy::assume(holds(ranges, code));
    char::from_u32(code).unwrap_or_else(|| effigy::reject())
}

/// Whether one of the ranges holds the character, in one condition without branches.
pub(crate) fn holds(ranges: &[CharRange], code: u32) -> bool {
    let within =
        |range: &CharRange| (u32::from(*range.start()) <= code) & (code <= u32::from(*range.end()));
    ranges.iter().fold(false, |held, range| held | within(range))
}

fn before(end: char) -> char {
    let below = match u32::from(end) {
        0xe000 => 0xd7ff,
        end => end.saturating_sub(1),
    };
    char::from_u32(below).unwrap_or('\0')
}

strategy! { ['a] CharStrategy<'a> => char, |own, runner| of_ranges(&own.0, runner) }
strategy! {
    [] RangeInclusive<char> => char, |own, runner| {
        assert!(own.start() <= own.end(), "the range {own:?} is empty");
        of_ranges(std::slice::from_ref(own), runner)
    }
}
strategy! {
    [] Range<char> => char, |own, runner| {
        assert!(own.start < own.end, "the range {own:?} is empty");
        of_ranges(&[own.start..=before(own.end)], runner)
    }
}

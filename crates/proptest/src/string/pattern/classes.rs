//! Classes of characters.

use super::Ranges;
use std::ops::RangeInclusive;

pub(super) const DIGITS: [RangeInclusive<char>; 3] = ['0'..='9', '٠'..='٩', '０'..='９'];
pub(super) const LETTERS: [RangeInclusive<char>; 7] =
    ['A'..='Z', 'a'..='z', 'À'..='Ö', 'Ø'..='ö', 'ø'..='ˁ', '一'..='龥', '𐐀'..='𐑏'];
pub(super) const WORDS: [RangeInclusive<char>; 8] =
    ['0'..='9', 'A'..='Z', '_'..='_', 'a'..='z', 'À'..='Ö', 'Ø'..='ö', '一'..='龥', '𐐀'..='𐑏'];
pub(super) const SPACES: [RangeInclusive<char>; 10] = [
    '\t'..='\r',
    ' '..=' ',
    '\u{85}'..='\u{85}',
    '\u{a0}'..='\u{a0}',
    '\u{1680}'..='\u{1680}',
    '\u{2000}'..='\u{200a}',
    '\u{2028}'..='\u{2029}',
    '\u{202f}'..='\u{202f}',
    '\u{205f}'..='\u{205f}',
    '\u{3000}'..='\u{3000}',
];
pub(super) const CONTROLS: [RangeInclusive<char>; 2] = ['\0'..='\x1f', '\x7f'..='\u{9f}'];
pub(super) const VISIBLE: [RangeInclusive<char>; 5] =
    [' '..='~', '¡'..='¬', '®'..='ͷ', '一'..='龥', '😀'..='🙏'];

/// Some of the characters of a class whose whole is not known here.
pub(super) fn some_of(shown: &str, ranges: &[RangeInclusive<char>]) -> Result<Ranges, String> {
    effigy::bound_lengths(&format!("characters of `{shown}` are of a few blocks"));
    Ok(ranges.to_vec())
}

pub(super) fn named(name: &str) -> Option<Ranges> {
    Some(match name {
        "alpha" => vec!['A'..='Z', 'a'..='z'],
        "digit" => vec!['0'..='9'],
        "alnum" => vec!['0'..='9', 'A'..='Z', 'a'..='z'],
        "word" => vec!['0'..='9', 'A'..='Z', 'a'..='z', '_'..='_'],
        "upper" => vec!['A'..='Z'],
        "lower" => vec!['a'..='z'],
        "space" => vec!['\t'..='\r', ' '..=' '],
        "blank" => vec!['\t'..='\t', ' '..=' '],
        "xdigit" => vec!['0'..='9', 'A'..='F', 'a'..='f'],
        "cntrl" => vec!['\0'..='\x1f', '\x7f'..='\x7f'],
        "graph" => vec!['!'..='~'],
        "print" => vec![' '..='~'],
        "ascii" => vec!['\0'..='\x7f'],
        "punct" => vec!['!'..='/', ':'..='@', '['..='`', '{'..='~'],
        _ => return None,
    })
}

/// All other characters.
pub(super) fn complement(mut ranges: Ranges) -> Ranges {
    ranges.sort_by_key(|range| *range.start());
    let mut others = Vec::new();
    let mut next = Some('\0');
    for range in ranges {
        let Some(from) = next else { break };
        if let Some(before) = from_code(u32::from(*range.start()).checked_sub(1), false)
            && from <= before
        {
            others.push(from..=before);
        }
        next = from_code(Some(u32::from(*range.end()) + 1), true).max(Some(from));
        if *range.end() == char::MAX {
            next = None;
        }
    }
    others.extend(next.map(|from| from..=char::MAX));
    others
}

/// The character with this number, or, where there is none, the next one or the one before.
fn from_code(code: Option<u32>, up: bool) -> Option<char> {
    match code? {
        0xd800..=0xdfff => char::from_u32(if up { 0xe000 } else { 0xd7ff }),
        code => char::from_u32(code),
    }
}

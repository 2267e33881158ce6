//! Random mutation: what a fuzzer calls havoc, splices and a dictionary.

pub(crate) mod text;

use crate::words::Words;
use effigy_base::random::Random;

/// Changes of one input: a power of two up to this one.
const MOST_CHANGES: u64 = 5;

/// How far in front of a change, and from the beginning on, numbers may be lengths; how many are corrected at most; and by
/// how much less than all a number may be that says how many bytes there are.
const FAR_BACK: usize = 128;
const MOST_NESTED: u64 = 3;
const NEAR_ALL: usize = 16;

/// Values at which programs often change what they do.
const INTERESTING: [u64; 22] =
    [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 1000, 1024, 4096, 65535];

/// Digits of a number that is put in as a text.
pub(crate) const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "16",
    "64",
    "100",
    "127",
    "255",
    "256",
    "1000",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999",
];

/// Most that a number is changed by.
const MOST_ADDED: u64 = 35;

/// How often a piece is repeated at most.
const MOST_REPEATS: u64 = 64;

/// An input made of `base` by some changes; pieces may come from `other`. It has at most `longest` bytes.
pub(crate) fn havoc(
    base: &[u8],
    other: &[u8],
    words: &Words,
    longest: usize,
    random: &mut Random,
) -> Vec<u8> {
    let mut bytes = base.to_vec();
    let is_text = text::is_text(base);
    for _ in 0..1u64 << random.below(MOST_CHANGES) {
        if is_text && !bytes.is_empty() && random.below(4) == 0 {
            text::change(&mut bytes, other, words, longest, random);
            continue;
        }
        let corrects = !is_text && random.below(2) == 0;
        let before = if corrects { bytes.clone() } else { Vec::new() };
        change(&mut bytes, other, words, longest, random);
        if corrects && bytes.len() != before.len() {
            correct(&mut bytes, &before, random);
        }
    }
    bytes.truncate(longest);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], words: &Words, longest: usize, random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.number() as u8);
        return;
    }
    let at = random.below(bytes.len() as u64);
    match random.below(17) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.number() as u8,
        2 => bytes[at] = 33 + random.below(94) as u8,
        3 | 4 => number(bytes, at, random, &mut |old, random| {
            let by = 1 + random.below(MOST_ADDED) as u64;
            if random.below(2) == 0 { old.wrapping_add(by) } else { old.wrapping_sub(by) }
        }),
        5 => number(bytes, at, random, &mut |_, random| {
            let value = random.pick(&INTERESTING).copied().unwrap_or_default();
            if random.below(4) == 0 { value.wrapping_neg() } else { value }
        }),
        // A number that says how much follows: the length of the rest, or near it.
        6 => number(bytes, at, random, &mut |old, random| old ^ (1 << random.below(64) as u64)),
        7 => {
            let (from, to) = piece(bytes.len(), random);
            bytes.drain(from..to);
        }
        8 => {
            let (from, to) = piece(bytes.len(), random);
            let part = bytes[from..to].to_vec();
            insert(bytes, at, &part, longest);
        }
        9 => {
            let (from, to) = piece(bytes.len(), random);
            let part = bytes[from..to].to_vec();
            overwrite(bytes, at, &part);
        }
        10 => {
            // A piece again and again: what nests or repeats grows fastest so.
            let (from, to) = piece(bytes.len(), random);
            let part = bytes[from..to].repeat(1 + random.below(MOST_REPEATS));
            insert(bytes, to, &part, longest);
        }
        11 => {
            let value = [random.number() as u8];
            let count = 1 + random.below(8);
            insert(bytes, at, &value.repeat(count), longest);
        }
        12 | 13 => {
            if let Some(word) = words.pick(random) {
                match random.below(2) {
                    0 => overwrite(bytes, at, word),
                    _ => insert(bytes, at, word, longest),
                }
            }
        }
        14 => digits(bytes, at, random, longest),
        15 if !other.is_empty() => {
            let (from, to) = piece(other.len(), random);
            let part = &other[from..to];
            match random.below(2) {
                0 => overwrite(bytes, at, part),
                _ => insert(bytes, at, part, longest),
            }
        }
        16 if !other.is_empty() => {
            // Splice: the beginning of one and the end of the other.
            bytes.truncate(at);
            let from = random.below(other.len() as u64);
            bytes.extend_from_slice(&other[from..]);
        }
        _ => bytes[at] = bytes[at].wrapping_add(1),
    }
}

/// Corrects numbers in front of a place at which bytes were put in or removed, where they may have said how many bytes follow
/// them, or how many there are in all. Of those that may, a few at random: chunks are in chunks.
pub(crate) fn correct(bytes: &mut [u8], before: &[u8], random: &mut Random) {
    let changed = bytes.iter().zip(before).take_while(|(new, old)| new == old).count();
    let mut lengths = Vec::new();
    let near = changed.saturating_sub(FAR_BACK)..changed;
    for from in (0..changed.min(FAR_BACK)).chain(near.start.max(FAR_BACK)..near.end) {
        for (count, big) in [(1, false), (2, true), (2, false), (4, true), (4, false)] {
            if from + count > changed {
                continue;
            }
            let said = number_at(&before[from..from + count], big) as usize;
            let end = from + count + said;
            let is_rest = (changed..=before.len()).contains(&end);
            let is_all = said <= before.len() && before.len() - said <= NEAR_ALL;
            if said > 0 && (is_rest || is_all) {
                lengths.push((from, count, big, said));
            }
        }
    }
    for _ in 0..1 + random.below(MOST_NESTED) {
        let Some((from, count, big, said)) = random.pick(&lengths).copied() else { return };
        let new = (said + bytes.len()).saturating_sub(before.len()) as u64;
        put_number(&mut bytes[from..from + count], new, big);
    }
}

/// Bounds of a piece of so many bytes: mostly a short one.
fn piece(length: usize, random: &mut Random) -> (usize, usize) {
    let most = match random.below(4) {
        0 => length,
        1 => length.min(32),
        _ => length.min(8),
    };
    let count = 1 + random.below(most as u64);
    let from = random.below((length - count.min(length) + 1) as u64);
    (from, (from + count).min(length))
}

pub(crate) fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8], longest: usize) {
    let room = longest.saturating_sub(bytes.len()).min(part.len());
    let at = at.min(bytes.len());
    bytes.splice(at..at, part[..room].iter().copied());
}

pub(crate) fn overwrite(bytes: &mut [u8], at: usize, part: &[u8]) {
    let end = (at + part.len()).min(bytes.len());
    bytes[at..end].copy_from_slice(&part[..end - at]);
}

/// Replaces a number of one, two, four or eight bytes in either order of bytes.
fn number(
    bytes: &mut [u8],
    at: usize,
    random: &mut Random,
    to: &mut dyn FnMut(u64, &mut Random) -> u64,
) {
    let count = 1 << random.below(4);
    let Some(part) = bytes.get_mut(at..at + count) else {
        bytes[at] = to(bytes[at].into(), random) as u8;
        return;
    };
    let big = random.below(2) == 0;
    let new = to(number_at(part, big), random);
    put_number(part, new, big);
}

/// The number of one, two, four or eight bytes, the highest first when it is `big`.
fn number_at(bytes: &[u8], big: bool) -> u64 {
    match *bytes {
        [one] => one.into(),
        [a, b] => if big { u16::from_be_bytes([a, b]) } else { u16::from_le_bytes([a, b]) }.into(),
        [a, b, c, d] => {
            let four = [a, b, c, d];
            if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }.into()
        }
        _ => {
            let eight = bytes.try_into().unwrap_or_default();
            if big { u64::from_be_bytes(eight) } else { u64::from_le_bytes(eight) }
        }
    }
}

fn put_number(bytes: &mut [u8], number: u64, big: bool) {
    let count = bytes.len();
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = number.to_le_bytes()[if big { count - 1 - i } else { i }];
    }
}

/// Replaces the digits at a place, or puts some there.
fn digits(bytes: &mut Vec<u8>, at: usize, random: &mut Random, longest: usize) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let start = (at..bytes.len()).find(|i| is_digit(&bytes[*i])).unwrap_or(at);
    let end = (start..bytes.len()).find(|i| !is_digit(&bytes[*i])).unwrap_or(bytes.len());
    let text = random.pick(&NUMBERS).copied().unwrap_or_default();
    bytes.drain(start..end);
    insert(bytes, start, text.as_bytes(), longest);
}

#[cfg(test)]
mod tests {
    use super::{correct, havoc};
    use crate::words::Words;
    use effigy_base::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn tokens_and_lines_of_a_text_are_changed_as_wholes() {
        let (mut random, mut words) = (Random::new(1), Words::default());
        words.add(b"where");
        let mut seen = BTreeSet::new();
        for _ in 0..20_000 {
            seen.insert(havoc(b"key, one\nlast 7\n", b"other line\n", &words, 64, &mut random));
        }
        for made in [
            &b"where, one\nlast 7\n"[..],
            b"key, where one\nlast 7\n",
            b"key, one\nlast 65536\n",
            b"key, one\nother line\nlast 7\n",
            b"key, one\nlast 7\nlast 7\n",
            b"key, last 7\n",
            b" one\nlast 7\n",
        ] {
            assert!(seen.contains(made), "{:?}", String::from_utf8_lossy(made));
        }
        assert_eq!(super::text::token(b"a_1 - b", 1), (0, 3));
        assert_eq!(super::text::token(b"a", 1), (1, 1));
    }

    #[test]
    fn lengths_grow_and_shrink_with_what_they_are_the_lengths_of() {
        let mut random = Random::new(1);
        let chunk = b"\x01A\x00\x06\x02\x03\x01\x02\x03\x01";
        let mut both = 0;
        for _ in 0..20_000 {
            let made = havoc(chunk, b"", &Words::default(), 64, &mut random);
            // The outer length of two bytes and the inner one of one.
            let outer = made.get(2..4).map(|it| usize::from(it[0]) << 8 | usize::from(it[1]));
            let inner = made.get(5).copied().map(usize::from);
            let (all, grew) = (made.len(), made.len() > 15 && made.starts_with(b"\x01A"));
            both += u32::from(grew && outer == all.checked_sub(4) && inner == all.checked_sub(7));
        }
        assert!(both > 20, "{both}");
    }

    /// What a byte that is put in at a place makes of an input in which these bytes may be lengths, and no others.
    fn corrected(count: usize, lengths: &[(usize, u8)], at: usize) -> Vec<u8> {
        let mut before = vec![0xff; count];
        lengths.iter().for_each(|(at, byte)| before[*at] = *byte);
        let mut bytes = before.clone();
        bytes.insert(at, 0);
        correct(&mut bytes, &before, &mut Random::new(1));
        bytes
    }

    #[test]
    fn lengths_are_found_near_and_at_the_beginning_in_either_order_of_bytes() {
        // The length of all, far from the change; a number that is none.
        assert_eq!(corrected(200, &[(0, 200)], 190)[0], 201);
        assert_eq!(corrected(200, &[(0, 100)], 190)[0], 100);
        // Of a piece in the middle, at its end, and behind it.
        assert_eq!(corrected(600, &[(490, 20)], 500)[490], 21);
        assert_eq!(corrected(600, &[(490, 20)], 511)[490], 21);
        assert_eq!(corrected(600, &[(490, 20)], 512)[490], 20);
        // 600 in two bytes.
        assert_eq!(corrected(602, &[(0, 2), (1, 88)], 600)[..2], [2, 89]);
        assert_eq!(corrected(602, &[(0, 88), (1, 2)], 600)[..2], [89, 2]);
        assert_eq!(corrected(602, &[(0, 88), (1, 3)], 600)[..2], [88, 3]);
    }

    #[test]
    fn changes_keep_to_the_length_and_reach_words_splices_and_numbers() {
        let (mut random, mut words) = (Random::new(1), Words::default());
        words.add(b"MAGIC");
        let mut seen = BTreeSet::new();
        for _ in 0..20_000 {
            let made = havoc(b"ab12", b"other", &words, 16, &mut random);
            assert!(made.len() <= 16);
            seen.insert(made);
        }
        let has = |part: &[u8]| seen.iter().any(|made| made.windows(part.len()).any(|w| w == part));
        for part in [&b"MAGIC"[..], b"abther", b"65535", b"ab12ab12ab12"] {
            assert!(has(part), "{part:?}");
        }
        assert!(seen.contains(&b"ab"[..]) && seen.contains(&b"b12"[..]));
        for base in [&b""[..], b"x", b"\n", b"a b\n"] {
            for _ in 0..2_000 {
                assert!(havoc(base, b"", &Words::default(), 3, &mut random).len() <= 3);
            }
        }
    }
}

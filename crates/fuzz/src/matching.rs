//! What an input lacks that got more structure, as its native run tells it: a check sum, a number or a name that the program compares,
//! and that was right in the input that it was made of. One side of such a comparison stands in the input, and the other side is what
//! should stand there (input-to-state correspondence: Aschermann et al., REDQUEEN, NDSS 2019).

use effigy_base::comparison::{Comparison, Sides};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::ops::Range;

/// Places in an input where one value is looked for that is compared, and inputs that are made of one.
const PLACES: usize = 6;
const MOST: usize = 16;

/// How comparisons of each place in the program went in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    /// Bits of [`bit`].
    places: FxHashMap<u32, u8>,
}

const EQUAL: u8 = 2;

/// The bit of how a comparison went.
fn bit(sides: &Sides) -> u8 {
    let order = match sides {
        Sides::Numbers(_, a, b) => a.cmp(b),
        Sides::Texts(a, b) => a.cmp(b),
    };
    match order {
        Ordering::Less => 1,
        Ordering::Equal => EQUAL,
        Ordering::Greater => 4,
    }
}

impl Profile {
    pub(crate) fn of(comparisons: &[Comparison]) -> Self {
        let mut places = FxHashMap::default();
        for Comparison { place, sides, .. } in comparisons {
            *places.entry(*place).or_default() |= bit(sides);
        }
        Self { places }
    }

    /// The first comparison of unequal sides where all were equal, and how many were made until then.
    pub(crate) fn unequal<'c>(&self, all: &'c [Comparison]) -> Option<(usize, &'c Comparison)> {
        let is_unequal =
            |it: &Comparison| self.places.get(&it.place) == Some(&EQUAL) && bit(&it.sides) != EQUAL;
        let at = all.iter().position(is_unequal)?;
        Some((at, all.get(at)?))
    }
}

/// Inputs in which the sides of a comparison may be equal: where one of them stands, the other one is put in its place; first near
/// what was changed last.
pub(crate) fn matched(bytes: &[u8], sides: &Sides, changed: &Range<usize>) -> Vec<Vec<u8>> {
    let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    match sides {
        Sides::Numbers(size, a, b) => {
            let (a, b) = (*a, *b);
            pairs.extend(written(a, b, *size).into_iter().flat_map(|(a, b)| both(a, b)));
        }
        Sides::Texts(a, b) => pairs.extend(both(a.to_vec(), b.to_vec())),
    }
    let mut made = Vec::new();
    let mut known = FxHashSet::default();
    for (from, to) in pairs {
        if from.is_empty() || from.len() > bytes.len() || !known.insert((from.clone(), to.clone()))
        {
            continue;
        }
        let windows = bytes.windows(from.len()).enumerate();
        let found = windows.filter(|(_, window)| *window == from).map(|(at, _)| at);
        let mut found: Vec<usize> = found.collect();
        let middle = changed.start + changed.len() / 2;
        found.sort_by_key(|at| at.abs_diff(middle));
        for at in found.into_iter().take(PLACES) {
            let (before, behind) = (&bytes[..at], &bytes[at + from.len()..]);
            let one = [before, &to, behind].concat();
            if !made.contains(&one) {
                made.push(one);
            }
        }
    }
    made.truncate(MOST);
    made
}

fn both(a: Vec<u8>, b: Vec<u8>) -> [(Vec<u8>, Vec<u8>); 2] {
    [(a.clone(), b.clone()), (b, a)]
}

/// Ways to write two numbers in an input: as few bytes as both need, in both orders, and in digits.
fn written(a: u64, b: u64, size: u8) -> Vec<(Vec<u8>, Vec<u8>)> {
    let needed = |n: u64| (8 - n.leading_zeros() as usize / 8).max(1);
    // Of negative numbers all bytes are needed.
    let count = needed(a).max(needed(b)).min(size.into());
    let big = |n: u64| n.to_be_bytes()[8 - count..].to_vec();
    let little = |n: u64| n.to_le_bytes()[..count].to_vec();
    let mut ways = vec![(big(a), big(b))];
    if count > 1 {
        ways.push((little(a), little(b)));
    }
    ways.push((format!("{a}").into_bytes(), format!("{b}").into_bytes()));
    for digits in [2 * count, 2 * usize::from(size)] {
        ways.push((format!("{a:0digits$x}").into_bytes(), format!("{b:0digits$x}").into_bytes()));
        ways.push((format!("{a:0digits$X}").into_bytes(), format!("{b:0digits$X}").into_bytes()));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::{Profile, matched};
    use effigy_base::comparison::{Comparison, Sides};

    fn numbers(place: u32, a: u64, b: u64) -> Comparison {
        Comparison { place, constant: false, sides: Sides::Numbers(4, a, b) }
    }

    #[test]
    fn a_comparison_is_broken_where_all_were_equal() {
        // A loop compares at 1, a check at 2; nothing is known of 3.
        let profile = Profile::of(&[numbers(1, 0, 1), numbers(1, 1, 1), numbers(2, 7, 7)]);
        let broken = |all: &[Comparison]| profile.unequal(all).map(|(at, it)| (at, it.place));
        assert_eq!(broken(&[numbers(1, 0, 1), numbers(3, 1, 2), numbers(2, 8, 8)]), None);
        assert_eq!(broken(&[numbers(1, 0, 1), numbers(2, 7, 8), numbers(2, 6, 8)]), Some((1, 2)));
    }

    #[test]
    fn a_number_is_found_as_bytes_and_as_digits() {
        let made = |bytes: &[u8], a, b| matched(bytes, &Sides::Numbers(4, a, b), &(0..0));
        assert_eq!(made(b"\x01\x02\x03", 0x0203, 0x0405), [b"\x01\x04\x05"]);
        assert_eq!(made(b"\x03\x02\x01", 0x0203, 0x0405), [b"\x05\x04\x01"]);
        // The computed side may be either one.
        assert_eq!(made(b"\x01\x02\x03", 0x0405, 0x0203), [b"\x01\x04\x05"]);
        assert_eq!(made(b"\x00\x00\x00\x07", 7, 0x0102), [b"\x00\x00\x01\x02"]);
        assert_eq!(made(b"n=1234;", 1234, 5), [b"n=5;"]);
        assert_eq!(made(b"tag 0000beef", 0xbeef, 0xf00d), [b"tag 0000f00d"]);
        assert_eq!(made(b"tag BEEF", 0xbeef, 0xf00d), [b"tag F00D"]);
    }

    #[test]
    fn the_place_near_the_change_comes_first() {
        let made = matched(b"\x09\x00\x00\x09", &Sides::Numbers(1, 9, 8), &(3..4));
        assert_eq!(made, [b"\x09\x00\x00\x08", b"\x08\x00\x00\x09"]);
    }

    #[test]
    fn a_text_is_put_in_the_place_of_another() {
        let sides = Sides::Texts((*b"abc").into(), (*b"xyz").into());
        assert_eq!(matched(b"id=abc", &sides, &(0..0)), [b"id=xyz"]);
        assert!(matched(b"id=none", &sides, &(0..0)).is_empty());
    }
}

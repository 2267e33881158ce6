//! What an input lacks that got more structure, as its native run tells it: a check sum, a number or a name that the program compares,
//! and that was right in the input that it was made of. One side of such a comparison stands in the input, and the other side is what
//! should stand there (input-to-state correspondence: Aschermann et al., REDQUEEN, NDSS 2019).

use effigy_base::comparison::{Comparison, Sides};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::hash::BuildHasher;
use std::ops::Range;

/// Places in an input where one value is looked for that is compared, and inputs that are made of one.
const PLACES: usize = 6;
const MOST: usize = 24;

/// How comparisons of each place in the program went in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    /// Bits of [`bit`].
    places: FxHashMap<u32, u8>,
}

const EQUAL: u8 = 2;

const LESS: u8 = 1;
const GREATER: u8 = 4;

/// The bit of how a comparison went.
fn bit(sides: &Sides) -> u8 {
    let order = match sides {
        Sides::Numbers(_, a, b) => a.cmp(b),
        Sides::Texts(a, b) => a.cmp(b),
        Sides::Case(_) => Ordering::Equal,
    };
    match order {
        Ordering::Less => LESS,
        Ordering::Equal => EQUAL,
        Ordering::Greater => GREATER,
    }
}

/// What tells two runs apart: how each two comparisons went that followed each other.
pub(crate) fn steps(all: &[Comparison]) -> impl Iterator<Item = u64> {
    let went = |Comparison { place, sides, .. }: &Comparison| match sides {
        Sides::Case(number) => (*place, EQUAL, *number),
        _ => (*place, bit(sides), None),
    };
    all.windows(2).map(move |two| FxBuildHasher.hash_one((went(&two[0]), went(&two[1]))))
}

/// How the sides of a comparison should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Equal,
    Less,
    Greater,
}

impl Profile {
    pub(crate) fn of(comparisons: &[Comparison]) -> Self {
        let mut places = FxHashMap::default();
        for Comparison { place, sides, .. } in comparisons {
            *places.entry(*place).or_default() |= bit(sides);
        }
        Self { places }
    }

    /// The last comparison that went another way than all of its place, how many were made before it, and how it should have gone.
    /// It is the last one that tells why a program takes an input for no valid one.
    pub(crate) fn wrong<'c>(
        &self,
        all: &'c [Comparison],
    ) -> Option<(usize, &'c Comparison, Wanted)> {
        let wanted = |it: &Comparison| {
            let bits = *self.places.get(&it.place)?;
            let has_order = matches!(it.sides, Sides::Numbers(..)) && !it.constant;
            match bits {
                bits if bits == bit(&it.sides) => None,
                EQUAL => Some(Wanted::Equal),
                LESS if has_order => Some(Wanted::Less),
                GREATER if has_order => Some(Wanted::Greater),
                _ => None,
            }
        };
        let last = all.iter().enumerate().rev();
        last.filter_map(|(at, it)| Some((at, it, wanted(it)?))).next()
    }
}

/// Inputs in which the sides of a comparison may be as they should: where one of them stands, the other one is put in its place, or a
/// number that is one more or less; first near what was changed last.
pub(crate) fn matched(
    bytes: &[u8],
    sides: &Sides,
    wanted: Wanted,
    changed: &Range<usize>,
) -> Vec<Vec<u8>> {
    let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    match sides {
        Sides::Numbers(size, a, b) => {
            let (a, b, size) = (*a, *b, *size);
            // What the left side, and what the right side should be.
            let (left, right) = match wanted {
                Wanted::Equal => (b, a),
                Wanted::Less => (b.wrapping_sub(1), a.wrapping_add(1)),
                Wanted::Greater => (b.wrapping_add(1), a.wrapping_sub(1)),
            };
            let [lefts, rights] = [written(a, left, size), written(b, right, size)];
            pairs.extend(lefts.into_iter().zip(rights).flat_map(|(left, right)| [left, right]));
        }
        Sides::Texts(a, b) => pairs.extend([(a.to_vec(), b.to_vec()), (b.to_vec(), a.to_vec())]),
        Sides::Case(_) => {}
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

/// Ways to write a number and what it becomes in an input: in all bytes that are compared, in as few as both need, in both orders, and
/// in digits.
fn written(a: u64, b: u64, size: u8) -> Vec<(Vec<u8>, Vec<u8>)> {
    let needed = |n: u64| (8 - n.leading_zeros() as usize / 8).max(1);
    // Of negative numbers all bytes are needed.
    let size = usize::from(size.clamp(1, 8));
    let count = needed(a).max(needed(b)).min(size);
    let big = |n: u64, count| n.to_be_bytes()[8 - count..].to_vec();
    let little = |n: u64, count: usize| n.to_le_bytes()[..count].to_vec();
    let bytes = |count| [(big(a, count), big(b, count)), (little(a, count), little(b, count))];
    let mut ways = [bytes(size), bytes(count)].concat();
    ways.push((format!("{a}").into_bytes(), format!("{b}").into_bytes()));
    for digits in [2 * count, 2 * size] {
        ways.push((format!("{a:0digits$x}").into_bytes(), format!("{b:0digits$x}").into_bytes()));
        ways.push((format!("{a:0digits$X}").into_bytes(), format!("{b:0digits$X}").into_bytes()));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::{Profile, Wanted, matched, steps};
    use effigy_base::comparison::{Comparison, Sides};
    use std::collections::BTreeSet;

    fn numbers(place: u32, a: u64, b: u64) -> Comparison {
        Comparison { place, constant: false, sides: Sides::Numbers(4, a, b) }
    }

    #[test]
    fn a_comparison_is_broken_where_all_were_equal() {
        // A loop compares at 1, a check at 2; nothing is known of 3.
        let profile = Profile::of(&[numbers(1, 0, 1), numbers(1, 1, 1), numbers(2, 7, 7)]);
        let broken = |all: &[Comparison]| profile.wrong(all).map(|(at, it, _)| (at, it.place));
        assert_eq!(broken(&[numbers(1, 0, 1), numbers(3, 1, 2), numbers(2, 8, 8)]), None);
        assert_eq!(broken(&[numbers(2, 7, 8), numbers(2, 6, 8), numbers(1, 0, 1)]), Some((1, 2)));
    }

    #[test]
    fn the_last_comparison_in_another_order_says_what_a_number_should_be() {
        // Numbers of records that rise, and a loop.
        let profile =
            Profile::of(&[numbers(1, 1, 0), numbers(2, 1, 2), numbers(1, 2, 1), numbers(2, 2, 2)]);
        let all = [numbers(1, 5, 6), numbers(1, 2, 2), numbers(2, 3, 2), numbers(1, 9, 3)];
        let (at, comparison, wanted) = profile.wrong(&all).expect("one is");
        assert_eq!((at, wanted), (1, Wanted::Greater));
        let made = matched(b"\x02\x07", &comparison.sides, wanted, &(0..0));
        assert_eq!(made, [b"\x03\x07", b"\x01\x07"]);
        assert_eq!(profile.wrong(&all[2..]), None);
    }

    #[test]
    fn runs_differ_in_how_comparisons_follow_each_other() {
        let case = |number| Comparison { place: 9, constant: true, sides: Sides::Case(number) };
        let of = |all: &[Comparison]| steps(all).collect::<BTreeSet<_>>();
        let run = [numbers(1, 0, 1), case(Some(3)), numbers(1, 7, 7)];
        assert_eq!(of(&run).len(), 2);
        // With other numbers in the same order, and with another one in it.
        assert_eq!(of(&run), of(&[numbers(1, 2, 9), case(Some(3)), numbers(1, 8, 8)]));
        assert_ne!(of(&run), of(&[numbers(1, 2, 1), case(Some(3)), numbers(1, 8, 8)]));
        assert_ne!(of(&run), of(&[numbers(1, 0, 1), case(None), numbers(1, 7, 7)]));
    }

    #[test]
    fn a_number_is_found_as_bytes_and_as_digits() {
        let made =
            |bytes: &[u8], a, b| matched(bytes, &Sides::Numbers(4, a, b), Wanted::Equal, &(0..0));
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
        let made = matched(b"\x09\x00\x00\x09", &Sides::Numbers(1, 9, 8), Wanted::Equal, &(3..4));
        assert_eq!(made, [b"\x09\x00\x00\x08", b"\x08\x00\x00\x09"]);
    }

    #[test]
    fn a_text_is_put_in_the_place_of_another() {
        let sides = Sides::Texts((*b"abc").into(), (*b"xyz").into());
        assert_eq!(matched(b"id=abc", &sides, Wanted::Equal, &(0..0)), [b"id=xyz"]);
        assert!(matched(b"id=none", &sides, Wanted::Equal, &(0..0)).is_empty());
    }
}

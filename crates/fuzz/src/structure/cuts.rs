//! Where an input can be cut: the places where control is when the program reads on. What stands between two of them can take the place
//! of what stands, in any input, between two at which control is the same (Gopinath, Mathis and Zeller, Mining Input Grammars from
//! Dynamic Control Flow, FSE 2020).

use crate::structure::Read;
use effigy_base::random::Random;
use effigy_exec::concolic::Control;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Most places in the program of which it is remembered that they read one byte.
const READERS: usize = 8;

/// Inputs in which half of the bytes are read at one place have at least so many.
const SHORT: usize = 8;

/// For each place in an input where control is when the byte there is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cuts {
    controls: Vec<Option<Control>>,
}

impl Cuts {
    pub(super) fn of(reads: &[Read], length: usize) -> Self {
        let mut readers: Vec<Vec<Control>> = vec![Vec::new(); length];
        for (conjunct, bytes) in reads {
            let Some(readers) = readers.get_mut(bytes.start) else { continue };
            if readers.len() < READERS && !readers.contains(&conjunct.control) {
                readers.push(conjunct.control);
            }
        }
        // What looks through all of an input before it is read says nothing of where one is in it.
        let mut times: FxHashMap<u64, usize> = FxHashMap::default();
        for control in readers.iter().flatten() {
            *times.entry(control.near).or_default() += 1;
        }
        let reads_all = |it: &&Control| {
            length >= SHORT && times.get(&it.near).is_some_and(|times| times * 2 > length)
        };
        let first = |readers: &Vec<Control>| readers.iter().find(|it| !reads_all(it)).copied();
        Self { controls: readers.iter().map(first).collect() }
    }

    /// Those of an input in which a piece of so many bytes takes a place, with its own ones as far as they are known.
    pub(super) fn with(
        &self,
        place: &Range<usize>,
        size: usize,
        piece: &[Option<Control>],
    ) -> Self {
        let Some(behind) = self.controls.get(place.end..) else { return Self::default() };
        let mut controls = self.controls[..place.start].to_vec();
        controls.extend_from_slice(piece);
        controls.resize(place.start + size, None);
        controls.extend_from_slice(behind);
        Self { controls }
    }

    /// Says that control is at a place as it is at another one of other cuts.
    pub(crate) fn set(&mut self, place: usize, other: &Self, at: usize) {
        if let Some(control) = self.controls.get_mut(place) {
            *control = other.at(at);
        }
    }

    pub(super) fn inside(&self, piece: &Range<usize>) -> &[Option<Control>] {
        self.controls.get(piece.clone()).unwrap_or_default()
    }

    /// A place in this input, and a piece of the other one that can take it.
    pub(crate) fn exchange(&self, other: &Self, random: &mut Random) -> Option<Exchange> {
        // Of an input without cuts not even the end is known.
        if self.controls.is_empty() {
            return None;
        }
        match random.below(8) {
            0..4 => self.insertion(other, random),
            4..7 => self.replacement(other, random),
            _ => Some((self.repeated(random)?, 0..0)),
        }
    }

    /// Something that begins where control is the same when it is over, and a place where control is so.
    fn insertion(&self, other: &Self, random: &mut Random) -> Option<Exchange> {
        let piece = other.repeated(random)?;
        let near = other.at(piece.start)?.near;
        let mut places = self.near(near);
        places.push(self.controls.len());
        let place = *random.pick(&places)?;
        Some((place..place, piece))
    }

    fn replacement(&self, other: &Self, random: &mut Random) -> Option<Exchange> {
        let cuts = self.cuts();
        let from = random.below(cuts.len() as u64);
        let behind = cuts.get(from + 1..).unwrap_or_default();
        let start = *cuts.get(from)?;
        let end = behind.get(few(random)).copied().unwrap_or(self.controls.len());
        let (first, last) = (self.at(start)?, self.at(end));
        let start_of_piece = *random.pick(&other.near(first.near))?;
        let Some(last) = last else {
            return Some((start..end, start_of_piece..other.controls.len()));
        };
        let depth = other.at(start_of_piece)?.depth;
        let fits = |at: &usize| {
            let is_deep =
                |it: Control| it.depth.wrapping_sub(depth) == last.depth.wrapping_sub(first.depth);
            *at > start_of_piece && other.at(*at).is_some_and(is_deep)
        };
        let ends: Vec<usize> = other.near(last.near).into_iter().filter(fits).collect();
        let end_of_piece = *ends.get(few(random).min(ends.len().checked_sub(1)?))?;
        Some((start..end, start_of_piece..end_of_piece))
    }

    /// A piece behind which control is where it was before it, or the input is at its end.
    fn repeated(&self, random: &mut Random) -> Option<Range<usize>> {
        let start = *random.pick(&self.cuts())?;
        let control = self.at(start);
        let ends = (start + 1..self.controls.len()).filter(|at| self.at(*at) == control);
        let end = ends.chain([self.controls.len()]).nth(few(random));
        Some(start..end.unwrap_or(self.controls.len()))
    }

    fn at(&self, place: usize) -> Option<Control> {
        *self.controls.get(place)?
    }

    /// All places where it can be cut.
    fn cuts(&self) -> Vec<usize> {
        (0..self.controls.len()).filter(|at| self.controls[*at].is_some()).collect()
    }

    /// Those where control is so.
    fn near(&self, near: u64) -> Vec<usize> {
        let is_near = |at: &usize| self.at(*at).is_some_and(|it| it.near == near);
        (0..self.controls.len()).filter(is_near).collect()
    }
}

/// A place in an input, and a piece of another one.
pub(crate) type Exchange = (Range<usize>, Range<usize>);

/// Zero half of the time, one a fourth of it, and so on.
fn few(random: &mut Random) -> usize {
    (random.number() | 1 << 16).trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::{Cuts, few};
    use effigy_base::random::Random;
    use effigy_exec::concolic::Control;
    use std::collections::BTreeSet;
    use std::ops::Range;

    /// Cuts where control is near so many, so deep.
    fn cuts(controls: &[Option<(u64, u32)>]) -> Cuts {
        let control = |it: &Option<(u64, u32)>| it.map(|(near, depth)| Control { near, depth });
        Cuts { controls: controls.iter().map(control).collect() }
    }

    fn all(one: &Cuts, other: &Cuts) -> BTreeSet<((usize, usize), (usize, usize))> {
        let mut random = Random::new(1);
        let bounds = |it: Range<usize>| (it.start, it.end);
        let exchanges = (0..2_000).filter_map(|_| one.exchange(other, &mut random));
        exchanges.map(|(place, piece)| (bounds(place), bounds(piece))).collect()
    }

    #[test]
    fn what_repeats_is_put_where_it_may_stand_and_left_out() {
        // Two records, the bytes of which are not read, and a byte behind them.
        let input = cuts(&[Some((1, 2)), None, Some((1, 2)), None, Some((7, 2))]);
        let found = all(&input, &input);
        assert!(found.contains(&((2, 2), (0, 2))) && found.contains(&((0, 0), (0, 2))));
        assert!(found.contains(&((0, 2), (0, 0))), "the first record is left out");
        // Nothing is put in the middle of a record.
        assert!(found.iter().all(|(place, _)| place.0 % 2 == 0 || place.0 == 5), "{found:?}");
    }

    #[test]
    fn a_piece_takes_the_place_of_one_that_ends_as_deep() {
        // An operand, and one in parentheses, whose own operand is deeper.
        let one = cuts(&[Some((1, 2)), Some((3, 2))]);
        let nested = cuts(&[Some((1, 2)), Some((1, 3)), Some((3, 3)), Some((3, 2))]);
        let found = all(&one, &nested);
        assert!(found.contains(&((0, 1), (0, 3))), "the parentheses with what is in them");
        assert!(found.contains(&((0, 1), (1, 2))), "what is in them");
        assert!(!found.contains(&((0, 1), (0, 2))) && !found.contains(&((0, 1), (1, 3))));
    }

    #[test]
    fn cuts_move_with_what_is_put_in_front_of_them() {
        let input = cuts(&[Some((1, 1)), None, Some((2, 1))]);
        let with = input.with(&(1..2), 3, input.inside(&(2..3)));
        assert_eq!(with, cuts(&[Some((1, 1)), Some((2, 1)), None, None, Some((2, 1))]));
        assert_eq!(input.with(&(4..5), 1, &[]), Cuts::default(), "there is no such place");
    }

    #[test]
    fn nothing_is_put_where_nothing_is_known() {
        let known = cuts(&[Some((1, 1)), Some((1, 1))]);
        assert!(all(&Cuts::default(), &known).is_empty() && !all(&known, &known).is_empty());
    }

    #[test]
    fn few_is_mostly_none() {
        let mut random = Random::new(1);
        let none = (0..1_000).filter(|_| few(&mut random) == 0).count();
        assert!((400..600).contains(&none), "{none}");
    }
}

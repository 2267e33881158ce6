//! Parts of an input: pieces that the program reads as one, and numbers that count them, as far as its decisions tell.

pub(crate) mod cuts;
pub(crate) mod lengths;

use crate::mutate::text::{is_text, lines};
use crate::structure::cuts::Cuts;
use crate::structure::lengths::{Length, Numbers};
use effigy_exec::concolic::{ConcolicRun, Conjunct};
use effigy_exec::state::StackFrame;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Most bytes that a decision on a field depends on; a sum depends on more.
const FIELD: usize = 8;

/// Most bounds of fields that pieces begin and end at.
const MOST_BOUNDS: usize = 64;

/// Most pieces of an input, and most lines of one of them.
const MOST: usize = 256;
const LINES: usize = 4;

/// The parts of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Lines of a text and records, the likeliest first.
    pub(crate) likely: Vec<Range<usize>>,
    /// Where fields begin and end.
    pub(crate) bounds: Vec<usize>,
    /// Numbers that say how many bytes there are of something, and the places of small ones that say how many pieces.
    pub(crate) lengths: Vec<Length>,
    pub(crate) counts: Vec<usize>,
    /// Where it can be cut.
    pub(crate) cuts: Cuts,
    /// Decisions on many bytes, by where they are: the side, where it is always the same one.
    pub(crate) sums: Arc<BTreeMap<StackFrame, Option<u32>>>,
}

impl Parts {
    pub(crate) fn of(store: &mut TermStore, run: &ConcolicRun, bytes: &[u8]) -> Self {
        let mut likely = if is_text(bytes) { blocks(bytes) } else { Vec::new() };
        let reads = reads(store, run);
        let (bounds, records) = fields(&reads, bytes.len());
        let Numbers { lengths, counts } = Numbers::of(store, run, bytes);
        let lengths: Vec<Length> = lengths.into_iter().take(MOST).collect();
        let some = lengths.iter().filter(|length| !length.covers.is_empty());
        likely.extend(some.flat_map(|length| length.pieces(&bounds)));
        likely.extend(records);
        let mut known = FxHashSet::default();
        likely.retain(|piece| !piece.is_empty() && known.insert(piece.clone()));
        likely.truncate(MOST);
        // Of many bounds some, evenly.
        let step = bounds.len().div_ceil(MOST_BOUNDS).max(1);
        let bounds = bounds.into_iter().step_by(step).collect();
        let cuts = Cuts::of(&reads, bytes.len());
        Self { likely, bounds, lengths, counts, cuts, sums: Arc::new(sums(store, run)) }
    }

    /// Pieces, the likeliest first: those behind them are what stands between two bounds.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let between = self.bounds.iter().enumerate().flat_map(|(number, from)| {
            let behind = self.bounds[number + 1..].iter().filter(move |to| *to - from > 1);
            behind.map(move |to| *from..*to)
        });
        let mut between: Vec<Range<usize>> = between.collect();
        between.sort_by_key(|piece| (piece.len(), piece.start));
        let mut pieces = [self.likely.clone(), between].concat();
        let mut known = FxHashSet::default();
        pieces.retain(|piece| known.insert(piece.clone()));
        pieces.truncate(MOST);
        pieces
    }

    /// Pieces that others like them may stand behind, those first that are in the fewest others.
    pub(crate) fn elements(&self) -> Vec<Range<usize>> {
        let depth = |piece: &Range<usize>| {
            let around = self.lengths.iter().map(|length| &length.covers);
            around.filter(|it| it.start <= piece.start && it.end >= piece.end).count()
        };
        let is_covered = |piece: &Range<usize>| self.lengths.iter().any(|it| it.covers == *piece);
        let elements = self.likely.iter().filter(|piece| piece.len() > 1 && !is_covered(piece));
        let mut elements: Vec<Range<usize>> = elements.cloned().collect();
        elements.sort_by_cached_key(depth);
        // What repeats has pieces of one size that begin anywhere in it.
        let mut known: Vec<Range<usize>> = Vec::new();
        elements.retain(|piece| {
            let overlaps = |it: &Range<usize>| {
                it.len() == piece.len() && it.start < piece.end && piece.start < it.end
            };
            let is_new = !known.iter().any(overlaps);
            known.extend(is_new.then(|| piece.clone()));
            is_new
        });
        elements
    }

    /// The lengths in a piece, in places of the piece.
    pub(crate) fn inside(&self, piece: &Range<usize>) -> Vec<Length> {
        let inner = self.lengths.iter().filter(|length| length.is_in(piece));
        inner.map(|length| length.moved(piece.start, 0)).collect()
    }

    /// The parts of what becomes of the input when a piece takes a place: those that are not cut by it, the new piece, and those
    /// that are known of it.
    pub(crate) fn with(
        &self,
        place: &Range<usize>,
        (bytes, changed): (&[u8], &Range<usize>),
        piece: Option<(&Self, Range<usize>)>,
    ) -> Self {
        let size = changed.len();
        let moved = |at: usize| at - place.len() + size;
        let new = place.start..place.start + size;
        let kept = self.likely.iter().filter_map(|piece| match piece {
            piece if piece.end <= place.start => Some(piece.clone()),
            piece if piece.start >= place.end => Some(moved(piece.start)..moved(piece.end)),
            piece if piece.start <= place.start && piece.end >= place.end => {
                Some(piece.start..moved(piece.end))
            }
            _ => None,
        });
        let mut likely: Vec<Range<usize>> = std::iter::once(new.clone()).chain(kept).collect();
        likely.truncate(MOST);
        let before = self.bounds.iter().copied().filter(|at| *at < place.start);
        let behind = self.bounds.iter().copied().filter(|at| *at > place.end).map(moved);
        let inside = piece.iter().flat_map(|(parts, from)| {
            let inner = parts.bounds.iter().filter(|at| **at > from.start && **at < from.end);
            inner.map(|at| at - from.start + new.start)
        });
        let bounds = before.chain([new.start]).chain(inside).chain([new.end]).chain(behind);
        let counts = self.counts.iter().copied().filter(|at| !place.contains(at));
        let counts = counts.map(|at| if at < place.end { at } else { moved(at) });
        // Where a number got more digits, all that is behind it is elsewhere.
        let is_moved = changed.start != place.start;
        let own = self.lengths.iter().filter(|_| !is_moved);
        let own = own.filter_map(|length| length.with(place, size, bytes));
        let inner = piece.iter().filter(|_| !is_moved).flat_map(|(parts, from)| {
            parts.inside(from).into_iter().map(|it| it.moved(0, new.start))
        });
        let inside = piece.as_ref().map(|(parts, from)| parts.cuts.inside(from));
        let cuts = match is_moved {
            true => Cuts::default(),
            false => self.cuts.with(place, size, inside.unwrap_or_default()),
        };
        Self {
            cuts,
            bounds: bounds.collect(),
            lengths: own.chain(inner).take(MOST).collect(),
            counts: counts.collect(),
            likely,
            sums: self.sums.clone(),
        }
    }
}

/// Where a run decides on many bytes at once.
fn sums(store: &mut TermStore, run: &ConcolicRun) -> BTreeMap<StackFrame, Option<u32>> {
    let mut sums: BTreeMap<StackFrame, Option<u32>> = BTreeMap::new();
    for conjunct in &run.conjuncts {
        if store.variables(conjunct.term).len() > FIELD {
            let side = Some(conjunct.side);
            let known = sums.entry(StackFrame::clone(&conjunct.place)).or_insert(side);
            *known = known.filter(|known| Some(*known) == side);
        }
    }
    sums
}

/// The lines of a text, and several of them one after the other.
fn blocks(bytes: &[u8]) -> Vec<Range<usize>> {
    let starts = lines(bytes);
    let of = |count| starts.windows(count + 1).map(move |window| window[0]..window[count]);
    let all: Vec<Range<usize>> = (1..=LINES).flat_map(of).collect();
    // They leave room for other pieces.
    let step = all.len().div_ceil(MOST / 2).max(1);
    all.into_iter().step_by(step).collect()
}

/// A decision on a field, and where the field is.
type Read<'r> = (&'r Conjunct, Range<usize>);

/// All decisions on fields.
fn reads<'r>(store: &mut TermStore, run: &'r ConcolicRun) -> Vec<Read<'r>> {
    let offsets: FxHashMap<Term, usize> =
        run.variables.iter().map(|variable| (variable.term, variable.offset)).collect();
    let all = run.conjuncts.iter().filter_map(|conjunct| {
        let variables = store.variables(conjunct.term);
        let own = || variables.iter().filter_map(|variable| offsets.get(variable).copied());
        let (first, last) = (own().min()?, own().max()?);
        (last - first < FIELD).then_some((conjunct, first..last + 1))
    });
    all.collect()
}

/// Where fields begin and end, and records: what one place in the program reads again and again begins one each time. The records come
/// first of which most places say it.
fn fields(reads: &[Read], length: usize) -> (BTreeSet<usize>, Vec<Range<usize>>) {
    let mut bounds = BTreeSet::from([length]);
    let mut starts: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
    for (conjunct, field) in reads {
        bounds.extend([field.start, field.end]);
        let StackFrame { function, line, column, .. } = &*conjunct.place;
        starts.entry((function, line, column)).or_default().insert(field.start);
    }
    let mut votes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for starts in starts.values() {
        let starts: Vec<usize> = starts.iter().copied().collect();
        for two in starts.windows(2).filter(|two| two[1] - two[0] > 1) {
            *votes.entry((two[0], two[1])).or_default() += 1;
        }
        // The last one is as long as the one before it, or ends with the input.
        if let [.., before, last] = starts[..]
            && last - before > 1
        {
            *votes.entry((last, (2 * last - before).min(length))).or_default() += 1;
            *votes.entry((last, length)).or_default() += 1;
        }
    }
    let mut records: Vec<_> = votes.into_iter().collect();
    records.sort_by_key(|(_, votes)| Reverse(*votes));
    (bounds, records.into_iter().map(|((from, to), _)| from..to).collect())
}

#[cfg(test)]
mod tests {
    use super::{Parts, blocks};
    use crate::testing::job;
    use effigy_exec::concolic::{Concolic, Follow};
    use effigy_exec::state::InputKind;

    #[test]
    fn the_pieces_of_a_text_are_its_lines() {
        assert_eq!(blocks(b"a\nbc\nd\n"), [0..2, 2..5, 5..7, 0..5, 2..7, 0..7]);
        assert_eq!(blocks(b"a\nb"), [0..2, 2..3, 0..3]);
    }

    /// A loop that reads the first of two bytes, three times.
    const LOOP: &str = "
declare @text() -> (bv48)
define @main() -> (bv32) {
b0:
  %0: bv48 := call @text()
  jump b1(%0, 0:bv8)
b1(%1: bv48, %2: bv8):
  %3: bv8 := extract[7, 0] %1
  %4: bool := bvult %3, 100:bv8
  branch %4, b2, b3
b2:
  %5: bv48 := bvlshr %1, 16:bv48
  %6: bv8 := bvadd %2, 1:bv8
  %7: bool := bvult %6, 3:bv8
  branch %7, b1(%5, %6), b3
b3:
  return 0:bv32
}
";

    #[test]
    fn parts_move_with_what_is_put_in_front_of_them() {
        let parts =
            Parts { likely: vec![0..2, 1..6, 4..6], bounds: vec![0, 2, 4, 6], ..Parts::default() };
        let with = parts.with(&(2..2), (&[0; 9], &(2..5)), None);
        assert_eq!(with.likely, [2..5, 0..2, 1..9, 7..9]);
        assert_eq!(with.bounds, [0, 2, 5, 7, 9]);
        // In the place of some bytes: what they cut is no piece any more.
        let with = parts.with(&(1..5), (&[0; 3], &(1..2)), None);
        assert_eq!(with.likely, [1..2, 1..3]);
        assert_eq!(with.bounds, [0, 1, 2, 3]);
    }

    #[test]
    fn elements_are_the_outer_pieces_first_and_each_in_one_phase() {
        let parts = Parts { likely: vec![0..1, 0..4, 1..5, 4..8, 5..9], ..Parts::default() };
        assert_eq!(parts.elements(), [0..4, 4..8]);
    }

    #[test]
    fn what_one_place_reads_again_and_again_begins_a_record() {
        let mut machine = Concolic::new(&job(LOOP), Follow::Symbols).expect("a solver is there");
        let bytes = [1, 200, 2, 200, 3, 200];
        let run = machine.run(vec![(InputKind::Stdin, String::new(), bytes.to_vec())], 1_000);
        let parts = Parts::of(machine.store(), &run, &bytes);
        assert_eq!(parts.likely[..3], [4..6, 0..2, 2..4]);
        let found = parts.pieces();
        assert!(found.contains(&(1..4)) && found.contains(&(0..6)), "{found:?}");
    }
}

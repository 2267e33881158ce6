//! Parts of an input: pieces that the program reads as one, as far as its decisions tell.

use crate::mutate::text::{is_text, lines};
use effigy_exec::concolic::ConcolicRun;
use effigy_exec::state::StackFrame;
use effigy_term::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Most bytes that a decision on a field depends on; a sum depends on more.
const FIELD: usize = 8;

/// Most bounds of fields that pieces begin and end at.
const MOST_BOUNDS: usize = 64;

/// Most pieces of an input, and most lines of one of them.
const MOST: usize = 256;
const LINES: usize = 4;

/// Pieces of an input, the likeliest first: lines of a text, then what the program reads as one.
pub(crate) fn pieces(store: &mut TermStore, run: &ConcolicRun, bytes: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = if is_text(bytes) { blocks(bytes) } else { Vec::new() };
    let (bounds, records) = fields(store, run, bytes.len());
    pieces.extend(records);
    // Of many bounds some, evenly.
    let bounds: Vec<usize> =
        bounds.iter().copied().step_by(bounds.len().div_ceil(MOST_BOUNDS).max(1)).collect();
    let between = bounds.iter().enumerate().flat_map(|(number, from)| {
        let behind = bounds[number + 1..].iter().filter(move |to| *to - from > 1);
        behind.map(move |to| *from..*to)
    });
    let mut between: Vec<Range<usize>> = between.collect();
    between.sort_by_key(|piece| (piece.len(), piece.start));
    pieces.extend(between);
    let mut known = FxHashSet::default();
    pieces.retain(|piece| !piece.is_empty() && known.insert(piece.clone()));
    pieces.truncate(MOST);
    pieces
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

/// Where fields begin and end, and records: what one place in the program reads again and again begins one each time. The records come
/// first of which most places say it.
fn fields(
    store: &mut TermStore,
    run: &ConcolicRun,
    length: usize,
) -> (BTreeSet<usize>, Vec<Range<usize>>) {
    let offsets: FxHashMap<Term, usize> =
        run.variables.iter().map(|variable| (variable.term, variable.offset)).collect();
    let mut bounds = BTreeSet::from([length]);
    let mut starts: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
    for conjunct in &run.conjuncts {
        let variables = store.variables(conjunct.term);
        let own = || variables.iter().filter_map(|variable| offsets.get(variable).copied());
        let (Some(first), Some(last)) = (own().min(), own().max()) else { continue };
        if last - first >= FIELD {
            continue;
        }
        bounds.extend([first, last + 1]);
        let StackFrame { function, line, column, .. } = &*conjunct.place;
        starts.entry((function, line, column)).or_default().insert(first);
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
    use super::{blocks, pieces};
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
    fn what_one_place_reads_again_and_again_begins_a_record() {
        let mut machine = Concolic::new(&job(LOOP), Follow::Symbols).expect("a solver is there");
        let bytes = [1, 200, 2, 200, 3, 200];
        let run = machine.run(vec![(InputKind::Stdin, String::new(), bytes.to_vec())], 1_000);
        let found = pieces(machine.store(), &run, &bytes);
        assert_eq!(found[..3], [4..6, 0..2, 2..4]);
        assert!(found.contains(&(1..4)) && found.contains(&(0..6)), "{found:?}");
    }
}

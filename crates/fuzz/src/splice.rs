//! Pieces of inputs that are put into inputs: what a piece is, the decisions on it tell (`structure`).

use crate::mutate::{correct, insert, overwrite, text};
use crate::structure::Parts;
use crate::structure::cuts::Exchange;
use crate::structure::lengths::{Grown, Length, counted, grown, sibling};
use crate::words::Words;
use crate::work::Base;
use effigy_base::random::Random;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Most inputs that are spliced.
const MOST: usize = 256;

/// Most runs and pieces that are remembered.
const MOST_KNOWN: usize = 1 << 18;

/// How often an input is spliced before it counts half as much as one with as many edges.
const HALF: usize = 4;

/// An input that is so much longer is worth a half, a third, and so on.
const SMALL: usize = 64;

/// How many times as much a valid input is worth.
const VALID: usize = 4;

/// What worth is counted in.
const SCALE: usize = 256;

/// Inputs among which one is picked.
const CANDIDATES: usize = 6;

/// Most tokens and most fields that are one piece.
const MOST_TOKENS: u64 = 12;
const MOST_FIELDS: usize = 20;

/// How many pieces are put behind themselves in one turn, and for each how often lengths are corrected; and how many of the first and of
/// the last small numbers before it are counted up, and of those that are known to count.
const COPIES: usize = 6;
const CORRECTED: usize = 2;
const COUNTS: usize = 4;
const KNOWN_COUNTS: usize = 8;

/// How much longer a new piece is than one of the input.
const LONGER: [isize; 6] = [0, 4, 1, 2, 8, 3];

/// How many elements of an input get new ones behind them, in order.
const FIRST_ELEMENTS: usize = 8;

/// Up to how many a small number may count.
const MOST_COUNTED: u8 = 16;

/// An input with its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Spliced {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) base: Base,
    /// How many edges it runs, and whether the program takes it for a valid one.
    pub(crate) edges: usize,
    is_valid: bool,
    /// How many steps it is away from an input that ran something new or more than the one that it was made of.
    pub(crate) plain: usize,
    /// Where it differs from the one that it was made of.
    changed: Range<usize>,
    /// How many of its pieces were put behind themselves, and how many new ones were put in.
    copied: usize,
    grown: usize,
    /// Not known at first.
    pub(crate) parts: Option<Arc<Parts>>,
    picked: usize,
}

impl Spliced {
    fn worth(&self) -> usize {
        let scale = if self.is_valid { VALID * SCALE } else { SCALE };
        let size = (SMALL + self.bytes.len()) / SMALL;
        self.edges * scale * HALF / ((HALF + self.picked) * (1 + self.plain) * size)
    }

    /// How little is lost without it: what ran something new stays longest.
    fn spent(&self) -> (usize, bool, usize) {
        (self.plain, !self.is_valid, self.picked)
    }

    /// Whether it was not spliced before.
    pub(crate) fn is_first(&self) -> bool {
        self.picked == 1
    }

    /// Whether some pieces were not put behind themselves.
    pub(crate) fn has_copies(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| self.copied < parts.pieces().len())
    }
}

/// All inputs that are spliced.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    inputs: Vec<Spliced>,
    /// Runs that were made, and what tells those of accepted inputs apart.
    traces: FxHashSet<u64>,
    steps: FxHashSet<u64>,
    /// Pieces that were explored.
    explored: FxHashSet<(Arc<[u8]>, Range<usize>)>,
}

impl Stock {
    /// Adds an input that runs so many edges, and is so many steps away from one that ran something new.
    pub(crate) fn add(
        &mut self,
        bytes: &[u8],
        base: Base,
        (edges, is_valid, plain): (usize, bool, usize),
        changed: Range<usize>,
        parts: Option<Arc<Parts>>,
    ) {
        if self.inputs.len() == MOST
            && let Some(least) = (0..MOST).max_by_key(|at| self.inputs[*at].spent())
        {
            self.inputs.swap_remove(least);
        }
        let (bytes, copied, grown, picked) = (bytes.into(), 0, 0, 0);
        self.inputs.push(Spliced {
            bytes,
            base,
            edges,
            is_valid,
            plain,
            changed,
            copied,
            grown,
            parts,
            picked,
        });
    }

    /// Whether the program says of some inputs that they are not valid.
    pub(crate) fn has_invalid(&self) -> bool {
        self.inputs.iter().any(|it| !it.is_valid)
    }

    /// Whether no input had such a run.
    pub(crate) fn is_new(&mut self, trace: u64) -> bool {
        if self.traces.len() == MOST_KNOWN {
            self.traces.clear();
        }
        self.traces.insert(trace)
    }

    /// Whether something in a run of an accepted input is new.
    pub(crate) fn has_new(&mut self, steps: impl Iterator<Item = u64>) -> bool {
        if self.steps.len() > MOST_KNOWN {
            self.steps.clear();
        }
        let before = self.steps.len();
        self.steps.extend(steps);
        self.steps.len() > before
    }

    /// One at random: mostly a valid one, and rather one that runs much and was picked seldom.
    pub(crate) fn pick(&mut self, random: &mut Random) -> Option<Spliced> {
        let only_valid = random.below(4) > 0 && self.inputs.iter().any(|it| it.is_valid);
        let numbers = (0..self.inputs.len()).filter(|at| self.inputs[*at].is_valid || !only_valid);
        let numbers: Vec<usize> = numbers.collect();
        let some: [Option<usize>; CANDIDATES] =
            std::array::from_fn(|_| random.pick(&numbers).copied());
        let best = some.into_iter().flatten().max_by_key(|at| self.inputs[*at].worth())?;
        let input = self.inputs.get_mut(best)?;
        input.picked += 1;
        Some(input.clone())
    }

    /// A piece of an input that was not explored; first what it was changed in.
    pub(crate) fn unexplored(
        &mut self,
        of: &Spliced,
        random: &mut Random,
    ) -> Option<(Splice, Vec<usize>)> {
        let newest = Some(of.changed.clone());
        let parts = of.parts.as_deref()?;
        let others = (0..CANDIDATES).filter_map(|_| pick_piece((&of.bytes, parts), random));
        let mut all = newest.into_iter().chain(others);
        let changed = all.find(|piece| !piece.is_empty() && self.explores(&of.bytes, piece))?;
        let parts = Laid::Out(of.parts.clone()?);
        Some((Splice { bytes: of.bytes.to_vec(), changed, parts }, Vec::new()))
    }

    /// An input with a piece more that was not explored: behind one, and about as long as one. The bytes that are told beside it are
    /// lengths in the piece, which are right.
    pub(crate) fn new_piece(
        &mut self,
        of: &Spliced,
        longest: usize,
        random: &mut Random,
    ) -> Option<(Splice, Vec<usize>)> {
        let parts = of.parts.as_deref()?;
        let elements = parts.elements();
        let first = &elements[..elements.len().min(FIRST_ELEMENTS)];
        // In order first: behind each of some elements one that is longer or shorter than it.
        let (behind, like, by) = match LONGER.get(of.grown / first.len().max(1)) {
            Some(by) => {
                let element = first.get(of.grown % first.len().max(1))?;
                (element.clone(), element.clone(), *by)
            }
            None => {
                let mut pick = || random.pick(&elements).cloned();
                (pick()?, pick()?, *random.pick(&LONGER)?)
            }
        };
        for input in self.inputs.iter_mut().filter(|input| input.bytes == of.bytes) {
            input.grown += 1;
        }
        let inner = parts.inside(&like);
        let (piece, lengths) = resized(of.bytes.get(like)?, &inner, by)?;
        if behind.end > of.bytes.len() {
            return None;
        }
        let place = behind.end..behind.end;
        let (mut bytes, changed) = sibling(&of.bytes, &parts.lengths, &behind, &piece);
        // One number that may count it does so in most of them.
        let known = parts.counts.iter().copied().filter(|at| *at < behind.start);
        let known: Vec<usize> = known.collect();
        if random.below(4) > 0
            && let Some(at) = random.pick(&known)
        {
            bytes = counted(&bytes, *at);
        }
        if bytes.len() > longest || !self.explores(&bytes, &changed) {
            return None;
        }
        let parts = Laid::Out(Arc::new(parts.with(&place, (&bytes, &changed), None)));
        let kept = lengths.into_iter().map(|at| changed.start + at).collect();
        Some((Splice { bytes, changed, parts }, kept))
    }

    /// Whether this piece was not explored yet.
    fn explores(&mut self, bytes: &[u8], piece: &Range<usize>) -> bool {
        if self.explored.len() > MOST_KNOWN {
            self.explored.clear();
        }
        self.explored.insert((bytes.into(), piece.clone()))
    }

    /// Inputs in which a piece of an input stands twice, for some pieces that none was made for yet; lengths and counts before it are
    /// right in some of them.
    pub(crate) fn copies(
        &mut self,
        of: &Spliced,
        longest: usize,
        random: &mut Random,
    ) -> Vec<Splice> {
        let Some(parts) = &of.parts else { return Vec::new() };
        for input in self.inputs.iter_mut().filter(|input| input.bytes == of.bytes) {
            input.copied += COPIES;
        }
        let pieces = parts.pieces().into_iter().skip(of.copied).take(COPIES);
        let fits = |piece: &Range<usize>| {
            piece.end <= of.bytes.len() && of.bytes.len() + piece.len() <= longest
        };
        let all = pieces.filter(fits).flat_map(|piece| {
            let place = piece.end..piece.end;
            let made = twice(&of.bytes, &piece, parts, random).into_iter();
            made.map(move |(bytes, changed)| {
                let own = Some((&**parts, piece.clone()));
                let parts = Laid::Out(Arc::new(parts.with(&place, (&bytes, &changed), own)));
                Splice { bytes, changed, parts }
            })
        });
        all.collect()
    }

    /// Says what the pieces of an input are.
    pub(crate) fn plan(&mut self, bytes: &[u8], parts: &Arc<Parts>) {
        for input in self.inputs.iter_mut().filter(|input| *input.bytes == *bytes) {
            input.parts = Some(parts.clone());
        }
    }

    /// One whose pieces are known.
    fn donor(&self, random: &mut Random) -> Option<&Spliced> {
        let known: Vec<&Spliced> = self.inputs.iter().filter(|it| it.parts.is_some()).collect();
        random.pick(&known).copied()
    }

    /// An input with pieces more than this one.
    pub(crate) fn splice(
        &self,
        into: &Spliced,
        (words, longest): (&Words, usize),
        random: &mut Random,
    ) -> Option<Splice> {
        let parts = Laid::Out(into.parts.clone()?);
        let mut made = Splice { bytes: into.bytes.to_vec(), changed: 0..0, parts };
        for _ in 0..PIECES[random.below(PIECES.len() as u64)] {
            made = self.with_piece(made, into, (words, longest), random)?;
        }
        Some(made)
    }

    /// An input with a piece more, of the one that it is made of or of another one, or with one that is changed where it is.
    fn with_piece(
        &self,
        made: Splice,
        own: &Spliced,
        (words, longest): (&Words, usize),
        random: &mut Random,
    ) -> Option<Splice> {
        let (bytes, parts) = (&made.bytes[..], made.parts());
        let stays = random.below(STAYING) == 0;
        let donor = if random.below(2) == 0 { own } else { self.donor(random)? };
        let (from, its) = match stays {
            true => (bytes, &parts),
            false => (&*donor.bytes, donor.parts.as_ref()?),
        };
        let (place, piece) = match stays {
            true => {
                let piece = pick_piece((bytes, &parts), random)?;
                (piece.clone(), piece)
            }
            false => moved((bytes, &parts), (from, its), random)?,
        };
        let mut copy = from.get(piece.clone())?.to_vec();
        for _ in 0..CHANGES[random.below(CHANGES.len() as u64)].max(stays.into()) {
            change(&mut copy, (bytes, from), words, random);
        }
        if place.end > bytes.len() || bytes.len() + copy.len() > longest {
            return None;
        }
        let cases = grown(bytes, &parts.lengths, &place, &copy);
        let (mut new, changed) = cases.get(random.below(cases.len() as u64))?.clone();
        if !text::is_text(bytes) && !stays {
            if parts.lengths.is_empty() && random.below(3) > 0 {
                correct(&mut new, bytes, random);
            }
            if random.below(2) == 0 {
                count(&mut new[..changed.start], &parts, random);
            }
        }
        // What is known of the piece holds where it is as long as it was.
        let is_known = copy.len() == piece.len();
        let its = its.clone();
        let parts = Laid::With { before: parts, place, its, piece, is_known };
        Some(Splice { bytes: new, changed, parts })
    }
}

/// A place in an input, and a piece of another one for it: where control is the same if there are such ones, or any.
fn moved(
    (bytes, parts): (&[u8], &Parts),
    (from, its): (&[u8], &Parts),
    random: &mut Random,
) -> Option<Exchange> {
    if random.below(EXCHANGED) > 0
        && let Some(exchange) = parts.cuts.exchange(&its.cuts, random)
    {
        return Some(exchange);
    }
    let piece = pick_piece((from, its), random)?;
    let place = match random.below(4) {
        0 | 1 if bytes == from => piece.end..piece.end,
        // In place of one.
        3 => pick_piece((bytes, parts), random)?,
        _ => {
            let at = pick_piece((bytes, parts), random)?.end;
            at..at
        }
    };
    Some((place, piece))
}

/// An input with a piece of another one in it.
#[derive(Debug)]
pub(crate) struct Splice {
    pub(crate) bytes: Vec<u8>,
    /// Where the piece is.
    pub(crate) changed: Range<usize>,
    parts: Laid,
}

/// The parts of a splice, which takes longer to lay out than to make one.
#[derive(Debug)]
enum Laid {
    Out(Arc<Parts>),
    With {
        before: Arc<Parts>,
        place: Range<usize>,
        its: Arc<Parts>,
        piece: Range<usize>,
        is_known: bool,
    },
}

impl Splice {
    pub(crate) fn parts(&self) -> Arc<Parts> {
        let Self { bytes, changed, parts } = self;
        let (before, place, its, piece, is_known) = match parts {
            Laid::Out(parts) => return parts.clone(),
            Laid::With { before, place, its, piece, is_known } => {
                (before, place, its, piece, *is_known)
            }
        };
        let known = is_known.then(|| (&**its, piece.clone()));
        let mut parts = before.with(place, (bytes, changed), known);
        if !piece.is_empty() {
            parts.cuts.set(changed.start, &its.cuts, piece.start);
        }
        Arc::new(parts)
    }
}

/// A piece that is longer or shorter by some bytes where the last length in it ends, with all lengths right; and where those are.
fn resized(piece: &[u8], lengths: &[Length], by: isize) -> Option<(Vec<u8>, Vec<usize>)> {
    let end = lengths.iter().map(|length| length.covers.end).max().unwrap_or(piece.len());
    let place = end.checked_sub(by.min(0).unsigned_abs())?..end;
    let (piece, _) = grown(piece, lengths, &place, &vec![0; by.max(0) as usize]).swap_remove(0);
    Some((piece, lengths.iter().flat_map(Length::places).collect()))
}

/// Inputs in which a piece stands twice, with lengths that grow with it, and where it is none of a text, with one more of what numbers
/// before it may count.
fn twice(
    bytes: &[u8],
    piece: &Range<usize>,
    parts: &Parts,
    random: &mut Random,
) -> BTreeMap<Vec<u8>, Range<usize>> {
    let place = piece.end..piece.end;
    let copy = &bytes[piece.clone()];
    let mut all = vec![sibling(bytes, &parts.lengths, piece, copy)];
    all.extend(grown(bytes, &parts.lengths, &place, copy));
    if !text::is_text(bytes) {
        if parts.lengths.is_empty() {
            for _ in 0..CORRECTED {
                let Some((mut corrected, changed)) = all.first().cloned() else { break };
                correct(&mut corrected, bytes, random);
                all.push((corrected, changed));
            }
        }
        let small: Vec<usize> = counts(&bytes[..piece.end]).collect();
        let (first, last) = (small.iter().take(COUNTS), small.iter().rev().take(COUNTS));
        let known = parts.counts.iter().filter(|at| **at < piece.end).take(KNOWN_COUNTS);
        let counts: BTreeSet<usize> = first.chain(last).chain(known).copied().collect();
        let counted = all.iter().flat_map(|(bytes, changed)| {
            counts.iter().map(|at| (counted(bytes, *at), changed.clone()))
        });
        let counted: Vec<Grown> = counted.collect();
        all.extend(counted);
    }
    all.into_iter().collect()
}

/// How many pieces an input gets, one of these.
const PIECES: [usize; 8] = [1, 1, 1, 1, 2, 2, 3, 4];

/// One of so many pieces stays where it is.
const STAYING: u64 = 5;

/// All but one of so many others stand where control is as it is where they are from, if there is such a place.
const EXCHANGED: u64 = 4;

/// How many changes of a copy there are, one of these.
const CHANGES: [usize; 8] = [0, 0, 1, 1, 1, 2, 2, 3];

/// Rather one of the first; of a text also some tokens.
fn pick_piece((bytes, parts): (&[u8], &Parts), random: &mut Random) -> Option<Range<usize>> {
    if text::is_text(bytes) && random.below(2) == 0 {
        let tokens = text::tokens(bytes);
        let from = random.below(tokens.len().max(1) as u64);
        let to = (from + random.below(MOST_TOKENS)).min(tokens.len().saturating_sub(1));
        return Some(tokens.get(from)?.0..tokens.get(to)?.1);
    }
    let Parts { likely, bounds, .. } = parts;
    if !likely.is_empty() && random.below(2) == 0 {
        let among = 1 + random.below(likely.len() as u64);
        return likely.get(random.below(among as u64)).cloned();
    }
    let from = random.below(bounds.len().max(1) as u64);
    let behind = bounds.get(from + 1..)?;
    let to = random.pick(&behind[..behind.len().min(MOST_FIELDS)])?;
    Some(*bounds.get(from)?..*to)
}

/// Counts one more, in some small number.
fn count(bytes: &mut [u8], parts: &Parts, random: &mut Random) {
    let small: Vec<usize> = match random.below(2) {
        0 if !parts.counts.is_empty() => parts.counts.clone(),
        _ => counts(bytes).collect(),
    };
    if let Some(byte) = random.pick(&small).and_then(|at| bytes.get_mut(*at)) {
        *byte = byte.wrapping_add(1);
    }
}

/// Where small numbers are, which may count something.
pub(crate) fn counts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let small = bytes.iter().enumerate().filter(|(_, byte)| (1..MOST_COUNTED).contains(*byte));
    small.map(|(at, _)| at)
}

/// Changes a copy of a piece in one place.
fn change(copy: &mut Vec<u8>, inputs: (&[u8], &[u8]), words: &Words, random: &mut Random) {
    if copy.is_empty() {
        return;
    }
    let (into, donor) = inputs;
    let longest = copy.len() + MOST;
    if text::is_text(into) {
        return text::change(
            copy,
            if random.below(2) == 0 { into } else { donor },
            words,
            longest,
            random,
        );
    }
    let at = random.below(copy.len() as u64);
    match random.below(9) {
        8 => {
            let end = (at + 1 + random.below(4)).min(copy.len());
            copy.drain(at..end);
        }
        0 | 1 => copy[at] = copy[at].wrapping_add(1),
        2 => copy[at] = copy[at].wrapping_sub(1),
        3 => copy[at] = random.number() as u8,
        4 => copy[at] = random.below(MOST_COUNTED.into()) as u8,
        5 => {
            // What stands elsewhere: names and numbers of other pieces.
            let from = random.below(into.len().max(1) as u64);
            let size = 1 + random.below(4);
            overwrite(copy, at, into.get(from..(from + size).min(into.len())).unwrap_or_default());
        }
        6 => {
            if let Some(word) = words.pick(random) {
                overwrite(copy, at, word);
            }
        }
        _ => {
            let part = copy[at..].to_vec();
            insert(copy, at, &part[..part.len().min(1 + random.below(4))], longest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Stock, twice};
    use crate::structure::Parts;
    use crate::words::Words;
    use crate::work::Base;
    use effigy_base::random::Random;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn stock(bytes: &[u8], parts: Parts) -> Stock {
        let mut stock = Stock::default();
        stock.add(bytes, Base::default(), (1, true, 0), 0..bytes.len(), Some(Arc::new(parts)));
        stock
    }

    /// A count, a length, and a record of two bytes.
    const COUNTED: &[u8] = b"\x01\x04\xab\xaa\xff\xfe";

    #[test]
    fn a_piece_stands_twice_with_the_count_and_the_length_before_it() {
        let mut random = Random::new(1);
        let parts = Parts { likely: std::iter::once(2..4).collect(), ..Parts::default() };
        let mut stock = stock(COUNTED, parts);
        let input = stock.pick(&mut random).expect("there is one");
        assert!(input.has_copies());
        let copies = stock.copies(&input, 64, &mut random);
        // Which lengths are corrected is chance.
        let more = (0..20)
            .flat_map(|_| twice(COUNTED, &(2..4), &Parts::default(), &mut random).into_keys())
            .collect::<Vec<_>>();
        let made = copies.iter().map(|copy| &*copy.bytes).chain(more.iter().map(Vec::as_slice));
        let made: BTreeSet<&[u8]> = made.collect();
        assert!(made.contains(&b"\x01\x04\xab\xaa\xab\xaa\xff\xfe"[..]));
        assert!(made.contains(&b"\x02\x06\xab\xaa\xab\xaa\xff\xfe"[..]), "{made:?}");
        assert!(copies.iter().all(|copy| copy.changed == (4..6)));
        let input = stock.pick(&mut random).expect("there is one");
        assert!(!input.has_copies());
        // No input is too long.
        assert!(stock.copies(&input, COUNTED.len(), &mut random).is_empty());
    }

    #[test]
    fn a_splice_has_a_piece_more_or_another_one() {
        let (mut random, words) = (Random::new(1), Words::default());
        let parts = Parts { likely: vec![0..2, 2..4], bounds: vec![0, 2, 4], ..Parts::default() };
        let mut stock = stock(b"a\nb\n", parts);
        let input = stock.pick(&mut random).expect("there is one");
        let made: BTreeSet<Vec<u8>> = (0..2_000)
            .filter_map(|_| stock.splice(&input, (&words, 16), &mut random))
            .map(|splice| splice.bytes)
            .collect();
        for wanted in [&b"a\na\nb\n"[..], b"a\nb\na\n", b"a\nb\nb\n", b"b\nb\n", b"a\na\n"] {
            assert!(made.contains(wanted), "{:?}", String::from_utf8_lossy(wanted));
        }
        assert!(made.iter().all(|bytes| bytes.len() <= 16));
    }

    #[test]
    fn a_new_piece_is_as_long_as_the_one_before_it_and_then_longer() {
        let mut random = Random::new(1);
        let parts = Parts { likely: std::iter::once(0..2).collect(), ..Parts::default() };
        let mut stock = stock(b"\x80\x81", parts);
        let mut sizes = Vec::new();
        for _ in 0..4 {
            let input = stock.pick(&mut random).expect("there is one");
            let new = stock.new_piece(&input, 6, &mut random);
            sizes.push(new.map(|(splice, _)| (splice.changed.len(), splice.bytes.len())));
        }
        // What is too long, as the second one, is left out.
        assert_eq!(sizes, [Some((2, 4)), None, Some((3, 5)), Some((4, 6))]);
    }

    #[test]
    fn a_new_piece_is_counted_in_most_cases() {
        let mut random = Random::new(1);
        // A number of pieces, and one of them.
        let piece = std::iter::once(1..4).collect();
        let parts = Parts { likely: piece, counts: vec![0], ..Parts::default() };
        let mut stock = stock(b"\x01\x80\x81\x82", parts);
        let input = stock.pick(&mut random).expect("there is one");
        let mut first = |grown| {
            let input = super::Spliced { grown, ..input.clone() };
            Some(stock.new_piece(&input, 64, &mut random)?.0.bytes[0])
        };
        let found: Vec<u8> = (0..400).filter_map(|grown| first(grown % 6)).collect();
        assert!(found.contains(&1) && found.contains(&2), "{found:?}");
    }

    #[test]
    fn an_element_that_is_not_in_the_input_gets_no_other_one() {
        let mut random = Random::new(1);
        let parts = Parts { likely: vec![0..2, 2..9], ..Parts::default() };
        let mut stock = stock(b"\x80\x81", parts);
        let input = stock.pick(&mut random).expect("there is one");
        for grown in 0..200 {
            let input = super::Spliced { grown, ..input.clone() };
            let new = stock.new_piece(&input, 64, &mut random);
            assert!(new.is_none_or(|(splice, _)| splice.changed.start == 2));
        }
    }

    #[test]
    fn what_ran_something_new_stays_in_a_full_stock() {
        let mut stock = Stock::default();
        let mut add = |byte: u16, plain| {
            stock.add(&byte.to_le_bytes(), Base::default(), (1, true, plain), 0..2, None);
        };
        add(0, 0);
        (1..2_000).for_each(|byte| add(byte, 3));
        assert!(stock.inputs.len() <= super::MOST);
        assert!(stock.inputs.iter().any(|input| *input.bytes == [0, 0]));
    }

    #[test]
    fn each_piece_is_explored_once() {
        let mut random = Random::new(1);
        let parts = Parts { likely: std::iter::once(0..1).collect(), ..Parts::default() };
        let mut stock = stock(b"\x80\x81", parts);
        let input = stock.pick(&mut random).expect("there is one");
        // What the input was changed in comes first.
        let mut next = || Some(stock.unexplored(&input, &mut random)?.0.changed);
        assert_eq!([next(), next(), next()], [Some(0..2), Some(0..1), None]);
    }
}

//! Inputs with pieces of others in them, whose native runs tell what no longer fits.

use crate::holes::Hole;
use crate::matching::{Profile, Wanted, matched, steps};
use crate::runner::{NativeEnd, NativeRun};
use crate::splice::{Splice, Spliced, counts};
use crate::structure::Parts;
use crate::structure::lengths::{counted, grown};
use crate::sweep::changed;
use crate::work::{Parent, Steps};
use crate::worker::Worker;
use effigy_base::comparison::{Comparison, Sides};
use effigy_base::random::Random;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many inputs of one turn run once more to tell what they compare, and how many that the program accepts among them.
const ACCEPTED: usize = 48;
const TOLD: usize = 80;

/// How many of what does not fit in inputs of one turn are mended, and how often what is made of one is mended again.
const MENDS: usize = 36;
const ROUNDS: usize = 16;

/// Inputs that are run together, at least, and how long some are run: most runs are over at once, but some may come to the limit of one.
const BATCH: usize = 32;
const LONG_TURN: Duration = Duration::from_millis(500);

/// Small numbers that are taken for counts.
const COUNTS: usize = 12;

/// An input that was made of another one.
struct Made {
    bytes: Vec<u8>,
    /// Where it was changed, and its parts, as far as they are known.
    changed: Range<usize>,
    parts: Option<Arc<Parts>>,
    /// How often it was mended, and the most comparisons that fit in it or in what it is made of.
    mended: usize,
    most_fitting: usize,
}

impl Made {
    fn of(splice: Splice) -> Self {
        let parts = Some(splice.parts());
        let Splice { bytes, changed, .. } = splice;
        Self { bytes, changed, parts, mended: 0, most_fitting: 0 }
    }
}

/// One in which the sides of a comparison are not as they should be.
struct Broken {
    made: Made,
    sides: Sides,
    wanted: Wanted,
}

/// What came of inputs that were made.
#[derive(Default)]
struct Came {
    /// Something new, as the program says that tells what it compares.
    new: Vec<Vec<u8>>,
    /// The program accepts it, or all fits; with how it ran and what it compared.
    whole: Vec<(Made, NativeRun, Vec<Comparison>)>,
    broken: Vec<Broken>,
}

impl Came {
    /// What is mended next: that of the input in which most fits, and rather a side that should be the other one than one that should be
    /// more or less. A sum over a number is compared before the number is, so with the right number less fits than did before.
    fn next(&mut self, random: &mut Random) -> Option<Broken> {
        let mut worth = |at: &usize| {
            let it = &self.broken[*at];
            (it.made.most_fitting, it.wanted == Wanted::Equal, random.number())
        };
        let at = (0..self.broken.len()).max_by_key(|at| worth(at))?;
        Some(self.broken.swap_remove(at))
    }
}

impl Worker<'_, '_> {
    /// Splices one input in many ways, and mends what comes of it; whether there is one and the program tells what it compares.
    pub(super) fn splice_one(&mut self) -> bool {
        let Some(input) = self.shared.table().stock.pick(&mut self.random) else { return false };
        let input = self.with_parts(input);
        let Some(own) = self.compare(&[input.bytes.to_vec()]).and_then(|mut runs| runs.pop())
        else {
            return false;
        };
        let profile = Profile::of(&own.1);
        let mut table = self.shared.table();
        table.words.compared(&own.1);
        if own.0.succeeded {
            table.stock.has_new(steps(&own.1));
        }
        let rejects = table.stock.has_invalid();
        drop(table);
        let from = (input.bytes.clone(), input.base.changed(Steps::Solved));
        let mut made = match self.growing.is_turn_of_pieces() {
            _ if input.is_first() => self.exchanged(&input, &own.1, (rejects, &from)),
            true => self.explored(&input),
            false => Vec::new(),
        };
        // Each of what is found there may be what is looked for.
        let mends = MENDS.max(made.len());
        // Of a small input all pieces are explored soon.
        if made.is_empty() {
            made = match input.has_copies() && self.random.below(2) == 0 {
                true => self.copied(&input),
                false => self.spliced(&input, (rejects, &from)),
            };
        }
        let compared = own.1.len();
        let mut came = Came::default();
        let begun = Instant::now();
        self.try_made(made, (&profile, rejects), &mut came);
        for _ in 0..mends {
            let Some(broken) = came.next(&mut self.random).filter(|_| begun.elapsed() < LONG_TURN)
            else {
                break;
            };
            self.try_made(mended(&broken), (&profile, rejects), &mut came);
        }
        self.run_made(&came.new, &from);
        self.take_whole(came.whole, &from, (&input, compared));
        true
    }

    fn with_parts(&mut self, mut input: Spliced) -> Spliced {
        if input.parts.is_none() {
            let parts = Arc::new(self.expander.parts(&self.given(&input.bytes)));
            self.shared.table().stock.plan(&input.bytes, &parts);
            input.parts = Some(parts);
        }
        input
    }

    fn copied(&mut self, input: &Spliced) -> Vec<Made> {
        let longest = self.shared.settings.longest;
        let mut table = self.shared.table();
        let copies = table.stock.copies(input, longest, &mut self.random);
        copies.into_iter().map(Made::of).collect()
    }

    /// Inputs in which one side of a comparison stands where the other one stood.
    fn exchanged(
        &mut self,
        input: &Spliced,
        compared: &[Comparison],
        how: (bool, &Parent),
    ) -> Vec<Made> {
        let mut all = BTreeSet::new();
        for sides in compared.iter().map(|it| &it.sides) {
            if all.len() < self.turn {
                all.extend(matched(&input.bytes, sides, Wanted::Equal, &(0..0)));
            }
        }
        let all: Vec<Vec<u8>> = all.into_iter().collect();
        let chosen = self.sifted(all, |bytes| bytes.clone(), how);
        let one = |bytes: Vec<u8>| Made {
            changed: changed(&input.bytes, &bytes),
            parts: input.parts.clone().filter(|_| bytes.len() == input.bytes.len()),
            bytes,
            mended: 0,
            most_fitting: 0,
        };
        chosen.into_iter().map(one).collect()
    }

    /// Splices of an input.
    fn spliced(&mut self, input: &Spliced, how: (bool, &Parent)) -> Vec<Made> {
        let longest = self.shared.settings.longest;
        let table = self.shared.table();
        let splices = (0..self.turn)
            .filter_map(|_| table.stock.splice(input, (&table.words, longest), &mut self.random));
        let all: Vec<Splice> = splices.collect();
        drop(table);
        let chosen = self.sifted(all, |splice| splice.bytes.clone(), how);
        chosen.into_iter().map(Made::of).collect()
    }

    /// Runs inputs, and gives some that ran otherwise than all before them.
    fn sifted<T>(
        &mut self,
        all: Vec<T>,
        bytes: impl Fn(&T) -> Vec<u8>,
        (rejects, from): (bool, &Parent),
    ) -> Vec<T> {
        let begun = Instant::now();
        let (mut accepted, mut rejected) = (Vec::new(), Vec::new());
        let (mut all, mut count) = (all.into_iter(), BATCH);
        while begun.elapsed() < LONG_TURN && !self.shared.is_over() {
            let some: Vec<T> = all.by_ref().take(count).collect();
            let inputs: Vec<Vec<u8>> = some.iter().map(&bytes).collect();
            let runs = self.natively(|native| native.run_each(&inputs));
            let Some(runs) = runs.filter(|runs| !runs.is_empty()) else { break };
            self.note(|counts| counts.grown += inputs.len() as u64);
            for ((made, bytes), run) in some.into_iter().zip(&inputs).zip(runs) {
                match run.end {
                    // Nothing is known of what was cut.
                    NativeEnd::Cut => {}
                    NativeEnd::Exit if !run.is_new() => {
                        if self.shared.table().stock.is_new(run.trace) {
                            let is_accepted = run.succeeded && rejects;
                            if is_accepted { &mut accepted } else { &mut rejected }.push(made);
                        }
                    }
                    _ => {
                        self.note(|counts| counts.grown_kept += 1);
                        self.take_changed(bytes, run, from);
                    }
                }
            }
            count *= 2;
        }
        accepted.into_iter().take(ACCEPTED).chain(rejected).take(TOLD).collect()
    }

    /// What a piece of an input can be, or one that it gets.
    fn explored(&mut self, input: &Spliced) -> Vec<Made> {
        let begun = Instant::now();
        let longest = self.shared.settings.longest;
        let mut table = self.shared.table();
        let piece = match self.random.below(2) {
            0 => table.stock.unexplored(input, &mut self.random),
            _ => table.stock.new_piece(input, longest, &mut self.random),
        };
        drop(table);
        let Some((splice, kept)) = piece else { return Vec::new() };
        let parts = splice.parts();
        let Splice { bytes, changed, .. } = splice;
        let from = (input.bytes.clone(), input.base);
        let hole = Hole::of_piece(from, bytes, (&changed, kept), &parts.sums);
        let found = self.growing.diver.explore(&hole, self.shared.kind).unwrap_or_default();
        self.growing.exploring += begun.elapsed();
        let one = |(bytes, changed, parts)| Made {
            bytes,
            changed,
            parts: Some(parts),
            mended: 0,
            most_fitting: 0,
        };
        let shorter = found.iter().filter_map(|bytes| shortened(bytes, &changed, &parts));
        let shorter: Vec<_> = shorter.collect();
        let found = found.into_iter().map(|bytes| (bytes, changed.clone(), parts.clone()));
        found.chain(shorter).map(one).collect()
    }

    /// Runs inputs, and sorts them by what came of them.
    fn try_made(&mut self, made: Vec<Made>, (profile, rejects): (&Profile, bool), came: &mut Came) {
        let begun = Instant::now();
        let (mut made, mut ran) = (made.into_iter(), Vec::new());
        while begun.elapsed() < LONG_TURN && !self.shared.is_over() {
            let some: Vec<Made> = made.by_ref().take(BATCH).collect();
            let bytes: Vec<Vec<u8>> = some.iter().map(|made| made.bytes.clone()).collect();
            let Some(runs) = self.compare(&bytes).filter(|runs| !runs.is_empty()) else { break };
            ran.extend(some.into_iter().zip(runs));
        }
        for (mut made, (run, compared)) in ran {
            if run.is_new() || run.end != NativeEnd::Exit {
                came.new.push(made.bytes.clone());
            }
            if run.end != NativeEnd::Exit {
                continue;
            }
            let wrong = profile.wrong(&compared);
            let is_whole = if rejects { run.succeeded } else { wrong.is_none() };
            if is_whole {
                came.whole.push((made, run, compared));
                continue;
            }
            let Some((fitting, Comparison { sides, constant, .. }, wanted)) = wrong else {
                continue;
            };
            // What a text or a format lacks that is the same in each input is not what others in it have to fit to.
            if !constant && made.mended < ROUNDS {
                made.most_fitting = made.most_fitting.max(fitting);
                came.broken.push(Broken { made, sides: sides.clone(), wanted });
            }
        }
    }

    /// Takes up inputs that the program accepts, as far as it says so, and that run otherwise than others.
    fn take_whole(
        &mut self,
        whole: Vec<(Made, NativeRun, Vec<Comparison>)>,
        (_, base): &Parent,
        (input, before): (&Spliced, usize),
    ) {
        let mut table = self.shared.table();
        for (made, run, compared) in whole {
            if table.stock.has_new(steps(&compared)) {
                table.counts.repaired += 1;
                // What runs more has more in it.
                let plain = input.plain + if compared.len() > before { 1 } else { 3 };
                let worth = (run.edges as usize, run.succeeded, plain);
                table.stock.add(&made.bytes, *base, worth, made.changed, made.parts);
            }
        }
    }
}

/// An input without the zero bytes at the end of a piece of it, which nothing is known of.
fn shortened(
    bytes: &[u8],
    piece: &Range<usize>,
    parts: &Parts,
) -> Option<(Vec<u8>, Range<usize>, Arc<Parts>)> {
    let zeros = bytes.get(piece.clone())?.iter().rev().take_while(|byte| **byte == 0).count();
    let place = piece.end - zeros.min(piece.len().saturating_sub(1))..piece.end;
    if place.is_empty() {
        return None;
    }
    let (bytes, changed) = grown(bytes, &parts.lengths, &place, b"").into_iter().next()?;
    let parts = Arc::new(parts.with(&place, (&bytes, &changed), None));
    let kept = changed.start.checked_sub(place.start - piece.start)?..changed.start;
    Some((bytes, kept, parts))
}

/// Inputs in which the sides may be as they should.
fn mended(broken: &Broken) -> Vec<Made> {
    let Broken { made, sides, wanted } = broken;
    let Made { bytes, changed, parts, .. } = made;
    let mut all = matched(bytes, sides, *wanted, changed);
    // A count that is too low shows where what it counts ends.
    if *wanted == Wanted::Equal {
        let before = match all.is_empty() {
            true => bytes.get(..changed.start).unwrap_or_default(),
            false => &[],
        };
        let known = parts.iter().flat_map(|parts| &parts.counts).copied();
        let known = known.filter(|at| *at < before.len());
        all.extend(known.chain(counts(before)).take(COUNTS).map(|at| counted(bytes, at)));
    }
    let one = |new: Vec<u8>| Made {
        // What is longer or shorter now has its parts elsewhere.
        parts: parts.clone().filter(|_| new.len() == bytes.len()),
        bytes: new,
        changed: changed.clone(),
        mended: made.mended + 1,
        most_fitting: made.most_fitting,
    };
    all.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::shortened;
    use crate::structure::Parts;

    #[test]
    fn zero_bytes_at_the_end_of_a_piece_are_left_out() {
        let parts = Parts { likely: vec![0..2, 2..6, 6..8], ..Parts::default() };
        let bytes = b"\x01\x02\x03\x04\x00\x00\x00\x05";
        let (shorter, kept, parts) = shortened(bytes, &(2..6), &parts).expect("there are some");
        assert_eq!((&shorter[..], kept), (&b"\x01\x02\x03\x04\x00\x05"[..], 2..4));
        assert!(parts.likely.contains(&(4..6)) && parts.likely.contains(&(0..2)));
        // Something of it is left, and what has none is as it was.
        assert_eq!(shortened(bytes, &(4..6), &parts).map(|(_, kept, _)| kept), Some(4..5));
        assert!(shortened(bytes, &(0..2), &parts).is_none());
    }
}

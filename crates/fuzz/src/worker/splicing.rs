//! Inputs with pieces of others in them, whose native runs tell what no longer fits.

use crate::holes::Hole;
use crate::matching::{Profile, Wanted, matched};
use crate::runner::{NativeEnd, NativeRun};
use crate::splice::{Splice, Spliced, counts};
use crate::structure::Parts;
use crate::structure::lengths::counted;
use crate::work::{Parent, Steps};
use crate::worker::Worker;
use effigy_base::comparison::{Comparison, Sides};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Inputs of one turn, how many of what does not fit in one of them are mended, and how often what is made of one is mended again.
const TURN: usize = 48;
const MENDS: usize = 12;
const ROUNDS: usize = 16;

/// Inputs that are run together, and how long some are run: most runs are over at once, but some may come to the limit of one.
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
    /// The program accepts it, or all fits; with how it ran and how many comparisons it made.
    whole: Vec<(Made, NativeRun, usize)>,
    broken: Vec<Broken>,
}

impl Came {
    /// What is mended next: that of the input in which most fits, and rather a side that should be the other one than one that should be
    /// more or less. A sum over a number is compared before the number is, so with the right number less fits than did before.
    fn next(&mut self) -> Option<Broken> {
        let worth = |it: &Broken| (it.made.most_fitting, it.wanted == Wanted::Equal);
        let at = (0..self.broken.len()).rev().max_by_key(|at| worth(&self.broken[*at]))?;
        Some(self.broken.remove(at))
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
        self.shared.table().words.compared(&own.1);
        let mut made = match self.growing.is_turn_of_pieces() {
            true => self.explored(&input),
            false => Vec::new(),
        };
        // Of a small input all pieces are explored soon.
        if made.is_empty() {
            made = self.spliced(&input);
        }
        let compared = own.1.len();
        let mut came = Came::default();
        let begun = Instant::now();
        let rejects = self.shared.table().stock.has_invalid();
        self.try_made(made, (&profile, rejects), &mut came);
        for _ in 0..MENDS {
            let Some(broken) = came.next().filter(|_| begun.elapsed() < LONG_TURN) else { break };
            self.try_made(mended(&broken), (&profile, rejects), &mut came);
        }
        let from = (input.bytes.clone(), input.base.changed(Steps::Solved));
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

    fn spliced(&mut self, input: &Spliced) -> Vec<Made> {
        let longest = self.shared.settings.longest;
        let mut table = self.shared.table();
        let one = |Splice { bytes, changed, parts }| Made {
            bytes,
            changed,
            parts: Some(Arc::new(parts)),
            mended: 0,
            most_fitting: 0,
        };
        if input.has_copies() && self.random.below(2) == 0 {
            let copies = table.stock.copies(input, longest, &mut self.random);
            return copies.into_iter().map(one).collect();
        }
        let splices = (0..TURN).filter_map(|_| {
            table.stock.splice(input, (&table.words, longest), &mut self.random).map(one)
        });
        splices.collect()
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
        let Some((Splice { bytes, changed, parts }, kept)) = piece else { return Vec::new() };
        let from = (input.bytes.clone(), input.base);
        let hole = Hole::of_piece(from, bytes, (&changed, kept), &parts.sums);
        let found = self.growing.diver.explore(&hole, self.shared.kind).unwrap_or_default();
        self.growing.exploring += begun.elapsed();
        let parts = Some(Arc::new(parts));
        let one = |bytes| Made {
            bytes,
            changed: changed.clone(),
            parts: parts.clone(),
            mended: 0,
            most_fitting: 0,
        };
        found.into_iter().map(one).collect()
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
                came.whole.push((made, run, compared.len()));
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
        whole: Vec<(Made, NativeRun, usize)>,
        (_, base): &Parent,
        (input, before): (&Spliced, usize),
    ) {
        let mut table = self.shared.table();
        for (made, run, compared) in whole {
            if table.stock.is_new(run.trace) {
                table.counts.repaired += 1;
                // What runs more has more in it.
                let plain = input.plain + if compared > before { 1 } else { 3 };
                let worth = (input.edges, run.succeeded, plain);
                table.stock.add(&made.bytes, *base, worth, made.changed, made.parts);
            }
        }
    }
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

//! Inputs with pieces of others in them, whose native runs tell what no longer fits.

use crate::holes::Hole;
use crate::matching::{Profile, matched};
use crate::runner::NativeEnd;
use crate::splice::{Splice, Spliced, counted, counts};
use crate::structure::Parts;
use crate::work::{Parent, Steps};
use crate::worker::Worker;
use effigy_base::comparison::{Comparison, Sides};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Inputs of one turn, how often what does not fit in one of them is mended, and how many of what is made of it go on.
const TURN: usize = 48;
const ROUNDS: usize = 8;
const GO_ON: usize = 2;

/// Inputs that are run together, and how long some are run: most runs are over at once, but some may come to the limit of one.
const BATCH: usize = 32;
const LONG_TURN: Duration = Duration::from_millis(500);

/// Small numbers that are taken for counts.
const COUNTS: usize = 12;

/// An input that was made of another one.
struct Made {
    bytes: Vec<u8>,
    /// Where it was changed, and its parts.
    changed: Range<usize>,
    parts: Arc<Parts>,
    /// Of the input that it was made of: its number, and how many comparisons there fit.
    of: (usize, usize),
}

/// One in which the sides of a comparison are unequal that should be equal.
struct Broken {
    made: Made,
    /// How many comparisons come before it.
    fitting: usize,
    sides: Sides,
}

/// What came of inputs that were made.
#[derive(Default)]
struct Came {
    /// Something new, as the program says that tells what it compares.
    new: Vec<Vec<u8>>,
    /// All fits, with what tells such runs apart.
    whole: Vec<(Made, u64, usize)>,
    broken: Vec<Broken>,
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
        for _ in 0..ROUNDS {
            self.try_made(made, &profile, &mut came);
            let broken = came.broken.drain(..).enumerate();
            made = broken.flat_map(|(number, broken)| mended(number, &broken)).collect();
            if made.is_empty() || self.shared.is_over() {
                break;
            }
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
            parts: Arc::new(parts),
            of: (usize::MAX, 0),
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

    /// What a piece of an input can be.
    fn explored(&mut self, input: &Spliced) -> Vec<Made> {
        let begun = Instant::now();
        let piece = self.shared.table().stock.unexplored(input, &mut self.random);
        let (Some(piece), Some(parts)) = (piece, &input.parts) else { return Vec::new() };
        let from = (input.bytes.clone(), input.base);
        let hole = Hole::of_piece(&from, &piece, &parts.sums);
        let found = self.growing.diver.explore(&hole, self.shared.kind).unwrap_or_default();
        self.growing.exploring += begun.elapsed();
        let one = |bytes| Made {
            bytes,
            changed: piece.clone(),
            parts: parts.clone(),
            of: (usize::MAX, 0),
        };
        found.into_iter().map(one).collect()
    }

    /// Runs inputs, and sorts them by what came of them.
    fn try_made(&mut self, made: Vec<Made>, profile: &Profile, came: &mut Came) {
        let begun = Instant::now();
        let (mut made, mut ran) = (made.into_iter(), Vec::new());
        while begun.elapsed() < LONG_TURN && !self.shared.is_over() {
            let some: Vec<Made> = made.by_ref().take(BATCH).collect();
            let bytes: Vec<Vec<u8>> = some.iter().map(|made| made.bytes.clone()).collect();
            let Some(runs) = self.compare(&bytes).filter(|runs| !runs.is_empty()) else { break };
            ran.extend(some.into_iter().zip(runs));
        }
        for (made, (run, compared)) in ran {
            if run.is_new() || run.end != NativeEnd::Exit {
                came.new.push(made.bytes.clone());
            }
            if run.end != NativeEnd::Exit {
                continue;
            }
            match profile.unequal(&compared) {
                None => came.whole.push((made, run.trace, compared.len())),
                // What a text or a format lacks that is the same in each input is not what others in it have to fit to.
                Some((_, Comparison { constant: true, .. })) => {}
                Some((fitting, Comparison { sides, .. }))
                    if fitting > made.of.1 || made.of.0 == usize::MAX =>
                {
                    came.broken.push(Broken { made, fitting, sides: sides.clone() });
                }
                Some(_) => {}
            }
        }
        // Of each input those go on in which most fits.
        came.broken.sort_by_key(|it| (it.made.of.0, std::cmp::Reverse(it.fitting)));
        let mut before = (0, 0);
        came.broken.retain(|it| {
            let of = it.made.of.0;
            before = (of, if before.0 == of { before.1 + 1 } else { 1 });
            of == usize::MAX || before.1 <= GO_ON
        });
    }

    /// Takes up inputs in which all fits that fits in the input that they are made of, and that run otherwise than others.
    fn take_whole(
        &mut self,
        whole: Vec<(Made, u64, usize)>,
        (_, base): &Parent,
        (input, before): (&Spliced, usize),
    ) {
        let mut table = self.shared.table();
        for (made, trace, compared) in whole {
            if table.stock.is_new(trace) {
                table.counts.repaired += 1;
                let parts = Some(made.parts);
                // What runs more has more in it.
                let plain = input.plain + if compared > before { 1 } else { 3 };
                table.stock.add(&made.bytes, *base, (input.edges, plain), made.changed, parts);
            }
        }
    }
}

/// Inputs in which the sides may be equal.
fn mended(number: usize, broken: &Broken) -> Vec<Made> {
    let Broken { made, fitting, sides } = broken;
    let mut all = matched(&made.bytes, sides, &made.changed);
    // A count that is too low shows where what it counts ends.
    let before = match all.is_empty() {
        true => made.bytes.get(..made.changed.start).unwrap_or_default(),
        false => &[],
    };
    all.extend(counts(before).take(COUNTS).map(|at| counted(&made.bytes, at)));
    let of = (number, *fitting);
    let one = |bytes| Made { bytes, changed: made.changed.clone(), parts: made.parts.clone(), of };
    all.into_iter().map(one).collect()
}

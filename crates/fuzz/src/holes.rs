//! Holes: symbolic bytes that are put into an input where something can stand, and explored there. All other bytes are the input's, so
//! only what reads the hole forks. A keyword is a few forks away, and a number that has to be a computed one is read off the path.

use crate::mutate::text::{is_text, lines, tokens};
use crate::sweep::changed;
use crate::work::Base;
use effigy_base::budget::Budget;
use effigy_exec::concolic::Follow;
use effigy_exec::context::Job;
use effigy_exec::explorer::{ExploreOptions, explore};
use effigy_exec::guides::{FreeBytes, GivenBytes};
use effigy_exec::merge::Merge;
use effigy_exec::state::{InputKind, StackFrame};
use effigy_solver::SolverError;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// How long a hole is explored.
const TIME: Duration = Duration::from_millis(100);

/// The same where all that a piece can be is explored.
const TIME_OF_PIECE: Duration = Duration::from_millis(300);

/// Sizes of holes that become a line of a text, a token, and a piece of another input.
const LINES: [usize; 20] = [8, 12, 16, 10, 6, 20, 4, 26, 24, 9, 11, 5, 7, 14, 18, 22, 28, 3, 32, 1];
const TOKENS: [usize; 4] = [2, 4, 1, 8];
const IN_PLACE: [usize; 7] = [4, 6, 8, 3, 2, 1, 12];
const PIECES: [usize; 6] = [4, 8, 2, 16, 1, 12];

/// Most bytes of a piece that become symbolic.
const LONGEST: usize = 24;

/// What ends the line or the token that a hole becomes, and is not in it.
const ENDS_OF_LINE: &[u8] = b"\n\r\0";

/// Most places in an input where holes of one kind are.
const MOST_PLACES: usize = 64;

/// How many holes of an input are explored before it counts half as much as one with as many edges.
const HALF: usize = 16;

/// What the worth of an input is counted in.
const SCALE: usize = 256;

/// Most inputs that wait.
const WAITING: usize = 256;

/// A hole in an input.
#[derive(Debug)]
pub(crate) struct Hole {
    pub(crate) parent: (Arc<[u8]>, Base),
    /// The input with the hole in it.
    pub(crate) bytes: Vec<u8>,
    /// Its symbolic bytes.
    pub(crate) free: Range<usize>,
    /// How long it is explored.
    time: Duration,
    /// The values that they do not have.
    never: &'static [u8],
    /// Decisions on check sums that are taken as this says.
    sums: Sums,
}

/// Sides of decisions on check sums, by where they are.
type Sums = Arc<BTreeMap<StackFrame, Option<u32>>>;

impl Hole {
    /// A piece of an input, as far as it is not too long; sums in it are made right later.
    pub(crate) fn of_piece(parent: &(Arc<[u8]>, Base), piece: &Range<usize>, sums: &Sums) -> Self {
        let bytes = parent.0.to_vec();
        let never = if is_text(&bytes) { ENDS_OF_LINE } else { b"" };
        let free = piece.start..piece.end.min(piece.start + LONGEST);
        Self { parent: parent.clone(), bytes, free, time: TIME_OF_PIECE, never, sums: sums.clone() }
    }
}

/// A place for a hole.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    /// How many bytes it replaces.
    replaced: usize,
    size: usize,
    /// What ends it, and what is not in it.
    end: &'static [u8],
    never: &'static [u8],
}

/// An input with the holes that were not explored.
#[derive(Debug)]
struct Open {
    bytes: Arc<[u8]>,
    base: Base,
    /// How many edges it runs.
    edges: usize,
    /// The first one last.
    places: Vec<Place>,
    explored: usize,
}

impl Open {
    /// How much it is worth to explore a hole of it: where much runs already, less of what a hole leads to ends early.
    fn worth(&self) -> usize {
        self.edges * SCALE * HALF / (HALF + self.explored)
    }
}

/// The inputs in which holes are made: the one comes first that runs most, and less so the more holes of it were explored.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    open: Vec<Open>,
}

impl Holes {
    /// Adds an input that ran something new and runs so many edges.
    pub(crate) fn add(&mut self, bytes: &[u8], base: Base, edges: usize, parent: &[u8]) {
        let mut places = places(bytes, changed(parent, bytes));
        places.reverse();
        if self.open.len() == WAITING
            && let Some(least) = (0..WAITING).min_by_key(|at| self.open[*at].worth())
        {
            self.open.swap_remove(least);
        }
        self.open.push(Open { bytes: bytes.into(), base, edges, places, explored: 0 });
    }

    /// The hole that is explored next.
    pub(crate) fn next(&mut self) -> Option<Hole> {
        let at = (0..self.open.len()).rev().max_by_key(|at| self.open[*at].worth())?;
        let open = &mut self.open[at];
        open.explored += 1;
        let Some(Place { at: place, replaced, size, end, never }) = open.places.pop() else {
            self.open.swap_remove(at);
            return self.next();
        };
        let parent = (open.bytes.clone(), open.base);
        let mut bytes = open.bytes.to_vec();
        let piece = [&vec![0; size], end].concat();
        bytes.splice(place..place + replaced, piece);
        let (free, sums) = (place..place + size, Sums::default());
        Some(Hole { parent, bytes, free, time: TIME, never, sums })
    }
}

/// Where holes are made in an input: first those that are near what was changed last.
fn places(bytes: &[u8], changed: Range<usize>) -> Vec<Place> {
    let sorted = |mut places: Vec<(usize, usize)>| {
        places.sort_by_key(|(at, _)| at.abs_diff(changed.end));
        places.truncate(MOST_PLACES);
        places
    };
    let of = |(at, replaced), sizes: &'static [usize], (end, never)| {
        sizes.iter().map(move |size| Place { at, replaced, size: *size, end, never })
    };
    if !is_text(bytes) {
        let all = sorted((0..=bytes.len()).map(|at| (at, 0)).collect());
        return all.into_iter().flat_map(|place| of(place, &PIECES, (b"", b""))).collect();
    }
    let end: &[u8] = if bytes.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let starts = if bytes.contains(&b'\n') { lines(bytes) } else { Vec::new() };
    let starts = sorted(starts.into_iter().map(|at| (at, 0)).collect());
    let tokens = sorted(tokens(bytes).into_iter().map(|(from, to)| (from, to - from)).collect());
    let mut lines = starts.into_iter().flat_map(|at| of(at, &LINES, (end, ENDS_OF_LINE)));
    let mut tokens = tokens.into_iter().flat_map(|(from, length)| {
        let behind = of((from + length, 0), &TOKENS, (b"", ENDS_OF_LINE));
        of((from, length), &IN_PLACE, (b"", ENDS_OF_LINE)).chain(behind)
    });
    // In turn.
    let mut places = Vec::new();
    loop {
        let before = places.len();
        places.extend(lines.by_ref().take(LINES.len()));
        places.extend(tokens.by_ref().take(IN_PLACE.len() + TOKENS.len()));
        if places.len() == before {
            return places;
        }
    }
}

/// Explores holes.
pub(crate) struct Diver {
    job: Job,
    options: ExploreOptions,
}

impl Diver {
    pub(crate) fn new(job: &Job, most_steps: u64) -> Self {
        let budget = Budget { steps: Some(most_steps), ..job.budget };
        let (follow, merge) = (Follow::Nothing, Merge::Never);
        let job = Job { budget, follow, merge, ..job.clone() };
        Self { job, options: ExploreOptions { max_tree: 0, ..ExploreOptions::default() } }
    }

    /// Inputs of the paths behind a hole.
    ///
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub(crate) fn explore(
        &mut self,
        hole: &Hole,
        kind: InputKind,
    ) -> Result<Vec<Vec<u8>>, SolverError> {
        let given: GivenBytes = (kind, String::new(), hole.bytes.clone());
        let job = Job {
            budget: Budget { time: Some(hole.time), ..self.job.budget },
            given_bytes: Arc::new(vec![given]),
            free: Arc::new(FreeBytes {
                places: hole.free.clone().collect(),
                never: hole.never.to_vec(),
                bypassed: hole.sums.clone(),
            }),
            ..self.job.clone()
        };
        let explored = explore(&job, &self.options, &mut |_| {})?;
        let inputs = explored.paths.iter().flat_map(|path| &path.inputs);
        let inputs = inputs.filter(|input| input.kind == kind).map(|input| input.bytes.clone());
        let inputs: BTreeSet<Vec<u8>> = inputs.collect();
        Ok(inputs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests;

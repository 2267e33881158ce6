//! Holes: symbolic bytes that are put into an input where something can stand, and explored there. All other bytes are the input's, so
//! only what reads the hole forks. A keyword is a few forks away, and a number that has to be a computed one is read off the path.

use crate::mutate::text::{is_text, lines, tokens};
use crate::structure::Parts;
use crate::structure::lengths::grown;
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
const TIME_OF_PIECE: Duration = Duration::from_millis(150);

/// Sizes of holes that become a line of a text, a token, and a piece of another input.
const LINES: [usize; 20] = [8, 12, 16, 10, 6, 20, 4, 26, 24, 9, 11, 5, 7, 14, 18, 22, 28, 3, 32, 1];
const TOKENS: [usize; 4] = [2, 4, 1, 8];
const IN_PLACE: [usize; 7] = [4, 6, 8, 3, 2, 1, 12];
const PIECES: [usize; 6] = [4, 8, 2, 16, 1, 12];

/// Most bytes of a piece that become symbolic.
const LONGEST: usize = 32;

/// What ends the line or the token that a hole becomes, and is not in it.
const ENDS_OF_LINE: &[u8] = b"\n\r\0";

/// Most places in an input where holes of one kind are.
const MOST_PLACES: usize = 64;

/// Most ends of what numbers count where holes are.
const MOST_ENDS: usize = 8;

/// In how many cases of which of the lengths grow, where that is not clear.
const MOST_CASES: usize = 2;

/// How many holes of an input are explored before it counts half as much as one with as many edges.
const HALF: usize = 16;

/// How many times as much a valid input is worth.
const VALID: usize = 4;

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
    /// Where its symbolic bytes are.
    pub(crate) free: BTreeSet<usize>,
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
    /// A piece of what was made of an input but for the bytes that are kept, as far as it is not too long; sums in it are made right later.
    pub(crate) fn of_piece(
        parent: (Arc<[u8]>, Base),
        bytes: Vec<u8>,
        (piece, kept): (&Range<usize>, Vec<usize>),
        sums: &Sums,
    ) -> Self {
        let never = if is_text(&bytes) { ENDS_OF_LINE } else { b"" };
        let free = piece.clone().filter(|at| !kept.contains(at)).take(LONGEST).collect();
        Self { parent, bytes, free, time: TIME_OF_PIECE, never, sums: sums.clone() }
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
    /// Which of the lengths around it grow ([`grown`]).
    case: usize,
}

/// An input with the holes that were not explored.
#[derive(Debug)]
struct Open {
    bytes: Arc<[u8]>,
    base: Base,
    /// How many edges it runs, and whether the program takes it for a valid one.
    edges: usize,
    is_valid: bool,
    /// Where it differs from the input that it was made of.
    changed: Range<usize>,
    /// Not known at first.
    parts: Option<Arc<Parts>>,
    /// The first one last.
    places: Vec<Place>,
    explored: usize,
}

impl Open {
    /// How much it is worth to explore a hole of it: where much runs already, less of what a hole leads to ends early.
    fn worth(&self) -> usize {
        let scale = if self.is_valid { VALID * SCALE } else { SCALE };
        self.edges * scale * HALF / (HALF + self.explored)
    }
}

/// The inputs in which holes are made: the one comes first that runs most, and less so the more holes of it were explored.
#[derive(Debug, Default)]
pub(crate) struct Holes {
    open: Vec<Open>,
    turns: usize,
}

impl Holes {
    /// Adds an input that ran something new and runs so many edges.
    pub(crate) fn add(
        &mut self,
        bytes: &[u8],
        base: Base,
        (edges, is_valid): (usize, bool),
        parent: &[u8],
    ) {
        if self.open.len() == WAITING
            && let Some(least) = (0..WAITING).min_by_key(|at| self.open[*at].worth())
        {
            self.open.swap_remove(least);
        }
        self.open.push(Open {
            bytes: bytes.into(),
            base,
            edges,
            is_valid,
            changed: changed(parent, bytes),
            parts: None,
            places: Vec::new(),
            explored: 0,
        });
    }

    /// What is done next.
    pub(crate) fn next(&mut self) -> Option<Next> {
        // Mostly one of a valid input.
        let others_too = self.turns % 4 == 3;
        let worth = |open: &Open| (open.is_valid || others_too, open.worth());
        let at = (0..self.open.len()).rev().max_by_key(|at| worth(&self.open[*at]))?;
        let open = &mut self.open[at];
        let Some(parts) = &open.parts else { return Some(Next::Plan(open.bytes.clone())) };
        let Some(Place { at: place, replaced, size, end, never, case }) = open.places.pop() else {
            self.open.swap_remove(at);
            return self.next();
        };
        open.explored += 1;
        self.turns += 1;
        let piece = [&vec![0; size], end].concat();
        let cases = grown(&open.bytes, &parts.lengths, &(place..place + replaced), &piece);
        let Some((bytes, changed)) = cases.into_iter().nth(case) else { return self.next() };
        let parent = (open.bytes.clone(), open.base);
        let free = (changed.start..changed.start + size).collect();
        let sums = Sums::default();
        Some(Next::Explore(Hole { parent, bytes, free, time: TIME, never, sums }))
    }

    /// Says what the parts of an input are.
    pub(crate) fn plan(&mut self, bytes: &[u8], parts: &Arc<Parts>) {
        for open in self.open.iter_mut().filter(|open| *open.bytes == *bytes) {
            open.places = places(bytes, open.changed.clone(), parts);
            open.places.reverse();
            open.parts = Some(parts.clone());
        }
    }
}

/// What is done with the inputs in which holes are made.
#[derive(Debug)]
pub(crate) enum Next {
    /// The parts of one have to be known.
    Plan(Arc<[u8]>),
    /// A hole is explored.
    Explore(Hole),
}

/// Where holes are made in an input: first those that are near what was changed last.
fn places(bytes: &[u8], changed: Range<usize>, parts: &Parts) -> Vec<Place> {
    let sorted = |mut places: Vec<(usize, usize)>| {
        places.sort_by_key(|(at, _)| at.abs_diff(changed.end));
        places.truncate(MOST_PLACES);
        places
    };
    let of = |(at, replaced), sizes: &'static [usize], (end, never)| {
        sizes.iter().map(move |size| Place { at, replaced, size: *size, end, never, case: 0 })
    };
    if !is_text(bytes) {
        let all = sorted((0..=bytes.len()).map(|at| (at, 0)).collect());
        let all = all.into_iter().flat_map(|place| of(place, &PIECES, (b"", b"")));
        return in_turn(in_pieces(bytes, &changed, parts).into_iter(), all, (1, 1));
    }
    let end: &[u8] = if bytes.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let starts = if bytes.contains(&b'\n') { lines(bytes) } else { Vec::new() };
    let starts = sorted(starts.into_iter().map(|at| (at, 0)).collect());
    let tokens = sorted(tokens(bytes).into_iter().map(|(from, to)| (from, to - from)).collect());
    let lines = starts.into_iter().flat_map(|at| of(at, &LINES, (end, ENDS_OF_LINE)));
    let tokens = tokens.into_iter().flat_map(|(from, length)| {
        let behind = of((from + length, 0), &TOKENS, (b"", ENDS_OF_LINE));
        of((from, length), &IN_PLACE, (b"", ENDS_OF_LINE)).chain(behind)
    });
    in_turn(lines, tokens, (LINES.len(), IN_PLACE.len() + TOKENS.len()))
}

/// Some of the first places, some of the second ones, and so on.
fn in_turn(
    mut first: impl Iterator<Item = Place>,
    mut second: impl Iterator<Item = Place>,
    (some, others): (usize, usize),
) -> Vec<Place> {
    let mut places = Vec::new();
    loop {
        let before = places.len();
        places.extend(first.by_ref().take(some));
        places.extend(second.by_ref().take(others));
        if places.len() == before {
            return places;
        }
    }
}

/// Holes at the ends of what numbers count, where something more may stand.
fn in_pieces(bytes: &[u8], changed: &Range<usize>, parts: &Parts) -> Vec<Place> {
    let ends: BTreeSet<usize> = parts.lengths.iter().map(|length| length.covers.end).collect();
    let mut ends: Vec<usize> = ends.into_iter().collect();
    ends.sort_by_key(|at| at.abs_diff(changed.end));
    ends.truncate(MOST_ENDS);
    let (end, never): (&[u8], &[u8]) = (b"", b"");
    let of_size = |size: usize| {
        ends.iter().flat_map(move |at| {
            let cases = grown(bytes, &parts.lengths, &(*at..*at), b"").len();
            (0..cases.min(MOST_CASES)).map(move |case| Place {
                at: *at,
                replaced: 0,
                size,
                end,
                never,
                case,
            })
        })
    };
    PIECES.iter().flat_map(|size| of_size(*size)).collect()
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
                places: hole.free.clone(),
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

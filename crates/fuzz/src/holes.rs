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
use effigy_exec::state::InputKind;
use effigy_solver::SolverError;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// How long a hole is explored.
const TIME: Duration = Duration::from_millis(100);

/// The same where all that a repeated piece can be is explored.
const TIME_OF_PIECE: Duration = Duration::from_millis(300);

/// Sizes of holes that become a line of a text, a token, and a piece of another input.
const LINES: [usize; 20] = [8, 12, 16, 10, 6, 20, 4, 26, 24, 9, 11, 5, 7, 14, 18, 22, 28, 3, 32, 1];
const TOKENS: [usize; 4] = [2, 4, 1, 8];
const IN_PLACE: [usize; 7] = [4, 6, 8, 3, 2, 1, 12];
const PIECES: [usize; 6] = [4, 8, 2, 16, 1, 12];

/// Most bytes of a repeated piece that become symbolic.
const LONGEST: usize = 24;

/// Most pieces that are put behind each other.
const LIKELY: usize = 10;

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
    /// How many steps it is away from an input that ran something new.
    plain: usize,
    /// The first one last.
    places: Vec<Place>,
    /// Pieces that are put in once more and where, the first one last; not known at first.
    copies: Option<Vec<(Range<usize>, usize)>>,
    explored: usize,
}

/// What makes an input longer.
#[derive(Debug)]
pub(crate) enum Growth {
    /// A hole in it.
    Hole(Hole),
    /// Another piece of its own.
    Repeat { parent: (Arc<[u8]>, Base), edges: usize, bytes: Vec<u8>, piece: Range<usize> },
    /// Its pieces are not known.
    Unknown(Arc<[u8]>),
}

impl Open {
    /// How much it is worth to explore a hole of it: where much runs already, less of what a hole leads to ends early.
    fn worth(&self) -> usize {
        self.edges * SCALE * HALF / ((HALF + self.explored) * (1 + self.plain))
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
        self.push(bytes, base, (edges, 0), places(bytes, changed(parent, bytes)));
    }

    /// Adds an input in which a piece is repeated, and which runs nothing new. What the second one can be is explored first.
    pub(crate) fn add_longer(
        &mut self,
        bytes: &[u8],
        base: Base,
        edges: usize,
        (parent, piece): (&[u8], Range<usize>),
    ) {
        let of_parent = self.open.iter().find(|open| *open.bytes == *parent);
        let plain = 1 + of_parent.map_or(0, |open| open.plain);
        let mut all = places(bytes, piece.start..piece.start);
        let never = if is_text(bytes) { ENDS_OF_LINE } else { b"" };
        let is_end = |byte: &&u8| never.contains(byte);
        let ends = bytes[piece.clone()].iter().rev().take_while(is_end).count();
        let size = (piece.len() - ends).min(LONGEST);
        if size > 0 {
            all.insert(0, Place { at: piece.start, replaced: size, size, end: b"", never });
        }
        self.push(bytes, base, (edges, plain), all);
    }

    fn push(&mut self, bytes: &[u8], base: Base, (edges, plain): (usize, usize), all: Vec<Place>) {
        let mut places = all;
        places.reverse();
        if self.open.len() == WAITING
            && let Some(least) = (0..WAITING).min_by_key(|at| self.open[*at].worth())
        {
            self.open.swap_remove(least);
        }
        self.open.push(Open {
            bytes: bytes.into(),
            base,
            edges,
            plain,
            places,
            copies: None,
            explored: 0,
        });
    }

    /// What is done next to make an input longer.
    pub(crate) fn next(&mut self) -> Option<Growth> {
        let at = (0..self.open.len()).rev().max_by_key(|at| self.open[*at].worth())?;
        let open = &mut self.open[at];
        let Some(copies) = &mut open.copies else {
            return Some(Growth::Unknown(open.bytes.clone()));
        };
        open.explored += 1;
        let parent = (open.bytes.clone(), open.base);
        let mut bytes = open.bytes.to_vec();
        // In turn, as long as there are both. What is no text is seldom a record of its own where it is not one already.
        let of_holes = if is_text(&bytes) { 2 } else { 4 };
        if (open.explored % of_holes != 1 || open.places.is_empty())
            && (open.plain == 0 || open.explored > 1)
            && let Some((piece, at)) = copies.pop()
        {
            let repeated = bytes.get(piece.clone()).unwrap_or_default().to_vec();
            let edges = open.edges;
            bytes.splice(at..at, repeated);
            let piece = at..at + piece.len();
            return Some(Growth::Repeat { parent, edges, bytes, piece });
        }
        let Some(Place { at: place, replaced, size, end, never }) = open.places.pop() else {
            self.open.swap_remove(at);
            return self.next();
        };
        let piece = [&vec![0; size], end].concat();
        bytes.splice(place..place + replaced, piece);
        let is_of_piece = open.plain > 0 && open.explored == 1;
        let time = if is_of_piece { TIME_OF_PIECE } else { TIME };
        Some(Growth::Hole(Hole { parent, bytes, free: place..place + size, time, never }))
    }

    /// Says what the pieces of an input are.
    pub(crate) fn plan(&mut self, bytes: &[u8], pieces: &[Range<usize>]) {
        for open in self.open.iter_mut().filter(|open| *open.bytes == *bytes) {
            open.copies = Some(copies(pieces));
        }
    }
}

/// Which pieces are put in once more and where, the first one last: each behind itself, and the likeliest ones behind each other.
fn copies(pieces: &[Range<usize>]) -> Vec<(Range<usize>, usize)> {
    let (first, rest) = pieces.split_at(pieces.len().min(LIKELY));
    let behind_itself = |piece: &Range<usize>| (piece.clone(), piece.end);
    let behind_others = first.iter().flat_map(|piece| {
        let others = first.iter().map(|other| other.end).filter(|end| *end != piece.end);
        others.map(|end| (piece.clone(), end))
    });
    let mut copies: Vec<_> = first.iter().map(behind_itself).collect();
    copies.extend(behind_others);
    copies.extend(rest.iter().map(behind_itself));
    let mut known = FxHashSet::default();
    copies.retain(|copy| known.insert(copy.clone()));
    copies.reverse();
    copies
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

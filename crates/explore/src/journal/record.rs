//! The records of a journal.

use super::FORMAT;
use effigy_compile::cache::digest::checksum;
use effigy_exec::assumed::Assumed;
use effigy_exec::explorer::{Concretised, ForkRecord, PathRecord};
use effigy_exec::frontier::WorkItem;
use effigy_exec::trail::{Choice, Decision};
use effigy_outcome::options::ExploreOptions;
use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::sync::Arc;
use std::time::Duration;

/// How a session begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Session {
    /// The version of the format.
    pub journal: u32,
    /// The version of Effigy.
    pub version: String,
    /// The program's fingerprint.
    pub program: String,
    /// The limits that decide how a single path ends.
    pub limits: Limits,
}

/// The limits that decide how a single path ends, whatever the machine's speed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Limits {
    pub steps: Option<u64>,
    pub depth: Option<u64>,
    pub query: Option<Duration>,
    pub solver: String,
}

impl Session {
    pub fn new(program: &str, options: &ExploreOptions) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Session {
            journal: FORMAT,
            version,
            program: program.to_owned(),
            limits: Limits::of(options),
        }
    }
}

impl Limits {
    pub fn of(options: &ExploreOptions) -> Self {
        let budget = &options.budget;
        let solver = options.solver.name().to_owned();
        Limits { steps: budget.steps, depth: budget.depth, query: budget.query_time, solver }
    }
}

/// A record as it is written.
#[derive(Serialize)]
pub(super) enum RecordOut<'a> {
    Session(Session),
    Leaf(LeafOut<'a>),
}

/// A record as it is read.
#[derive(Deserialize)]
pub(super) enum RecordIn {
    Session(Session),
    Leaf(Box<LeafIn>),
}

/// A leaf as it is written: the fields of [`LeafIn`].
#[derive(Serialize)]
pub(super) struct LeafOut<'a> {
    pub worker: usize,
    pub alone: bool,
    pub same: usize,
    pub steps: Vec<Step>,
    pub path: Option<&'a PathRecord>,
    pub forks: &'a [(usize, &'a ForkRecord)],
    pub concretised: &'a [Concretised],
    pub covered: &'a [(u32, u32)],
    pub assumed: &'a [Assumed],
}

/// A leaf as it is read.
#[derive(Deserialize)]
pub(super) struct LeafIn {
    pub worker: usize,
    /// Whether the record builds on no other.
    pub alone: bool,
    /// How many choices are those of the worker's leaf before.
    pub same: usize,
    /// The other choices.
    pub steps: Vec<Step>,
    pub path: Option<PathRecord>,
    pub forks: Vec<(usize, ForkRecord)>,
    pub concretised: Vec<Concretised>,
    /// What ran for the first time; all that the worker ran, when the record builds on no other.
    pub covered: Vec<(u32, u32)>,
    /// What was taken for granted for the first time; all of it, when the record builds on no other.
    pub assumed: Vec<Assumed>,
}

/// A choice of a trail.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Step {
    /// The question's bytes: a hash, which a number of variable length would make longer.
    question: [u8; 8],
    answer: Answer,
}

/// A decision, and for a fork its feasible sides.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Took(u32, Arc<[u32]>),
    Forced(u32),
    Value(u128),
}

/// The choices of a trail from `from` on. `open` has the feasible sides of each fork of the whole trail; `None` when it
/// has not: without them a side would be forgotten.
pub(super) fn steps(
    trail: &[Choice],
    open: &[impl Borrow<Arc<[u32]>>],
    from: usize,
) -> Option<Vec<Step>> {
    let (before, rest) = trail.split_at(from.min(trail.len()));
    let mut forks = open.iter().skip(before.iter().filter_map(Choice::side).count());
    let step = |choice: &Choice| {
        let answer = match choice.answer {
            Decision::Took(side) => Answer::Took(side, forks.next()?.borrow().clone()),
            Decision::Forced(side) => Answer::Forced(side),
            Decision::Value(value) => Answer::Value(value),
        };
        Some(Step { question: choice.question.to_le_bytes(), answer })
    };
    rest.iter().map(step).collect()
}

impl Step {
    /// The choice, and for a fork its feasible sides.
    pub fn into_choice(self) -> (Choice, Option<Arc<[u32]>>) {
        let (answer, open) = match self.answer {
            Answer::Took(side, open) => (Decision::Took(side), Some(open)),
            Answer::Forced(side) => (Decision::Forced(side), None),
            Answer::Value(value) => (Decision::Value(value), None),
        };
        (Choice { question: u64::from_le_bytes(self.question), answer }, open)
    }
}

/// A part of the tree as bytes: its choices as in a record, first one first. `None` when it lacks the sides of a fork.
pub(crate) fn item_bytes(item: &WorkItem) -> Option<Vec<u8>> {
    let trail: Vec<Choice> = item.choices.iter().rev().copied().collect();
    postcard::to_stdvec(&steps(&trail, &item.open, 0)?).ok()
}

/// The part of the tree that these bytes are.
pub(crate) fn item_of(bytes: &[u8]) -> Option<WorkItem> {
    let steps: Vec<Step> = postcard::from_bytes(bytes).ok()?;
    let mut item = WorkItem::default();
    let mut open = Vec::new();
    for (choice, sides) in steps.into_iter().map(Step::into_choice) {
        item.choices.push(choice);
        open.extend(sides);
    }
    item.choices.reverse();
    item.open = open.into();
    Some(item)
}

/// What a record begins with; where one is damaged, reading goes on at the next.
const MARK: [u8; 8] = *b"\0\xefleaf\xfe\n";

/// Appends a record: mark, length, checksum, values. Gives the checksum. A value without a form as bytes, which none is,
/// leaves nothing.
pub(super) fn push(journal: &mut Vec<u8>, seed: u64, record: &RecordOut<'_>) -> Option<u64> {
    let begin = journal.len();
    journal.extend_from_slice(&MARK);
    journal.extend_from_slice(&[0; HEAD - MARK.len()]);
    let sum = fill(journal, begin, seed, record);
    if sum.is_none() {
        journal.truncate(begin);
    }
    sum
}

/// Bytes of a record before its values.
const HEAD: usize = MARK.len() + size_of::<u32>() + size_of::<u64>();

/// Appends to a journal in memory: most of what is written are single bytes.
struct Appended<'a>(&'a mut Vec<u8>);

impl Flavor for Appended<'_> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Writes the values of a record whose head begins at `begin`, and what the head says of them.
fn fill(journal: &mut Vec<u8>, begin: usize, seed: u64, record: &RecordOut<'_>) -> Option<u64> {
    postcard::serialize_with_flavor(record, Appended(journal)).ok()?;
    let (head, bytes) = journal.get_mut(begin..)?.split_at_mut_checked(HEAD)?;
    let length = u32::try_from(bytes.len()).ok()?;
    let sum = checksum(seed, bytes);
    let (length_at, sum_at) = head.get_mut(MARK.len()..)?.split_at_mut_checked(size_of::<u32>())?;
    length_at.copy_from_slice(&length.to_le_bytes());
    sum_at.copy_from_slice(&sum.to_le_bytes());
    Some(sum)
}

/// A record that may be damaged.
pub(super) struct Frame<'a> {
    sum: u64,
    bytes: &'a [u8],
}

impl<'a> Frame<'a> {
    /// The frame at which a journal begins, and what is behind it; `None` when none begins here or it is not all there.
    pub fn first(journal: &'a [u8]) -> Option<(Frame<'a>, &'a [u8])> {
        let rest = journal.strip_prefix(&MARK)?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        Some((Frame { sum: u64::from_le_bytes(*sum), bytes }, rest))
    }

    /// The journal from the next mark on that is not at its very beginning.
    pub fn behind(journal: &'a [u8]) -> Option<&'a [u8]> {
        let at = journal.get(1..)?.windows(MARK.len()).position(|bytes| bytes == MARK)?;
        journal.get(1 + at..)
    }

    /// The checksum, when it is that of these bytes behind that record.
    pub fn sum(&self, seed: u64) -> Option<u64> {
        (self.sum == checksum(seed, self.bytes)).then_some(self.sum)
    }

    /// The record. Nothing is known of it before its checksum is looked at.
    pub fn record(&self) -> Option<RecordIn> {
        postcard::from_bytes(self.bytes).ok()
    }
}

//! What a journal tells: the leaves that are known, and with them the parts of the tree that are open.

use super::FORMAT;
use super::line::{LeafIn, Limits, Session, checksum, choice};
use crate::error::SessionError;
use crate::options::ExploreOptions;
use effigy_base::id::Id;
use effigy_exec::explorer::{Earlier, PathRecord};
use effigy_exec::frontier::WorkItem;
use effigy_exec::stop::{CutReason, Ending};
use effigy_exec::trail::Choice;
use effigy_exec::walked::Walked;
use effigy_ir::program::FuncId;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What a journal tells.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// What was found.
    pub earlier: Earlier,
    /// The parts of the tree that are open.
    pub open: Vec<WorkItem>,
    /// Lines that are damaged, or build on a line that is.
    pub damaged: usize,
}

/// Reads a journal of this program. `limits` are those of the run that goes on.
///
/// # Errors
/// When the journal is of another program or of another version of Effigy.
pub(crate) fn read(
    journal: &[u8],
    program: &str,
    options: &ExploreOptions,
    max_tree: usize,
) -> Result<Known, SessionError> {
    let mut reader = Reader {
        program,
        now: Limits::of(options),
        max_tree,
        session: None,
        workers: HashMap::new(),
        walked: Walked::new(),
        covered: BTreeSet::new(),
        known: Known::default(),
    };
    let mut torn = false;
    for line in journal.split_inclusive(|byte| *byte == b'\n') {
        // What the last session did not finish writing is no damage.
        let Some(line) = line.strip_suffix(b"\n") else { break };
        match reader.line(line)? {
            Line::Session => reader.known.damaged -= usize::from(torn),
            Line::Damaged => reader.known.damaged += 1,
            Line::Leaf => {}
            Line::Torn => {
                reader.known.damaged += 1;
                torn = true;
                continue;
            }
        }
        torn = false;
    }
    if torn {
        reader.known.damaged -= 1;
    }
    let mut known = reader.known;
    known.open = reader.walked.open();
    known.earlier.found.counters.forks = reader.walked.forks();
    let place = |(function, at)| (FuncId::from_index(function as usize), at);
    known.earlier.covered = reader.covered.into_iter().map(place).collect();
    Ok(known)
}

/// What a line turned out to be.
enum Line {
    Session,
    Leaf,
    /// It builds on a line that is not there or not good.
    Damaged,
    /// It is not as it was written: damaged, or not written to its end.
    Torn,
}

struct Reader<'a> {
    program: &'a str,
    /// The limits of the run that goes on.
    now: Limits,
    max_tree: usize,
    /// The limits of the session whose lines are read.
    session: Option<Limits>,
    workers: HashMap<usize, Worker>,
    walked: Walked,
    covered: BTreeSet<(u32, u32)>,
    known: Known,
}

/// What the lines of a worker build on.
#[derive(Default)]
struct Worker {
    last: u64,
    trail: Vec<Choice>,
    open: Vec<Arc<[u32]>>,
}

impl Reader<'_> {
    fn line(&mut self, line: &[u8]) -> Result<Line, SessionError> {
        let Some((sum, text)) = split(line) else { return Ok(Line::Torn) };
        if sum == checksum(0, text)
            && let Ok(session) = serde_json::from_slice::<Session>(text)
        {
            self.begin(session)?;
            return Ok(Line::Session);
        }
        let Ok(leaf) = serde_json::from_slice::<LeafIn>(text) else { return Ok(Line::Torn) };
        let Some(limits) = &self.session else { return Ok(Line::Damaged) };
        let worker = self.workers.entry(leaf.worker).or_default();
        if leaf.alone {
            if sum != checksum(0, text) {
                return Ok(Line::Torn);
            }
            *worker = Worker::default();
        } else if sum != checksum(worker.last, text) {
            return Ok(Line::Damaged);
        }
        if worker.follow(&leaf).is_none() {
            return Ok(Line::Damaged);
        }
        worker.last = sum;
        self.covered.extend(&leaf.covered);
        let key: Vec<u32> = worker.trail.iter().filter_map(Choice::side).collect();
        let found = &mut self.known.earlier.found;
        for (depth, fork) in leaf.forks {
            let Some(key) = key.get(..depth) else { continue };
            if found.wants_fork(key, self.max_tree) {
                found.forks.insert(key.to_vec(), fork);
            }
        }
        let last = leaf.path.as_ref().is_none_or(|path| is_final(&path.ending, limits, &self.now));
        if last && self.walked.add(&worker.trail, &worker.open) {
            found.add_concretised(&key, &leaf.concretised);
            match leaf.path {
                Some(path) => found.paths.push(PathRecord { key, ..path }),
                None => found.assumed += 1,
            }
        }
        Ok(Line::Leaf)
    }

    fn begin(&mut self, session: Session) -> Result<(), SessionError> {
        if session.journal != FORMAT || session.version != env!("CARGO_PKG_VERSION") {
            return Err(SessionError::OtherVersion { version: session.version });
        }
        if session.program != self.program {
            return Err(SessionError::OtherProgram);
        }
        self.session = Some(session.limits);
        self.workers.clear();
        Ok(())
    }
}

impl Worker {
    /// Takes over the choices of a leaf.
    fn follow(&mut self, leaf: &LeafIn) -> Option<()> {
        let kept = self.trail.get(..leaf.same)?.iter().filter_map(Choice::side).count();
        self.trail.truncate(leaf.same);
        self.open.truncate(kept);
        for text in leaf.choices.split_ascii_whitespace() {
            let (choice, open) = choice(text)?;
            self.trail.push(choice);
            self.open.extend(open);
        }
        Some(())
    }
}

/// The checksum of a line and what it covers.
fn split(line: &[u8]) -> Option<(u64, &[u8])> {
    let (sum, text) = (line.get(..16)?, line.get(17..)?);
    let sum = u64::from_str_radix(std::str::from_utf8(sum).ok()?, 16).ok()?;
    Some((sum, text))
}

/// Whether a path would end in the same way under the limits of now.
fn is_final(ending: &Ending, then: &Limits, now: &Limits) -> bool {
    /// Whether what was not enough is not enough now: no limit is the largest one.
    fn no_larger<T: PartialOrd>(now: &Option<T>, then: &Option<T>) -> bool {
        match (now, then) {
            (Some(now), Some(then)) => now <= then,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => true,
        }
    }
    match ending {
        Ending::Cut(CutReason::Steps) => no_larger(&now.steps, &then.steps),
        Ending::Cut(CutReason::Depth) => no_larger(&now.depth, &then.depth),
        Ending::Unknown(_) => now.solver == then.solver && no_larger(&now.query, &then.query),
        Ending::Cut(_) | Ending::Internal(_) => false,
        Ending::Exit(_) | Ending::Finding(_) | Ending::Assumed | Ending::Unsupported(_) => true,
    }
}

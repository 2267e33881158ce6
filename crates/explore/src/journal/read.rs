//! What a journal tells: the leaves that are known, and with them the parts of the tree that are open.

use super::FORMAT;
use super::record::{Frame, Limits, RecordIn, Session, Step};
use effigy_base::id::Id;
use effigy_exec::explorer::{Earlier, PathRecord};
use effigy_exec::frontier::WorkItem;
use effigy_exec::stop::{CutReason, Ending};
use effigy_exec::trail::Choice;
use effigy_exec::walked::Walked;
use effigy_ir::program::FuncId;
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What a journal tells.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// What was found.
    pub earlier: Earlier,
    /// The parts of the tree that are open.
    pub open: Vec<WorkItem>,
    /// Records that are damaged, or build on one that is.
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
    let mut rest = journal;
    let mut torn = false;
    while !rest.is_empty() {
        let frame = Frame::first(rest);
        let (read, next) = match &frame {
            Some((frame, next)) => (reader.record(frame)?, *next),
            None => (Read::Torn, rest),
        };
        reader.known.damaged += usize::from(matches!(read, Read::Torn | Read::Damaged));
        // What a session did not finish writing is no damage.
        reader.known.damaged -= usize::from(torn && matches!(read, Read::Session));
        torn = matches!(read, Read::Torn);
        rest = match read {
            Read::Session | Read::Leaf => next,
            // Its length may be wrong too.
            Read::Torn | Read::Damaged => Frame::behind(rest).unwrap_or_default(),
        };
    }
    reader.known.damaged -= usize::from(torn);
    let mut known = reader.known;
    known.open = reader.walked.open();
    known.earlier.found.counters.forks = reader.walked.forks();
    let place = |(function, at)| (FuncId::from_index(function as usize), at);
    known.earlier.covered = reader.covered.into_iter().map(place).collect();
    Ok(known)
}

/// What a record turned out to be.
enum Read {
    Session,
    Leaf,
    /// It builds on one that is not there or not good.
    Damaged,
    /// It is not as it was written: damaged, or not written to its end.
    Torn,
}

struct Reader<'a> {
    program: &'a str,
    /// The limits of the run that goes on.
    now: Limits,
    max_tree: usize,
    /// The limits of the session whose records are read.
    session: Option<Limits>,
    workers: HashMap<usize, Worker>,
    walked: Walked,
    covered: BTreeSet<(u32, u32)>,
    known: Known,
}

/// What the records of a worker build on.
#[derive(Default)]
struct Worker {
    last: u64,
    trail: Vec<Choice>,
    open: Vec<Arc<[u32]>>,
}

impl Reader<'_> {
    fn record(&mut self, frame: &Frame<'_>) -> Result<Read, SessionError> {
        let alone = frame.sum(0);
        let leaf = match frame.record() {
            Some(RecordIn::Session(session)) if alone.is_some() => {
                self.begin(session)?;
                return Ok(Read::Session);
            }
            Some(RecordIn::Leaf(leaf)) => leaf,
            _ => return Ok(Read::Torn),
        };
        let Some(limits) = &self.session else { return Ok(Read::Damaged) };
        let worker = self.workers.entry(leaf.worker).or_default();
        if leaf.alone {
            if alone.is_none() {
                return Ok(Read::Torn);
            }
            *worker = Worker::default();
        }
        let Some(sum) = alone.filter(|_| leaf.alone).or_else(|| frame.sum(worker.last)) else {
            return Ok(Read::Damaged);
        };
        if worker.follow(leaf.same, leaf.steps).is_none() {
            return Ok(Read::Damaged);
        }
        worker.last = sum;
        self.covered.extend(&leaf.covered);
        let key: Vec<u32> = worker.trail.iter().filter_map(Choice::side).collect();
        let found = &mut self.known.earlier.found;
        found.assumes.extend(leaf.assumed);
        for (depth, fork) in leaf.forks {
            let Some(key) = key.get(..depth) else { continue };
            if let Some(room) = found.room_for_fork(key, self.max_tree) {
                room.insert(fork);
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
        Ok(Read::Leaf)
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
    /// Takes over the choices of a leaf: the first `same` are there.
    fn follow(&mut self, same: usize, steps: Vec<Step>) -> Option<()> {
        let kept = self.trail.get(..same)?.iter().filter_map(Choice::side).count();
        self.trail.truncate(same);
        self.open.truncate(kept);
        for (choice, open) in steps.into_iter().map(Step::into_choice) {
            self.trail.push(choice);
            self.open.extend(open);
        }
        Some(())
    }
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

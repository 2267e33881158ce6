//! How a tree is walked, and what the walk found.

use crate::data::finding::StackFrame;
use crate::data::record::{Assumed, Concretised, Coverage, ForkRecord, PathRecord};
use crate::data::stop::CutReason;

use crate::machine::Counters;
use effigy_base::gate::Gate;
use effigy_base::search::Search;
use effigy_ir::program::{FuncId, GlobalId};
use effigy_solver::Statistics;
use effigy_term::print::Style;
use std::collections::btree_map::{Entry, VacantEntry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A loop, and how often it forked.
pub type LoopForks = (Arc<StackFrame>, u64);

/// How to walk the tree.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// Which state runs next.
    pub search: Search,
    /// Functions whose calls are looked for before all else.
    pub targets: Vec<FuncId>,
    /// Seed of the strategies that choose at random.
    pub seed: u64,
    /// Number of workers; 0 counts as 1.
    pub threads: usize,
    /// Whether to record the path condition of every path, as text and as SMT-LIB.
    pub conditions: bool,
    /// Whether conditions are recorded without what other conjuncts imply, results without what the condition says
    /// already, and findings with the smallest inputs.
    pub minimal: bool,
    /// How conditions and results are written.
    pub style: Style,
    /// Most forks of the tree to record, in order of the tree.
    pub max_tree: usize,
    /// Whether paths that run to an end have the values of their inputs.
    pub inputs: bool,
    /// The part of the run's time that is kept for what comes after the exploration: it stops so much before the
    /// deadline.
    pub reserve: Duration,
    /// How long the run has been going on when the exploration begins: it counts in the times of findings.
    pub before: Duration,
    /// Whether the sizes of all path conditions are recorded.
    pub sizes: bool,
    /// Holds the last worker while it is closed, so that the run takes turns with another one.
    pub gate: Option<Gate>,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self {
            search: Search::default(),
            targets: Vec::new(),
            seed: 1,
            threads: 1,
            conditions: false,
            minimal: false,
            style: Style::default(),
            max_tree: 50_000,
            inputs: true,
            reserve: Duration::ZERO,
            before: Duration::ZERO,
            sizes: false,
            gate: None,
        }
    }
}

/// A place where a value was made concrete, or the result of a call was made up: the file and the line, and the function.
pub type ConcretePlace = (String, u32, Option<String>);

/// What a run found.
#[derive(Debug, Default)]
pub struct Exploration {
    /// All paths, in order of the tree.
    pub paths: Vec<PathRecord>,
    /// The forks, by the sides taken to reach them.
    pub forks: BTreeMap<Vec<u32>, ForkRecord>,
    /// Whether the tree has more forks than were recorded.
    pub tree_cut: bool,
    /// What ran.
    pub coverage: Coverage,
    /// Where values were made concrete, by the sides taken and the number of such places before.
    pub concretised: BTreeMap<(Vec<u32>, usize), ConcretePlace>,
    /// What the run takes for granted.
    pub assumes: BTreeSet<Assumed>,
    /// Counters over all workers.
    pub counters: Counters,
    /// Solver counters over all workers.
    pub solver: Statistics,
    /// Paths that an assumption ended.
    pub assumed: u64,
    /// The variables outside of functions that a path came to and that the program may change.
    pub variables: BTreeSet<GlobalId>,
    /// How often loops forked, by the file, the line and the function of the loop. A loop of the user's counts what forks in functions
    /// that it calls, where those have no loops of their own that are the user's.
    pub loops: BTreeMap<(String, u32, String), u64>,
    /// Why the run stopped early.
    pub stopped: Option<CutReason>,
    /// Wall time.
    pub elapsed: Duration,
    /// Largest memory of the process seen, in bytes.
    pub peak_memory: u64,
}

/// From so many paths on room is made for eight times as many.
const MANY_PATHS: usize = 4096;

impl Exploration {
    /// Where a fork is to be recorded, when it is new; makes room for it. Of too many forks those are kept that come
    /// first in order of the tree.
    pub fn room_for_fork(
        &mut self,
        key: &[u32],
        max_tree: usize,
    ) -> Option<VacantEntry<'_, Vec<u32>, ForkRecord>> {
        if self.forks.len() >= max_tree {
            if self.forks.contains_key(key) {
                return None;
            }
            self.tree_cut = true;
            self.forks.last_key_value().filter(|(last, _)| key < last.as_slice())?;
            self.forks.pop_last();
        }
        match self.forks.entry(key.to_vec()) {
            Entry::Vacant(room) => Some(room),
            Entry::Occupied(_) => None,
        }
    }

    /// Adds a path. Records are large: of many of them, room is made seldom, for what is not used costs no memory.
    pub(crate) fn add_path(&mut self, path: PathRecord) {
        let (len, room) = (self.paths.len(), self.paths.capacity());
        if len == room && len >= MANY_PATHS {
            self.paths.reserve_exact(7 * len);
        }
        self.paths.push(path);
    }

    /// Adds the values that the path at this place in the tree made concrete.
    pub fn add_concretised(&mut self, key: &[u32], events: &[Concretised]) {
        for (number, event) in events.iter().enumerate() {
            let before = key.get(..event.forks).unwrap_or(key).to_vec();
            let place = (event.place.file.clone(), event.place.line, event.external.clone());
            self.concretised.insert((before, number), place);
        }
    }
}

/// How a run stands.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Paths that are over.
    pub paths: u64,
    /// Those that ended in a finding.
    pub failed: u64,
    /// States that wait.
    pub pending: u64,
    /// Instructions executed.
    pub steps: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Solver time over all workers.
    pub solver: Duration,
    /// The query that is being decided for longest: since when, and the place in the program that asks.
    pub slow: Option<(Duration, Arc<StackFrame>)>,
    /// The loop that forked most on one worker, and how often.
    pub forking: Option<LoopForks>,
}

/// What is known when a run begins.
#[derive(Debug, Default)]
pub struct Earlier {
    /// What was found already: paths, forks, assumed paths, values made concrete.
    pub found: Exploration,
    /// Places in compiled functions that ran already.
    pub covered: Vec<(FuncId, u32)>,
}

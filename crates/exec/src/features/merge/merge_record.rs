//! What was merged on a path since the fork before, so that the tree can say which paths came together.

use crate::data::finding::StackFrame;
use crate::data::merge_record::{MergeRecord, OpenFork};
use crate::data::stop::Ending;
use crate::state::State;
use effigy_term::Term;
use std::rc::Rc;
use std::sync::Arc;

/// Most forks that are named of the paths that became one.
const MOST_FORKS: usize = 12;
/// Most forks on the way of a path that are remembered while it waits for others.
const LONGEST_WAY: usize = 128;

/// The forks of a path that it has not met the other sides of, last one first.
#[derive(Clone, Debug)]
struct Way {
    before: Option<Rc<Way>>,
    fork_before: Rc<OpenFork>,
    length: usize,
}

/// Which paths of a region a path is.
#[derive(Clone, Debug)]
pub(in crate::features) struct Among {
    way: Option<Rc<Way>>,
    paths: u64,
    place: Option<Arc<StackFrame>>,
    forks: Vec<Rc<OpenFork>>,
    more: bool,
}

impl Default for Among {
    fn default() -> Self {
        Self { way: None, paths: 1, place: None, forks: Vec::new(), more: false }
    }
}

impl Among {
    /// What gives the path on the next side of a fork at which this path parts.
    pub(in crate::features) fn part(
        &self,
        place: Arc<StackFrame>,
        sides: Vec<Term>,
    ) -> impl Fn() -> Among {
        let fork_before = Rc::new(OpenFork { place, sides });
        let length = self.way.as_ref().map_or(0, |way| way.length) + 1;
        move || {
            let mut child = self.clone();
            match length > LONGEST_WAY {
                true => child.more = true,
                false => {
                    let (before, fork_before) = (child.way.take(), fork_before.clone());
                    child.way = Some(Rc::new(Way { before, fork_before, length }));
                }
            }
            child
        }
    }

    /// The path that two became at a place.
    pub(in crate::features) fn joined(&self, other: &Among, place: Arc<StackFrame>) -> Among {
        let (way, fork_before) = fork_before(&self.way, &other.way);
        let mut joined = Among {
            way,
            paths: self.paths.saturating_add(other.paths),
            place: Some(place),
            forks: Vec::new(),
            more: self.more || other.more,
        };
        let forks = fork_before.iter().chain(&self.forks).chain(&other.forks);
        for fork in forks {
            if joined.forks.iter().any(|known| Rc::ptr_eq(known, fork)) {
                continue;
            }
            if joined.forks.len() == MOST_FORKS {
                joined.more = true;
                break;
            }
            joined.forks.push(fork.clone());
        }
        joined
    }

    /// The state of the path, which knows what it became of.
    pub(in crate::features) fn leave(
        self,
        mut state: State,
        ending: Option<Ending>,
    ) -> (State, Option<Ending>) {
        let Among { way: _, paths, place, forks, more } = self;
        if let Some(place) = place {
            Rc::make_mut(&mut state.kept.merged).push(MergeRecord { paths, place, forks, more });
        }
        (state, ending)
    }
}

/// What two ways have in common, and the fork at which they part.
fn fork_before(
    a: &Option<Rc<Way>>,
    b: &Option<Rc<Way>>,
) -> (Option<Rc<Way>>, Option<Rc<OpenFork>>) {
    let (mut a, mut b) = (a.as_ref(), b.as_ref());
    let mut fork_before = None;
    loop {
        let same = match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        if same {
            return (a.cloned(), fork_before);
        }
        let length = |way: Option<&Rc<Way>>| way.map_or(0, |way| way.length);
        let longer = length(a).max(length(b));
        for way in [&mut a, &mut b] {
            if let Some(last) = way.filter(|way| way.length == longer) {
                fork_before = Some(last.fork_before.clone());
                *way = last.before.as_ref();
            }
        }
    }
}

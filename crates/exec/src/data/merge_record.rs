//! What was merged on a path since the fork before, so that the tree can say which paths came together.

use crate::data::finding::StackFrame;
use crate::data::record::{ClosedFork, MergedPaths};
use effigy_term::{Term, Trace};
use std::rc::Rc;
use std::sync::Arc;

/// A fork at which paths of a region forked.
#[derive(Debug)]
pub(crate) struct OpenFork {
    /// Where.
    pub(crate) place: Arc<StackFrame>,
    /// The conditions of its sides.
    pub(crate) sides: Vec<Term>,
}

/// Paths that became one.
#[derive(Clone, Debug)]
pub(crate) struct MergeRecord {
    /// How many.
    pub(crate) paths: u64,
    /// Where the last of them met.
    pub(crate) place: Arc<StackFrame>,
    /// Forks at which they had forked.
    pub(crate) forks: Vec<Rc<OpenFork>>,
    /// Whether there are further ones.
    pub(crate) more: bool,
}

impl MergeRecord {
    /// For people; `text` writes a condition.
    pub(crate) fn record(&self, mut text: impl FnMut(Term) -> Arc<str>) -> MergedPaths {
        let forks = self.forks.iter().map(|fork| ClosedFork {
            place: fork.place.clone(),
            sides: fork.sides.iter().map(|side| text(*side)).collect(),
        });
        let forks = forks.collect();
        MergedPaths { paths: self.paths, place: self.place.clone(), forks, more: self.more }
    }
}

impl Trace for MergeRecord {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let MergeRecord { paths: _, place: _, forks, more: _ } = self;
        forks.iter().for_each(|fork| fork.sides.trace(visit));
    }
}

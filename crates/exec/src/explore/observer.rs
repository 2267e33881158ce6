//! Who watches an exploration as it goes on.
//!
//! The leaves that are known determine what is left: a part of the tree is open when it begins at a feasible side of a
//! fork on the way to a known leaf, and no known leaf lies in it. So any subset of the leaves is a consistent state of a
//! run, in whatever order workers tell of them.

use crate::data::record::{Assumed, Concretised, ForkRecord, PathRecord};
use crate::data::trail::Choice;
use effigy_ir::program::FuncId;
use std::sync::Arc;

/// A path that is over, with all that its worker learned since it told of the path before.
#[derive(Debug)]
pub struct Leaf<'a> {
    /// The number of the worker, from 0.
    pub worker: usize,
    /// The decisions of the path, first one first.
    pub trail: Vec<Choice>,
    /// The feasible sides of each fork among them.
    pub open: Vec<&'a Arc<[u32]>>,
    /// What the report says of the path; `None` when an assumption ended it.
    pub path: Option<&'a PathRecord>,
    /// Forks on the way that the worker has not told of, with how many forks lie before each.
    pub forks: Vec<(usize, &'a ForkRecord)>,
    /// Values that the path made concrete.
    pub concretised: &'a [Concretised],
    /// What the worker took for granted for the first time since its last leaf, on any path.
    pub assumed: Vec<Assumed>,
    /// Places in compiled functions that the worker came to for the first time since its last leaf, on any path.
    pub covered: Vec<(FuncId, u32)>,
}

/// Watches an exploration. Nothing that it does changes the run.
pub trait Observer: Sync {
    /// A path is over. Called by the workers, each in its own thread.
    fn leaf(&self, leaf: &Leaf<'_>);
    /// Called several times a second by the thread that began the run.
    fn tick(&self) {}
}

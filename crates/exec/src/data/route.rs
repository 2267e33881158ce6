//! How far a path has followed a trace.

use crate::data::finding::StackFrame;
use std::rc::Rc;
use std::sync::Arc;

/// How far a path has followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct OnRoute {
    /// The steps that it has passed.
    pub(crate) passed: u32,
    /// Its forks since the last of them.
    pub(crate) since: u32,
    /// Where its conditions come from, oldest first; those behind the last one are of the instruction that is being executed.
    pub(crate) places: Rc<Vec<Arc<StackFrame>>>,
}

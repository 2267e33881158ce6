//! State that libraries of external models keep for a path.

use effigy_base::op::RoundingMode;
use effigy_term::{Term, TermStore, Trace};
use std::any::Any;

/// State that a library of external models keeps for a path.
pub trait Extension: Any + Trace {
    /// A copy for a forked path.
    fn copy(&self) -> Box<dyn Extension>;
    /// Whether another path's state is the same.
    fn is_same(&self, other: &dyn Extension) -> bool;
    /// What it is on the path that this path and another one become, on which `condition` tells that it is this one; `None` when
    /// it cannot be both.
    fn merge_with(
        &self,
        _other: &dyn Extension,
        _condition: Term,
        _store: &mut TermStore,
    ) -> Option<Box<dyn Extension>> {
        None
    }
    /// Where the path rounds floating-point numbers to.
    fn rounding(&self) -> RoundingMode {
        RoundingMode::NearestEven
    }
    /// Whether something outside of the path may run code of the program at any time, such as a signal.
    fn is_interrupted(&self) -> bool {
        false
    }
    /// Calls `visit` with every address that it holds.
    fn addresses(&self, visit: &mut dyn FnMut(u64));
    /// For looking inside.
    fn as_any(&self) -> &dyn Any;
    /// For changing it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

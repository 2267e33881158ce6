//! What features keep on a path.

use crate::data::merge_record::MergeRecord;
use crate::data::route::OnRoute;
use crate::data::sides::Sides;
use effigy_term::{Term, Trace};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What features keep on a path; each field is one feature's.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    /// Of merging: the sides that were merged, where tests are wanted for each.
    pub(crate) sides: Option<Rc<Sides>>,
    /// Of merging: whether it may be a path that several became: it went through a region in which paths were merged.
    pub(crate) met: bool,
    /// Of merging: what was merged since the fork before.
    pub(crate) merged: Rc<Vec<MergeRecord>>,
    /// Of unwinding: when each of the inputs was made that were not made by all of the paths that became this one.
    pub(crate) made: Rc<BTreeMap<usize, Term>>,
    /// Of endless loops: how often the path was looked at because of its instructions, and because of its decisions.
    pub(crate) looks: (u32, u32),
    /// Of routes: how far it has followed a trace, where one is followed.
    pub(crate) route: OnRoute,
}

impl Trace for Kept {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Kept { sides, met: _, merged, made, looks: _, route: _ } = self;
        sides.trace(visit);
        merged.trace(visit);
        made.values().for_each(|term| visit(*term));
    }
}

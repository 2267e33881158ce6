//! The source's names for what a trace assigns.

use crate::wp::trace::{ArrayId, Atom, StepId, StepKind, Trace};
use effigy_base::id::Id;
use rustc_hash::FxHashMap;

/// Names of array objects, and how long names of registers are good.
pub(super) struct Names {
    /// By array object: its name, and the index of the element that is a scalar variable.
    arrays: Vec<(String, Option<Atom>)>,
    /// By step that names a value: where the name is given to the next one.
    until: FxHashMap<StepId, usize>,
}

impl Names {
    /// The names on a trace. An object keeps the first name that it is given: that of the caller's variable, not that of
    /// the parameter that it is passed for. Later objects of one name are numbered, as every call has fresh variables.
    pub fn of(trace: &Trace) -> Self {
        let mut names = Self { arrays: Vec::new(), until: FxHashMap::default() };
        let mut known: FxHashMap<ArrayId, (String, Option<Atom>)> = FxHashMap::default();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut current: FxHashMap<&str, StepId> = FxHashMap::default();
        let mut count = 0;
        for (id, step) in trace.steps() {
            match &step.kind {
                StepKind::Array { .. } => count += 1,
                StepKind::Variable { name, array, index } if !known.contains_key(array) => {
                    let number = counts.entry(name).or_default();
                    *number += 1;
                    let name = match number {
                        1 => name.clone(),
                        later => format!("{name}#{later}"),
                    };
                    known.insert(*array, (name, *index));
                }
                StepKind::Name { variable, .. } => {
                    if let Some(before) = current.insert(variable, id) {
                        names.until.insert(before, id.index());
                    }
                }
                _ => {}
            }
        }
        let unnamed = |array: ArrayId| (format!("array#{}", array.index() + 1), None);
        let arrays = (0..count).map(ArrayId::from_index);
        names.arrays = arrays.map(|a| known.remove(&a).unwrap_or_else(|| unnamed(a))).collect();
        names
    }

    /// The name of an array object, and the index of the element that it is when it is a scalar variable.
    pub fn array(&self, array: ArrayId) -> (&str, Option<Atom>) {
        self.arrays.get(array.index()).map_or(("?", None), |(name, index)| (name, *index))
    }

    /// Where the name that a step gives is given to another value.
    pub fn until(&self, naming: StepId) -> usize {
        self.until.get(&naming).copied().unwrap_or(usize::MAX)
    }
}

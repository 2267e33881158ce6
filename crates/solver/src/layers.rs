//! The layers of the chain. Each is a [`crate::Solver`] around the next one.

pub(crate) mod cores;
pub(crate) mod diagrams;
pub(crate) mod domains;
pub(crate) mod dump;
pub(crate) mod equalities;
pub(crate) mod exact;
pub(crate) mod models;
pub(crate) mod order;
pub(crate) mod slices;
pub(crate) mod total;
pub(crate) mod validation;

use effigy_base::value::Value;
use effigy_term::{Model, Term, TermStore};

use crate::query::Answer;

/// Counts a query and, when it was answered here, a hit.
macro_rules! layer {
    ($(#[$meta:meta])* $name:ident = $text:literal { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        pub(crate) struct $name {
            inner: Box<dyn crate::query::Solver>,
            counters: crate::statistics::LayerStatistics,
            $($(#[$doc])* $field: $type,)*
        }

        impl $name {
            fn count(&self, statistics: &mut crate::statistics::Statistics) {
                statistics.add_layer($text, self.counters);
                self.inner.statistics(statistics);
            }
        }
    };
}
pub(crate) use layer;

/// The values that a model gives to the variables of some assertions, zeros written out.
pub(crate) fn restrict(store: &mut TermStore, assertions: &[Term], model: &Model) -> Model {
    let mut restricted = Model::new();
    for &assertion in assertions {
        for &variable in store.variables(assertion).iter() {
            if restricted.get(variable).is_none() {
                let value = model.get(variable).cloned();
                restricted
                    .set(variable, value.unwrap_or_else(|| Value::zero(store.sort(variable))));
            }
        }
    }
    restricted
}

/// An answer to a part of a query, its core in terms of the query's assertions.
pub(crate) fn lift(answer: Answer, places: &[usize]) -> Answer {
    match answer {
        Answer::Unsat(core) => {
            let mut core: Vec<usize> =
                core.iter().filter_map(|i| places.get(*i).copied()).collect();
            core.sort_unstable();
            core.dedup();
            Answer::Unsat(core)
        }
        other => other,
    }
}

//! Models that depend on the path condition alone, so that every run writes the same tests.
//!
//! The condition falls into parts that share no variable; each part is solved by itself, from nothing, and
//! remembered. Most paths differ from their neighbours in few parts.

use effigy_solver::{Answer, Query, Solver};
use effigy_term::{Model, Term, TermStore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Terms and values of the solved parts above which all are forgotten.
const MOST_KEPT: usize = 1_000_000;

/// The solved parts.
#[derive(Default)]
pub(crate) struct Canonical {
    parts: FxHashMap<Vec<Term>, Rc<Model>>,
    /// Terms and values in them.
    kept: usize,
}

impl Canonical {
    /// The canonical model of a conjunction.
    pub(crate) fn model(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        solver: &mut dyn Solver,
    ) -> Answer {
        let mut models: Vec<Rc<Model>> = Vec::new();
        for part in independent_parts(store, assertions) {
            if let Some(model) = self.parts.get(&part) {
                models.push(model.clone());
                continue;
            }
            match solver.canonical(store, &Query::new(&part)) {
                Answer::Sat(model) => {
                    let model = Rc::new(model);
                    models.push(model.clone());
                    if self.kept > MOST_KEPT {
                        self.clear();
                    }
                    self.kept += part.len() + model.len();
                    self.parts.insert(part, model);
                }
                other => return other,
            }
        }
        Answer::Sat(Model::union(&models))
    }

    /// Forgets everything, as where terms were collected.
    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.kept = 0;
    }
}

/// The assertions in groups that share no variable, in order of their first members.
fn independent_parts(store: &mut TermStore, assertions: &[Term]) -> Vec<Vec<Term>> {
    let mut parent: Vec<usize> = (0..assertions.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    let mut owner: FxHashMap<Term, usize> = FxHashMap::default();
    for (i, assertion) in assertions.iter().enumerate() {
        for variable in store.variables(*assertion).iter() {
            let first = *owner.entry(*variable).or_insert(i);
            let (a, b) = (root(&mut parent, first), root(&mut parent, i));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut groups: Vec<Vec<Term>> = vec![Vec::new(); assertions.len()];
    for (i, assertion) in assertions.iter().enumerate() {
        let group = root(&mut parent, i);
        groups[group].push(*assertion);
    }
    groups.retain(|g| !g.is_empty());
    groups
}

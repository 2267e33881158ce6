//! Models: values of variables.

use effigy_base::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::node::Term;

/// An assignment of values to variables; a variable without one has the zero of its sort.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    values: FxHashMap<Term, Value>,
}

impl Model {
    /// The model in which every variable is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value set for a variable.
    #[inline]
    pub fn get(&self, variable: Term) -> Option<&Value> {
        self.values.get(&variable)
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, variable: Term, value: Value) {
        self.values.insert(variable, value);
    }

    /// Forgets the value of a variable.
    pub fn remove(&mut self, variable: Term) {
        self.values.remove(&variable);
    }

    /// The set values in order of the variables' ids.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        let mut all: Vec<_> = self.values.iter().map(|(t, v)| (*t, v)).collect();
        all.sort_unstable_by_key(|(t, _)| *t);
        all.into_iter()
    }

    /// Takes over the values of another model; they win over those set here.
    pub fn merge(&mut self, other: &Model) {
        self.values.extend(other.values.iter().map(|(t, v)| (*t, v.clone())));
    }

    /// The values of several models; later ones win.
    pub fn union(models: &[Rc<Model>]) -> Model {
        let most = models.iter().map(|model| model.len()).sum();
        let values = FxHashMap::with_capacity_and_hasher(most, Default::default());
        let mut union = Model { values };
        models.iter().for_each(|model| union.merge(model));
        union
    }

    /// The number of values set.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value is set.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(Term, Value)> for Model {
    fn from_iter<It: IntoIterator<Item = (Term, Value)>>(iter: It) -> Self {
        Self { values: iter.into_iter().collect() }
    }
}

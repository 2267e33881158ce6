//! Models: values of variables.

use effigy_base::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::node::Term;

/// Values that are kept beside the shared ones at most: they are looked at one by one.
const MOST_NEWER: usize = 8;

/// An assignment of values to variables; a variable without one has the zero of its sort.
///
/// Models of paths differ in few variables: a copy shares its values with the model that it was made from, and keeps what
/// it sets beside them, until that is much.
#[derive(Clone, Default, Debug)]
pub struct Model {
    shared: Option<Rc<FxHashMap<Term, Value>>>,
    /// Values that win over the shared ones, each variable once.
    newer: Vec<(Term, Value)>,
}

impl Model {
    /// The model in which every variable is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value set for a variable.
    #[inline]
    pub fn get(&self, variable: Term) -> Option<&Value> {
        let newer = self.newer.iter().find(|(t, _)| *t == variable);
        newer.map(|(_, value)| value).or_else(|| self.shared.as_ref()?.get(&variable))
    }

    /// Sets the value of a variable.
    pub fn set(&mut self, variable: Term, value: Value) {
        if let Some((_, newer)) = self.newer.iter_mut().find(|(t, _)| *t == variable) {
            *newer = value;
        } else if self.newer.len() < MOST_NEWER && !self.shared.as_ref().is_some_and(is_own) {
            self.newer.push((variable, value));
        } else {
            self.own().insert(variable, value);
        }
    }

    /// Forgets the value of a variable.
    pub fn remove(&mut self, variable: Term) {
        self.newer.retain(|(t, _)| *t != variable);
        if self.shared.as_ref().is_some_and(|shared| shared.contains_key(&variable)) {
            self.own().remove(&variable);
        }
    }

    /// All values in one map that is shared with no other model.
    fn own(&mut self) -> &mut FxHashMap<Term, Value> {
        let values = Rc::make_mut(self.shared.get_or_insert_default());
        values.extend(self.newer.drain(..));
        values
    }

    /// The values that are set, in any order.
    fn values(&self) -> impl Iterator<Item = (Term, &Value)> {
        let is_newer = |t: &Term| self.newer.iter().any(|(newer, _)| newer == t);
        let shared = self.shared.iter().flat_map(|shared| shared.iter());
        let shared = shared.filter(move |(t, _)| !is_newer(t)).map(|(t, v)| (*t, v));
        self.newer.iter().map(|(t, v)| (*t, v)).chain(shared)
    }

    /// The set values in order of the variables' ids.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        let mut all: Vec<_> = self.values().collect();
        all.sort_unstable_by_key(|(t, _)| *t);
        all.into_iter()
    }

    /// Takes over the values of another model; they win over those set here.
    pub fn merge(&mut self, other: &Model) {
        if self.is_empty() {
            self.clone_from(other);
        } else if other.shared.as_ref().is_some_and(|shared| shared.len() > MOST_NEWER) {
            self.own().extend(other.values().map(|(t, v)| (t, v.clone())));
        } else {
            other.values().for_each(|(t, v)| self.set(t, v.clone()));
        }
    }

    /// The values of several models; later ones win.
    pub fn union(models: &[Rc<Model>]) -> Model {
        let most = models.iter().map(|model| model.len()).sum();
        let values = FxHashMap::with_capacity_and_hasher(most, Default::default());
        let mut union = Model { shared: Some(Rc::new(values)), newer: Vec::new() };
        for model in models {
            union.own().extend(model.values().map(|(t, v)| (t, v.clone())));
        }
        union
    }

    /// The number of values set.
    pub fn len(&self) -> usize {
        let Some(shared) = &self.shared else { return self.newer.len() };
        shared.len() + self.newer.iter().filter(|(t, _)| !shared.contains_key(t)).count()
    }

    /// Whether no value is set.
    pub fn is_empty(&self) -> bool {
        self.newer.is_empty() && self.shared.as_ref().is_none_or(|shared| shared.is_empty())
    }
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.values().all(|(t, value)| other.get(t) == Some(value))
    }
}

impl Eq for Model {}

impl FromIterator<(Term, Value)> for Model {
    fn from_iter<It: IntoIterator<Item = (Term, Value)>>(iter: It) -> Self {
        Self { shared: Some(Rc::new(iter.into_iter().collect())), newer: Vec::new() }
    }
}

/// Whether values are those of one model only.
fn is_own(shared: &Rc<FxHashMap<Term, Value>>) -> bool {
    Rc::strong_count(shared) == 1
}

//! Array objects: mathematical functions whose elements can be selected and put (the memory model of programs without
//! addresses).
//!
//! Elements at concrete indices are kept as they are. The first access at a symbolic index turns the object into an
//! array term; what is put at concrete indices later lies above that term again. An access never forks.

use crate::data::slot::Slot;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Role, Term, TermStore, Trace, VarInfo};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Makes the value that is the first of two where a condition is true, and the second one elsewhere.
pub type OneOf<'a> = &'a mut dyn FnMut(&mut TermStore, Term, [Slot; 2], Sort) -> Slot;

/// The array objects of a path. Cloning costs a reference count for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrays {
    objects: Vec<Rc<ArrayObject>>,
}

/// An array object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayObject {
    index: Scalar,
    element: Scalar,
    /// What was put at concrete indices since `base`.
    known: BTreeMap<u128, Slot>,
    base: Base,
}

/// What lies below the known elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// No element is set.
    Unset,
    /// The elements of an array term. `set` tells which of them are set; all are when there is none. Those that are not set
    /// are in the term as such, unless it is `loose`.
    Term { values: Term, set: Option<Term>, loose: bool },
}

/// Which elements of an array object a path wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Those at some concrete indices.
    At(Vec<u128>),
    /// Perhaps all.
    All,
}

impl Arrays {
    /// A new object without elements; its handle.
    pub fn create(&mut self, index: Scalar, element: Scalar) -> u64 {
        self.add(ArrayObject { index, element, known: BTreeMap::new(), base: Base::Unset })
    }

    /// A new object with the elements of an array term, all of them set; its handle. `None` for another term.
    pub fn create_from(&mut self, store: &TermStore, values: Term) -> Option<u64> {
        let Sort::Array { index, element } = store.sort(values) else { return None };
        let base = Base::Term { values, set: None, loose: false };
        Some(self.add(ArrayObject { index, element, known: BTreeMap::new(), base }))
    }

    fn add(&mut self, object: ArrayObject) -> u64 {
        self.objects.push(Rc::new(object));
        self.objects.len() as u64
    }

    /// The object of a handle.
    pub fn get(&self, handle: u64) -> Option<&ArrayObject> {
        self.objects.get(usize::try_from(handle.checked_sub(1)?).ok()?).map(|object| &**object)
    }

    /// The object of a handle, to be changed.
    pub fn get_mut(&mut self, handle: u64) -> Option<&mut ArrayObject> {
        let object = self.objects.get_mut(usize::try_from(handle.checked_sub(1)?).ok()?)?;
        Some(Rc::make_mut(object))
    }

    /// Whether another path has the same objects, none of them written since the two were one.
    pub fn are_shared(&self, other: &Arrays) -> bool {
        let mut pairs = self.objects.iter().zip(&other.objects);
        self.objects.len() == other.objects.len() && pairs.all(|(a, b)| Rc::ptr_eq(a, b))
    }

    /// How many objects there are.
    pub fn count(&self) -> u64 {
        self.objects.len() as u64
    }

    /// The objects, by their handles, that hold something else than they did in an earlier state, and where.
    pub fn written_since(&self, before: &Arrays, store: &mut TermStore) -> Vec<(u64, Written)> {
        let pairs = before.objects.iter().zip(&self.objects).zip(1..);
        let differ = pairs.filter(|((a, b), _)| !Rc::ptr_eq(a, b));
        differ.filter_map(|((a, b), handle)| Some((handle, b.written_since(a, store)?))).collect()
    }

    /// Gives the objects what they hold where a condition is true, and what another path's objects hold elsewhere. An object that
    /// one of the two has not is as on the other: no handle leads to it. `false` when objects of other sorts have one handle.
    pub fn merge_with(
        &mut self,
        other: &Arrays,
        condition: Term,
        store: &mut TermStore,
        one_of: OneOf<'_>,
    ) -> bool {
        let alike = |(a, b): (&Rc<ArrayObject>, &Rc<ArrayObject>)| {
            a.index == b.index && a.element == b.element
        };
        if !self.objects.iter().zip(&other.objects).all(alike) {
            return false;
        }
        for (mine, theirs) in self.objects.iter_mut().zip(&other.objects) {
            if !Rc::ptr_eq(mine, theirs) {
                let mut theirs = ArrayObject::clone(theirs);
                Rc::make_mut(mine).merge_with(&mut theirs, condition, store, one_of);
            }
        }
        let new = other.objects.iter().skip(self.objects.len());
        self.objects.extend(new.cloned());
        true
    }

    /// All handles.
    pub fn handles(&self) -> impl Iterator<Item = u64> + use<> {
        1..=self.objects.len() as u64
    }
}

impl Trace for Arrays {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Arrays { objects } = self;
        objects.trace(visit);
    }
}

impl Trace for ArrayObject {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let ArrayObject { index: _, element: _, known, base } = self;
        known.trace(visit);
        match base {
            Base::Unset => {}
            Base::Term { values, set, loose: _ } => (*values, *set).trace(visit),
        }
    }
}

impl ArrayObject {
    /// The sort of the indices.
    pub fn index(&self) -> Sort {
        self.index.into()
    }

    /// The sort of the elements.
    pub fn element(&self) -> Sort {
        self.element.into()
    }

    /// The element at an index; of one that is not set, any value.
    pub fn select(&mut self, store: &mut TermStore, index: Slot) -> Term {
        if let Some(bits) = index.concrete() {
            if let Some(slot) = self.known.get(&bits) {
                return term(store, *slot, self.element());
            }
            let index = literal(store, self.index(), bits);
            return self.below(store, index);
        }
        self.flatten(store);
        let index = term(store, index, self.index());
        self.below(store, index)
    }

    /// The element of the base at an index.
    fn below(&self, store: &mut TermStore, index: Term) -> Term {
        let (values, set) = self.base(store);
        let element = store.select(values, index);
        match (self.base, set) {
            (Base::Term { loose: true, .. }, Some(set)) => {
                let (is_set, unset) = (store.select(set, index), self.unset(store));
                let unset = store.select(unset, index);
                store.ite(is_set, element, unset)
            }
            _ => element,
        }
    }

    /// Sets the element at an index.
    pub fn put(&mut self, store: &mut TermStore, index: Slot, element: Slot) {
        if let Some(bits) = index.concrete() {
            self.known.insert(bits, element);
            return;
        }
        let (values, set) = self.flatten(store);
        let index = term(store, index, self.index());
        let element = term(store, element, self.element());
        let values = store.store(values, index, element);
        let yes = store.bool(true);
        let set = set.map(|set| store.store(set, index, yes));
        self.base = Base::Term { values, set, loose: self.is_loose() };
    }

    /// Lets the element at an index be anything. One that was not set is set where the truth value `set` says so.
    pub fn forget_at(&mut self, store: &mut TermStore, index: u128, value: Term, set: Term) {
        if self.known.contains_key(&index) || matches!(self.base, Base::Term { set: None, .. }) {
            self.known.insert(index, Slot::symbolic(value));
            return;
        }
        let (values, was_set) = self.flatten(store);
        let at = literal(store, self.index(), index);
        let old = self.below(store, at);
        let was = match was_set {
            Some(was_set) => store.select(was_set, at),
            None => store.bool(true),
        };
        let is_set = store.or(was, set);
        let value = store.ite(is_set, value, old);
        let values = store.store(values, at, value);
        let set = was_set.map(|was_set| store.store(was_set, at, is_set));
        self.base = Base::Term { values, set, loose: self.is_loose() };
    }

    /// Lets all elements be those of an array term. Where not all were set those are for which the array term `set` is true; what was
    /// written at concrete indices stays set.
    pub fn forget(&mut self, store: &mut TermStore, values: Term, mut set: Term) {
        if let Base::Term { set: None, .. } = self.base {
            return self.replace(values);
        }
        let yes = store.bool(true);
        for index in std::mem::take(&mut self.known).into_keys() {
            let index = literal(store, self.index(), index);
            set = store.store(set, index, yes);
        }
        self.base = Base::Term { values, set: Some(set), loose: true };
    }

    /// Where it holds something else than in an earlier state.
    fn written_since(&self, before: &ArrayObject, store: &mut TermStore) -> Option<Written> {
        let mut before = before.clone();
        if self.base != before.base {
            before.flatten(store);
        }
        if self.base == before.base {
            let differs = |(at, slot): &(&u128, &Slot)| before.known.get(at) != Some(slot);
            let indices: Vec<u128> = self.known.iter().filter(differs).map(|(at, _)| *at).collect();
            return (!indices.is_empty()).then_some(Written::At(indices));
        }
        let mut after = self.clone();
        after.flatten(store);
        (after.base != before.base).then_some(Written::All)
    }

    /// Whether the element at an index is set.
    pub fn is_set(&mut self, store: &mut TermStore, index: Slot) -> Term {
        if let Some(bits) = index.concrete() {
            if self.known.contains_key(&bits) {
                return store.bool(true);
            }
            return match self.base {
                Base::Unset => store.bool(false),
                Base::Term { set: None, .. } => store.bool(true),
                Base::Term { set: Some(set), .. } => {
                    let index = literal(store, self.index(), bits);
                    store.select(set, index)
                }
            };
        }
        if let Base::Term { set: None, .. } = self.base {
            return store.bool(true);
        }
        let (_, set) = self.flatten(store);
        let index = term(store, index, self.index());
        match set {
            Some(set) => store.select(set, index),
            None => store.bool(true),
        }
    }

    /// All elements as an array term.
    pub fn values(&mut self, store: &mut TermStore) -> Term {
        self.flatten(store).0
    }

    /// The elements at concrete indices that lie above the rest.
    pub fn known(&self) -> impl Iterator<Item = (u128, Slot)> + '_ {
        self.known.iter().map(|(index, slot)| (*index, *slot))
    }

    /// Whether there is more than [`ArrayObject::known`].
    pub fn has_rest(&self) -> bool {
        !matches!(self.base, Base::Unset)
    }

    /// Forgets all elements and takes those of an array term instead, all of them set.
    pub fn replace(&mut self, values: Term) {
        self.known.clear();
        self.base = Base::Term { values, set: None, loose: false };
    }

    /// As [`ArrayObject::replace`], but those elements alone are set for which the array term `set` is true.
    pub fn replace_partly(&mut self, values: Term, set: Term) {
        self.known.clear();
        self.base = Base::Term { values, set: Some(set), loose: false };
    }

    /// Changes every term in the object by `change`, to one of the same sort; elements that become constant are kept as
    /// words.
    pub fn map_terms(&mut self, change: &mut dyn FnMut(Term) -> Slot) {
        for slot in self.known.values_mut() {
            if let Some(term) = slot.term {
                *slot = change(term);
            }
        }
        if let Base::Term { values, set, loose: _ } = &mut self.base {
            for part in std::iter::once(values).chain(set) {
                *part = change(*part).term.unwrap_or(*part);
            }
        }
    }

    /// Holds what it holds where a condition is true, and what another object of the same sorts holds elsewhere.
    fn merge_with(
        &mut self,
        other: &mut ArrayObject,
        condition: Term,
        store: &mut TermStore,
        one_of: OneOf<'_>,
    ) {
        let element = self.element();
        if self.base == other.base && self.known.keys().eq(other.known.keys()) {
            for (slot, theirs) in self.known.values_mut().zip(other.known.values()) {
                if slot != theirs {
                    *slot = one_of(store, condition, [*slot, *theirs], element);
                }
            }
            return;
        }
        let loose = self.is_loose() || other.is_loose();
        let ((x, mine), (y, theirs)) = (self.flatten(store), other.flatten(store));
        let values = store.ite(condition, x, y);
        let set = match (mine, theirs) {
            (None, None) => None,
            (mine, theirs) => {
                let all = ArrayValue::new(self.index, Value::Bool(true));
                let all = store.constant(&Value::Array(all));
                Some(store.ite(condition, mine.unwrap_or(all), theirs.unwrap_or(all)))
            }
        };
        self.base = Base::Term { values, set, loose };
    }

    fn is_loose(&self) -> bool {
        matches!(self.base, Base::Term { loose: true, .. })
    }

    /// Puts the known elements into the base.
    fn flatten(&mut self, store: &mut TermStore) -> (Term, Option<Term>) {
        let (mut values, mut set) = self.base(store);
        let yes = store.bool(true);
        for (index, element) in std::mem::take(&mut self.known) {
            let index = literal(store, self.index(), index);
            let element = term(store, element, self.element());
            values = store.store(values, index, element);
            set = set.map(|set| store.store(set, index, yes));
        }
        self.base = Base::Term { values, set, loose: self.is_loose() };
        (values, set)
    }

    /// The base as a term: elements that are not set have any value.
    fn base(&self, store: &mut TermStore) -> (Term, Option<Term>) {
        match self.base {
            Base::Term { values, set, loose: _ } => (values, set),
            Base::Unset => {
                let none = ArrayValue::new(self.index, Value::Bool(false));
                let set = store.constant(&Value::Array(none));
                (self.unset(store), Some(set))
            }
        }
    }

    /// The elements that are not set.
    fn unset(&self, store: &mut TermStore) -> Term {
        let sort = Sort::Array { index: self.index, element: self.element };
        let role = Role::Unspecified;
        store.variable(&VarInfo { name: "unset".into(), sort, role })
    }
}

fn term(store: &mut TermStore, slot: Slot, sort: Sort) -> Term {
    match slot.term {
        Some(term) => term,
        None => literal(store, sort, slot.bits()),
    }
}

fn literal(store: &mut TermStore, sort: Sort, bits: u128) -> Term {
    match sort {
        Sort::Bool => store.bool(bits & 1 == 1),
        Sort::Int => store.int(bits as i128),
        _ => store.bits(sort.width().unwrap_or(1), bits),
    }
}

//! Havocked values: of the state of which nothing is known but what every state has in common.
//!
//! A reference is then to null, to an object from before the run, or to one that the run made. Those that it made since nothing is
//! known are numbered below 0, so that the objects that are made from here on are different from all of them
//! (`effigy_ir::field`): which number an object has cannot be seen.

use crate::data::slot::{Slot, term};
use crate::memory::initial::{PITCH, kept_as};
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::field::{FieldDecl, Initial};
use effigy_term::{Role, Term, TermStore, Trace, VarInfo};

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anything {
    /// What it is.
    pub initial: Initial,
    /// How many objects the run made of which the number is known.
    pub made: u64,
    /// Whether it made others.
    pub makes: bool,
}

/// Havocked elements of a heap function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyElements {
    /// What they may be.
    pub anything: Anything,
    /// The name of the symbols that they are.
    pub name: String,
    /// The object of which the elements are; all objects without one.
    pub object: Option<Slot>,
    /// When they are; always without a condition.
    pub when: Option<Term>,
}

impl Trace for AnyElements {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let AnyElements { anything: _, name: _, object, when } = self;
        object.trace(visit);
        when.trace(visit);
    }
}

impl Anything {
    /// A value of a sort in its place in a sort of symbols: `symbol` makes the symbols of which it is, by what is added to their name.
    pub fn value(
        self,
        store: &mut TermStore,
        sort: Sort,
        symbol: &mut dyn FnMut(&mut TermStore, &str, Sort) -> Term,
    ) -> Term {
        let kept = kept_as(sort, self.initial);
        let value = symbol(store, "", kept);
        match (self.initial, sort) {
            (Initial::Value, _) => value,
            (Initial::Length, Sort::Int) => {
                let zero = store.int(0);
                let enough = store.app(Op::IntLe, &[zero, value]);
                store.ite(enough, value, zero)
            }
            (Initial::Length, Sort::BitVec(width @ 2..)) => store.zero_extend(width, value),
            (Initial::Reference, Sort::Int | Sort::BitVec(2..)) => {
                let before = doubled(store, value, false);
                if self.made == 0 && !self.makes {
                    return before;
                }
                let is_made = symbol(store, " made", Sort::Bool);
                let made = self.made(store, value);
                store.ite(is_made, made, before)
            }
            _ => value,
        }
    }

    /// The object that the run made as the one with a number; null when it is not one.
    fn made(self, store: &mut TermStore, number: Term) -> Term {
        let sort = store.sort(number);
        let constant = |store: &mut TermStore, value: u64| match sort {
            Sort::Int => store.int(i128::from(value)),
            _ => store.bits(sort.width().unwrap_or(1), value.into()),
        };
        let less = |store: &mut TermStore, a, b| match sort {
            Sort::Int => store.app(Op::IntLt, &[a, b]),
            _ => store.app(Op::BvSlt, &[a, b]),
        };
        let (zero, count) = (constant(store, 0), constant(store, self.made));
        let mut is_one = less(store, number, count);
        if !self.makes {
            let negative = less(store, number, zero);
            let known = store.not(negative);
            is_one = store.and(is_one, known);
        }
        let (made, null) = (doubled(store, number, true), doubled(store, zero, false));
        store.ite(is_one, made, null)
    }
}

impl AnyElements {
    /// The element at some keys, and when it is this one.
    pub fn element(&self, store: &mut TermStore, decl: &FieldDecl, keys: &[Slot]) -> (Term, Slot) {
        let keys: Vec<Term> = keys
            .iter()
            .zip(&decl.keys)
            .map(|(key, sort)| term(store, *key, (*sort).into()))
            .collect();
        let mut when = self.when.unwrap_or_else(|| store.bool(true));
        let mut index = keys.as_slice();
        if let (Some(object), [first, rest @ ..]) = (self.object, keys.as_slice()) {
            let sort = store.sort(*first);
            let object = term(store, object, sort);
            let same = store.eq(object, *first);
            when = store.and(when, same);
            index = rest;
        }
        let value = self.anything.value(store, decl.element.into(), &mut |store, part, sort| {
            select(store, format!("{}{part}", self.name), index, sort)
        });
        (when, Slot::symbolic(value))
    }

    /// Changes what it is about.
    pub fn map_slots(&mut self, change: &mut dyn FnMut(&mut Slot)) {
        self.object.iter_mut().for_each(&mut *change);
        if let Some(when) = &mut self.when {
            let mut slot = Slot::symbolic(*when);
            change(&mut slot);
            *when = slot.term.unwrap_or(*when);
        }
    }
}

/// The element at some keys of the symbolic array of a name.
fn select(store: &mut TermStore, name: String, keys: &[Term], element: Sort) -> Term {
    let role = Role::Input;
    let Some(element) = element.scalar() else {
        return store.variable(&VarInfo { name, sort: element, role });
    };
    let sorts: Vec<Option<Scalar>> = keys.iter().map(|key| store.sort(*key).scalar()).collect();
    let of = |store: &mut TermStore, index: Scalar, key: Term| {
        let sort = Sort::Array { index, element };
        let values = store.variable(&VarInfo { name: name.clone(), sort, role });
        store.select(values, key)
    };
    match (keys, sorts.as_slice()) {
        ([key], [Some(sort)]) => of(store, *sort, *key),
        ([object, index], [Some(Scalar::BitVec(a)), Some(Scalar::BitVec(b))]) => {
            let key = store.concat(*object, *index);
            of(store, Scalar::BitVec(a + b), key)
        }
        ([object, index], [Some(Scalar::Int), Some(Scalar::Int)]) => {
            let (zero, pitch) = (store.int(0), store.int(PITCH));
            let row = store.app(Op::IntMul, &[*object, pitch]);
            let key = store.app(Op::IntAdd, &[row, *index]);
            let inside = of(store, Scalar::Int, key);
            let bounds = [[zero, *index], [*index, pitch]];
            let [low, high] = [(Op::IntLe, bounds[0]), (Op::IntLt, bounds[1])]
                .map(|(op, pair)| store.app(op, &pair));
            let is_inside = store.and(low, high);
            // Behind the last index that the rows of the array have room for each pair of keys has a symbol of its own.
            let name = format!("{name} at {object:?} {index:?}");
            let outside = store.variable(&VarInfo { name, sort: element.into(), role });
            store.ite(is_inside, inside, outside)
        }
        _ => store.variable(&VarInfo { name, sort: element.into(), role }),
    }
}

/// Twice a number, and one more for an odd one.
fn doubled(store: &mut TermStore, number: Term, odd: bool) -> Term {
    match store.sort(number) {
        Sort::Int => {
            let two = store.int(2);
            let twice = store.app(Op::IntMul, &[number, two]);
            let rest = store.int(i128::from(odd));
            store.app(Op::IntAdd, &[twice, rest])
        }
        _ => {
            let low = store.bits(1, u128::from(odd));
            store.concat(number, low)
        }
    }
}

#[cfg(test)]
mod tests;

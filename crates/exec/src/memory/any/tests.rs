//! Which values a havocked value has.

use super::{AnyElements, Anything};
use crate::data::slot::Slot;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::Value;
use effigy_ir::field::{FieldDecl, Initial, created};
use effigy_term::{Evaluator, Model, Role, Term, TermStore, VarInfo};
use std::collections::BTreeSet;

const WIDTH: u32 = 6;

/// All values of six bits that it can have.
fn values(anything: Anything) -> BTreeSet<u128> {
    let mut store = TermStore::new();
    let mut symbols: Vec<(Term, Sort)> = Vec::new();
    let any = anything.value(&mut store, Sort::BitVec(WIDTH), &mut |store, part, sort| {
        let name = format!("any{part}");
        let symbol = store.variable(&VarInfo { name, sort, role: Role::Input });
        symbols.push((symbol, sort));
        symbol
    });
    let mut found = BTreeSet::new();
    for bits in 0..1u128 << (WIDTH + 1) {
        let mut model = Model::default();
        let mut rest = bits;
        for (symbol, sort) in &symbols {
            let value = match sort {
                Sort::Bool => Value::Bool(rest & 1 == 1),
                _ => Value::bits(sort.width().expect("a word"), rest),
            };
            rest >>= sort.width().unwrap_or(1);
            model.set(*symbol, value);
        }
        let value = Evaluator::new().value(&store, any, &model).expect("a value");
        found.insert(value.scalar().expect("a word"));
    }
    found
}

#[test]
fn a_reference_is_to_any_object_but_those_that_are_made_later() {
    let all = 1u128 << WIDTH;
    for made in 0..4 {
        for makes in [false, true] {
            let any = Anything { initial: Initial::Reference, made, makes };
            let is_there = |reference: &u128| {
                let negative = *reference >= all / 2;
                reference.is_multiple_of(2) || *reference < created(made) || makes && negative
            };
            let expected: BTreeSet<u128> = (0..all).filter(is_there).collect();
            assert_eq!(values(any), expected, "{any:?}");
        }
    }
}

#[test]
fn a_length_is_not_negative_and_a_number_is_anything() {
    let any = |initial| Anything { initial, made: 2, makes: true };
    assert_eq!(values(any(Initial::Length)), (0..1 << (WIDTH - 1)).collect());
    assert_eq!(values(any(Initial::Value)), (0..1 << WIDTH).collect());
}

/// The element at a place of any contents.
fn element(store: &mut TermStore, object: i128, index: Slot) -> Term {
    let decl = FieldDecl {
        name: "elements".into(),
        keys: vec![Scalar::Int, Scalar::Int],
        element: Scalar::Int,
        initial: Initial::Value,
    };
    let anything = Anything { initial: Initial::Value, made: 0, makes: true };
    let any = AnyElements { anything, name: "any".into(), object: None, when: None };
    let (when, value) = any.element(store, &decl, &[Slot::wide(object as u128), index]);
    assert_eq!(store.as_bool(when), Some(true));
    value.term.expect("a symbol")
}

#[test]
fn elements_of_two_arrays_are_independent_of_each_other_at_any_index() {
    let mut store = TermStore::new();
    let pitch = crate::memory::initial::PITCH;
    let places =
        [(2, 0), (2, 1), (4, 0), (-1, 0), (2, pitch), (2, 2 * pitch), (4, pitch), (4, -pitch)];
    let elements: BTreeSet<Term> = places
        .iter()
        .map(|(object, index)| element(&mut store, *object, Slot::wide(*index as u128)))
        .collect();
    assert_eq!(elements.len(), places.len());
}

//! Instructions on the heap of programs with objects, and values from before the run.
//!
//! A reference from before the run is twice a symbolic input, so that it is even (see `effigy_ir::field`). Equality with
//! a created object folds to false then, and conditions speak of the inputs alone: the elimination of new objects of de
//! Boer and Bonsangue 2021, section 4, falls out of the term rules.

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::field::{FieldDecl, Initial};
use effigy_term::{Role, Term, TermStore};
use rustc_hash::FxHashMap;

/// With unbounded integers, the contents of all arrays from before the run are one function of `index + array * PITCH`,
/// where the array is half of a reference.
pub const PITCH: i128 = 1 << 31;
/// The greatest length of an array from before the run, with unbounded integers.
pub const MAX_LENGTH: i128 = PITCH - 1;

/// The role of the input that holds initial values.
pub fn role(initial: Initial) -> Role {
    match initial {
        Initial::Value => Role::Input,
        Initial::Reference => Role::Reference,
        Initial::Length => Role::Length,
    }
}

/// The sort in which an initial value is kept: what cannot be is not among its values.
pub fn kept_as(sort: Sort, initial: Initial) -> Sort {
    match (initial, sort) {
        (Initial::Reference | Initial::Length, Sort::BitVec(width @ 2..)) => {
            Sort::BitVec(width - 1)
        }
        _ => sort,
    }
}

/// The sort of the input that a heap function begins with, and that of its elements.
pub fn initial_sorts(decl: &FieldDecl) -> (Sort, Sort) {
    let element = kept_as(decl.element.into(), decl.initial);
    let kept = element.scalar().unwrap_or(decl.element);
    let half = |key: Scalar| kept_as(key.into(), Initial::Reference).scalar().unwrap_or(key);
    let index = match decl.keys.as_slice() {
        [] => return (element, element),
        [object] => half(*object),
        [object, index, ..] => match (half(*object), *index) {
            (Scalar::BitVec(high), Scalar::BitVec(low)) => Scalar::BitVec(high + low),
            (_, index) => index,
        },
    };
    (Sort::Array { index, element: kept }, element)
}

/// The element at some keys of the input that a heap function begins with.
pub fn initial_element(store: &mut TermStore, values: Term, keys: &[Term]) -> Term {
    let Some((object, index)) = keys.split_first() else { return values };
    let object = halved(store, *object);
    let key = match index.first() {
        None => object,
        Some(index) if store.sort(*index) == Sort::Int => {
            let pitch = store.int(PITCH);
            let row = store.app(Op::IntMul, &[object, pitch]);
            store.app(Op::IntAdd, &[row, *index])
        }
        Some(index) => store.concat(object, *index),
    };
    store.select(values, key)
}

/// The value of a sort that an initial value stands for, and what is known of it.
pub fn lift(store: &mut TermStore, value: Term, sort: Sort, initial: Initial) -> (Term, Vec<Term>) {
    match (initial, sort) {
        (Initial::Reference, Sort::Int) => {
            let two = store.int(2);
            (store.app(Op::IntMul, &[value, two]), Vec::new())
        }
        (Initial::Reference, Sort::BitVec(2..)) => {
            let low = store.bits(1, 0);
            (store.concat(value, low), Vec::new())
        }
        (Initial::Length, Sort::Int) => {
            let (least, most) = (store.int(0), store.int(MAX_LENGTH));
            let facts = [[least, value], [value, most]].map(|pair| store.app(Op::IntLe, &pair));
            (value, facts.to_vec())
        }
        (Initial::Length, Sort::BitVec(width @ 2..)) => {
            (store.zero_extend(width, value), Vec::new())
        }
        _ => (value, Vec::new()),
    }
}

/// Whether a condition holds of every heap, because it only says what [`lift`] knows of a length.
pub fn is_known(store: &mut TermStore, condition: Term) -> bool {
    let sides = match store.op(condition) {
        Some(Op::IntLe | Op::IntLt) => store.args(condition).to_vec(),
        _ => return false,
    };
    let of_length = |store: &TermStore, t: Term| {
        let of = if store.op(t) == Some(Op::Select) { store.args(t)[0] } else { t };
        store.as_variable(of).is_some_and(|info| info.role == Role::Length)
    };
    sides.into_iter().any(|side| {
        of_length(store, side)
            && lift(store, side, Sort::Int, Initial::Length).1.contains(&condition)
    })
}

/// Half of a reference: what an even one stands for. Choices are followed, as deep as they are.
fn halved(store: &mut TermStore, reference: Term) -> Term {
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    let mut open = vec![reference];
    while let Some(&term) = open.last() {
        if known.contains_key(&term) {
            open.pop();
            continue;
        }
        let half = match ite_parts(store, term) {
            Some([condition, yes, no]) => match (known.get(&yes), known.get(&no)) {
                (Some(&yes), Some(&no)) => store.ite(condition, yes, no),
                (yes_known, no_known) => {
                    open.extend(yes_known.is_none().then_some(yes));
                    open.extend(no_known.is_none().then_some(no));
                    continue;
                }
            },
            None => half(store, term),
        };
        known.insert(term, half);
        open.pop();
    }
    known.get(&reference).copied().unwrap_or(reference)
}

fn ite_parts(store: &TermStore, term: Term) -> Option<[Term; 3]> {
    (store.op(term) == Some(Op::Ite))
        .then(|| <[Term; 3]>::try_from(store.args(term)).ok())
        .flatten()
}

fn half(store: &mut TermStore, term: Term) -> Term {
    match store.sort(term) {
        Sort::BitVec(width @ 2..) => store.extract(width - 1, 1, term),
        Sort::Int => {
            let two = store.int(2);
            store.app(Op::IntDiv, &[term, two])
        }
        _ => term,
    }
}

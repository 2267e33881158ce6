//! Rules of arrays.

use effigy_base::op::Op;

use super::{Family, Rule};
use crate::node::Term;
use crate::store::{Kind, TermStore};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "select-store",
        law: "select(store(a, i, v), i) = v, select(store(a, i, v), j) = select(a, j) where i and j differ by a constant",
        families: &[Family::Select],
        apply: select_store,
    },
    Rule {
        name: "select-uniform",
        law: "select(t, i) = c for a constant table t whose elements are all c",
        families: &[Family::Select],
        apply: select_uniform,
    },
    Rule {
        name: "store-store",
        law: "store(store(a, i, v), i, w) = store(a, i, w)",
        families: &[Family::Store],
        apply: store_store,
    },
    Rule {
        name: "store-order",
        law: "store(store(a, i, v), j, w) = store(store(a, j, w), i, v) for constants j < i",
        families: &[Family::Store],
        apply: store_order,
    },
    Rule {
        name: "store-same",
        law: "store(a, i, select(a, i)) = a",
        families: &[Family::Store],
        apply: store_same,
    },
];

/// How many stores a read looks through at once.
const MOST: usize = 4096;

/// A store that belongs below more than this many others stays where it is.
const MOST_MOVED: usize = 32;

fn select_store(s: &mut TermStore, _: Op, &[array, index, _]: &[Term; 3]) -> Option<Term> {
    let mut below = array;
    for _ in 0..MOST {
        let Some((Op::Store, [next, at, element])) = s.parts(below) else { break };
        if at == index {
            return Some(element);
        }
        if !s.are_apart(at, index) {
            break;
        }
        below = next;
    }
    (below != array).then(|| s.select(below, index))
}

fn select_uniform(s: &mut TermStore, _: Op, &[array, ..]: &[Term; 3]) -> Option<Term> {
    let Kind::Table(table) = &s.stored(array).kind else { return None };
    let first = table.element(0);
    let low = table.elements.first().copied();
    let width = table.index_width();
    let complete = (1..64).contains(&width) && table.elements.len() as u64 == 1 << width;
    let uniform =
        table.elements.iter().all(|e| Some(*e) == low) && (complete || first == table.default);
    uniform.then(|| s.constant(&first))
}

fn store_store(s: &mut TermStore, _: Op, &[array, index, element]: &[Term; 3]) -> Option<Term> {
    match s.parts(array)? {
        (Op::Store, [a, at, _]) if at == index => Some(s.store(a, index, element)),
        _ => None,
    }
}

fn store_order(s: &mut TermStore, _: Op, &[array, j, w]: &[Term; 3]) -> Option<Term> {
    let (Op::Store, [mut a, i, v]) = s.parts(array)? else { return None };
    if place(s, j)? >= place(s, i)? {
        return None;
    }
    // The stores above the place of `j`, taken off one by one.
    let mut above = vec![(i, v)];
    while let Some((Op::Store, [below, i, v])) = s.parts(a)
        && place(s, i).is_some_and(|i| place(s, j).is_some_and(|j| i >= j))
    {
        if above.len() == MOST_MOVED {
            return None;
        }
        if i != j {
            above.push((i, v));
        }
        a = below;
    }
    let sort = s.sort(array);
    let mut result = s.store(a, j, w);
    for (i, v) in above.into_iter().rev() {
        result = s.intern_app(Op::Store, [result, i, v], sort);
    }
    Some(result)
}

/// A constant index as a number whose order is that of the indices.
fn place(s: &TermStore, index: Term) -> Option<u128> {
    s.as_bits(index).or_else(|| s.as_int(index).map(|n| n as u128 ^ 1 << 127))
}

fn store_same(s: &mut TermStore, _: Op, &[array, index, element]: &[Term; 3]) -> Option<Term> {
    match s.parts(element)? {
        (Op::Select, [a, i, _]) => (a == array && i == index).then_some(array),
        _ => None,
    }
}

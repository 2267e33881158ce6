//! The layer of decision diagrams.

use crate::common::{assert_satisfies, bv, check, solver};
use effigy_base::op::Op;
use effigy_solver::{Answer, BackEnd, Layers, Solver, Statistics};
use effigy_term::TermStore;

fn diagrams() -> Box<dyn Solver> {
    let layers = Layers { diagrams: true, ..Layers::NONE };
    solver(BackEnd::Embedded, layers)
}

fn hits(solver: &dyn Solver) -> u64 {
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    statistics.layer("diagrams").hits
}

#[test]
fn what_contradicts_is_named() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 8), bv(&mut store, "y", 8));
    let (seven, nine) = (store.bits(8, 7), store.bits(8, 9));
    let below = store.ult(x, seven);
    let other = store.ult(y, seven);
    let above = store.ult(nine, x);
    let mut solver = diagrams();
    let answer = check(&mut *solver, &mut store, &[below, other, above]);
    assert_eq!(answer, Answer::Unsat(vec![0, 2]));
    let answer = check(&mut *solver, &mut store, &[below, other]);
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_satisfies(&store, &[below, other], &model);
    assert_eq!(hits(&*solver), 2);
}

#[test]
fn what_has_no_diagram_may_contradict() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 32), bv(&mut store, "y", 32));
    let product = store.app(Op::BvMul, &[x, y]);
    let (two, three, six) = (store.bits(32, 2), store.bits(32, 3), store.bits(32, 6));
    let (is_two, is_three) = (store.eq(x, two), store.eq(y, three));
    let is_six = store.eq(product, six);
    let is_other = store.not(is_six);
    let mut solver = diagrams();
    let answer = check(&mut *solver, &mut store, &[is_two, is_three, is_other]);
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    let answer = check(&mut *solver, &mut store, &[is_two, is_three, is_six]);
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_satisfies(&store, &[is_two, is_three, is_six], &model);
    assert_eq!(hits(&*solver), 0);
}

//! Floats in the embedded back end.

mod common;

use common::{Random, assert_satisfies, bv, check, options, z3};
use effigy_base::op::Op;
use effigy_solver::{Answer, BackEnd, Layers, assemble};
use effigy_term::{Term, TermStore};
use std::time::Duration;

/// Two conditions on floats of this width.
fn float_conditions(store: &mut TermStore, random: &mut Random, width: u32) -> [Term; 2] {
    let (x, y) = (bv(store, "x", width), bv(store, "y", width));
    let constants: [f32; 7] = [0.0, 1.0, -1.5, 0.1, 1e4, -3e-5, f32::INFINITY];
    let mut operand = |store: &mut TermStore| match random.below(3) {
        0 => x,
        1 => y,
        _ => {
            let bits = store.bits(32, u128::from(constants[random.below(7)].to_bits()));
            if width == 32 { bits } else { store.app(Op::FpToFp { width }, &[bits]) }
        }
    };
    let mut terms = Vec::new();
    for _ in 0..4 {
        terms.push((operand(store), operand(store)));
    }
    let ops = [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpMin, Op::FpMax];
    let compares = [Op::FpEq, Op::FpLt, Op::FpLe];
    let mut condition = |store: &mut TermStore, pair: usize| {
        let (a, b) = terms[pair];
        let left = store.app(ops[random.below(6)], &[a, b]);
        let right =
            if random.below(3) == 0 { store.app(Op::FpSqrt, &[b]) } else { terms[pair + 1].0 };
        let holds = store.app(compares[random.below(3)], &[left, right]);
        if random.below(3) == 0 { store.not(holds) } else { holds }
    };
    [condition(store, 0), condition(store, 2)]
}

#[test]
fn the_embedded_back_end_agrees_with_z3_on_floats() {
    if z3().is_none() {
        return;
    }
    let mut random = Random::new(11);
    let mut decided = [0; 2];
    for round in 0..30 {
        let mut store = TermStore::new();
        let width = if round % 5 == 0 { 32 } else { 16 };
        let assertions = float_conditions(&mut store, &mut random, width);
        let mut answers = [BackEnd::Embedded, BackEnd::Z3].map(|back_end| {
            let mut options = options(back_end, Layers::ALL);
            options.query_time = Some(Duration::from_secs(2));
            let mut solver = assemble(options).expect("assembles");
            check(&mut *solver, &mut store, &assertions)
        });
        match &mut answers {
            [Answer::Sat(a), Answer::Sat(b)] => {
                // The evaluator does not compute floats of 16 bits.
                if width == 32 {
                    assert_satisfies(&store, &assertions, a);
                    assert_satisfies(&store, &assertions, b);
                }
                decided[0] += 1;
            }
            [Answer::Unsat(_), Answer::Unsat(_)] => decided[1] += 1,
            [Answer::Unknown(_), _] | [_, Answer::Unknown(_)] => {}
            other => panic!("{round}: {other:?}"),
        }
    }
    let [satisfiable, not] = decided;
    assert!(satisfiable >= 8 && not >= 1, "{satisfiable} satisfiable, {not} not");
}

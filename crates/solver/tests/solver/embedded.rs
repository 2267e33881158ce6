//! The embedded back end against the evaluator and against Z3.

use crate::common::{
    self, ARITHMETIC, COMPARISONS, Generator, Random, UNARY, assert_satisfies, bv, check, embedded,
    shown, z3,
};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_solver::{Answer, Query};
use effigy_term::{Model, Term, TermStore};
use effigy_testkit::cases;

/// For all operands of at most `widest` bits, the circuit of `op` computes what the evaluator does: with the operands
/// fixed by assumptions, the result can be the evaluator's and nothing else.
fn exhaustive(op: Op, arity: usize, widest: u32) {
    let mut solver = embedded();
    for width in 1..=widest {
        let mut store = TermStore::with_rewriting(false);
        let operands: Vec<Term> =
            ["x", "y"][..arity].iter().map(|name| bv(&mut store, name, width)).collect();
        let result = store.app(op, &operands);
        let sort = store.sort(result);
        for bits in 0..1u128 << (width as usize * arity) {
            let mut assertions = Vec::new();
            let mut model = Model::new();
            for (i, &operand) in operands.iter().enumerate() {
                let bits = (bits >> (i as u32 * width)) & ((1 << width) - 1);
                let constant = store.bits(width, bits);
                assertions.push(store.eq(operand, constant));
                model.set(operand, store.value(constant).expect("constant"));
            }
            let expected = store.evaluate(result, &model);
            let expected = match expected.as_bool() {
                Some(b) => store.bool(b),
                None => store.constant(&expected),
            };
            let equal = if sort == Sort::Bool {
                store.xor(result, expected)
            } else {
                store.distinct(result, expected)
            };
            assertions.push(equal);
            let answer = check(&mut *solver, &mut store, &assertions);
            assert!(
                matches!(answer, Answer::Unsat(_)),
                "{op:?} width {width} bits {bits:#x}: {answer:?}"
            );
        }
        solver = embedded();
    }
}

#[test]
fn binary_operators_at_all_small_operands() {
    for &op in ARITHMETIC.iter().chain(COMPARISONS) {
        exhaustive(op, 2, 4);
    }
}

#[test]
fn unary_operators_at_all_small_operands() {
    for &op in UNARY {
        exhaustive(op, 1, 6);
    }
}

/// Queries of random terms; both solvers keep their state from one to the next.
fn against_z3(width: u32, queries: u64, depth: usize, arrays: bool) {
    let mut store = TermStore::new();
    let mut embedded = embedded();
    let mut reference = z3();
    let (mut sat, mut unsat) = (0, 0);
    cases(0..queries, |seed| {
        let easy = width > 16;
        let random = Random::new(seed * 131 + u64::from(width));
        let mut generator = Generator { random, width, store: &mut store, arrays, easy };
        let count = 1 + generator.random.below(4);
        let assertions: Vec<Term> = (0..count).map(|_| generator.condition(depth)).collect();
        let answer = check(&mut *embedded, &mut store, &assertions);
        match &answer {
            Answer::Sat(model) => {
                sat += 1;
                assert_satisfies(&store, &assertions, model);
            }
            Answer::Unsat(core) => {
                unsat += 1;
                let Some(z3) = &mut reference else { return };
                let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
                let expected = check(&mut **z3, &mut store, &core);
                assert!(
                    matches!(expected, Answer::Unsat(_)),
                    "width {width} seed {seed}: {expected:?} for {}",
                    shown(&store, &core)
                );
            }
            Answer::Unknown(why) => panic!("width {width} seed {seed}: {why}"),
        }
    });
    println!("width {width}: {sat} sat, {unsat} unsat");
    assert!(
        sat > queries / 10 && unsat > queries / 50,
        "width {width}: {sat} sat, {unsat} unsat of {queries}"
    );
}

#[test]
fn random_queries_at_small_widths() {
    for width in [1, 2, 3, 4, 5, 8] {
        against_z3(width, 250, 3, false);
    }
}

#[test]
fn random_queries_at_large_widths() {
    for (width, queries) in
        [(13, 120), (16, 120), (32, 120), (64, 100), (65, 60), (128, 60), (200, 40)]
    {
        against_z3(width, queries, 3, false);
    }
}

#[test]
fn random_queries_with_arrays_and_tables() {
    for width in [2, 3, 4, 8, 16] {
        against_z3(width, 120, 3, true);
    }
}

#[test]
fn a_core_leaves_out_what_does_not_matter() {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 32), bv(&mut store, "y", 32));
    let (one, two) = (store.bits(32, 1), store.bits(32, 2));
    let unrelated = store.ult(y, two);
    let low = store.ult(x, one);
    let high = store.ult(one, x);
    let answer = check(&mut *embedded(), &mut store, &[unrelated, low, unrelated, high]);
    assert_eq!(answer, Answer::Unsat(vec![1, 3]));
}

#[test]
fn queries_do_not_influence_each_other() {
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 32);
    let mut solver = embedded();
    for round in 0..50u128 {
        let bound = store.bits(32, round + 1);
        let below = store.ult(x, bound);
        let not_below = store.not(below);
        for assertions in [vec![below], vec![not_below], vec![below, not_below]] {
            let answer = check(&mut *solver, &mut store, &assertions);
            match answer {
                Answer::Sat(model) if assertions.len() == 1 => {
                    assert_satisfies(&store, &assertions, &model)
                }
                Answer::Unsat(core) if assertions.len() == 2 => assert_eq!(core, [0, 1]),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn equal_indices_read_equal_elements() {
    let mut store = TermStore::new();
    let array = common::variable(&mut store, "a", Sort::bit_vector_array(32, 8));
    let (i, j) = (bv(&mut store, "i", 32), bv(&mut store, "j", 32));
    let (at_i, at_j) = (store.select(array, i), store.select(array, j));
    let same = store.eq(i, j);
    let different = store.distinct(at_i, at_j);
    let mut solver = embedded();
    let answer = check(&mut *solver, &mut store, &[same, different]);
    assert_eq!(answer, Answer::Unsat(vec![0, 1]));
    let Answer::Sat(model) = solver.check(&mut store, &Query::new(&[different])) else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &[different], &model);
}

/// The substitution table of AES: the inverse in GF(2^8), then an affine map.
fn substitution() -> Vec<u64> {
    let product = |mut a: u64, mut b: u64| {
        let mut sum = 0;
        while b > 0 {
            sum ^= a * (b & 1);
            a = (a << 1) ^ ((a >> 7) * 0x11b);
            b >>= 1;
        }
        sum
    };
    let inverse = |x: u64| (0..256).find(|y| product(x, *y) == 1).unwrap_or(0);
    let turned = |x: u64, by: u32| u64::from((x as u8).rotate_left(by));
    (0..256).map(inverse).map(|x| (0..5).fold(0x63, |sum, by| sum ^ turned(x, by))).collect()
}

#[test]
fn four_rounds_of_a_substitution_are_inverted() {
    let table = substitution();
    assert_eq!((table[0], table[0x53]), (0x63, 0xed));
    let mut store = TermStore::new();
    let boxes = store.const_array(8, 8, table.clone().into(), 0);
    let x = bv(&mut store, "x", 32);
    let mut bytes: Vec<Term> = (0..4).map(|i| store.extract(8 * i + 7, 8 * i, x)).collect();
    let mut expected = [0x2b, 0x7e, 0x15, 0x16];
    for _ in 0..4 {
        bytes = bytes.iter().map(|byte| store.select(boxes, *byte)).collect();
        bytes.rotate_left(1);
        expected = expected.map(|byte: u64| table[byte as usize]);
        expected.rotate_left(1);
    }
    let equal = |store: &mut TermStore, (byte, expected): (&Term, &u64)| {
        let expected = store.bits(8, u128::from(*expected));
        store.eq(*byte, expected)
    };
    let assertions: Vec<Term> =
        bytes.iter().zip(&expected).map(|pair| equal(&mut store, pair)).collect();
    let Answer::Sat(model) = check(&mut *embedded(), &mut store, &assertions) else {
        panic!("satisfiable")
    };
    assert_eq!(model.get(x).and_then(|value| value.scalar()), Some(0x1615_7e2b));
}

#[test]
fn enumerating_the_values_of_a_large_term_looks_at_the_clock() {
    let mut options = effigy_solver::SolverOptions {
        layers: effigy_solver::Layers::ALL,
        ..effigy_solver::SolverOptions::default()
    };
    options.query_time = Some(std::time::Duration::from_millis(100));
    let mut solver = effigy_solver::assemble(&options).expect("assembles");
    let mut store = effigy_term::TermStore::new();
    let x = common::bv(&mut store, "x", 12);
    let mut value = x;
    for i in 0..4_000u32 {
        let odd = store.bits(12, u128::from(2 * i + 3));
        let product = store.bvmul(value, odd);
        value = store.bvudiv(product, x);
        value = store.bvxor(value, product);
    }
    let seven = store.bits(12, 7);
    let equal = store.eq(value, seven);
    let start = std::time::Instant::now();
    let answer = solver.check(&mut store, &effigy_solver::Query::new(&[equal]));
    assert!(matches!(answer, effigy_solver::Answer::Unknown(_)), "{answer:?}");
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
}

//! Circuits and their solver against all values of the inputs.

use effigy_base::budget::CancelToken;
use effigy_solver::circuit::{Circuit, Lit, Shift, Solved};
use effigy_testkit::{Rng, cases, times};

const INPUTS: usize = 6;

/// The values of a literal under all inputs, one bit for each.
type Table = u64;

struct Made {
    circuit: Circuit,
    lits: Vec<(Lit, Table)>,
}

fn made(random: &mut Rng, gates: usize) -> Made {
    let mut circuit = Circuit::new();
    let mut lits: Vec<(Lit, Table)> = (0..INPUTS)
        .map(|i| {
            let table = (0..64u64).filter(|row| row >> i & 1 == 1).fold(0, |t, row| t | 1 << row);
            (circuit.input(), table)
        })
        .collect();
    lits.push((Lit::TRUE, u64::MAX));
    for _ in 0..times(gates) {
        let mut any = || {
            let (lit, table) = lits[random.below(lits.len())];
            if random.below(2) == 0 { (lit, table) } else { (!lit, !table) }
        };
        let ((a, ta), (b, tb), (c, tc)) = (any(), any(), any());
        lits.push(match random.below(6) {
            0 => (circuit.and(a, b), ta & tb),
            1 => (circuit.or(a, b), ta | tb),
            2 => (circuit.xor(a, b), ta ^ tb),
            3 => (circuit.mux(a, b, c), (ta & tb) | (!ta & tc)),
            4 => (circuit.and_all([a, b, c]), ta & tb & tc),
            _ => (circuit.or_all([a, b, c]), ta | tb | tc),
        });
    }
    Made { circuit, lits }
}

#[test]
fn answers_are_those_of_all_inputs() {
    let (mut sat, mut unsat) = (0, 0);
    let never = CancelToken::new();
    cases(0..600, |seed| {
        let mut random = Rng::new(seed);
        let Made { mut circuit, lits } = made(&mut random, 30);
        let mut holds = u64::MAX;
        for _ in 0..times(6) {
            let mut any = || lits[random.below(lits.len())];
            let (guard, tg) = any();
            let (lit, table) = any();
            circuit.assert_when(guard, lit);
            holds &= !tg | table;
            let assumed = [any(), any()];
            let under = assumed.iter().fold(holds, |t, (_, a)| t & a);
            let answer = circuit.solve(&assumed.map(|(lit, _)| lit), &never);
            assert_eq!(answer, if under == 0 { Solved::Unsat } else { Solved::Sat }, "{seed}");
            if answer == Solved::Sat {
                let row = (0..INPUTS).fold(0, |r, i| r | u64::from(circuit.value(lits[i].0)) << i);
                assert!(under >> row & 1 == 1, "{seed}: the inputs found are no solution");
                for (lit, table) in &lits {
                    assert_eq!(circuit.value(*lit), table >> row & 1 == 1, "{seed}");
                }
                sat += 1;
            } else {
                let failed = circuit.failed();
                let tables = assumed.iter().filter(|(lit, _)| failed.contains(lit));
                assert_eq!(tables.fold(holds, |t, (_, a)| t & a), 0, "{seed}: no contradiction");
                unsat += 1;
            }
        }
    });
    assert!(sat > 500 && unsat > 500, "{sat} {unsat}");
}

#[test]
fn a_cancelled_question_has_no_answer_and_can_be_asked_again() {
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..20_000).map(|_| circuit.input()).collect();
    let mut chain = Lit::TRUE;
    for pair in inputs.windows(2) {
        let differ = circuit.xor(pair[0], pair[1]);
        chain = circuit.xor(chain, differ);
    }
    circuit.assert(chain);
    let cancelled = CancelToken::new();
    cancelled.cancel();
    assert_eq!(circuit.solve(&[], &cancelled), Solved::Stopped);
    assert_eq!(circuit.solve(&[], &CancelToken::new()), Solved::Sat);
    assert!(circuit.value(chain));
}

#[test]
fn what_is_used_once_becomes_part_of_one_clause() {
    let mut circuit = Circuit::new();
    let inputs: Vec<Lit> = (0..8).map(|_| circuit.input()).collect();
    let any = circuit.or_all(inputs);
    circuit.assert(any);
    assert_eq!(circuit.solve(&[], &CancelToken::new()), Solved::Sat);
    let statistics = circuit.statistics();
    assert_eq!((statistics.clauses, statistics.variables), (1, 8));
}

/// As a closed formula below a quantifier, which is the same for every value of the variable.
#[test]
fn what_many_demands_share_is_demanded_once() {
    let mut circuit = Circuit::new();
    let choices = |circuit: &mut Circuit, count: usize| -> Vec<Lit> {
        (0..count)
            .map(|_| {
                let (a, b) = (circuit.input(), circuit.input());
                circuit.or(a, b)
            })
            .collect()
    };
    let (shared, own) = (choices(&mut circuit, 20), choices(&mut circuit, 100));
    let shared = circuit.and_all(shared);
    let all: Vec<Lit> = own.into_iter().map(|lit| circuit.and(lit, shared)).collect();
    let all = circuit.and_all(all);
    circuit.assert(all);
    assert_eq!(circuit.solve(&[], &CancelToken::new()), Solved::Sat);
    assert_eq!(circuit.statistics().clauses, 120);
}

#[test]
fn contradictions_of_constants_are_found() {
    let mut circuit = Circuit::new();
    let never = CancelToken::new();
    assert_eq!(circuit.solve(&[Lit::FALSE], &never), Solved::Unsat);
    assert_eq!(circuit.failed(), [Lit::FALSE]);
    assert_eq!(circuit.solve(&[Lit::TRUE], &never), Solved::Sat);
    assert!(circuit.value(Lit::TRUE) && !circuit.value(Lit::FALSE));
    circuit.assert(Lit::FALSE);
    assert_eq!(circuit.solve(&[], &never), Solved::Unsat);
    assert!(circuit.failed().is_empty());
}

#[test]
fn words_compute_modulo_their_width() {
    let mut circuit = Circuit::new();
    let word = |n: i64| -> Vec<Lit> { (0..5).map(|i| Lit::constant(n >> i & 1 == 1)).collect() };
    let number = |word: &[Lit]| {
        let bits = word.iter().rev().fold(0i64, |n, bit| n << 1 | i64::from(*bit == Lit::TRUE));
        (bits << 59) >> 59
    };
    let wrapped = |n: i64| (n << 59) >> 59;
    for a in -16..16 {
        for b in -16..16 {
            let (x, y) = (word(a), word(b));
            assert_eq!(number(&circuit.add(&x, &y, Lit::FALSE).0), wrapped(a + b));
            assert_eq!(number(&circuit.subtract(&x, &y)), wrapped(a - b));
            assert_eq!(number(&circuit.multiply(&x, &y)), wrapped(a * b));
            let overflows = circuit.signed_product_overflows(&x, &y);
            assert_eq!(overflows, Lit::constant(a * b != wrapped(a * b)));
            assert_eq!(circuit.equal(&x, &y), Lit::constant(a == b));
            assert_eq!(circuit.signed_less(&x, &y), Lit::constant(a < b));
            assert_eq!(circuit.is_zero(&x), Lit::constant(a == 0));
            let quotients = circuit.divide_signed(&x, &y);
            if b != 0 {
                assert_eq!((number(&quotients.0), number(&quotients.1)), (wrapped(a / b), a % b));
            }
            let shifted = circuit.shift(Shift::Arithmetic, &x, &y);
            assert_eq!(number(&shifted), a >> (b & 31));
            let chosen = circuit.mux_words(Lit::constant(a < b), &x, &y);
            assert_eq!(number(&chosen), a.min(b));
        }
    }
}

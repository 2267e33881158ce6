//! Variables that have few values each are decided by joining the values that they can have together.

use crate::common::{Random, assert_satisfies, bv, check, shown, solver};
use effigy_solver::{Answer, BackEnd, Layers, Solver, Statistics};
use effigy_term::{Term, TermStore};
use effigy_testkit::cases;

/// A solver with the layer alone.
fn domains() -> Box<dyn Solver> {
    solver(BackEnd::Embedded, Layers { domains: true, ..Layers::NONE })
}

fn reached_the_back_end(solver: &dyn Solver) -> u64 {
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    statistics.layer("embedded").queries
}

/// Bytes that are decimal digits, with the assertions that say so.
fn digits(store: &mut TermStore, names: &[&str]) -> (Vec<Term>, Vec<Term>) {
    let mut assertions = Vec::new();
    let bytes: Vec<Term> = names.iter().map(|name| bv(store, name, 8)).collect();
    for byte in &bytes {
        let (zero, nine) = (store.bits(8, 48), store.bits(8, 57));
        assertions.push(store.ule(zero, *byte));
        assertions.push(store.ule(*byte, nine));
    }
    (bytes, assertions)
}

/// The number that some digits stand for, in 32 bits.
fn number(store: &mut TermStore, digits: &[Term]) -> Term {
    let mut number = store.bits(32, 0);
    for digit in digits {
        let ten = store.bits(32, 10);
        let shifted = store.bvmul(number, ten);
        let wide = store.zero_extend(32, *digit);
        let zero = store.bits(32, 48);
        let value = store.bvsub(wide, zero);
        number = store.bvadd(shifted, value);
    }
    number
}

#[test]
fn products_of_numbers_in_digits_need_no_back_end() {
    let (mut solver, mut store) = (domains(), TermStore::new());
    let (bytes, mut assertions) = digits(&mut store, &["a", "b", "c", "d", "e"]);
    let left = number(&mut store, &bytes[..2]);
    let right = number(&mut store, &bytes[2..]);
    let product = store.bvmul(left, right);
    for (wanted, possible) in [(97 * 991, true), (97 * 1009, false)] {
        let wanted = store.bits(32, wanted);
        assertions.push(store.eq(product, wanted));
        match check(&mut *solver, &mut store, &assertions) {
            Answer::Sat(model) => {
                assert!(possible);
                assert_satisfies(&store, &assertions, &model);
            }
            answer => assert!(!possible && matches!(answer, Answer::Unsat(_)), "{answer:?}"),
        }
        assertions.pop();
    }
    assert_eq!(reached_the_back_end(&*solver), 0);
}

#[test]
fn what_does_not_restrict_is_in_no_core() {
    let (mut solver, mut store) = (domains(), TermStore::new());
    let (bytes, mut assertions) = digits(&mut store, &["a", "b", "c"]);
    let (left, right) = (number(&mut store, &bytes[..2]), number(&mut store, &bytes[1..]));
    let hundred = store.bits(32, 100);
    assertions.push(store.ult(left, hundred));
    let equal = store.eq(left, right);
    assertions.push(equal);
    assertions.push(store.ult(bytes[0], bytes[1]));
    let answer = check(&mut *solver, &mut store, &assertions);
    let Answer::Unsat(core) = answer else { panic!("{answer:?}") };
    assert!(!core.contains(&6), "each number of two digits is below 100: {core:?}");
    assert!(core.contains(&7) && core.contains(&8), "{core:?}");
    assert_eq!(reached_the_back_end(&*solver), 0);
}

/// A condition about two or three of the variables.
fn condition(store: &mut TermStore, random: &mut Random, bytes: &[Term]) -> Term {
    let [a, b, c] = [0; 3].map(|_| random.pick(bytes));
    let result = match random.below(5) {
        0 => store.ult(a, b),
        1 => {
            let sum = store.bvadd(a, b);
            store.eq(sum, c)
        }
        2 => {
            let product = store.bvmul(a, b);
            let bound = store.bits(8, u128::from(random.next() & 0xff));
            store.ult(product, bound)
        }
        3 => {
            let quotient = store.bvudiv(a, b);
            store.ule(c, quotient)
        }
        _ => {
            let less = store.ult(a, b);
            let chosen = store.ite(less, b, c);
            let shifted = store.bvxor(chosen, a);
            store.slt(shifted, c)
        }
    };
    if random.below(2) == 0 { result } else { store.not(result) }
}

#[test]
fn relations_agree_with_the_back_end() {
    let (mut decided, mut contradictions) = (0, 0);
    cases(0..300, |seed| {
        let (mut solver, mut store) = (domains(), TermStore::new());
        let mut random = Random::new(seed);
        let bytes = ["a", "b", "c", "d"].map(|name| bv(&mut store, name, 8));
        let mut assertions = Vec::new();
        for byte in bytes {
            let first = store.bits(8, u128::from(random.next() & 0xf0));
            let offset = store.bvsub(byte, first);
            let values = store.bits(8, 2 + random.below(9) as u128);
            assertions.push(store.ult(offset, values));
        }
        for _ in 0..2 + random.below(4) {
            let condition = condition(&mut store, &mut random, &bytes);
            assertions.insert(random.below(assertions.len()), condition);
        }
        let answer = check(&mut *solver, &mut store, &assertions);
        let mut reference = solver_without_layers();
        match (&answer, check(&mut *reference, &mut store, &assertions)) {
            (Answer::Sat(model), Answer::Sat(_)) => assert_satisfies(&store, &assertions, model),
            (Answer::Unsat(core), Answer::Unsat(_)) => {
                contradictions += 1;
                let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
                let again = check(&mut *reference, &mut store, &core);
                assert!(matches!(again, Answer::Unsat(_)), "{seed}: {}", shown(&store, &core));
            }
            (answer, expected) => {
                let asked = shown(&store, &assertions);
                panic!("{seed}: {answer:?} instead of {expected:?} for {asked}")
            }
        }
        decided += u64::from(reached_the_back_end(&*solver) == 0);
    });
    assert!(decided > 200 && contradictions > 50, "{decided} {contradictions}");
}

fn solver_without_layers() -> Box<dyn Solver> {
    solver(BackEnd::Embedded, Layers::NONE)
}

#[test]
fn many_values_are_left_to_the_back_end() {
    let (mut solver, mut store) = (domains(), TermStore::new());
    let bytes: Vec<Term> = (0..9).map(|i| bv(&mut store, &format!("b{i}"), 8)).collect();
    let sum = bytes.iter().copied().reduce(|a, b| store.bvadd(a, b)).expect("not empty");
    let seven = store.bits(8, 7);
    let assertion = store.eq(sum, seven);
    let answer = check(&mut *solver, &mut store, &[assertion]);
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_satisfies(&store, &[assertion], &model);
    assert_eq!(reached_the_back_end(&*solver), 1);
}

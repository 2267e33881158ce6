//! Random queries: against all values of small ranges, against a state that satisfies them, against Z3.

use std::time::Duration;

use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use effigy_term::print::infix;
use effigy_term::{Evaluator, Model, Role, Term, TermStore};
use effigy_testkit::{cases, draw, times};

use super::variable;
use crate::assemble::assemble;
use crate::back_end::BackEnd;
use crate::clock::Clock;
use crate::integers::{Effort, Integers};
use crate::options::{Layers, SolverOptions};
use crate::query::{Answer, Query};

/// The environment variable that says how many queries the test of small ranges asks; the others ask half as many.
const QUERIES: &str = "EFFIGY_INTEGER_QUERIES";

/// How many queries the test of small ranges asks.
fn queries() -> u64 {
    let Ok(n) = std::env::var(QUERIES) else { return 240 };
    n.parse().unwrap_or_else(|_| panic!("{QUERIES} is `{n}`, not a number of queries"))
}

fn check(s: &mut TermStore, assertions: &[Term]) -> Answer {
    let mut integers = Integers::new(Clock::new(&SolverOptions::default()));
    integers.check(s, &Query::new(assertions), Effort::LITTLE)
}

/// Random numbers that shrink: the same terms on every machine.
struct Random(effigy_base::random::Random);

impl Random {
    fn of(test: u64, query: u64) -> Self {
        Self(effigy_base::random::Random::new(query << 8 | test))
    }

    fn below(&mut self, n: u64) -> u64 {
        draw(n - 1, || (self.0.number() >> 8) % n)
    }

    /// From `-most` to `most`.
    fn around_zero(&mut self, most: i128) -> i128 {
        i128::from(self.below(2 * most as u64 + 1)) - most
    }

    fn pick(&mut self, terms: &[Term]) -> Term {
        terms[self.below(terms.len() as u64) as usize]
    }
}

/// Random terms over some variables.
struct Generator {
    random: Random,
    s: TermStore,
    ints: Vec<Term>,
    bools: Vec<Term>,
    /// An array of integers and one of Booleans; none where terms are free of arrays and quantifiers.
    arrays: Option<[Term; 2]>,
    /// Of how many products and divisions one is by a term that may be no constant.
    by_terms: u64,
    /// Bound variables of the quantifiers that are not nested in one that binds them.
    bound: Vec<Term>,
}

impl Generator {
    fn new(random: Random, mut s: TermStore, arrays: bool) -> Self {
        let int = |s: &mut TermStore, name| variable(s, name, Sort::Int, Role::Input);
        let ints = vec![int(&mut s, "x"), int(&mut s, "y")];
        let bools = vec![variable(&mut s, "p", Sort::Bool, Role::Input)];
        let mut of = |name, element| {
            let sort = Sort::Array { index: Scalar::Int, element };
            variable(&mut s, name, sort, Role::Input)
        };
        let arrays = arrays.then(|| [of("a", Scalar::Int), of("b", Scalar::Bool)]);
        let bound = ["i", "j"].map(|name| variable(&mut s, name, Sort::Int, Role::Bound));
        Self { random, s, ints, bools, arrays, by_terms: 8, bound: bound.to_vec() }
    }

    fn number(&mut self, depth: u32) -> Term {
        if depth == 0 || self.random.below(4) == 0 {
            return match self.random.below(12) {
                0..4 => {
                    let n = self.random.around_zero(4);
                    self.s.int(n)
                }
                4 if self.arrays.is_some() => {
                    let n = self.random.around_zero(4) * (i128::MAX / 11);
                    self.s.int(n)
                }
                _ => self.random.pick(&self.ints),
            };
        }
        let a = self.number(depth - 1);
        let op = match self.random.below(16) {
            0..3 => Op::IntAdd,
            3..5 => Op::IntSub,
            5..7 => Op::IntMul,
            7 => Op::IntDiv,
            8 => Op::IntMod,
            9 => Op::IntQuot,
            10 => return self.s.app(Op::IntAbs, &[a]),
            11 if self.arrays.is_some() => Op::IntPow,
            12 => {
                let (c, b) = (self.condition(0), self.number(depth - 1));
                return self.s.ite(c, a, b);
            }
            _ => match self.arrays {
                Some([array, _]) => {
                    let array = self.array(array, depth - 1);
                    return self.s.app(Op::Select, &[array, a]);
                }
                None => Op::IntAdd,
            },
        };
        // Most programs divide and multiply by constants.
        let by_constant = matches!(op, Op::IntMul | Op::IntDiv | Op::IntMod | Op::IntQuot);
        let b = if by_constant && self.random.below(self.by_terms) > 0 {
            let n = self.random.around_zero(3);
            self.s.int(n)
        } else {
            self.number(depth - 1)
        };
        self.s.app(op, &[a, b])
    }

    /// `array` or one that is made from it.
    fn array(&mut self, array: Term, depth: u32) -> Term {
        let of_ints = matches!(self.s.sort(array), Sort::Array { element: Scalar::Int, .. });
        match self.random.below(6) {
            0..3 => array,
            3 => {
                let default = if of_ints { Value::int(1) } else { Value::Bool(true) };
                self.s.uniform_array(Scalar::Int, &default)
            }
            4 if depth > 0 => {
                let (a, b) = (self.array(array, depth - 1), self.array(array, depth - 1));
                let c = self.condition(0);
                self.s.ite(c, a, b)
            }
            _ => {
                let below = if depth > 0 { self.array(array, depth - 1) } else { array };
                let at = self.number(depth);
                let element = if of_ints { self.number(depth) } else { self.condition(0) };
                self.s.store(below, at, element)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> Term {
        if depth > 0 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            match self.random.below(7) {
                0 => return self.s.app(Op::Not, &[a]),
                1 => return self.s.app(Op::Xor, &[a, b]),
                2 => return self.s.app(Op::And, &[a, b]),
                3 => return self.s.app(Op::Eq, &[a, b]),
                4 => {
                    let c = self.condition(0);
                    return self.s.ite(c, a, b);
                }
                _ => return self.s.app(Op::Or, &[a, b]),
            }
        }
        match (self.random.below(16), self.arrays) {
            (0, _) => self.random.pick(&self.bools),
            (1, Some([a, b])) => {
                let array = if self.random.below(3) > 0 { a } else { b };
                let sides = [self.array(array, 1), self.array(array, 1)];
                self.s.app(Op::Eq, &sides)
            }
            (2..4, Some([_, array])) => {
                let (array, index) = (self.array(array, 1), self.number(1));
                self.s.app(Op::Select, &[array, index])
            }
            (4..8, Some(_)) if !self.bound.is_empty() => self.quantifier(),
            (n, _) => {
                let sides = [self.number(2), self.number(2)];
                let op = [Op::Eq, Op::IntLt, Op::IntLe][n as usize % 3];
                self.s.app(op, &sides)
            }
        }
    }

    fn quantifier(&mut self) -> Term {
        let (low, high) = (self.number(1), self.number(1));
        let Some(variable) = self.bound.pop() else { return self.s.bool(true) };
        self.ints.push(variable);
        let depth = u32::from(self.random.below(3) == 0);
        let body = self.condition(depth);
        self.ints.pop();
        self.bound.push(variable);
        self.s.forall_between(low, high, variable, body)
    }

    /// Small numbers, and arrays of them.
    fn state(&mut self) -> Model {
        let mut model = Model::new();
        for x in &self.ints {
            model.set(*x, Value::int(self.random.around_zero(3)));
        }
        for p in &self.bools {
            model.set(*p, Value::Bool(self.random.below(2) == 0));
        }
        for (array, is_bool) in self.arrays.iter().flatten().zip([false, true]) {
            let random = &mut self.random;
            let mut element = || match is_bool {
                true => Value::Bool(random.below(2) == 0),
                false => Value::int(random.around_zero(3)),
            };
            let mut value = ArrayValue::new(Scalar::Int, element());
            for at in -3..=3 {
                value.store(Value::int(at), element());
            }
            model.set(*array, Value::Array(value));
        }
        model
    }

    fn truth(&self, t: Term, model: &Model) -> Option<bool> {
        Evaluator::new().truth(&self.s, t, model)
    }
}

/// How many queries of each kind a test met.
#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    unknown: u64,
}

impl Tally {
    /// Counts an answer, and checks that its model satisfies the query and that its core is one.
    fn count(&mut self, g: &mut Generator, assertions: &[Term], answer: &Answer, what: &str) {
        match answer {
            Answer::Sat(model) => {
                self.sat += 1;
                for t in assertions {
                    assert_eq!(g.truth(*t, model), Some(true), "{what}");
                }
            }
            Answer::Unsat(core) => {
                self.unsat += 1;
                let core: Vec<Term> = core.iter().map(|index| assertions[*index]).collect();
                assert!(!core.is_empty(), "{what}");
                let again = check(&mut g.s, &core);
                assert!(!matches!(again, Answer::Sat(_)), "{what}: the core is satisfiable");
            }
            Answer::Unknown(_) => self.unknown += 1,
        }
    }
}

/// A query in words.
fn what(g: &Generator, query: u64, assertions: &[Term]) -> String {
    let texts: Vec<String> = assertions.iter().map(|t| infix(&g.s, *t)).collect();
    format!("query {query}: {}", texts.join(" ;; "))
}

/// Asks random queries over a small range: of so many products and divisions one is by a term that may be no constant.
fn compare_with_all_values(test: u64, by_terms: u64) -> Tally {
    let mut tally = Tally::default();
    cases(0..queries(), |query| {
        let g = &mut Generator::new(Random::of(test, query), TermStore::new(), false);
        g.by_terms = by_terms;
        let mut assertions: Vec<Term> = (0..times(3) as u32).map(|n| g.condition(n % 2)).collect();
        let (low, high) = (g.s.int(-4), g.s.int(4));
        for v in g.ints.clone() {
            assertions.push(g.s.app(Op::IntLe, &[low, v]));
            assertions.push(g.s.app(Op::IntLe, &[v, high]));
        }
        let (x, y, p) = (g.ints[0], g.ints[1], g.bools[0]);
        let states =
            (-4..=4).flat_map(|a| (-4..=4).flat_map(move |b| [(a, b, false), (a, b, true)]));
        let states = states.map(|(a, b, c)| {
            Model::from_iter([(x, Value::int(a)), (y, Value::int(b)), (p, Value::Bool(c))])
        });
        let states: Vec<Model> = states.collect();
        let possible = |g: &Generator, assertions: &[Term]| {
            let holds = |model: &Model| assertions.iter().all(|t| g.truth(*t, model) == Some(true));
            states.iter().any(holds)
        };
        let what = what(g, query, &assertions);
        let answer = check(&mut g.s, &assertions);
        tally.count(g, &assertions, &answer, &what);
        match answer {
            Answer::Sat(_) => assert!(possible(g, &assertions), "{what}"),
            Answer::Unsat(core) => {
                let core: Vec<Term> = core.iter().map(|index| assertions[*index]).collect();
                assert!(!possible(g, &core), "{what}");
            }
            Answer::Unknown(_) => {}
        }
    });
    tally
}

#[test]
fn answers_agree_with_all_values_of_a_small_range() {
    let (tally, all) = (compare_with_all_values(1, 8), queries());
    assert!(tally.sat > all / 4 && tally.unsat > all / 4, "{tally:?}");
    assert!(tally.unknown < all / 8, "{tally:?}");
}

#[test]
fn products_and_divisions_of_terms_agree_with_all_values_of_a_small_range() {
    let (tally, all) = (compare_with_all_values(4, 2), queries());
    assert!(tally.sat > all / 4 && tally.unsat > all / 4, "{tally:?}");
    assert!(tally.unknown < all / 8, "{tally:?}");
}

/// Each assertion holds in a state that is chosen first.
#[test]
fn what_a_state_satisfies_is_not_unsatisfiable() {
    let mut tally = Tally::default();
    cases(0..queries() / 2, |query| {
        let g = &mut Generator::new(Random::of(2, query), TermStore::new(), true);
        let state = g.state();
        let mut assertions = Vec::new();
        for n in 0..times(4) as u32 {
            let t = g.condition(n % 2);
            match g.truth(t, &state) {
                Some(true) => assertions.push(t),
                Some(false) => assertions.push(g.s.app(Op::Not, &[t])),
                None => {}
            }
        }
        let what = what(g, query, &assertions);
        let answer = check(&mut g.s, &assertions);
        assert!(!matches!(answer, Answer::Unsat(_)), "{what}: {answer:?}");
        tally.count(g, &assertions, &answer, &what);
    });
    assert!(tally.sat > queries() / 6, "{tally:?}");
}

#[test]
fn z3_gives_the_same_answers() {
    let options = SolverOptions {
        back_end: BackEnd::Z3,
        layers: Layers::NONE,
        query_time: Some(Duration::from_secs(1)),
        ..SolverOptions::default()
    };
    let Ok(mut z3) = assemble(&options) else {
        println!("SKIPPED: this part of the test needs the program `z3`");
        return;
    };
    let (mut tally, mut open) = (Tally::default(), 0);
    // The process knows terms by their numbers in one store.
    let g = &mut Generator::new(Random::of(3, 0), TermStore::new(), true);
    cases(0..queries() / 2, |query| {
        *g = Generator::new(Random::of(3, query), std::mem::take(&mut g.s), true);
        g.by_terms = if query % 2 == 0 { 8 } else { 2 };
        let assertions: Vec<Term> = (0..times(4) as u32).map(|n| g.condition(n % 2)).collect();
        let what = what(g, query, &assertions);
        let answer = check(&mut g.s, &assertions);
        tally.count(g, &assertions, &answer, &what);
        let asked = match &answer {
            Answer::Sat(_) => assertions,
            Answer::Unsat(core) => core.iter().map(|index| assertions[*index]).collect(),
            Answer::Unknown(_) => Vec::new(),
        };
        match (answer, z3.check(&mut g.s, &Query::new(&asked))) {
            (Answer::Sat(_), Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat(_)) => {
                panic!("{what}: Z3 says the contrary")
            }
            (_, Answer::Unknown(_)) => open += 1,
            _ => {}
        }
    });
    let all = queries() / 2;
    assert!(tally.sat > all / 8 && tally.unsat > all / 8, "{tally:?}");
    assert!(open < all / 8, "Z3 leaves {open} open, {tally:?}");
}

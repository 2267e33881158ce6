//! The layer of order answers like a back end, and answers what it is there for.

use crate::common::{Random, assert_satisfies, bv, check, embedded, shown, solver};
use effigy_base::op::Op;
use effigy_base::value::Value;
use effigy_solver::{Answer, BackEnd, Layers, Query, Solver, Statistics};
use effigy_term::{Model, Term, TermStore};
use effigy_testkit::{cases, times};

fn order() -> Box<dyn Solver> {
    let layers = Layers { order: true, ..Layers::NONE };
    solver(BackEnd::Embedded, layers)
}

fn hits(solver: &dyn Solver) -> u64 {
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    statistics.layer("order").hits
}

/// A word of four bytes, the lowest first in memory.
fn bytes(store: &mut TermStore, name: &str) -> Term {
    let pieces: Vec<Term> = (0..4).map(|i| bv(store, &format!("{name}[{i}]"), 8)).collect();
    let high = store.app(Op::Concat, &[pieces[3], pieces[2]]);
    let low = store.app(Op::Concat, &[pieces[1], pieces[0]]);
    store.app(Op::Concat, &[high, low])
}

/// Answers with the layer alone, which has to decide the query.
fn decided(store: &mut TermStore, assertions: &[Term]) -> Answer {
    let mut solver = order();
    let answer = check(&mut *solver, store, assertions);
    assert_eq!(hits(&*solver), 1, "left to the back end");
    if let Answer::Sat(model) = &answer {
        assert_satisfies(store, assertions, model);
    }
    answer
}

fn assert_sat(store: &mut TermStore, assertions: &[Term]) -> Model {
    match decided(store, assertions) {
        Answer::Sat(model) => model,
        other => panic!("{other:?}"),
    }
}

/// Compares with the embedded back end; whether the query is satisfiable.
fn agree(solver: &mut dyn Solver, store: &mut TermStore, query: &Query<'_>, seed: u64) -> bool {
    let assertions = query.assertions;
    let answer = solver.check(store, query);
    let expected = check(&mut *embedded(), store, assertions);
    match (answer, expected) {
        (Answer::Sat(model), Answer::Sat(_)) => {
            assert_satisfies(store, assertions, &model);
            true
        }
        (Answer::Unsat(core), Answer::Unsat(_)) => {
            assert!(core.is_sorted_by(|a, b| a < b), "seed {seed}: {core:?}");
            let core: Vec<Term> = core.iter().map(|i| assertions[*i]).collect();
            let again = check(&mut *embedded(), store, &core);
            assert!(matches!(again, Answer::Unsat(_)), "seed {seed}: {}", shown(store, &core));
            false
        }
        (answer, expected) => {
            let asked = shown(store, assertions);
            panic!("seed {seed}: {answer:?} instead of {expected:?} for {asked}")
        }
    }
}

/// Words and constants to compare, and with which operators.
struct Setting {
    words: Vec<Term>,
    width: u32,
    compare: [Op; 2],
    equalities: bool,
}

impl Setting {
    fn new(store: &mut TermStore, random: &mut Random) -> Self {
        let names = ["a", "b", "c", "d", "e"];
        let count = 2 + random.below(4);
        let width = random.pick(&[3, 8, 32, 64]);
        let in_bytes = width == 32 && random.below(3) > 0;
        let words = names.iter().take(count).map(|name| match in_bytes {
            true => bytes(store, name),
            false => bv(store, name, width),
        });
        Self {
            words: words.collect(),
            width,
            compare: random.pick(&[[Op::BvUlt, Op::BvUle], [Op::BvSlt, Op::BvSle]]),
            equalities: random.below(4) > 0,
        }
    }

    fn operand(&self, store: &mut TermStore, random: &mut Random) -> Term {
        if random.below(4) > 0 {
            return random.pick(&self.words);
        }
        let sign = 1 << (self.width - 1);
        let near = random.pick(&[0, 0, 3, sign, sign, 1 << (self.width / 2)]);
        let bits = (near + u128::from(random.next() % 5)).wrapping_sub(2);
        store.bits(self.width, bits & ((1 << self.width) - 1))
    }

    fn assertion(&self, store: &mut TermStore, random: &mut Random) -> Term {
        let (a, b) = (self.operand(store, random), self.operand(store, random));
        let op = match random.below(6) {
            0 | 1 if self.equalities => Op::Eq,
            _ => random.pick(&self.compare),
        };
        let t = store.app(op, &[a, b]);
        let negated = random.below(if op == Op::Eq { 4 } else { 2 }) > 0;
        if negated { store.not(t) } else { t }
    }
}

#[test]
fn random_queries_are_answered_as_without_the_layer() {
    let (mut satisfiable, mut asked, mut decided) = (0, 0, 0);
    cases(0..400, |seed| {
        let mut random = Random::new(seed);
        let mut store = TermStore::with_rewriting(random.below(4) > 0);
        let setting = Setting::new(&mut store, &mut random);
        let mut path: Vec<Term> = Vec::new();
        for _ in 0..3 + random.below(8) {
            let t = setting.assertion(&mut store, &mut random);
            path.extend(Some(t).filter(|t| !store.is_constant(*t)));
        }
        let mut solver = order();
        asked += 1;
        satisfiable += u64::from(agree(&mut *solver, &mut store, &Query::new(&path), seed));
        decided += hits(&*solver);
    });
    assert!(asked / 5 < satisfiable && satisfiable < asked * 4 / 5, "{satisfiable} of {asked}");
    assert!(decided > asked * 4 / 5, "{decided} of {asked} decided");
}

#[test]
fn mixed_queries_are_answered_as_without_the_layer() {
    let mut decided = 0;
    cases(0..150, |seed| {
        let mut random = Random::new(seed);
        let mut store = TermStore::with_rewriting(random.below(4) > 0);
        let words = ["a", "b"].map(|name| bytes(&mut store, name));
        let byte = bv(&mut store, "a[2]", 8);
        let half = store.extract(31, 16, words[0]);
        let five = store.bits(32, 5);
        let left = [
            words[0],
            words[1],
            store.zero_extend(32, byte),
            store.sign_extend(32, byte),
            store.sign_extend(32, half),
        ];
        let right = [words[0], words[1], five, store.bvadd(words[0], five)];
        let path: Vec<Term> = (0..times(6))
            .map(|_| {
                let (a, b) = (random.pick(&left), random.pick(&right));
                let op = random.pick(&[Op::BvUlt, Op::BvSle, Op::BvSlt, Op::Eq]);
                let t = store.app(op, &[a, b]);
                if random.below(2) == 0 { store.not(t) } else { t }
            })
            .collect();
        let mut solver = order();
        agree(&mut *solver, &mut store, &Query::new(&path), seed);
        decided += hits(&*solver);
    });
    assert!(decided > 10, "{decided} decided");
}

#[test]
fn hinted_queries_are_answered_as_without_the_layer() {
    let mut decided = 0;
    cases(0..60, |seed| {
        let mut solver = order();
        let mut random = Random::new(seed);
        let mut store = TermStore::new();
        let setting = Setting::new(&mut store, &mut random);
        let (mut path, mut model) = (Vec::new(), Model::new());
        for _ in 0..times(10) {
            path.push(setting.assertion(&mut store, &mut random));
            let query = Query::with_hint(&path, &model);
            if agree(&mut *solver, &mut store, &query, seed) {
                let Answer::Sat(next) = solver.check(&mut store, &query) else { panic!("{seed}") };
                model = next;
            } else {
                path.pop();
            }
        }
        decided += hits(&*solver);
    });
    assert!(decided > 300, "{decided} decided");
}

/// A sorted array and a key that is searched for in it by halving, as the programs ask.
#[test]
fn a_binary_search_is_decided() {
    let mut store = TermStore::new();
    let words: Vec<Term> = (0..8).map(|i| bytes(&mut store, &format!("a{i}"))).collect();
    let key = bytes(&mut store, "key");
    let mut path: Vec<Term> = words.windows(2).map(|w| store.sle(w[0], w[1])).collect();
    for i in [3, 5, 4] {
        path.push(store.distinct(words[i], key));
        path.push(if i == 5 { store.sle(key, words[i]) } else { store.slt(words[i], key) });
    }
    let model = assert_sat(&mut store, &path);
    assert_eq!(model.len(), 9 * 4, "every byte has a value");
    for (i, &word) in words.iter().enumerate() {
        path.push(store.eq(word, key));
        let answer = decided(&mut store, &path);
        assert!(matches!(answer, Answer::Unsat(_)), "{i}: {answer:?}");
        path.pop();
    }
    path.push(store.slt(key, words[2]));
    assert_eq!(decided(&mut store, &path), Answer::Unsat(vec![2, 8, 13]));
}

#[test]
fn a_disequality_of_what_is_forced_to_be_equal_is_in_the_core() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| bytes(&mut store, name));
    let mut path = vec![store.ule(x, y), store.ule(y, z), store.ule(z, x), store.distinct(x, z)];
    assert_eq!(decided(&mut store, &path), Answer::Unsat(vec![0, 1, 2, 3]));
    path[2] = store.ule(y, x);
    assert_sat(&mut store, &path);
    path.push(store.distinct(y, x));
    assert_eq!(decided(&mut store, &path), Answer::Unsat(vec![0, 2, 4]));
}

#[test]
fn disequalities_can_need_each_other() {
    let mut store = TermStore::new();
    let words: Vec<Term> =
        ["a", "b", "c", "d"].map(|name| bv(&mut store, name, 16)).into_iter().collect();
    let different = |store: &mut TermStore, words: &[Term]| -> Vec<Term> {
        let pairs = (0..words.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| store.distinct(words[i], words[j])).collect()
    };
    let limit = store.bits(16, 3);
    let mut path: Vec<Term> = words.iter().map(|word| store.ult(*word, limit)).collect();
    let three = different(&mut store, &words[..3]);
    path.extend(&three);
    assert_sat(&mut store, &path);
    let all = different(&mut store, &words);
    path.truncate(4);
    path.extend(all);
    assert_eq!(decided(&mut store, &path), Answer::Unsat((0..10).collect()));
}

#[test]
fn the_limits_of_words_are_known() {
    for (signed, width) in [(false, 8), (true, 8), (false, 64), (true, 64)] {
        // Rewriting decides comparisons with a limit by itself.
        let mut store = TermStore::with_rewriting(false);
        let [x, y] = ["x", "y"].map(|name| bv(&mut store, name, width));
        let (most, least) = match signed {
            false => ((1 << width) - 1, 0),
            true => ((1 << (width - 1)) - 1, 1 << (width - 1)),
        };
        let (most, least) = (store.bits(width, most), store.bits(width, least));
        let below =
            |store: &mut TermStore, a, b| if signed { store.slt(a, b) } else { store.ult(a, b) };
        let (under, over) = (below(&mut store, x, least), below(&mut store, most, x));
        assert_eq!(decided(&mut store, &[under]), Answer::Unsat(vec![0]));
        assert_eq!(decided(&mut store, &[over]), Answer::Unsat(vec![0]));
        let (up, top) = (below(&mut store, x, y), store.eq(x, most));
        assert_eq!(decided(&mut store, &[up, top]), Answer::Unsat(vec![0, 1]));
        let bottom = store.eq(x, least);
        assert_sat(&mut store, &[up, bottom]);
    }
}

#[test]
fn constants_bound_words() {
    let mut store = TermStore::new();
    let x = bytes(&mut store, "x");
    let constants = [2, 3, 4, 5, 6].map(|c| store.bits(32, c));
    let mut path = vec![store.slt(constants[0], x), store.slt(x, constants[4])];
    for (i, value) in [(1, 3), (2, 4), (3, 5)] {
        let model = assert_sat(&mut store, &path);
        let low = bv(&mut store, "x[0]", 8);
        assert_eq!(model.get(low), Some(&Value::bits(8, value)), "the least that is left");
        path.push(store.distinct(x, constants[i]));
    }
    assert_eq!(decided(&mut store, &path), Answer::Unsat((0..5).collect()));
}

#[test]
fn comparisons_of_the_highest_bytes_bound_the_word() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| bytes(&mut store, name));
    let zero = store.bits(32, 0);
    let small = store.bits(32, 0x0100_0000);
    let above = store.sle(x, y);
    let negative = store.slt(y, zero);
    let positive = store.sle(zero, x);
    assert_eq!(decided(&mut store, &[above, negative, positive]), Answer::Unsat(vec![0, 1, 2]));
    assert_sat(&mut store, &[above, positive]);
    let [above, low, high] = [store.ule(x, y), store.ult(y, small), store.ule(small, x)];
    assert_eq!(decided(&mut store, &[above, low, high]), Answer::Unsat(vec![0, 1, 2]));
    assert_sat(&mut store, &[above, low]);
    assert_sat(&mut store, &[above, high]);
}

#[test]
fn what_is_not_about_order_keeps_contradictions_only() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| bytes(&mut store, name));
    let product = store.bvmul(x, y);
    let constant = store.bits(32, 77);
    let other = store.eq(product, constant);
    let odd = store.ult(product, x);
    let (up, down) = (store.slt(x, y), store.slt(y, x));
    assert_eq!(decided(&mut store, &[up, odd, other, down]), Answer::Unsat(vec![0, 3]));
    for path in [vec![up, other], vec![up, odd], vec![other, odd]] {
        let mut solver = order();
        agree(&mut *solver, &mut store, &Query::new(&path), 0);
        assert_eq!(hits(&*solver), 0);
    }
}

#[test]
fn one_word_in_two_orders_is_left_to_the_back_end() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| bytes(&mut store, name));
    let path = [store.ult(x, y), store.slt(y, x)];
    let mut solver = order();
    assert!(agree(&mut *solver, &mut store, &Query::new(&path), 0));
    assert_eq!(hits(&*solver), 0);
    let contradiction = [path[0], path[1], store.slt(x, y)];
    assert_eq!(decided(&mut store, &contradiction), Answer::Unsat(vec![1, 2]));
}

#[test]
fn an_extended_word_keeps_its_own_limits() {
    let mut store = TermStore::new();
    let (x, byte) = (bytes(&mut store, "x"), bv(&mut store, "b", 8));
    let (zero, wide) = (store.bits(32, 0), store.zero_extend(32, byte));
    let path = [store.slt(x, zero), store.sle(wide, x)];
    assert_eq!(decided(&mut store, &path), Answer::Unsat(vec![0, 1]));
    let above = store.slt(wide, x);
    assert_sat(&mut store, &[above]);
}

#[test]
fn the_hint_is_kept_where_it_can_be() {
    let mut store = TermStore::new();
    let words = ["a", "b", "c"].map(|name| bv(&mut store, name, 32));
    let up = store.ule(words[0], words[1]);
    let different = store.distinct(words[1], words[2]);
    let newest = store.ult(words[1], words[0]);
    let mut hint = Model::new();
    for (word, bits) in words.into_iter().zip([500, 600, 90]) {
        hint.set(word, Value::bits(32, bits));
    }
    let mut solver = order();
    let answer = solver.check(&mut store, &Query::with_hint(&[different, newest], &hint));
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert_satisfies(&store, &[different, newest], &model);
    assert_eq!(model.get(words[0]), hint.get(words[0]));
    assert_eq!(model.get(words[2]), hint.get(words[2]));
    let query = [up, different, newest];
    assert_eq!(
        solver.check(&mut store, &Query::with_hint(&query, &hint)),
        Answer::Unsat(vec![0, 2])
    );
}

//! What is found to follow without a process does follow, and the usual questions of proofs are found.

use std::time::{Duration, Instant};

use crate::common::{Random, options, variable, z3};
use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_base::value::Value;
use effigy_solver::{BackEnd, Entails, Incremental, Layers};
use effigy_term::print::infix;
use effigy_term::{Evaluator, Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::{cases, times};

const LIMIT: Duration = Duration::from_millis(500);

/// The limit of questions that a search may not decide.
const SHORT: Duration = Duration::from_millis(10);

fn reference() -> Sort {
    Sort::Named(Symbol::new("Ref"))
}

fn cell() -> Sort {
    Sort::Named(Symbol::new("Cell"))
}

fn function(name: &str, parameters: &[Sort], result: Sort) -> Function {
    Function::new(name, parameters, result, FunctionKind::Uninterpreted)
}

fn constructor(name: &str, parameters: &[Sort], result: Sort) -> Function {
    Function::new(name, parameters, result, FunctionKind::Constructor)
}

fn selector(index: u32, of: Function) -> Function {
    let kind = FunctionKind::Selector { constructor: of, index };
    let name = format!("part{index}");
    Function::new(&name, &[of.result()], of.parameters()[index as usize], kind)
}

fn object(store: &mut TermStore, name: &str) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort: reference(), role: Role::Object })
}

fn bound(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Bound })
}

/// Answers without a process.
struct Alone {
    store: TermStore,
    kept: Incremental,
}

impl Alone {
    fn new() -> Self {
        let kept = Incremental::new(&options(BackEnd::Embedded, Layers::NONE));
        Self { store: TermStore::new(), kept }
    }

    fn implies(&mut self, path: &[Term], goal: Term) -> bool {
        self.kept.entails(&mut self.store, path, goal, LIMIT) == Entails::Yes
    }
}

#[test]
fn equal_terms_have_equal_fields() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let [x, y, z] = ["x", "y", "z"].map(|name| variable(s, name, reference()));
    let next = function("next", &[reference()], reference());
    let [next_x, next_z] = [x, z].map(|t| s.apply(next, &[t]));
    let path = [s.eq(x, y), s.eq(y, z)];
    let goal = s.eq(next_x, next_z);
    assert!(alone.implies(&path, goal));
    assert!(!alone.implies(&path[..1], goal), "what the path does not say is taken back");
    assert!(alone.implies(&path, goal));
}

#[test]
fn new_objects_differ_from_others_and_from_null() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let null = s.apply(constructor("null", &[], reference()), &[]);
    let (x, y) = (variable(s, "x", reference()), variable(s, "y", reference()));
    let (o, other) = (object(s, "o"), object(s, "other"));
    let path = [s.eq(x, o), s.eq(y, other)];
    let (differ, not_null) = (s.distinct(x, y), s.distinct(x, null));
    assert!(alone.implies(&path, differ) && alone.implies(&path, not_null));
    assert!(!alone.implies(&path[1..], differ) && !alone.implies(&path[1..], not_null));
}

#[test]
fn truth_spreads_through_connectives() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let [p, q, r] = ["p", "q", "r"].map(|name| variable(s, name, Sort::Bool));
    let x = variable(s, "x", Sort::Int);
    let (not_p, not_q) = (s.not(p), s.not(q));
    let (p_q, q_r) = (s.or(not_p, q), s.or(not_q, r));
    let p_r = s.or(not_p, r);
    let both = s.and(q, r);
    let p_both = s.or(not_p, both);
    assert!(alone.implies(&[p_q, q_r, p], r));
    assert!(!alone.implies(&[p_q, q_r], r));
    assert!(alone.implies(&[p_q, q_r], p_r), "an implication is proved under its premise");
    assert!(alone.implies(&[p_q, q_r], p_both));
    let s = &mut alone.store;
    let (one, two) = (s.int(1), s.int(2));
    let chosen = s.ite(p, one, two);
    let path = [s.eq(x, chosen), p];
    let goal = s.eq(x, one);
    assert!(alone.implies(&path, goal));
    assert!(!alone.implies(&path[..1], goal));
    let s = &mut alone.store;
    let chosen = s.ite(p, q, r);
    assert!(alone.implies(&[q, r], chosen));
    let same = alone.store.eq(p, r);
    let swapped = alone.store.eq(r, p);
    assert!(alone.implies(&[same], swapped));
    let no = alone.store.bool(false);
    assert!(alone.implies(&[p_q, p, not_q], no));
}

#[test]
fn linear_comparisons_are_chained() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let [i, j, n] = ["i", "j", "n"].map(|name| variable(s, name, Sort::Int));
    let [zero, one, two] = [0, 1, 2].map(|n| s.int(n));
    let (next, after) = (s.add(i, one), s.add(i, two));
    let path = [s.le(zero, i), s.lt(i, j), s.lt(j, n)];
    let goals = [s.lt(i, n), s.le(next, j), s.lt(zero, n), s.le(after, n), s.distinct(i, n)];
    for goal in goals {
        assert!(alone.implies(&path, goal), "{}", infix(&alone.store, goal));
    }
    let s = &mut alone.store;
    let three = s.int(3);
    let wrong = [s.le(n, j), s.lt(i, zero), s.le(three, n)];
    for goal in wrong {
        assert!(!alone.implies(&path, goal), "{}", infix(&alone.store, goal));
    }
    let s = &mut alone.store;
    let closed = [s.le(i, j), s.le(j, i)];
    let equal = s.eq(i, j);
    assert!(alone.implies(&closed, equal));
    let s = &mut alone.store;
    let no = s.bool(false);
    let cycle = [s.lt(i, j), s.lt(j, n), s.lt(n, i)];
    assert!(alone.implies(&cycle, no) && !alone.implies(&cycle[..2], no));
}

#[test]
fn amounts_of_permission_are_compared() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let [p, q] = ["p", "q"].map(|name| variable(s, name, Sort::Real));
    let c = variable(s, "c", Sort::Bool);
    let (zero, one, half) = (s.fraction(0, 1), s.fraction(1, 1), s.fraction(1, 2));
    let path = [s.real_lt(zero, p), s.real_lt(zero, q), s.real_le(p, half)];
    let (sum, rest, part) = (s.real_add(p, q), s.real_sub(one, p), s.real_mul(p, half));
    let product = s.real_mul(p, q);
    let chosen = s.ite(c, p, half);
    let goals = [
        s.real_lt(zero, sum),
        s.real_lt(zero, rest),
        s.real_lt(zero, part),
        s.real_lt(part, one),
        s.real_lt(zero, product),
        s.real_lt(zero, chosen),
        s.real_le(chosen, half),
        s.real_lt(p, sum),
    ];
    for goal in goals {
        assert!(alone.implies(&path, goal), "{}", infix(&alone.store, goal));
    }
    let s = &mut alone.store;
    let wrong = [s.real_lt(p, half), s.real_le(sum, one), s.real_lt(q, one)];
    for goal in wrong {
        assert!(!alone.implies(&path, goal), "{}", infix(&alone.store, goal));
    }
}

#[test]
fn choices_between_sums_are_bounded() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let (zero, one) = (s.int(0), s.int(1));
    let mut count = zero;
    for n in 0..50 {
        let chosen = variable(s, &format!("b{n}"), Sort::Bool);
        let more = s.add(count, one);
        count = s.ite(chosen, more, count);
    }
    let [most, less] = [50, 49].map(|n| s.int(n));
    let goals = [s.le(zero, count), s.le(count, most)];
    let wrong = s.le(count, less);
    assert!(goals.iter().all(|goal| alone.implies(&[], *goal)));
    assert!(!alone.implies(&[], wrong));
    assert!(alone.implies(&goals[..1], goals[1]) && alone.implies(&goals[1..], goals[0]));
}

#[test]
fn constructors_are_injective() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let pair = constructor("pair", &[Sort::Int, reference()], cell());
    let none = s.apply(constructor("none", &[], cell()), &[]);
    let [c, d] = ["c", "d"].map(|name| variable(s, name, cell()));
    let [i, j] = ["i", "j"].map(|name| variable(s, name, Sort::Int));
    let [x, y] = ["x", "y"].map(|name| variable(s, name, reference()));
    let (one, other) = (s.apply(pair, &[i, x]), s.apply(pair, &[j, y]));
    let path = [s.eq(c, one), s.eq(d, other), s.eq(c, d)];
    let (same_i, same_x) = (s.eq(i, j), s.eq(x, y));
    let part = s.apply(selector(0, pair), &[d]);
    let (is_i, is_none) = (s.eq(part, i), s.eq(c, none));
    let is_some = s.not(is_none);
    for goal in [same_i, same_x, is_i, is_some] {
        assert!(alone.implies(&path, goal), "{}", infix(&alone.store, goal));
    }
    assert!(!alone.implies(&path[..2], same_i));
}

/// Random terms and conditions of all that is looked at.
struct Terms {
    pools: Vec<(Sort, Vec<Term>)>,
    functions: Vec<Function>,
}

impl Terms {
    fn new(store: &mut TermStore) -> Self {
        let pair = constructor("pair", &[Sort::Int, reference()], cell());
        let functions = vec![
            function("f", &[Sort::Int], Sort::Int),
            function("g", &[Sort::Int, reference()], Sort::Int),
            function("field", &[reference()], Sort::Real),
            function("next", &[reference()], reference()),
            function("valid", &[reference(), Sort::Bool], Sort::Bool),
            pair,
            selector(0, pair),
            selector(1, pair),
        ];
        let mut terms = Self { pools: Vec::new(), functions };
        for (sort, name) in [
            (Sort::Int, "i"),
            (Sort::Real, "p"),
            (reference(), "x"),
            (cell(), "c"),
            (Sort::Bool, "b"),
        ] {
            for n in 0..3 {
                let t = variable(store, &format!("{name}{n}"), sort);
                terms.add(sort, t);
            }
        }
        for n in 0..3 {
            let (integer, real) = (store.int(n), store.fraction(n, 2));
            terms.add(Sort::Int, integer);
            terms.add(Sort::Real, real);
        }
        for name in ["o1", "o2"] {
            let object = object(store, name);
            terms.add(reference(), object);
        }
        for (name, sort) in [("null", reference()), ("none", cell())] {
            let t = store.apply(constructor(name, &[], sort), &[]);
            terms.add(sort, t);
        }
        terms
    }

    fn add(&mut self, sort: Sort, t: Term) {
        match self.pools.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, pool)) => pool.push(t),
            None => self.pools.push((sort, vec![t])),
        }
    }

    fn pick(&self, random: &mut Random, sort: Sort) -> Term {
        let pool = self.pools.iter().find(|(known, _)| *known == sort).expect("a sort");
        random.pick(&pool.1)
    }

    /// One more term.
    fn grow(&mut self, store: &mut TermStore, random: &mut Random) {
        let sort = self.pools[random.below(self.pools.len())].0;
        let (a, b) = (self.pick(random, sort), self.pick(random, sort));
        let c = self.pick(random, Sort::Bool);
        let (sort, t) = match (random.below(6), sort) {
            (0, _) => (sort, store.ite(c, a, b)),
            (1, Sort::Int) => (sort, store.add(a, b)),
            (2, Sort::Int) => (sort, store.sub(a, b)),
            (1, Sort::Real) => (sort, store.real_add(a, b)),
            (2, Sort::Real) => (sort, store.real_sub(a, b)),
            (3, Sort::Real) => (sort, store.real_mul(a, b)),
            (1, Sort::Bool) => (sort, store.and(a, b)),
            (2, Sort::Bool) => (sort, store.or(a, b)),
            (3, Sort::Bool) => (sort, store.not(a)),
            (4, Sort::Int) => (Sort::Real, store.int_to_real(a)),
            _ => {
                let f = random.pick(&self.functions);
                let parameters = f.parameters().to_vec();
                let args: Vec<Term> = parameters.iter().map(|s| self.pick(random, *s)).collect();
                (f.result(), store.apply(f, &args))
            }
        };
        self.add(sort, t);
    }

    fn condition(&self, store: &mut TermStore, random: &mut Random) -> Term {
        let sort = self.pools[random.below(self.pools.len())].0;
        let (a, b) = (self.pick(random, sort), self.pick(random, sort));
        let atom = match (random.below(3), sort) {
            (0, Sort::Int) => store.le(a, b),
            (1, Sort::Int) => store.lt(a, b),
            (0, Sort::Real) => store.real_le(a, b),
            (1, Sort::Real) => store.real_lt(a, b),
            (0, Sort::Bool) => a,
            _ => store.eq(a, b),
        };
        match random.below(6) {
            0 => store.not(atom),
            1 => {
                let other = self.pick(random, Sort::Bool);
                store.or(atom, other)
            }
            _ => atom,
        }
    }
}

/// Along random paths, what is found without a process is what Z3 finds too.
#[test]
fn what_is_found_follows() {
    if z3().is_none() {
        return;
    }
    let (mut found, mut known) = (0, 0);
    cases(0..8, |seed| {
        let mut random = Random::new(seed);
        let mut store = TermStore::new();
        let mut terms = Terms::new(&mut store);
        let mut alone = Incremental::new(&options(BackEnd::Embedded, Layers::NONE));
        let mut process = Incremental::new(&options(BackEnd::Z3, Layers::NONE));
        process.set_embedded(false);
        let pair = terms.functions[5];
        let none = constructor("none", &[], cell());
        process.datatype(
            cell(),
            &[(pair, vec![selector(0, pair), selector(1, pair)]), (none, vec![])],
        );
        let mut path = Vec::new();
        for round in 0..times(150) {
            (0..2).for_each(|_| terms.grow(&mut store, &mut random));
            path.truncate(random.below(path.len() + 4));
            let condition = terms.condition(&mut store, &mut random);
            path.push(condition);
            // Of a path that contradicts itself only that is found.
            if process.contradictory(&mut store, &path, LIMIT) != Entails::No {
                path.pop();
            }
            let goal = match random.below(5) {
                0 => store.bool(false),
                1 => {
                    let sides = [0, 1].map(|_| terms.condition(&mut store, &mut random));
                    store.or(sides[0], sides[1])
                }
                _ => terms.condition(&mut store, &mut random),
            };
            if store.as_bool(goal) == Some(true) {
                continue;
            }
            let yes = alone.entails(&mut store, &path, goal, SHORT) == Entails::Yes;
            let answer = process.entails(&mut store, &path, goal, LIMIT);
            known += u32::from(answer == Entails::Yes);
            if yes {
                found += 1;
                let path: Vec<String> = path.iter().map(|t| infix(&store, *t)).collect();
                let text =
                    format!("seed {seed}, round {round}: {path:?} |- {}", infix(&store, goal));
                assert_eq!(answer, Entails::Yes, "{text}");
            }
        }
    });
    println!("{found} of {known} were found");
    assert!(found * 2 > known, "only {found} of {known} were found");
}

#[test]
fn instances_cases_and_sums_are_searched() {
    let mut alone = Alone::new();
    let s = &mut alone.store;
    let f = function("f", &[Sort::Int], Sort::Int);
    let i = bound(s, "i", Sort::Int);
    let [x, y, z] = ["x", "y", "z"].map(|name| variable(s, name, Sort::Int));
    let [p, q] = ["p", "q"].map(|name| variable(s, name, Sort::Bool));
    let zero = s.int(0);
    let [f_i, f_x, f_y] = [i, x, y].map(|t| s.apply(f, &[t]));
    let positive = s.lt(zero, f_i);
    let all = s.forall(&[i], &[vec![f_i]], positive, "positive", None);
    let sum = s.add(f_x, f_y);
    let goal = s.lt(zero, sum);
    assert!(alone.implies(&[all], goal) && !alone.implies(&[], goal));
    let s = &mut alone.store;
    let negative = s.le(f_i, zero);
    let some = s.exists(&[i], &[vec![f_i]], negative, "negative", None);
    let none = s.bool(false);
    assert!(alone.implies(&[all, some], none) && !alone.implies(&[some], none));

    let s = &mut alone.store;
    let below = s.lt(x, y);
    let (not_p, not_q) = (s.not(p), s.not(q));
    let path = [s.or(p, q), s.or(not_p, below), s.or(not_q, below)];
    assert!(alone.implies(&path, below) && !alone.implies(&path[..2], below));

    let s = &mut alone.store;
    let (both, twice) = (s.add(x, y), s.add(z, z));
    let (first, second) = (s.add(x, z), s.add(y, z));
    let path = [s.le(first, zero), s.le(second, zero)];
    let most = s.add(both, twice);
    let goal = s.le(most, zero);
    assert!(alone.implies(&path, goal) && !alone.implies(&path[..1], goal));
}

/// Conditions about functions whose axioms hold of `2 x + 1` and of `x mod 3`.
struct Functions {
    store: TermStore,
    random: Random,
    variables: Vec<Term>,
    /// `2 x + 1` and `x mod 3`.
    functions: [Function; 2],
}

impl Functions {
    /// A term, and what it means.
    fn number(&mut self, depth: u32) -> [Term; 2] {
        if depth == 0 || self.random.below(4) == 0 {
            let t = match self.random.below(3) {
                0 => {
                    let n = self.random.below(7) as i128 - 3;
                    self.store.int(n)
                }
                _ => self.random.pick(&self.variables),
            };
            return [t, t];
        }
        let [a, b] = [self.number(depth - 1), self.number(depth - 1)];
        match self.random.below(5) {
            0 => [0, 1].map(|n| self.store.add(a[n], b[n])),
            1 => [0, 1].map(|n| self.store.sub(a[n], b[n])),
            2 => {
                let c = self.condition(0);
                [0, 1].map(|n| self.store.ite(c[n], a[n], b[n]))
            }
            n => {
                let which = n - 3;
                let function = self.functions[which];
                [self.store.apply(function, &[a[0]]), self.meaning(which, a[1])]
            }
        }
    }

    fn meaning(&mut self, function: usize, t: Term) -> Term {
        let s = &mut self.store;
        let [one, two, three] = [1, 2, 3].map(|n| s.int(n));
        match function {
            0 => {
                let twice = s.mul(two, t);
                s.add(twice, one)
            }
            _ => s.app(Op::IntMod, &[t, three]),
        }
    }

    fn condition(&mut self, depth: u32) -> [Term; 2] {
        if depth > 0 && self.random.below(3) > 0 {
            let [a, b] = [self.condition(depth - 1), self.condition(depth - 1)];
            return match self.random.below(3) {
                0 => [0, 1].map(|n| self.store.and(a[n], b[n])),
                1 => [0, 1].map(|n| self.store.or(a[n], b[n])),
                _ => [0, 1].map(|n| self.store.not(a[n])),
            };
        }
        let [a, b] = [self.number(2), self.number(2)];
        match self.random.below(3) {
            0 => [0, 1].map(|n| self.store.le(a[n], b[n])),
            1 => [0, 1].map(|n| self.store.lt(a[n], b[n])),
            _ => [0, 1].map(|n| self.store.eq(a[n], b[n])),
        }
    }

    fn axioms(&mut self) -> Vec<Term> {
        let [i, j] = ["i", "j"].map(|name| bound(&mut self.store, name, Sort::Int));
        let meaning = self.meaning(0, i);
        let [twice, rest] = self.functions;
        let s = &mut self.store;
        let [zero, three, five] = [0, 3, 5].map(|n| s.int(n));
        let [f_i, h_i, h_j] = [(twice, i), (rest, i), (rest, j)].map(|(f, t)| s.apply(f, &[t]));
        let is = s.eq(f_i, meaning);
        let (least, most) = (s.le(zero, h_i), s.lt(h_i, three));
        let within = s.and(least, most);
        let next = s.add(j, three);
        let (is_next, same) = (s.eq(i, next), s.eq(h_i, h_j));
        let other = s.not(is_next);
        let repeats = s.or(other, same);
        let (large, none) = (s.lt(five, i), s.eq(h_i, zero));
        let example = s.and(large, none);
        vec![
            s.forall(&[i], &[vec![f_i]], is, "twice", None),
            s.forall(&[i], &[vec![h_i]], within, "within", None),
            s.forall(&[i, j], &[vec![h_i, h_j]], repeats, "repeats", None),
            s.exists(&[i], &[vec![h_i]], example, "example", None),
        ]
    }
}

/// What is false in a state that satisfies the path and the axioms is never found.
#[test]
fn what_is_found_by_instances_holds_in_every_state() {
    let (mut found, mut left) = (0, 0);
    cases(0..24, |seed| {
        let functions = ["twice", "rest"].map(|name| function(name, &[Sort::Int], Sort::Int));
        let (mut store, random) = (TermStore::new(), Random::new(seed));
        let variables = ["x", "y", "z"].map(|name| variable(&mut store, name, Sort::Int)).to_vec();
        let mut f = Functions { store, random, variables, functions };
        let values = [0; 3].map(|n: i128| n + f.random.below(9) as i128 - 4);
        let state: Model =
            f.variables.iter().zip(&values).map(|(v, n)| (*v, Value::int(*n))).collect();
        let axioms = f.axioms();
        let mut alone = Incremental::new(&options(BackEnd::Embedded, Layers::NONE));
        axioms.iter().for_each(|axiom| alone.background(*axiom));
        // Where the path names all values, what holds follows.
        let mut path = Vec::new();
        if seed % 2 == 0 {
            for (variable, value) in f.variables.iter().zip(&values) {
                let value = f.store.int(*value);
                path.push(f.store.eq(*variable, value));
            }
        }
        for _ in 0..times(12) {
            let [t, meaning] = f.condition(2);
            let holds = Evaluator::new().truth(&f.store, meaning, &state);
            let shown = infix(&f.store, t);
            let [t, not] = [t, f.store.not(t)];
            let (right, wrong) = if holds == Some(true) { (t, not) } else { (not, t) };
            assert_ne!(alone.entails(&mut f.store, &path, wrong, SHORT), Entails::Yes, "{shown}");
            match alone.entails(&mut f.store, &path, right, SHORT) {
                Entails::Yes => found += 1,
                _ => left += 1,
            }
            path.push(right);
        }
    });
    println!("{found} were found, {left} were not");
    assert!(found * 6 > left, "only {found} were found, {left} were not");
}

/// A path of many objects and comparisons costs no more than its length, though it is asked about at each step.
#[test]
fn long_paths_are_followed() {
    let mut alone = Alone::new();
    let field = function("field", &[reference()], Sort::Int);
    let mut path = Vec::new();
    let mut previous: Option<(Term, Term)> = None;
    let start = Instant::now();
    for n in 0..1000 {
        let s = &mut alone.store;
        let o = object(s, &format!("o{n}"));
        let x = variable(s, &format!("x{n}"), reference());
        let value = s.apply(field, &[x]);
        let n = s.int(n);
        path.extend([s.eq(x, o), s.le(n, value), s.distinct(value, n)]);
        if let Some((before, old)) = previous {
            let (differ, more) = (s.distinct(x, before), s.lt(old, value));
            path.push(more);
            let of_o = s.apply(field, &[o]);
            let goal = s.lt(old, of_o);
            assert!(alone.implies(&path, differ) && alone.implies(&path, goal));
        }
        previous = Some((x, value));
    }
    println!("{} conjuncts: {:?}", path.len(), start.elapsed());
    assert_eq!(alone.kept.statistics().embedded, 1998);
}

//! Every layer leaves the answers as they are, and does its part.

use crate::common::{
    self, Generator, Random, assert_satisfies, bv, check, options, shown, solver, variable,
};
use effigy_base::sort::Sort;
use effigy_solver::{Answer, BackEnd, Layers, Query, Solver, Statistics, assemble, fresh_model};
use effigy_term::{Model, Term, TermStore};
use effigy_testkit::{cases, times};

/// All layers, none, each alone, and all but each.
fn combinations() -> Vec<(String, Layers)> {
    type Switch = fn(&mut Layers) -> &mut bool;
    let switches: [(&str, Switch); 9] = [
        ("validation", |layers| &mut layers.validation),
        ("slices", |layers| &mut layers.slices),
        ("exact", |layers| &mut layers.exact),
        ("cores", |layers| &mut layers.cores),
        ("models", |layers| &mut layers.models),
        ("equalities", |layers| &mut layers.equalities),
        ("domains", |layers| &mut layers.domains),
        ("order", |layers| &mut layers.order),
        ("diagrams", |layers| &mut layers.diagrams),
    ];
    let mut result = vec![("all".to_owned(), Layers::ALL), ("none".to_owned(), Layers::NONE)];
    for (name, switch) in switches {
        let (mut only, mut without) = (Layers::NONE, Layers::ALL);
        *switch(&mut only) = true;
        *switch(&mut without) = false;
        result.push((format!("only {name}"), only));
        result.push((format!("without {name}"), without));
    }
    result
}

/// A condition as programs have them: about one or two variables, sometimes fixing one.
fn constraint(store: &mut TermStore, random: &mut Random) -> Term {
    let width = random.pick(&[4, 8, 8, 8, 32]);
    let name = random.pick(&["a", "b", "c", "d"]);
    let x = bv(store, &format!("{name}{width}"), width);
    let constant = store.bits(width, u128::from(random.next() & 0xff));
    match random.below(6) {
        0 => store.eq(x, constant),
        1 => {
            let p = variable(store, random.pick(&["p", "q"]), Sort::Bool);
            if random.below(2) == 0 { p } else { store.not(p) }
        }
        2 | 3 => {
            let other = bv(store, &format!("{}{width}", random.pick(&["a", "b", "c", "d"])), width);
            let sum = store.bvadd(x, other);
            store.ult(sum, constant)
        }
        4 => {
            let seed = random.next();
            Generator { random: Random::new(seed), width, store, arrays: true, easy: true }
                .condition(2)
        }
        _ => store.ult(x, constant),
    }
}

/// Follows paths as an explorer does: at each step asks both sides with the path's model as hint, checks each answer
/// against the reference, and goes on with one side.
fn explore(solver: &mut dyn Solver, name: &str) {
    let mut store = TermStore::new();
    let mut reference = common::embedded();
    cases(0..25, |seed| {
        let mut random = Random::new(seed);
        let mut path: Vec<Term> = Vec::new();
        let mut model = Model::new();
        for _ in 0..times(12) {
            let condition = constraint(&mut store, &mut random);
            let negation = store.not(condition);
            let mut next = None;
            for side in [condition, negation] {
                path.push(side);
                let hinted = solver.check(&mut store, &Query::with_hint(&path, &model));
                let plain = check(solver, &mut store, &path);
                let expected = check(&mut *reference, &mut store, &path);
                for answer in [&hinted, &plain] {
                    agree(&mut store, &mut *reference, &path, answer, &expected, name);
                }
                if let Answer::Sat(model) = hinted {
                    next = next.or(Some((side, model)));
                }
                path.pop();
            }
            let (side, found) = next.expect("one of both sides is feasible");
            path.push(side);
            model = found;
        }
        if seed % 5 == 4 {
            store.collect(path.iter().copied());
            solver.collected(&store);
            reference.collected(&store);
        }
    });
}

fn agree(
    store: &mut TermStore,
    reference: &mut dyn Solver,
    path: &[Term],
    answer: &Answer,
    expected: &Answer,
    name: &str,
) {
    match (answer, expected) {
        (Answer::Sat(model), Answer::Sat(_)) => assert_satisfies(store, path, model),
        (Answer::Unsat(core), Answer::Unsat(_)) => {
            assert!(core.is_sorted() && core.iter().all(|i| *i < path.len()), "{name}: {core:?}");
            let core: Vec<Term> = core.iter().map(|i| path[*i]).collect();
            let again = check(reference, store, &core);
            assert!(matches!(again, Answer::Unsat(_)), "{name}: {}", shown(store, &core));
        }
        _ => {
            panic!("{name}: {answer:?} instead of {expected:?} for {}", shown(store, path))
        }
    }
}

#[test]
fn layers_do_not_change_answers() {
    for (name, layers) in combinations() {
        explore(&mut *solver(BackEnd::Embedded, layers), &name);
    }
}

#[test]
fn auto_answers_like_the_embedded_back_end() {
    explore(&mut *solver(BackEnd::Auto, Layers::ALL), "auto");
}

fn hits(solver: &dyn Solver, layer: &str) -> u64 {
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    statistics.layer(layer).hits
}

/// Only these layers, and a store with three words and three bytes.
fn setting(set: impl Fn(&mut Layers)) -> (Box<dyn Solver>, TermStore, Vec<Term>) {
    let mut layers = Layers::NONE;
    set(&mut layers);
    let mut store = TermStore::new();
    let words = ["x", "y", "z"].map(|name| bv(&mut store, name, 32));
    let bytes = ["u", "v", "w"].map(|name| bv(&mut store, name, 8));
    (solver(BackEnd::Embedded, layers), store, words.into_iter().chain(bytes).collect())
}

fn below(store: &mut TermStore, t: Term, bound: u128) -> Term {
    let bound = store.bits(store.width(t), bound);
    store.ult(t, bound)
}

#[test]
fn slices_solve_only_the_part_of_the_newest_assertion() {
    let (mut solver, mut store, vars) = setting(|layers| layers.slices = true);
    let first = below(&mut store, vars[0], 5);
    let newest = below(&mut store, vars[1], 7);
    let newest = store.not(newest);
    let mut hint = Model::new();
    hint.set(vars[0], effigy_base::value::Value::bits(32, 3));
    let answer = solver.check(&mut store, &Query::with_hint(&[first, newest], &hint));
    let Answer::Sat(model) = answer else { panic!("satisfiable") };
    assert_eq!(model.get(vars[0]), hint.get(vars[0]), "the other part keeps its values");
    assert_satisfies(&store, &[first, newest], &model);
    assert_eq!(hits(&*solver, "slices"), 1);
}

#[test]
fn a_fixed_variable_does_not_join_parts() {
    let (mut solver, mut store, vars) = setting(|layers| layers.slices = true);
    let five = store.bits(32, 5);
    let fixed = store.eq(vars[0], five);
    let left = store.ult(vars[1], vars[0]);
    let right = store.ult(vars[0], vars[2]);
    let answer = check(&mut *solver, &mut store, &[fixed, left, right]);
    let Answer::Sat(model) = answer else { panic!("satisfiable") };
    assert_satisfies(&store, &[fixed, left, right], &model);
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    assert_eq!(statistics.layer("embedded").queries, 3, "three parts");
}

#[test]
fn a_newest_assertion_that_fixes_a_variable_is_solved_with_what_mentions_it() {
    let (mut solver, mut store, vars) = setting(|layers| layers.slices = true);
    let smaller = store.ult(vars[0], vars[1]);
    let nine = store.bits(32, 9);
    let fixes = store.eq(vars[0], nine);
    let mut hint = Model::new();
    hint.set(vars[1], effigy_base::value::Value::bits(32, 2));
    let Answer::Sat(model) = solver.check(&mut store, &Query::with_hint(&[smaller, fixes], &hint))
    else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &[smaller, fixes], &model);
}

#[test]
fn the_query_cache_answers_the_same_assertions_in_any_order() {
    let (mut solver, mut store, vars) = setting(|layers| layers.exact = true);
    let (a, b) = (below(&mut store, vars[0], 5), below(&mut store, vars[1], 5));
    let not_a = store.not(a);
    for assertions in [[a, b], [b, a], [a, not_a], [not_a, a]] {
        let answer = check(&mut *solver, &mut store, &assertions);
        assert_eq!(matches!(answer, Answer::Sat(_)), assertions.contains(&b));
    }
    assert_eq!(hits(&*solver, "exact"), 2);
}

#[test]
fn a_core_answers_queries_that_contain_it() {
    let (mut solver, mut store, vars) = setting(|layers| layers.cores = true);
    let low = below(&mut store, vars[0], 5);
    let high = store.not(low);
    let other = below(&mut store, vars[1], 5);
    assert_eq!(check(&mut *solver, &mut store, &[low, high]), Answer::Unsat(vec![0, 1]));
    assert_eq!(check(&mut *solver, &mut store, &[high, other, low]), Answer::Unsat(vec![0, 2]));
    assert_eq!(hits(&*solver, "cores"), 1);
}

#[test]
fn an_earlier_model_answers_a_query_that_it_satisfies() {
    let (mut solver, mut store, vars) = setting(|layers| layers.models = true);
    let narrow = below(&mut store, vars[0], 5);
    let wide = below(&mut store, vars[0], 50);
    assert!(matches!(check(&mut *solver, &mut store, &[narrow]), Answer::Sat(_)));
    assert!(matches!(check(&mut *solver, &mut store, &[wide]), Answer::Sat(_)));
    assert_eq!(hits(&*solver, "models"), 1);
    let zero = below(&mut store, vars[0], 1);
    let not_zero = store.not(zero);
    let mut hint = Model::new();
    hint.set(vars[0], effigy_base::value::Value::bits(32, 77));
    let answer = solver.check(&mut store, &Query::with_hint(&[not_zero], &hint));
    assert_eq!(answer, Answer::Sat(hint));
}

#[test]
fn a_hint_is_repaired_in_one_variable() {
    let (mut solver, mut store, vars) = setting(|layers| layers.models = true);
    let bound = below(&mut store, vars[0], 1000);
    let (seven, three) = (store.bits(32, 7), store.bits(32, 3));
    let sum = store.bvadd(vars[0], seven);
    let scaled = store.bvmul(vars[1], three);
    let newest = store.eq(sum, scaled);
    let mut hint = Model::new();
    hint.set(vars[1], effigy_base::value::Value::bits(32, 100));
    let Answer::Sat(model) = solver.check(&mut store, &Query::with_hint(&[bound, newest], &hint))
    else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &[bound, newest], &model);
    assert_eq!(model.get(vars[1]), hint.get(vars[1]));
    assert_eq!((hits(&*solver, "models"), hits(&*solver, "embedded")), (1, 0));
    let above = store.not(bound);
    assert_eq!(
        solver.check(&mut store, &Query::with_hint(&[bound, above], &hint)),
        Answer::Unsat(vec![0, 1])
    );
}

#[test]
fn a_fixed_variable_is_substituted() {
    let (mut solver, mut store, vars) = setting(|layers| layers.equalities = true);
    let three = store.bits(32, 3);
    let fixed = store.eq(vars[0], three);
    let sum = store.bvadd(vars[0], vars[1]);
    let contradiction = store.ult(vars[0], three);
    let other = store.eq(sum, three);
    let Answer::Sat(model) = check(&mut *solver, &mut store, &[other, fixed]) else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &[other, fixed], &model);
    let unsat = check(&mut *solver, &mut store, &[other, fixed, contradiction]);
    assert_eq!(unsat, Answer::Unsat(vec![1, 2]));
    let mut statistics = Statistics::default();
    solver.statistics(&mut statistics);
    assert_eq!(statistics.layer("equalities").hits, 3, "two queries, one of them rewritten twice");
    assert_eq!(statistics.layer("embedded").queries, 0);
}

#[test]
fn few_values_are_enumerated() {
    let (mut solver, mut store, vars) = setting(|layers| layers.domains = true);
    let byte = vars[3];
    let square = store.bvmul(byte, byte);
    let constant = store.bits(8, 0x39);
    let root = store.eq(square, constant);
    let Answer::Sat(model) = check(&mut *solver, &mut store, &[root]) else {
        panic!("satisfiable")
    };
    assert_satisfies(&store, &[root], &model);
    let smallest = (0..256u128).find(|x| x * x % 256 == 0x39);
    assert_eq!(model.get(byte).and_then(|value| value.scalar()), smallest);
    let low = below(&mut store, byte, 10);
    let lower = below(&mut store, byte, 5);
    let high = store.not(lower);
    assert_eq!(check(&mut *solver, &mut store, &[low, lower, high]), Answer::Unsat(vec![1, 2]));
    assert_eq!(hits(&*solver, "domains"), 2);
    assert_eq!(hits(&*solver, "embedded"), 0);
}

#[test]
fn constants_need_no_solver() {
    let (mut solver, mut store, vars) = setting(|_| {});
    let (yes, no) = (store.bool(true), store.bool(false));
    let open = below(&mut store, vars[0], 5);
    assert_eq!(check(&mut *solver, &mut store, &[open, no]), Answer::Unsat(vec![1]));
    assert_eq!(check(&mut *solver, &mut store, &[yes, yes]), Answer::Sat(Model::new()));
    assert_eq!(check(&mut *solver, &mut store, &[]), Answer::Sat(Model::new()));
    let high = store.not(open);
    assert_eq!(check(&mut *solver, &mut store, &[yes, open, yes, high]), Answer::Unsat(vec![1, 3]));
    assert_eq!(hits(&*solver, "total"), 3);
}

#[test]
fn dumped_queries_carry_their_answers() {
    let folder = std::env::temp_dir().join(format!("effigy-dump-test-{}", std::process::id()));
    let mut options = options(BackEnd::Embedded, Layers::NONE);
    options.dump_queries = Some(folder.clone());
    let mut solver = assemble(&options).expect("assembles");
    let mut store = TermStore::new();
    let x = bv(&mut store, "x", 32);
    let low = below(&mut store, x, 5);
    let high = store.not(low);
    check(&mut *solver, &mut store, &[low]);
    check(&mut *solver, &mut store, &[low, high]);
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("folder").map(|e| e.expect("entry").path()).collect();
    files.sort();
    let texts: Vec<String> =
        files.iter().map(|path| std::fs::read_to_string(path).expect("text")).collect();
    std::fs::remove_dir_all(&folder).expect("removable");
    assert_eq!(texts.len(), 2);
    assert!(
        texts[0].starts_with("; answer: sat\n") && texts[0].contains("(check-sat)"),
        "{}",
        texts[0]
    );
    assert!(texts[1].starts_with("; answer: unsat, by assertions [0, 1]"), "{}", texts[1]);
}

/// The model by the variables' names.
fn named(store: &TermStore, model: &Model) -> Vec<String> {
    let name = |t: Term| store.as_variable(t).expect("a variable").name.clone();
    let mut lines: Vec<String> =
        model.iter().map(|(t, value)| format!("{} = {value}", name(t))).collect();
    lines.sort();
    lines
}

#[test]
fn canonical_models_do_not_depend_on_history() {
    let condition = |store: &mut TermStore, seed: u64| -> Vec<Term> {
        let mut random = Random::new(seed);
        (0..4).map(|_| constraint(store, &mut random)).collect()
    };
    let mut busy = TermStore::new();
    let mut solver = solver(BackEnd::Embedded, Layers::ALL);
    let mut compared = 0;
    for seed in (0..60).rev() {
        let assertions = condition(&mut busy, seed);
        check(&mut *solver, &mut busy, &assertions);
        let canonical = solver.canonical(&mut busy, &Query::new(&assertions));
        let again = solver.canonical(&mut busy, &Query::new(&assertions));
        assert_eq!(canonical, again);
        let mut fresh = TermStore::new();
        let assertions = condition(&mut fresh, seed);
        let expected =
            fresh_model(&mut fresh, &assertions, &options(BackEnd::Embedded, Layers::NONE));
        match (canonical, expected) {
            (Answer::Sat(a), Answer::Sat(b)) => {
                compared += 1;
                assert_eq!(named(&busy, &a), named(&fresh, &b), "seed {seed}");
            }
            (Answer::Unsat(a), Answer::Unsat(b)) => assert_eq!(a, b),
            (a, b) => panic!("{a:?} and {b:?}"),
        }
    }
    assert!(compared > 20);
}

/// A constant is freed and its slot used again by another one: no layer may take the new one for the old.
#[test]
fn an_answer_does_not_outlive_the_terms_of_its_query() {
    for (name, layers) in combinations() {
        let mut store = TermStore::new();
        let mut solver = solver(BackEnd::Embedded, layers);
        let v = bv(&mut store, "v", 32);
        let square = store.bvmul(v, v);
        let (small, old) = (store.bits(32, 1000), store.bits(32, 7777));
        let bound = store.ult(square, small);
        let equal = store.eq(v, old);
        let answer = check(&mut *solver, &mut store, &[equal, bound]);
        assert!(matches!(answer, Answer::Unsat(_)), "{name}: {answer:?}");
        store.collect([bound]);
        solver.collected(&store);
        let new = (3..31).map(|n| store.bits(32, n)).find(|new| *new == old);
        let new = new.expect("the slot is used again");
        let equal = store.eq(v, new);
        let answer = check(&mut *solver, &mut store, &[equal, bound]);
        assert!(matches!(answer, Answer::Sat(_)), "{name}: {answer:?}");
    }
}

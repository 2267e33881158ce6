//! Searches: known numbers of instances, witnesses, determinism, cancellation, and what is refused.

use std::time::{Duration, Instant};

use effigy_base::budget::{CancelToken, StopReason};
use effigy_relational::{
    Atom, Declaration, ExprId, Finder, FinderOptions, Found, Instance, Multiplicity, Problem,
    RelationId, TupleSet, Universe, Why,
};

fn atoms(count: usize) -> Problem {
    Problem::new(Universe::new((0..count).map(|n| format!("a{n}"))).unwrap())
}

/// A relation over all pairs.
fn pairs(p: &mut Problem) -> (RelationId, ExprId) {
    let all = p.universe().all();
    let relation = p.relation("r", TupleSet::empty(2), all.product(&all)).unwrap();
    (relation, p.rel(relation).unwrap())
}

fn instances(p: &Problem, options: FinderOptions) -> Vec<Instance> {
    let mut finder = Finder::new(p, options);
    let mut instances = Vec::new();
    loop {
        match finder.next_instance(&CancelToken::new()) {
            Found::Instance(instance) => instances.push(instance),
            Found::None(_) => return instances,
            Found::Unknown(why) => panic!("{why}"),
        }
    }
}

fn count(p: &Problem) -> usize {
    instances(p, FinderOptions::default()).len()
}

/// Numbers of binary relations, partial orders, equivalences and functions on unlabelled points.
#[test]
fn instances_are_counted_up_to_isomorphism() {
    for (points, relations) in [(0, 1), (1, 2), (2, 10), (3, 104)] {
        let mut p = atoms(points);
        pairs(&mut p);
        assert_eq!(count(&p), relations, "{points}");
    }
    for (points, orders, equivalences, functions) in
        [(1, 1, 1, 1), (2, 2, 2, 3), (3, 5, 3, 7), (4, 16, 5, 19)]
    {
        let mut p = atoms(points);
        let (_, r) = pairs(&mut p);
        let (iden, steps) = (p.iden(), p.join(r, r).unwrap());
        let back = p.transpose(r).unwrap();
        let both = p.intersection(r, back).unwrap();
        let reflexive = p.subset(iden, r).unwrap();
        let transitive = p.subset(steps, r).unwrap();
        let antisymmetric = p.subset(both, iden).unwrap();
        let symmetric = p.equal(r, back).unwrap();
        let mut order = p.clone();
        let mut equivalence = p.clone();
        for (to, last) in [(&mut order, antisymmetric), (&mut equivalence, symmetric)] {
            for formula in [reflexive, transitive, last] {
                to.constrain("c", formula).unwrap();
            }
        }
        assert_eq!((count(&order), count(&equivalence)), (orders, equivalences), "{points}");
        let x = p.variable("x", 1).unwrap();
        let (univ, at) = (p.univ(), p.var(x).unwrap());
        let image = p.join(at, r).unwrap();
        let one = p.one(image).unwrap();
        let total = p.for_all(&[Declaration::one(x, univ)], one).unwrap();
        p.constrain("function", total).unwrap();
        assert_eq!(count(&p), functions, "{points}");
    }
}

#[test]
fn the_same_problem_has_the_same_instances_in_the_same_order() {
    let mut p = atoms(3);
    let (_, r) = pairs(&mut p);
    let some = p.some(r).unwrap();
    p.constrain("some", some).unwrap();
    let options = FinderOptions::default();
    let first = instances(&p, options);
    assert_eq!(first.len(), 103);
    assert_eq!(first, instances(&p.clone(), options));
    let without = instances(&p, FinderOptions { symmetry: 0, ..options });
    assert_eq!(without.len(), 103, "symmetry predicates change no number");
}

#[test]
fn after_the_last_instance_there_is_none() {
    let mut p = atoms(1);
    pairs(&mut p);
    let mut finder = Finder::new(&p, FinderOptions::default());
    let never = CancelToken::new();
    for _ in 0..2 {
        assert!(matches!(finder.next_instance(&never), Found::Instance(_)));
    }
    for _ in 0..2 {
        let Found::None(core) = finder.next_instance(&never) else { panic!() };
        assert!(core.constraints.is_empty() && !core.minimal);
    }
    assert_eq!(finder.statistics().primary, 1);
}

#[test]
fn nothing_at_all_has_one_instance() {
    let mut p = atoms(0);
    let (r, expr) = pairs(&mut p);
    let (closure, univ) = (p.closure(expr).unwrap(), p.univ());
    let same = p.equal(closure, expr).unwrap();
    let nobody = p.no(univ).unwrap();
    p.constrain("same", same).unwrap();
    p.constrain("nobody", nobody).unwrap();
    let found = instances(&p, FinderOptions::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].value(r), Some(&TupleSet::empty(2)));
    let somebody = p.some(univ).unwrap();
    p.constrain("somebody", somebody).unwrap();
    assert_eq!(count(&p), 0);
}

#[test]
fn relations_that_can_have_nothing_are_empty() {
    let mut p = atoms(2);
    let r = p.relation("r", TupleSet::empty(3), TupleSet::empty(3)).unwrap();
    let expr = p.rel(r).unwrap();
    let no = p.no(expr).unwrap();
    p.constrain("no", no).unwrap();
    let found = instances(&p, FinderOptions::default());
    assert_eq!(found, [Instance::new(vec![TupleSet::empty(3)])]);
}

#[test]
fn witnesses_have_names_and_values() {
    let mut p = atoms(3);
    let (r, expr) = pairs(&mut p);
    let (x, s) = (p.variable("x", 1).unwrap(), p.variable("s", 1).unwrap());
    let (univ, at, set) = (p.univ(), p.var(x).unwrap(), p.var(s).unwrap());
    // Some x with an image; and for each y a set s of at least one atom with y -> s in r, named by parameters.
    let image = p.join(at, expr).unwrap();
    let has = p.some(image).unwrap();
    let exists = p.exists(&[Declaration::one(x, univ)], has).unwrap();
    p.constrain("exists", exists).unwrap();
    let y = p.variable("y", 1).unwrap();
    let other = p.var(y).unwrap();
    let product = p.product(other, set).unwrap();
    let within = p.subset(product, expr).unwrap();
    let choice = p.exists(&[Declaration::with(s, Multiplicity::Some, univ)], within).unwrap();
    let all = p.for_all(&[Declaration::one(y, univ)], choice).unwrap();
    p.constrain("all", all).unwrap();
    let mut finder = Finder::new(&p, FinderOptions::default());
    let Found::Instance(instance) = finder.next_instance(&CancelToken::new()) else { panic!() };
    let value = instance.value(r).unwrap();
    let [first, second] = instance.skolems() else { panic!("{:?}", instance.skolems()) };
    assert_eq!((first.name.as_str(), first.value.len()), ("x", 1));
    assert!(first.parameters.is_empty());
    let start = first.value.get(0).unwrap()[0];
    assert!(value.iter().any(|t| t[0] == start));
    assert_eq!((second.name.as_str(), second.parameters.as_slice()), ("s", &[y][..]));
    assert!(second.value.is_subset(value));
    for atom in p.universe().atoms() {
        assert!(second.value.iter().any(|t| t[0] == atom));
    }
}

/// The same formula below two quantifiers that bind the same variable to members of different sets.
#[test]
fn a_witness_below_one_quantifier_is_not_that_below_another() {
    let mut p = atoms(2);
    let (_, r) = pairs(&mut p);
    let all = p.universe().all();
    let (x, y) = (p.variable("x", 1).unwrap(), p.variable("y", 1).unwrap());
    let (from, to, univ) = (p.var(x).unwrap(), p.var(y).unwrap(), p.univ());
    let pair = p.product(from, to).unwrap();
    let has = p.subset(pair, r).unwrap();
    let some = p.exists(&[Declaration::one(y, univ)], has).unwrap();
    for (name, full) in [("none", false), ("all", true)] {
        let set = p.relation(name, TupleSet::empty(1), all.clone()).unwrap();
        let set = p.rel(set).unwrap();
        let size = if full { p.equal(set, univ).unwrap() } else { p.no(set).unwrap() };
        let total = p.for_all(&[Declaration::one(x, set)], some).unwrap();
        p.constrain(format!("{name} size"), size).unwrap();
        p.constrain(format!("{name} total"), total).unwrap();
    }
    // Of the nine total relations on two points three are their own copies.
    assert_eq!(count(&p), 6);
}

#[test]
fn universal_sets_are_refused_by_name() {
    let mut p = atoms(2);
    let (_, r) = pairs(&mut p);
    let s = p.variable("s", 1).unwrap();
    let (univ, set) = (p.univ(), p.var(s).unwrap());
    let image = p.join(set, r).unwrap();
    let some = p.some(image).unwrap();
    let sets = [Declaration::with(s, Multiplicity::Set, univ)];
    let all = p.for_all(&sets, some).unwrap();
    let not_all = p.not(all).unwrap();
    let mut negated = p.clone();
    negated.constrain("not all", not_all).unwrap();
    assert!(count(&negated) > 0, "an existential quantifier under its polarity");
    p.constrain("all", all).unwrap();
    let found = Finder::new(&p, FinderOptions::default()).next_instance(&CancelToken::new());
    let Found::Unknown(why @ Why::HigherOrder { .. }) = found else { panic!("{found:?}") };
    assert!(why.to_string().starts_with("`s` is declared as set in a universal quantifier"));
}

/// More pigeons than holes: too hard for a SAT solver.
fn pigeons() -> Problem {
    let mut p = atoms(31);
    let pigeons = TupleSet::set((0..16).map(Atom));
    let holes = TupleSet::set((16..31).map(Atom));
    let r = p.relation("in", TupleSet::empty(2), pigeons.product(&holes)).unwrap();
    let (x, y) = (p.variable("x", 1).unwrap(), p.variable("y", 1).unwrap());
    let (r, px, py) = (p.rel(r).unwrap(), p.var(x).unwrap(), p.var(y).unwrap());
    let (pigeons, holes) = (p.constant(pigeons).unwrap(), p.constant(holes).unwrap());
    let (to, from) = (p.join(px, r).unwrap(), p.join(r, py).unwrap());
    let (some, lone) = (p.some(to).unwrap(), p.lone(from).unwrap());
    let each = p.for_all(&[Declaration::one(x, pigeons)], some).unwrap();
    let alone = p.for_all(&[Declaration::one(y, holes)], lone).unwrap();
    p.constrain("each", each).unwrap();
    p.constrain("alone", alone).unwrap();
    p
}

#[test]
fn a_deadline_ends_the_solver() {
    let p = pigeons();
    let mut finder = Finder::new(&p, FinderOptions { symmetry: 0, ..FinderOptions::default() });
    let token = CancelToken::new().part(Some(Instant::now() + Duration::from_millis(300)));
    let found = finder.next_instance(&token);
    assert_eq!(found, Found::Unknown(Why::Stopped(StopReason::Time)));
}

/// A formula that grounds to very many gates.
fn endless() -> Problem {
    let mut p = atoms(60);
    let (_, r) = pairs(&mut p);
    let univ = p.univ();
    let variables: Vec<_> = (0..6).map(|n| p.variable(format!("x{n}"), 1).unwrap()).collect();
    let declarations: Vec<_> = variables.iter().map(|v| Declaration::one(*v, univ)).collect();
    let parts: Vec<_> = variables
        .windows(2)
        .map(|w| {
            let (a, b) = (p.var(w[0]).unwrap(), p.var(w[1]).unwrap());
            let pair = p.product(a, b).unwrap();
            p.subset(pair, r).unwrap()
        })
        .collect();
    let any = p.or(parts).unwrap();
    let all = p.for_all(&declarations, any).unwrap();
    p.constrain("all", all).unwrap();
    p
}

#[test]
fn a_deadline_ends_the_translation() {
    let p = endless();
    let mut finder = Finder::new(&p, FinderOptions::default());
    let token = CancelToken::new().part(Some(Instant::now() + Duration::from_millis(100)));
    let found = finder.next_instance(&token);
    assert_eq!(found, Found::Unknown(Why::Stopped(StopReason::Time)));
}

#[test]
fn the_limit_of_memory_ends_the_translation() {
    let p = endless();
    let mut finder = Finder::new(&p, FinderOptions::default());
    let token = CancelToken::new();
    let token = token.bounded(None, Some(token.memory() + (40 << 20)));
    assert_eq!(finder.next_instance(&token), Found::Unknown(Why::Memory));
}

#[test]
fn a_cancelled_search_can_go_on() {
    let mut p = atoms(3);
    pairs(&mut p);
    let mut finder = Finder::new(&p, FinderOptions::default());
    let token = CancelToken::new();
    let mut found = 0;
    loop {
        token.cancel();
        let stopped = finder.next_instance(&token);
        token.reset();
        if matches!(stopped, Found::None(_)) {
            break;
        }
        assert_eq!(stopped, Found::Unknown(Why::Stopped(StopReason::User)));
        match finder.next_instance(&token) {
            Found::Instance(_) => found += 1,
            Found::None(_) => {}
            Found::Unknown(why) => panic!("{why}"),
        }
    }
    assert_eq!(found, 104);
}

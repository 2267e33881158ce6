//! Random problems over small universes against all their instances.

use std::collections::BTreeSet;

use crate::common::{Random, models};
use effigy_base::budget::CancelToken;
use effigy_relational::{
    Atom, CoreEffort, Evaluator, Finder, FinderOptions, FormulaId, Found, Instance, Overflow,
    Problem, TupleSet, Universe, Why,
};
use effigy_testkit::{Rng, cases, part};

/// The images of an instance under all exchanges of interchangeable atoms.
fn images(problem: &Problem, instance: &Instance) -> BTreeSet<Vec<TupleSet>> {
    let mut images = BTreeSet::from([instance.values().to_vec()]);
    let mut open: Vec<Vec<TupleSet>> = images.iter().cloned().collect();
    let classes = problem.interchangeable(&[]);
    let pairs: Vec<(Atom, Atom)> =
        classes.iter().flat_map(|class| class.windows(2)).map(|p| (p[0], p[1])).collect();
    while let Some(values) = open.pop() {
        for &(a, b) in &pairs {
            let exchanged = |atom| match atom {
                atom if atom == a => b,
                atom if atom == b => a,
                atom => atom,
            };
            let image: Vec<TupleSet> = values.iter().map(|r| r.map(exchanged)).collect();
            if images.insert(image.clone()) {
                open.push(image);
            }
        }
    }
    images
}

#[derive(Default, Debug)]
struct Counts {
    satisfiable: u64,
    unsatisfiable: u64,
    higher_order: u64,
    instances: u64,
}

/// Compares the answers on one problem with those of trying; all instances are enumerated.
fn compare(seed: u64, overflow: Overflow, counts: &mut Counts) {
    let mut random = Random::new(seed);
    for number in 0..1 + seed % 2 {
        let formula = random.formula(3 + usize::from(seed.is_multiple_of(3)));
        random.problem.constrain(format!("c{number}"), formula).unwrap();
    }
    let problem = &random.problem;
    let formulas: Vec<FormulaId> = problem.constraints().map(|(_, c)| c.formula).collect();
    let symmetry = [0, 20, 3][(seed % 3) as usize];
    let witnesses_below = (seed % 5 % 3) as usize;
    let options = FinderOptions { overflow, symmetry, witnesses_below, ..FinderOptions::default() };
    let mut finder = Finder::new(problem, options);
    let never = CancelToken::new();
    let mut found: BTreeSet<Vec<TupleSet>> = BTreeSet::new();
    loop {
        match finder.next_instance(&never) {
            Found::Instance(instance) => {
                let images = images(problem, &instance);
                let least = images.into_iter().next().unwrap();
                assert!(found.insert(least), "{seed}: an isomorphic copy");
            }
            Found::None(core) => {
                if found.is_empty() {
                    let core = core.constraints.iter();
                    let core = core.map(|c| problem.constraint(*c).unwrap().formula);
                    let core: Vec<FormulaId> = core.collect();
                    let models = models(problem, overflow, &core);
                    assert!(models.is_empty(), "{seed}: the core has an instance");
                }
                break;
            }
            Found::Unknown(Why::HigherOrder { .. }) => {
                assert!(found.is_empty());
                counts.higher_order += 1;
                return;
            }
            Found::Unknown(why) => panic!("{seed}: {why}"),
        }
    }
    let expected = models(problem, overflow, &formulas);
    let expected: BTreeSet<Vec<TupleSet>> =
        expected.iter().filter_map(|model| images(problem, model).into_iter().next()).collect();
    let (missing, wrong) = (expected.difference(&found).next(), found.difference(&expected).next());
    assert_eq!((missing, wrong), (None, None), "{seed}");
    counts.instances += found.len() as u64;
    if found.is_empty() {
        counts.unsatisfiable += 1;
    } else {
        counts.satisfiable += 1;
    }
}

#[test]
fn answers_and_instances_are_those_of_trying() {
    let mut counts = Counts::default();
    cases(0..part(10_000, 2), |seed| {
        let overflow = if seed % 4 == 0 { Overflow::Wrap } else { Overflow::Forbid };
        compare(seed, overflow, &mut counts);
    });
    let least = |count| part(count, 2);
    assert!(counts.satisfiable > least(3000) && counts.unsatisfiable > least(1000), "{counts:?}");
    assert!((least(20)..least(2000)).contains(&counts.higher_order), "{counts:?}");
    assert!(counts.instances > least(20_000), "{counts:?}");
}

/// One instance over five atoms and some integers: what a formula's circuit says of it is what the evaluator says.
#[test]
fn circuits_of_larger_universes_are_evaluated_right() {
    let (mut held, mut failed, mut skipped) = (0, 0, 0);
    cases(0..part(3_000, 2), |seed| {
        let mut random = Random::large(seed);
        let mut rng = Rng::new(!seed);
        let values: Vec<TupleSet> = random
            .problem
            .relations()
            .map(|(_, r)| r.upper.filter(|_| rng.one_in(r.upper.len().isqrt().max(2))))
            .collect();
        let formula = random.formula(4);
        let problem = &mut random.problem;
        let overflow = if seed % 4 == 0 { Overflow::Wrap } else { Overflow::Forbid };
        let instance = Instance::new(values.clone());
        let Ok(holds) = Evaluator::new(problem, &instance, overflow).holds(formula) else {
            skipped += 1;
            return;
        };
        for (relation, value) in random.relations.iter().zip(values) {
            let (relation, value) =
                (problem.rel(*relation).unwrap(), problem.constant(value).unwrap());
            let same = problem.equal(relation, value).unwrap();
            problem.constrain("value", same).unwrap();
        }
        problem.constrain("formula", formula).unwrap();
        let witnesses_below = (seed % 3) as usize;
        let core = CoreEffort::All;
        let options = FinderOptions { overflow, witnesses_below, core, ..FinderOptions::default() };
        match Finder::new(problem, options).next_instance(&CancelToken::new()) {
            Found::Instance(_) => {
                assert_eq!(holds, Some(true), "{seed}");
                held += 1;
            }
            Found::None(_) => {
                assert_ne!(holds, Some(true), "{seed}");
                failed += 1;
            }
            Found::Unknown(Why::HigherOrder { .. }) => skipped += 1,
            Found::Unknown(why) => panic!("{seed}: {why}"),
        }
    });
    let least = part(1000, 2);
    assert!(held > least && failed > least && skipped < least / 2, "{held} {failed} {skipped}");
}

/// The closure of each random graph of seven atoms, cycles and long paths among them.
#[test]
fn closures_reach_as_far_as_walks() {
    cases(0..part(200, 2), |seed| {
        let mut rng = Rng::new(seed);
        let universe = Universe::new((0..7).map(|n| n.to_string())).unwrap();
        let all = universe.all();
        let every = all.product(&all);
        let mut problem = Problem::new(universe);
        // About one edge for each atom; or a path through all of them, closed sometimes.
        let graph = if seed % 2 == 0 {
            every.filter(|_| rng.one_in(6))
        } else {
            let closed = usize::from(seed % 4 == 1);
            TupleSet::pairs((0..6 + closed).map(|n| (Atom(n as u32), Atom((n as u32 + 1) % 7))))
        };
        let relation = problem.relation("r", TupleSet::empty(2), every).unwrap();
        let (r, given) = (problem.rel(relation).unwrap(), problem.constant(graph.clone()).unwrap());
        let same = problem.equal(r, given).unwrap();
        problem.constrain("graph", same).unwrap();
        let closure = problem.closure(r).unwrap();
        let instance = Instance::new(vec![graph]);
        let reached = Evaluator::new(&problem, &instance, Overflow::Forbid).value(closure);
        let reached = problem.constant(reached.unwrap().unwrap()).unwrap();
        let wrong = problem.equal(closure, reached).and_then(|f| problem.not(f)).unwrap();
        problem.constrain("wrong", wrong).unwrap();
        let found =
            Finder::new(&problem, FinderOptions::default()).next_instance(&CancelToken::new());
        assert!(matches!(found, Found::None(_)), "{seed}: {found:?}");
    });
}

//! Random problems over small universes against all their instances.

mod common;

use std::collections::BTreeSet;

use common::{Random, models};
use effigy_base::budget::CancelToken;
use effigy_relational::{
    Atom, Finder, FinderOptions, FormulaId, Found, Instance, Overflow, Problem, TupleSet, Why,
};

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
    satisfiable: usize,
    unsatisfiable: usize,
    higher_order: usize,
    instances: usize,
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
    counts.instances += found.len();
    if found.is_empty() {
        counts.unsatisfiable += 1;
    } else {
        counts.satisfiable += 1;
    }
}

#[test]
fn answers_and_instances_are_those_of_trying() {
    let mut counts = Counts::default();
    for seed in 0..10_000 {
        let overflow = if seed % 4 == 0 { Overflow::Wrap } else { Overflow::Forbid };
        compare(seed, overflow, &mut counts);
    }
    assert!(counts.satisfiable > 3000 && counts.unsatisfiable > 1000, "{counts:?}");
    assert!(counts.higher_order > 20 && counts.higher_order < 2000, "{counts:?}");
    assert!(counts.instances > 20_000, "{counts:?}");
}

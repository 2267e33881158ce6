//! Random problems over small universes against all their instances.

mod common;

use std::collections::BTreeSet;

use common::{Random, images, models};
use effigy_base::budget::CancelToken;
use effigy_relational::{Finder, FinderOptions, FormulaId, Found, Overflow, TupleSet, Why};

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
    random.constrain(1 + (seed % 2) as usize, 3 + (seed % 3 == 0) as usize);
    let problem = &random.problem;
    let formulas: Vec<FormulaId> = problem.constraints().map(|(_, c)| c.formula).collect();
    let symmetry = [0, 20, 3][(seed % 3) as usize];
    let options = FinderOptions { overflow, symmetry, ..FinderOptions::default() };
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
    assert_eq!(found, expected, "{seed}");
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

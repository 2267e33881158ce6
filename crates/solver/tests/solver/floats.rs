//! Floats in the embedded back end.

use crate::common::floats::FloatQueries;
use crate::common::{Random, check, options, shown, z3};
use effigy_solver::{Answer, BackEnd, Layers, assemble};
use effigy_term::{Evaluator, TermStore};
use effigy_testkit::cases;
use std::time::Duration;

/// The environment variable that says how many queries are asked; 5,000 are the full count.
const QUERIES: &str = "EFFIGY_FLOAT_QUERIES";

fn queries() -> u64 {
    let Ok(n) = std::env::var(QUERIES) else { return 48 };
    n.parse().unwrap_or_else(|_| panic!("{QUERIES} is `{n}`, not a number of queries"))
}

#[test]
fn the_embedded_back_end_agrees_with_z3_on_floats() {
    if z3().is_none() {
        return;
    }
    let mut store = TermStore::new();
    let [mut embedded, mut other] = [BackEnd::Embedded, BackEnd::Z3].map(|back_end| {
        let mut options = options(back_end, Layers::ALL);
        options.query_time = Some(Duration::from_secs(2));
        assemble(options).expect("assembles")
    });
    let mut decided = [0; 2];
    cases(0..queries(), |number| {
        let width = FloatQueries::width_of(number);
        let random = Random::new(number);
        let assertions = FloatQueries { random, store: &mut store, width }.query();
        let answers =
            [&mut embedded, &mut other].map(|solver| check(&mut **solver, &mut store, &assertions));
        match &answers {
            [Answer::Sat(a), Answer::Sat(b)] => {
                for model in [a, b] {
                    // No value where a float of 16 bits is computed: the evaluator does not know these.
                    let mut evaluator = Evaluator::new();
                    let mut fails = |t| evaluator.truth(&store, t, model) == Some(false);
                    assert!(!assertions.iter().any(|t| fails(*t)), "query {number}: {model:?}");
                }
                decided[0] += 1;
            }
            [Answer::Unsat(_), Answer::Unsat(_)] => decided[1] += 1,
            [Answer::Unknown(_), _] | [_, Answer::Unknown(_)] => {}
            other => panic!("query {number}: {other:?} for {}", shown(&store, &assertions)),
        }
    });
    let [satisfiable, not] = decided;
    let most = queries() / 4;
    assert!(satisfiable >= most && not >= most, "{satisfiable} satisfiable, {not} not");
}

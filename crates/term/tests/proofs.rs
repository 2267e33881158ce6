//! What Z3 proves.

mod support;

use std::path::Path;

use effigy_term::{TermStore, smtlib};
use effigy_testkit::tool;
use support::Random;
use support::examples::EXAMPLES;
use support::expression::build;
use support::random::Recipe;
use support::z3::Batch;

/// Fails unless all answers are `unsat`; a question that was too hard for Z3 may stay open where `may_be_open` says so.
fn all_unsat(z3: &Path, batch: &Batch, may_be_open: fn(&str) -> bool) {
    let answers = batch.run(z3);
    let open = answers.iter().filter(|(_, answer)| answer == "unknown" || answer == "timeout").count();
    let wrong: Vec<String> = answers
        .iter()
        .filter(|(label, answer)| answer != "unsat" && !(answer != "sat" && may_be_open(label)))
        .map(|(label, answer)| format!("{answer}: {label}"))
        .collect();
    println!("{} proved, {open} open", answers.iter().filter(|(_, answer)| answer == "unsat").count());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_are_equivalences() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    for example in EXAMPLES {
        for text in example.applies {
            for width in [1, 2, 3, 4, 8, 32, 64] {
                let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
                let Some(before) = build(&mut plain, text, width) else { continue };
                let after = build(&mut rewriting, text, width).expect("it was built before");
                let label = format!("{width} bits, {}: {text}", example.rule);
                batch.add_equivalence(label, (&plain, before), (&rewriting, after));
            }
        }
    }
    all_unsat(&z3, &batch, |label| label.starts_with("32") || label.starts_with("64"));
}

#[test]
fn rewriting_keeps_random_terms() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    let mut random = Random::new(7);
    for round in 0..300 {
        let width = [1, 2, 3, 4, 8][round % 5];
        let recipe = Recipe::random(&mut random, width, 30);
        let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
        let (before, after) = (recipe.build(&mut plain), recipe.build(&mut rewriting));
        let (before, after) = (before[before.len() - 1], after[after.len() - 1]);
        let label = format!("round {round}, {width} bits: {}", smtlib::term(&rewriting, after));
        batch.add_equivalence(label, (&plain, before), (&rewriting, after));
    }
    all_unsat(&z3, &batch, |_| true);
}

/// Scripts of random conjunctions are read, and answered as the evaluator does.
#[test]
fn scripts_are_accepted() {
    let Some(z3) = tool("z3") else { return };
    let mut batch = Batch::default();
    let mut random = Random::new(9);
    for round in 0..100 {
        let recipe = Recipe::random(&mut random, [2, 8][round % 2], 40);
        let mut store = TermStore::new();
        let terms = recipe.build(&mut store);
        let mut assertions = Vec::new();
        for t in terms {
            let value = store.evaluate(t, &effigy_term::Model::new());
            let value = store.constant(&value);
            let differs = store.distinct(t, value);
            assertions.push(differs);
        }
        let none = store.or_all(&assertions);
        for variable in store.variables(none).iter() {
            let zero = store.constant(&effigy_base::value::Value::zero(store.sort(*variable)));
            let is_zero = store.eq(*variable, zero);
            assertions.push(is_zero);
        }
        let zeros = assertions.split_off(recipe.steps.len());
        let all: Vec<_> = [none].into_iter().chain(zeros).collect();
        batch.add(format!("round {round}"), &smtlib::script(&store, &all, smtlib::ScriptOptions::default()));
    }
    all_unsat(&z3, &batch, |_| false);
}

//! The theorems of de Boer & Bonsangue, "Symbolic execution formally explained" (2021), on random programs: the engine
//! against a concrete semantics that is as literal as the paper's. Each test is named after its theorem.
//!
//! Integers have 8 bits, so that the embedded solver decides everything; unbounded ones are checked on constants. The substitution lemmas 2.1 and 3.3 are about
//! terms alone: `crates/term/tests/term/store.rs`, `lemmas_2_1_and_3_3_substitution`.
//!
//! `EFFIGY_SOAK` is the number of programs over all theorems (see `cargo xtask soak`).

mod backward;
mod case;
mod driver;
mod forward;
mod generate;
pub mod reference;
mod states;
mod traces;

use backward::TraceCase;
use case::Case;
use driver::{Tally, check};
use effigy_testkit::Rng;
use forward::{Leaf, satisfies};
use generate::Language;
use reference::Outcome;
use std::sync::Arc;

/// States in which a leaf is compared, besides its own test.
const CHANGES: usize = 3;

/// Random states in which a program is run.
const STATES: usize = 6;

/// For each leaf with path condition phi and each V with V(phi): the run from V ends as the leaf, in V o sigma.
fn correctness(rng: &mut Rng, language: Language) -> Result<Tally, String> {
    let mut case = Case::random(rng, language);
    let Some(leaves) = forward::leaves(&mut case.context) else { return Ok(Tally::skipped()) };
    let mut tally = Tally::default();
    for (number, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| leaf.outcome.is_some()) {
        let test = case.context.canonical_model(&leaf.state);
        let test = test.map_err(|stop| case.failed(&format!("leaf {number}: {stop:?}"), None))?;
        let mut state = (*test).clone();
        for change in 0..=CHANGES {
            if satisfies(&case.context, &leaf.state.path.condition, &state) {
                tally.compare(!leaf.returned());
                case.agrees(leaf, number, &state)?;
            } else if change == 0 {
                return Err(case.failed(&format!("leaf {number}: no test"), Some(&state)));
            }
            state = case.inputs.changed(rng, &case.context.store, &test);
        }
    }
    Ok(tally)
}

/// For each V from which a run ends, there is exactly one leaf whose path condition V satisfies, with the run's values.
fn completeness(rng: &mut Rng, language: Language) -> Result<Tally, String> {
    let mut case = Case::random(rng, language);
    let Some(leaves) = forward::leaves(&mut case.context) else { return Ok(Tally::skipped()) };
    let mut tally = Tally::default();
    for _ in 0..STATES {
        let state = case.inputs.random(rng, &case.context.store);
        let met: Vec<(usize, &Leaf)> = leaves
            .iter()
            .enumerate()
            .filter(|(_, leaf)| satisfies(&case.context, &leaf.state.path.condition, &state))
            .collect();
        match (met.as_slice(), case.outcome(&state)) {
            (_, Outcome::Unfinished) => {}
            ([], Outcome::Assumed) => tally.compare(true),
            ([(_, leaf)], _) if leaf.outcome.is_none() => {}
            ([(number, leaf)], _) => {
                tally.compare(!leaf.returned());
                case.agrees(leaf, *number, &state)?;
            }
            (met, outcome) => {
                let numbers: Vec<usize> = met.iter().map(|(number, _)| *number).collect();
                let what = format!("leaves {numbers:?} for a run that ends in {outcome:?}");
                return Err(case.failed(&what, Some(&state)));
            }
        }
    }
    Ok(tally)
}

/// With given values for all inputs the one path of a program is the run, whatever its integers are.
fn concrete_run(rng: &mut Rng) -> Result<Tally, String> {
    let language = *rng.pick(&[Language::Arrays, Language::Recursion, Language::Objects]);
    let mut case = Case::with_integers(rng, language, None);
    let state = case.inputs.random(rng, &case.context.store);
    let mut tally = Tally::default();
    let outcome = case.outcome(&state);
    if outcome == Outcome::Unfinished {
        return Ok(tally);
    }
    case.context.job.given = Arc::new(case.inputs.given(&state));
    let leaves = forward::leaves(&mut case.context).unwrap_or_default();
    match (leaves.as_slice(), outcome) {
        ([], Outcome::Assumed) => tally.compare(true),
        ([leaf], _) if leaf.state.path.condition.is_empty() && leaf.outcome.is_some() => {
            tally.compare(!leaf.returned());
            case.agrees(leaf, 0, &state)?;
        }
        (leaves, outcome) => {
            let what = format!("{} leaves for a run that ends in {outcome:?}", leaves.len());
            return Err(case.failed(&what, Some(&state)));
        }
    }
    Ok(tally)
}

#[test]
fn concrete_runs_on_unbounded_integers() {
    check("unbounded integers", 8, concrete_run);
}

#[test]
fn theorem_2_3_correctness() {
    check("theorem 2.3", 8, |rng| correctness(rng, Language::Basic));
}

#[test]
fn theorem_2_4_completeness() {
    check("theorem 2.4", 8, |rng| completeness(rng, Language::Basic));
}

#[test]
fn section_2_1_correctness_of_arrays() {
    check("section 2.1, correctness", 8, |rng| correctness(rng, Language::Arrays));
}

#[test]
fn section_2_1_completeness_of_arrays() {
    check("section 2.1, completeness", 8, |rng| completeness(rng, Language::Arrays));
}

#[test]
fn theorem_3_5_correctness() {
    check("theorem 3.5", 8, |rng| correctness(rng, Language::Recursion));
}

#[test]
fn theorem_3_6_completeness() {
    check("theorem 3.6", 8, |rng| completeness(rng, Language::Recursion));
}

#[test]
fn section_4_1_correctness_of_objects() {
    check("section 4.1, correctness", 10, |rng| correctness(rng, Language::Objects));
}

#[test]
fn section_4_1_completeness_of_objects() {
    check("section 4.1, completeness", 10, |rng| completeness(rng, Language::Objects));
}

/// V[h := V(e)](e') = V(e'[h := e]), V[x := new C](e') = V(e'[x := new C]).
#[test]
fn lemma_4_4_substitution() {
    check("lemma 4.4", 8, |rng| {
        let text = generate::substitution(rng);
        traces_agree(rng, TraceCase::new(text))
    });
}

/// A trace runs from V if and only if V(path(rho)).
#[test]
fn theorem_4_5_soundness_and_completeness() {
    check("theorem 4.5", 8, |rng| {
        let steps = 2 + rng.below(7);
        let text = generate::trace(rng, steps);
        traces_agree(rng, TraceCase::new(text))
    });
}

fn traces_agree(rng: &mut Rng, mut case: TraceCase) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for state in case.states(rng) {
        let returned = case.agrees(&state)?;
        tally.compare(!returned);
    }
    Ok(tally)
}

/// The path conditions of a program backwards are those forwards, and so are its results.
#[test]
fn theorem_4_5_backward_conditions_are_the_forward_ones() {
    check("theorem 4.5, forwards", 8, |rng| {
        let language = *rng.pick(&[Language::Recursion, Language::Objects, Language::Objects]);
        let mut case = Case::random(rng, language);
        let Some(leaves) = forward::leaves(&mut case.context) else { return Ok(Tally::skipped()) };
        backward::same_conditions(&mut case.context, &leaves).map_err(|e| case.failed(&e, None))
    });
}

//! Every rewrite rule: it applies where it should, not where it should not, and keeps the value.

use crate::support::Rng;
use crate::support::examples::examples;
use crate::support::expression::build;
use crate::support::random::models;
use effigy_term::{TermStore, rules};
use effigy_testkit::{cases, times};

const WIDTHS: [u32; 7] = [1, 2, 3, 4, 8, 32, 64];

/// Whether the rule fires while the expression is built, `None` when it cannot be built at this width.
fn fires(rule: usize, text: &str, width: u32) -> Option<bool> {
    let mut store = TermStore::new();
    build(&mut store, text, width)?;
    Some(store.rule_counts()[rule] > 0)
}

#[test]
fn every_rule_has_one_example_of_its_own() {
    let names: Vec<&str> = rules().iter().map(|rule| rule.name).collect();
    let examples: Vec<&str> = examples().map(|example| example.rule).collect();
    assert_eq!(
        names.iter().filter(|name| !examples.contains(name)).collect::<Vec<_>>(),
        Vec::<&&str>::new()
    );
    assert_eq!(
        examples.iter().filter(|name| !names.contains(name)).collect::<Vec<_>>(),
        Vec::<&&str>::new()
    );
    assert_eq!(names.len(), examples.len());
}

#[test]
fn rules_apply_and_do_not_apply() {
    let mut wrong = Vec::new();
    for example in examples() {
        let rule = rules().iter().position(|rule| rule.name == example.rule).expect("a rule");
        for text in example.applies {
            for width in [8, 32, 64] {
                if fires(rule, text, width) == Some(false) {
                    wrong.push(format!("{} does not apply to {text} at {width}", example.rule));
                }
            }
            if WIDTHS.iter().all(|width| fires(rule, text, *width).is_none()) {
                wrong.push(format!("{text} cannot be built"));
            }
        }
        for text in example.not {
            for width in WIDTHS {
                if width >= 8 && fires(rule, text, width) == Some(true) {
                    wrong.push(format!("{} applies to {text} at {width}", example.rule));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_keep_the_value() {
    let mut random = Rng::new(1);
    let mut compared = 0;
    // References have no values here; `declared.rs` asks a solver.
    let examples = examples().filter(|example| example.rule != "eq-constructed");
    let texts = examples.flat_map(|example| example.applies.iter().chain(example.not));
    let all: Vec<(&str, u32)> = texts.flat_map(|text| WIDTHS.map(|width| (*text, width))).collect();
    cases(0..all.len() as u64, |number| {
        let (text, width) = all[number as usize];
        let (mut plain, mut rewriting) = (TermStore::with_rewriting(false), TermStore::new());
        let Some(before) = build(&mut plain, text, width) else { return };
        let after = build(&mut rewriting, text, width).expect("it was built before");
        assert_eq!(plain.sort(before), rewriting.sort(after), "{text}");
        for _ in 0..times(20) {
            let models = models(&mut random, &mut [(&mut plain, before), (&mut rewriting, after)]);
            // A quotient by zero has no value.
            let Some(left) = plain.try_evaluate(before, &models[0]) else { continue };
            let right = rewriting.evaluate(after, &models[1]);
            assert_eq!(left, right, "{text} at width {width} under {:?}", models[0]);
            compared += 1;
        }
    });
    assert!(compared > 10_000, "only {compared} comparisons");
}

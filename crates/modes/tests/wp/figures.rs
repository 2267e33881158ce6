//! The figures of King (1976): every leaf of the execution tree has a trace with an equivalent condition.

use crate::support::{assert_same, backwards, forwards, pli};
use effigy_lang_pli::lower::Integers;
use effigy_modes::wp::unfolding::UnfoldOptions;

const SUM: &str = include_str!("../../../../examples/pli/sum.pli");
const POWER: &str = include_str!("../../../../examples/pli/power.pli");
const TWOLOOPS: &str = include_str!("../../../../examples/pli/twoloops.pli");
const SEARCH: &str = include_str!("../../../../examples/pli/search.pli");

/// Compares with and without pruning; the number of leaves.
fn compare(source: &str, call: &str, integers: Integers, statements: u64) -> usize {
    let mut context = pli(source, call, integers);
    context.job.budget.steps = Some(statements);
    let leaves = forwards(&mut context, 100).expect("a tree that the solver decides");
    let options = UnfoldOptions { statements: Some(statements), ..UnfoldOptions::default() };
    let traces = backwards(&mut context, options);
    assert_same(&mut context, &leaves, &traces, call);
    leaves.len()
}

fn in_both(source: &str, call: &str, statements: u64) -> [usize; 2] {
    let fixed = compare(source, call, Integers::Fixed, statements);
    match effigy_testkit::tool("z3") {
        Some(_) => [fixed, compare(source, call, Integers::Unbounded, statements)],
        None => [fixed; 2],
    }
}

#[test]
fn sum() {
    let [_, unbounded] = in_both(SUM, r#"SUM ("A", "B", "C")"#, 100);
    assert_eq!(unbounded, 1);
}

#[test]
fn power() {
    assert_eq!(in_both(POWER, r#"POWER (3, "Y")"#, 30)[1], 8);
}

#[test]
fn twoloops() {
    let [fixed, unbounded] = in_both(TWOLOOPS, r#"TWOLOOPS ("N")"#, 40);
    assert!(fixed > 4 && unbounded > 4);
}

#[test]
fn search() {
    assert_eq!(in_both(SEARCH, r#"SEARCH (A, 1, 5, "X", FOUND, J)"#, 200), [11, 11]);
}

//! The figures of King (1976): every leaf of the execution tree has a trace with an equivalent condition.

use crate::support::{assert_same, backwards, forwards, pli};
use effigy_backward::unfolding::UnfoldOptions;
use effigy_lang_pli::lower::Integers;

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

/// The leaves with machine integers, and with unbounded ones where there is a solver for them.
fn in_both(source: &str, call: &str, statements: u64) -> (usize, Option<usize>) {
    let fixed = compare(source, call, Integers::Fixed, statements);
    let unbounded =
        effigy_testkit::tool("z3").map(|_| compare(source, call, Integers::Unbounded, statements));
    (fixed, unbounded)
}

#[test]
fn sum() {
    let (fixed, unbounded) = in_both(SUM, r#"SUM ("A", "B", "C")"#, 100);
    // Each of the four operations may overflow.
    assert_eq!(fixed, 5);
    assert_eq!(unbounded.unwrap_or(1), 1);
}

#[test]
fn power() {
    assert!(compare(POWER, r#"POWER (3, "Y")"#, Integers::Fixed, 30) >= 8);
    if effigy_testkit::tool("z3").is_some() {
        assert_eq!(compare(POWER, r#"POWER ("X", "Y")"#, Integers::Unbounded, 30), 8);
    }
}

#[test]
fn twoloops() {
    let (fixed, unbounded) = in_both(TWOLOOPS, r#"TWOLOOPS ("N")"#, 40);
    assert!(fixed > 4 && unbounded.unwrap_or(fixed) == fixed, "{fixed} {unbounded:?}");
}

#[test]
fn search() {
    let (fixed, unbounded) = in_both(SEARCH, r#"SEARCH (A, 1, 5, "X", FOUND, J)"#, 200);
    assert_eq!((fixed, unbounded.unwrap_or(11)), (11, 11));
}

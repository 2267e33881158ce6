//! What counts as covered by a line, and what a line is of.

use super::{Call, Held, in_error, is_covered, is_named};
use std::collections::BTreeSet;

fn held(why: &str, assumes: &[&str]) -> Held {
    let assumes = assumes.iter().map(|kind| (*kind).to_owned()).collect();
    Held { name: "f".to_owned(), why: why.to_owned(), assumes }
}

#[test]
fn a_failure_is_covered_by_an_assumption_of_its_kind_or_by_an_instance_that_was_not_run() {
    let call =
        |instance: &str| Call { line: 0, text: String::new(), instance: instance.to_owned() };
    let none = BTreeSet::new();
    let aliased = BTreeSet::from(["aliasing".to_owned()]);
    assert!(!is_covered(&held("", &[]), &call(""), &aliased));
    assert!(is_covered(
        &held("assuming arguments do not alias", &["aliasing"]),
        &call(""),
        &aliased
    ));
    let generic = held("for T = (), u8, N = 0, 4; assuming more", &["types"]);
    assert!(!is_covered(&generic, &call("u8, 4"), &none));
    assert!(is_covered(&generic, &call("u8, 9"), &none));
    assert!(is_covered(&generic, &call("f64, 4"), &none));
}

#[test]
fn a_line_is_of_a_function_whose_whole_name_it_ends_with() {
    assert!(is_named("m::Stock::free", "Stock::free") && is_named("free", "free"));
    assert!(is_named("<m::Stock as Drop>::drop", "Stock as Drop>::drop"));
    assert!(!is_named("m::BigStock::free", "Stock::free"));
}

#[test]
fn files_with_errors_are_told_by_their_spans() {
    let line = r#"{"message":{"level":"error","spans":[{"file_name":"src/c3.rs"}]}}"#;
    assert_eq!(in_error(line), BTreeSet::from(["c3".to_owned()]));
    assert!(in_error(&line.replace("error", "warning")).is_empty());
}

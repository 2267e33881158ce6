//! What counts as covered by a line, and what a line is of.

use super::source::{Sources, opened};
use super::{Call, Held, field, in_error, is_covered, is_named, makers_of, told};
use std::collections::BTreeSet;

fn held(why: &str, assumes: &[&str]) -> Held {
    let assumes = assumes.iter().map(|kind| (*kind).to_owned()).collect();
    Held { name: "f".to_owned(), why: why.to_owned(), assumes }
}

#[test]
fn a_failure_is_covered_by_an_assumption_of_its_kind_or_by_an_instance_that_was_not_run() {
    let call = |instance: &str| Call {
        line: 0,
        function: 0,
        text: String::new(),
        instance: instance.to_owned(),
    };
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

#[test]
fn of_what_does_not_go_together_the_later_goes_and_only_when_nothing_else_is_wrong() {
    let conflict = r#"{"message":{"level":"error","code":{"code":"E0119"},"spans":[{"file_name":"src/t1.rs","is_primary":true},{"file_name":"src/t0.rs","is_primary":false}]}}"#;
    let other = r#"{"message":{"level":"error","code":{"code":"E0603"},"spans":[{"file_name":"src/t0.rs","is_primary":true}]}}"#;
    assert_eq!(in_error(conflict), BTreeSet::from(["t1".to_owned()]));
    assert_eq!(in_error(&format!("{conflict}\n{other}")), BTreeSet::from(["t0".to_owned()]));
    assert!(in_error(&conflict.replace("t1.rs", "random.rs")).contains("t0"));
}

#[test]
fn all_functions_of_an_opened_file_are_public_and_it_goes_on_to_mean_the_same() {
    let text = "mod m { #[non_exhaustive] struct A { x: u8 } impl A { fn f(&self) {} } impl Drop for A { fn drop(&mut self) {} } }";
    let public = "pub mod m { pub struct A { pub x: u8 } impl A { pub fn f(&self) {} } impl Drop for A { fn drop(&mut self) {} } }";
    let tokens = |text: &str| text.replace(' ', "");
    assert_eq!(opened(text).map(|text| tokens(&text)), Some(tokens(public)));
    assert!(opened("fn {").is_none());
}

#[test]
fn values_are_made_by_constructors_and_else_by_fields_also_of_generic_types() {
    let folder = std::env::temp_dir().join(format!("effigy-held-sources-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "pub struct Stock<T: crate::Unit> { of: T } impl<T: crate::Unit> Stock<T> { pub fn new(x: T) -> Self { Stock { of: x } } } pub struct Shut { x: u8 } impl From<u8> for Stock<u8> { fn from(of: u8) -> Self { Stock { of } } }";
    std::fs::write(folder.join("inner.rs"), text).unwrap();
    let sources = Sources::read(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    let made: Vec<String> = makers_of(&sources.makers, "shop").into_values().flatten().collect();
    let all = made.join("\n");
    assert!(all.contains("<shop::inner::Stock<T>>::new(Random::random(source))"), "{all}");
    assert!(all.contains("T: Random + 'static + shop :: Unit"), "{all}");
    assert!(!all.contains("Stock { of"), "{all}");
    assert!(all.contains("shop::inner::Shut { x: Random::random(source),"), "{all}");
    let from = sources.functions.iter().find(|of| of.name == "Stock as From>::from").unwrap();
    assert_eq!(from.callees[0].replace(' ', ""), "<{path}Stock<u8>asFrom<u8>>::from");
}

#[test]
fn a_line_of_the_runner_and_a_field_of_a_manifest() {
    let kinds = BTreeSet::from(["aliasing".to_owned(), "lengths".to_owned()]);
    assert_eq!(told("7\taliasing,lengths\tboom"), Some((7, kinds, "boom".to_owned())));
    assert_eq!(told("7\t"), Some((7, BTreeSet::new(), String::new())));
    let lines = ["[package]", "name = \"a-b\"", "[lib]", "path = \"lib.rs\""].map(str::to_owned);
    assert_eq!(field(&lines, "[lib]", "path").as_deref(), Some("lib.rs"));
    assert_eq!(field(&lines, "[lib]", "name"), None);
}

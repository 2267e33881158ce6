use super::*;
use effigy_lang_viper::{Disk, parse};
use std::path::Path;

const TEXT: &str = "\
domain D { function d(i: Int): Int axiom one { d(1) == 1 } }
field f: Int
field g: Int
predicate P(x: Ref) { acc(x.f) }
predicate Q(x: Ref) { P(x) }
predicate Alone(x: Ref) { acc(x.g) }
function get(x: Ref): Int requires Q(x) { 1 }
method callee(x: Ref) requires Q(x) { var i: Int := 1 }
method other(x: Ref) { inhale acc(x.g) }
method m(x: Ref) requires P(x) { callee(x) var s: Int := 2 }
";

fn program(text: &str) -> Program {
    parse(Path::new("p.vpr"), text, &Disk).unwrap_or_else(|problems| panic!("{problems:?}")).program
}

/// The key of method `m`.
fn key(text: &str) -> u128 {
    key_of(text, MemberKind::Method, "m")
}

fn key_of(text: &str, kind: MemberKind, name: &str) -> u128 {
    let program = program(text);
    Keys::new(&program, &["about".to_owned()]).key(kind, name).unwrap()
}

/// The text with something else in it.
fn with(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    TEXT.replace(from, to)
}

#[test]
fn neither_comments_nor_other_declarations_change_a_key() {
    for other in [
        with("method m", "// words\n\n  method m"),
        with("callee(x) var", "callee(x)\n  /* words */ var"),
        with("inhale acc(x.g)", "inhale acc(x.g) && x.g > 0"),
        with("predicate Alone(x: Ref) { acc(x.g) }\n", ""),
        with("field f: Int", "field h: Bool\nfield f: Int"),
        format!("method first() {{ }}\n{TEXT}"),
        // Callers see the contract alone.
        with("var i: Int := 1", "var i: Int := 2"),
    ] {
        assert_eq!(key(TEXT), key(&other), "{other}");
    }
}

#[test]
fn all_that_a_member_reads_changes_its_key() {
    let changes = [
        with("s: Int := 2", "s: Int := 3"),
        with("requires P(x) {", "requires P(x) && true {"),
        with("callee(x: Ref) requires Q(x)", "callee(x: Ref) requires P(x)"),
        with("{ acc(x.f) }", "{ acc(x.f, 1/2) }"),
        with("field f: Int", "field f: Bool"),
        with("d(1) == 1", "d(1) == 2"),
        with("requires Q(x) { 1 }", "requires Q(x) { 2 }"),
        // By way of Q, which callee names and m does not.
        with("predicate Q(x: Ref) { P(x) }", "predicate Q(x: Ref) { P(x) && true }"),
        with("callee(x) var", "other(x) var"),
        with("method m(", "@key(\"one\") method m("),
        with("method m(", "@key(\"two\") method m("),
    ];
    let mut keys: Vec<u128> = changes.iter().map(|text| key(text)).collect();
    keys.push(key(TEXT));
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), changes.len() + 1);
}

#[test]
fn swapping_two_declarations_that_are_used_changes_a_key() {
    let text = "field a: Int\nfield b: Int\nmethod m(x: Ref) { inhale acc(x.a) }";
    let swapped = text.replace("acc(x.a)", "acc(x.b)");
    assert_ne!(key(text), key(&swapped));
}

#[test]
fn tool_options_and_kinds_are_in_the_key() {
    let program = program("function m(): Int { 1 }");
    let key = |about: &str| Keys::new(&program, &[about.to_owned()]).key(MemberKind::Function, "m");
    assert_ne!(key("joins on"), key("joins off"));
    assert_eq!(Keys::new(&program, &[]).key(MemberKind::Method, "m"), None);
    let predicate = key_of("predicate m() { true }", MemberKind::Predicate, "m");
    assert_ne!(key_of("function m(): Bool { true }", MemberKind::Function, "m"), predicate);
}

#[test]
fn texts_that_look_like_places_count() {
    let annotated = |value: &str| format!("@key(\"{value}\") method m() {{ }}");
    assert_ne!(key(&annotated("Place { one }")), key(&annotated("Place { two }")));
    assert_ne!(key(&annotated("FieldId(1)")), key(&annotated("FieldId(2)")));
}

//! What is told of programs that are wrong: where, and how it is called.

use crate::shared::errors;
use effigy_lang_viper::{Disk, ParseOptions, parse_with};
use std::path::Path;

/// Asserts that a text has exactly these errors; each begins with what is given.
fn told(text: &str, expected: &[&str]) {
    let errors = errors(text);
    let same = errors.len() == expected.len()
        && errors.iter().zip(expected).all(|(e, x)| e.starts_with(x));
    assert!(same, "{text}\n{errors:#?}\nexpected {expected:#?}");
}

#[test]
fn errors_of_several_members_are_told_with_near_names() {
    told(
        "field value: Int
         method m(x: Ref) { x.valeu := 1 }
         method n(x: Ref) returns (y: Int) { y := x.value + true }",
        &[
            "2:31 typechecker.error: there is no field `valeu`; did you mean `value`?",
            "3:61 typechecker.error: Int is needed here, this is Bool",
        ],
    );
}

#[test]
fn the_parser_goes_on_behind_errors() {
    told(
        "methd c() {}
         method a() { assert )
           assert true
           assert 1 + }
         method b( { }
         method d() { var x: Int := }",
        &[
            "1:1 parser.error: expected a declaration such as `method` or `field`, found `methd`; did you mean `method`?",
            "2:30 parser.error: expected an expression, found `)`",
            "4:23 parser.error: expected an expression, found `}`",
            "5:20 parser.error: expected a name, found `{`",
            "6:37 parser.error: expected an expression, found `}`",
        ],
    );
}

#[test]
fn texts_that_are_no_programs() {
    for (text, error) in [
        ("method m() { /* ", "1:14 parser.error: the comment that begins here"),
        ("method m() { ~ }", "1:14 parser.error: `~` has no meaning"),
        ("field f", "1:8 parser.error: expected `:`, found the end of the text"),
        ("method m() { if true { } }", "1:17 parser.error: expected `(`"),
        (
            "method m() { while (true) assert true }",
            "1:27 parser.error: expected `invariant` or `{`",
        ),
        (
            "method m() { var while: Int }",
            "1:18 parser.error: expected a name, found `while`, which is a word",
        ),
        ("function f(): Int { 1", "1:22 parser.error: expected an operator or `}`"),
        (
            "method m() ensures true requires true",
            "1:25 parser.error: `requires` stands before `ensures`",
        ),
        ("method m() { assert acc(1) }", "1:25 parser.error: permissions are to a field"),
        (
            "method m() { assert Seq[Int](1) == Seq(1) }",
            "1:29 parser.error: only an empty collection",
        ),
        ("import <nothing.vpr>", "1:1 parser.error: there is no standard file `nothing.vpr`"),
        ("import \"nothing.vpr\"", "1:1 parser.error: cannot read `nothing.vpr`"),
        ("field f: Map[Int]", "1:10 parser.error: `Map` needs 2 types in brackets"),
    ] {
        told(text, &[error]);
    }
}

#[test]
fn names_and_types() {
    for (text, error) in [
        ("method m() { x := 1 }", "1:14 typechecker.error: `x` is not declared"),
        ("method m(x: Int) { x := 1 }", "1:20 typechecker.error: `x` cannot be assigned"),
        (
            "method m() { var x: Int; var x: Int }",
            "1:30 typechecker.error: `x` is already declared",
        ),
        (
            "method m() { { var x: Int } var x: Int }",
            "1:33 typechecker.error: `x` is already declared in a scope inside",
        ),
        ("field f: Int field f: Bool", "1:20 typechecker.error: `f` is already declared on line 1"),
        (
            "method m() returns (r: Int) method n() { m() }",
            "1:42 typechecker.error: `m` has 1 result, this call has 0",
        ),
        (
            "method m(a: Int) method n() { m() }",
            "1:31 typechecker.error: `m` has 1 argument, this call has 0",
        ),
        (
            "method m() method n() { assert m() }",
            "1:32 typechecker.error: `m` is a method: its call is a statement",
        ),
        ("method m(x: Foo) ", "1:13 typechecker.error: there is no type `Foo`"),
        (
            "domain D[T] {} method m(x: D) ",
            "1:28 typechecker.error: `D` has 1 type argument, not 0",
        ),
        (
            "method m() { assert result == 1 }",
            "1:21 typechecker.error: `result` stands in postconditions",
        ),
        (
            "predicate P() { true } method m() { assert P() || true }",
            "1:44 typechecker.error: a value is needed here",
        ),
        (
            "predicate P() method m() { unfold P() }",
            "1:35 typechecker.error: `P` has no body: it cannot be unfolded",
        ),
        (
            "method m() { assert 1 + none == none }",
            "1:25 typechecker.error: Int is needed here, this is Perm",
        ),
        (
            "method m(s: Set[Int]) { assert true in s }",
            "1:32 typechecker.error: Int is needed here, this is Bool",
        ),
        (
            "method m(s: Seq[Int]) { apply s == s }",
            "1:31 typechecker.error: this needs a magic wand",
        ),
        (
            "method m() ensures perm(x.f) > none { }",
            "1:20 typechecker.error: contracts and invariants have `perm`",
        ),
    ] {
        let errors = errors(text);
        assert!(errors[0].starts_with(error), "{text}\n{errors:#?}\nexpected {error}");
    }
}

#[test]
fn consistency() {
    let with = "field f: Int predicate P(x: Ref) { acc(x.f) } function h(i: Int): Int\n";
    for (text, error) in [
        (
            "method m(x: Ref) requires acc(x.f) && old(x.f) == 1",
            "2:27 consistency.error: a precondition has no `old`",
        ),
        ("method m() returns (r: Int) requires r == 1", "2:38 consistency.error: `r` is a result"),
        ("method m() { goto nowhere }", "2:14 consistency.error: there is no label `nowhere`"),
        ("method m() { label a label a }", "2:22 consistency.error: there is already a label `a`"),
        (
            "method m(x: Ref) { exhale acc(x.f, 2 * wildcard) }",
            "2:36 consistency.error: `wildcard` is a whole",
        ),
        (
            "method m(p: Perm) { assert p > wildcard }",
            "2:32 consistency.error: `wildcard` stands in",
        ),
        (
            "method m() { assert forall i: Int, j: Int :: { h(i) } h(i) == j }",
            "2:48 consistency.error: each trigger",
        ),
        (
            "method m() { assert forall i: Int :: { h(i + 1) } h(i) == 0 }",
            "2:40 typechecker.error: a trigger is",
        ),
        (
            "method m(x: Ref) { assert unfolding P(x) in acc(x.f) }",
            "2:45 consistency.error: a value is needed",
        ),
        (
            "method m(x: Ref) { assert old[lhs](x.f) == 0 }",
            "2:27 consistency.error: `old[lhs]` stands on",
        ),
        (
            "method m(x: Ref) { package true --* true { x.f := 1 } }",
            "2:44 consistency.error: the script",
        ),
        (
            "function r(i: Int): Int requires r(i) == 1",
            "2:10 consistency.error: `r` calls itself by way of",
        ),
        (
            "function r(i: Int): Int ensures r(i) == 1",
            "2:33 consistency.error: a postcondition calls its own",
        ),
        ("domain D { axiom { old(1) == 1 } }", "2:20 consistency.error: an axiom has no `old`"),
        ("adt Empty { }", "2:5 consistency.error: `Empty` has no constructor"),
        (
            "predicate Q(x: Ref) { perm(x.f) == none }",
            "2:23 consistency.error: a predicate has no `perm`",
        ),
        (
            "method two() returns (a: Int, b: Int) method m() { var x: Int x, x := two() }",
            "2:63 consistency.error: one variable is assigned twice",
        ),
    ] {
        let errors = errors(&format!("{with}{text}"));
        assert!(errors[0].starts_with(error), "{text}\n{errors:#?}\nexpected {error}");
    }
}

#[test]
fn where_functions_need_exact_amounts_a_wildcard_is_a_whole_one() {
    let text =
        "field f: Int function g(x: Ref, b: Bool): Int requires acc(x.f, b ? wildcard : none)";
    let options = ParseOptions { exact_amounts: true, ..ParseOptions::default() };
    assert!(parse_with(Path::new("test.vpr"), text, &Disk, &ParseOptions::default()).is_ok());
    let problems = parse_with(Path::new("test.vpr"), text, &Disk, &options).unwrap_err();
    assert_eq!(problems[0].id, "consistency.error");
}

#[test]
fn warnings_stand_behind_errors() {
    told(
        "define a(x, y) y method m() { assert a(1) }",
        &[
            "1:38 parser.error: the macro `a` has 2 parameters, not 1",
            "1:1 parser.warning: the macro `a` does not use its parameter `x`",
        ],
    );
}

#[test]
fn words_that_viper_has_removed_and_those_of_its_plugins_mean_nothing() {
    told(
        "method m(x: Int) { fresh x }",
        &[
            "1:20 typechecker.error: `fresh` is no statement",
            "1:26 typechecker.error: `x` is no statement",
        ],
    );
    told(
        "method m(x: Int) { constraining(x) { } }",
        &["1:20 typechecker.error: there is no method or function `constraining`"],
    );
    told(
        "method m(x: Int) requires low(x)",
        &["1:27 typechecker.error: there is no function or predicate `low`"],
    );
    told(
        "method m(x: Int) requires rel(x, 0) == 1",
        &["1:27 typechecker.error: there is no function or predicate `rel`"],
    );
}

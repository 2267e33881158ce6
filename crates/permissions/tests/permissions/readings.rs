//! Constructs that no example is about, and what options change: `refute`, smoke detection, exact amounts of functions.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::{Disk, ParseOptions};
use effigy_permissions::{Options, prove};
use effigy_solver::SolverOptions;
use effigy_testkit::tool;
use std::path::Path;
use std::time::Duration;

/// The failures of a program as `ID at line N`; `None` without a solver.
fn failures(text: &str) -> Option<Vec<String>> {
    failures_as(text, &ParseOptions::default())
}

fn failures_as(text: &str, reading: &ParseOptions) -> Option<Vec<String>> {
    tool("z3")?;
    let parsed = effigy_lang_viper::parse_with(Path::new("test.vpr"), text, &Disk, reading);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{problems:?}"));
    let report = prove(&parsed.program, &options(reading.exact_amounts));
    let failures = report.members.iter().flat_map(|member| &member.failures);
    let shown = failures.map(|f| format!("{} at line {}", f.id, f.place.span.start.line));
    Some(shown.collect())
}

fn options(exact_amounts: bool) -> Options {
    Options {
        workers: 1,
        solver: SolverOptions { query_time: Some(Duration::from_secs(10)), ..Default::default() },
        cancel: CancelToken::default(),
        member_time: None,
        joins: true,
        exact_amounts,
        states: false,
        walk: false,
        only: Vec::new(),
    }
}

fn fails(text: &str, expected: &str) {
    if let Some(failures) = failures(text) {
        assert_eq!(failures, [expected]);
    }
}

/// The sentences name what fails in plain words.
#[test]
fn messages_point_to_what_fails() {
    if tool("z3").is_none() {
        return;
    }
    let text = "field f: Int
method key(m: Map[Int, Int]) returns (r: Int) { r := m[3] }
method held(x: Int) requires x > 0 { refute x > 0 }
method all(s: Set[Ref])
  requires forall x: Ref :: x in s ==> acc(x.f)
{ exhale forall x: Ref :: x in s ==> acc(x.f) && x.f > 0 }
";
    let parsed = effigy_lang_viper::parse(Path::new("test.vpr"), text, &Disk).expect("it parses");
    let report = prove(&parsed.program, &options(false));
    let failures = report.members.iter().flat_map(|member| &member.failures);
    let messages: Vec<&str> = failures.map(|failure| failure.message.as_str()).collect();
    for part in [
        "the map may not contain this key",
        "this holds whenever it is reached",
        "this may not hold",
    ] {
        assert!(messages.iter().any(|message| message.contains(part)), "{part}: {messages:#?}");
    }
}

#[test]
fn what_is_refuted_on_no_path_is_reported() {
    fails(
        "method m() requires false {\n  refute true\n}",
        "refute.failed:refutation.true at line 2",
    );
    let text = "method m(x: Int, b: Bool)
  requires b ==> x == 1
  requires x == 1 || b
{
  refute x == 2
  refute x == 1
}";
    fails(text, "refute.failed:refutation.true at line 6");
}

#[test]
fn each_refute_of_a_macro_is_judged_by_itself() {
    let text = "define both(x) { refute x == 1 refute x == 2 }
method m(x: Int) requires x == 1 {
  both(x)
}";
    fails(text, "refute.failed:refutation.true at line 3");
}

#[test]
fn behind_a_failure_nothing_is_said_of_what_is_refuted() {
    let text = "method m(x: Int) {
  assert x == 1
  refute x == 2
}";
    fails(text, "assert.failed:assertion.false at line 2");
}

/// The failures with smoke detection.
fn smoke(text: &str, expected: &[&str]) {
    let reading = ParseOptions { smoke: true, ..ParseOptions::default() };
    if let Some(failures) = failures_as(text, &reading) {
        let lines: Vec<&str> = failures
            .iter()
            .filter_map(|f| f.strip_prefix("refute.failed:refutation.true "))
            .collect();
        assert_eq!(lines, expected, "{failures:?}");
    }
}

#[test]
fn smoke_detection_finds_contradictions() {
    smoke("method m() requires false { }", &["at line 1"]);
    smoke("domain D { axiom { false } }\nmethod m() { var d: D }", &["at line 2"]);
    let dead = "method m(x: Int)
  requires x > 1
{
  if (x > 0) {
    assert x > 1
  } else {
    assert true
  }
}";
    smoke(dead, &["at line 6"]);
    let alive = "field f: Int
method m(x: Ref, n: Int)
  requires acc(x.f, 1/2)
  ensures acc(x.f, 1/2)
{
  var i: Int := 0
  while (i < n)
    invariant acc(x.f, 1/2)
  {
    i := i + 1
  }
  inhale acc(x.f, 1/2)
  exhale acc(x.f, 1/2)
}";
    smoke(alive, &[]);
}

/// The failures where functions need the amounts of their preconditions.
fn exact(text: &str, expected: &[&str]) {
    let reading = ParseOptions { exact_amounts: true, ..ParseOptions::default() };
    if let Some(failures) = failures_as(text, &reading) {
        assert_eq!(failures, expected);
    }
}

#[test]
fn functions_need_exact_amounts_where_that_is_asked_for() {
    let call = "field f: Int
function get(x: Ref): Int requires acc(x.f) { x.f }
method whole(x: Ref) requires acc(x.f) { assert get(x) == x.f }
method half(x: Ref) requires acc(x.f, 1/2) { assert get(x) == x.f }";
    exact(call, &["application.precondition:insufficient.permission at line 4"]);
    fails_nowhere(call);
    let inside = "field f: Int
predicate p(x: Ref) { acc(x.f) }
function get(x: Ref): Int requires acc(p(x), 1/2)
{ unfolding acc(p(x), 1/2) in x.f }
function more(x: Ref): Int requires acc(p(x), 1/2)
{ unfolding p(x) in x.f }
method m(x: Ref) requires acc(p(x), 1/3) { assert unfolding acc(p(x), 1/3) in x.f == x.f }";
    exact(inside, &["function.not.wellformed:insufficient.permission at line 5"]);
    let quantified = "field f: Int
function sum(s: Set[Ref]): Int requires forall x: Ref :: x in s ==> acc(x.f)
method m(s: Set[Ref]) requires forall x: Ref :: x in s ==> acc(x.f, 1/2) {
  assert sum(s) == sum(s)
}";
    exact(quantified, &["application.precondition:insufficient.permission at line 4"]);
    fails_nowhere(quantified);
    // Nothing is false that two halves of a call say.
    let calls = "field f: Int
function get(x: Ref, y: Ref): Int requires acc(x.f, 1/2) && acc(y.f, 1/2) ensures x != y { x.f }";
    exact(calls, &["postcondition.violated:assertion.false at line 2"]);
}

fn fails_nowhere(text: &str) {
    if let Some(failures) = failures(text) {
        assert_eq!(failures, Vec::<String>::new());
    }
}

#[test]
fn what_a_data_type_contains_is_derived() {
    let text = "import <adt/derives.vpr>
adt Two { Pair(first: Int, second: Int, third: Int) } derives { contains without third }
method inside(p: Two) { assert contains(p.first, p) && contains(p.second, p) }
method out(p: Two) { assert contains(p.third, p) }";
    fails(text, "assert.failed:assertion.false at line 4");
}

#[test]
fn forperm_is_about_what_is_held() {
    let text = "field f: Int
method m(x: Ref, y: Ref) requires acc(x.f) {
  assert forperm r: Ref [r.f] :: r == x
  inhale acc(y.f)
  assert forperm r: Ref [r.f] :: r == x || r == y
  assert forperm r: Ref [r.f] :: r == x
}";
    fails(text, "assert.failed:assertion.false at line 6");
}

#[test]
fn a_member_has_its_first_error() {
    let text = "method m(x: Int) {
  assert x == 1
  assert x == 2
}";
    fails(text, "assert.failed:assertion.false at line 2");
}

#[test]
fn epsilon_is_unsupported() {
    let text = "field f: Int\nmethod m(x: Ref) requires acc(x.f, epsilon) { }";
    fails(text, "feature.unsupported:feature.unsupported at line 2");
}

#[test]
fn what_is_assumed_may_unfold_a_predicate() {
    let text = "field f: Int
field p: Perm
predicate share(x: Ref) { acc(x.p) && none < x.p }
method same(x: Ref, y: Ref) {
  inhale acc(x.f) && share(x)
  assume unfolding share(x) in acc(y.f, x.p)
  assert x == y
}
method no_more(x: Ref, y: Ref) {
  inhale acc(x.f) && share(x)
  assume unfolding share(x) in acc(y.f, 1/2) && acc(x.p)
  assert x == y
  assert unfolding share(x) in x.p == write
}
method nothing(x: Ref, b: Bool) {
  inhale acc(x.f, 1/2)
  assume b ==> unfolding share(x) in acc(x.f)
}";
    if let Some(failures) = failures(text) {
        let expected = [
            "assert.failed:assertion.false at line 13",
            "inhale.failed:insufficient.permission at line 17",
        ];
        assert_eq!(failures, expected);
    }
}

/// The axioms of a generic domain hold of the types that only another domain's functions are used with.
#[test]
fn axioms_about_another_domain_hold_where_it_is_used() {
    let text = "domain Box[T] { function size(b: Box[T]): Int }
domain Shelf[T] {
  function of(b: Box[T]): Shelf[T]
  function width(s: Shelf[T]): Int
  axiom { forall b: Box[T] :: size(b) > 0 ==> width(of(b)) > 5 }
  axiom { forall b: Box[T] :: width(of(b)) > 5 ==> size(b) == 1 }
}
method m(b: Box[Int], c: Box[Bool]) {
  assert size(b) > 0 ==> size(b) == 1
  assert size(c) > 0 ==> size(c) == 2
}";
    fails(text, "assert.failed:assertion.false at line 10");
}

#[test]
fn a_missing_permission_is_explained_by_an_index_before_a_null() {
    if tool("z3").is_none() {
        return;
    }
    let array = "field val: Int
domain Array { function loc(a: Array, i: Int): Ref function len(a: Array): Int function fst(r: Ref): Array function snd(r: Ref): Int
  axiom { forall a: Array, i: Int :: {loc(a, i)} fst(loc(a, i)) == a && snd(loc(a, i)) == i } }
method m(a: Array, s: Seq[Ref], x: Ref, n: Int)
  requires forall i: Int :: 0 <= i && i < len(a) ==> acc(loc(a, i).val)";
    for (body, hint) in [
        ("{ var j: Int assume 0 <= j loc(a, j).val := 1 }", ", whose index may be out of range"),
        (
            "{ assert forall i: Int :: 0 <= i && i < n ==> loc(a, i).val == 0 }",
            ", whose index may be out of range",
        ),
        ("{ x.val := 1 }", ", whose object may be null"),
        ("{ assume x != null x.val := 1 }", " here"),
    ] {
        let said = messages(&format!("{array}\n{body}"));
        assert!(said.len() == 1 && said[0].ends_with(hint), "{body}: {said:?}");
    }
}

/// The messages of the failures of a program.
fn messages(text: &str) -> Vec<String> {
    let parsed = effigy_lang_viper::parse(Path::new("test.vpr"), text, &Disk);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{problems:?}"));
    let report = prove(&parsed.program, &options(false));
    report.members.iter().flat_map(|m| &m.failures).map(|f| f.message.clone()).collect()
}

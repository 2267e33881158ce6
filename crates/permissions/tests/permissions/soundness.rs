//! Programs that must not be proved: each was, by a defect of the prover that is gone.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::Disk;
use effigy_permissions::{Options, prove};
use effigy_solver::SolverOptions;
use effigy_testkit::tool;
use std::path::Path;
use std::time::Duration;

/// The failures of a program as `ID at line N`; `None` without a solver.
fn failures(text: &str) -> Option<Vec<String>> {
    tool("z3")?;
    let parsed = effigy_lang_viper::parse(Path::new("test.vpr"), text, &Disk);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{problems:?}"));
    let options = Options {
        workers: 1,
        solver: SolverOptions { query_time: Some(Duration::from_secs(10)), ..Default::default() },
        cancel: CancelToken::default(),
        member_time: None,
        joins: true,
        exact_amounts: false,
        states: false,
        walk: false,
        only: Vec::new(),
    };
    let report = prove(&parsed.program, &options);
    let failures = report.members.iter().flat_map(|member| &member.failures);
    let shown = failures.map(|f| format!("{} at line {}", f.id, f.place.span.start.line));
    Some(shown.collect())
}

fn fails(text: &str, expected: &str) {
    if let Some(failures) = failures(text) {
        assert_eq!(failures, [expected]);
    }
}

#[test]
fn a_path_goes_on_where_nothing_is_lost() {
    let text = "field f: Int
method m(x: Ref) requires acc(x.f) && x.f == 3 {
  quasihavoc false ==> x.f
  quasihavoc x.f
  assert x.f == 3
}";
    fails(text, "assert.failed:assertion.false at line 5");
}

#[test]
fn locations_that_lose_their_values_are_distinguished() {
    let text = "field f: Int
method m(s: Seq[Ref]) {
  quasihavocall i: Int :: 0 <= i && i < |s| ==> s[i].f
}";
    fails(text, "quasihavocall.failed:quasihavocall.not.injective at line 3");
}

#[test]
fn a_wand_has_the_values_of_what_it_takes_alone() {
    let all = "(forall y: Ref :: y != null ==> acc(y.f))";
    let text = format!(
        "field f: Int
method m(x: Ref) requires x != null && {all} {{
  package {all} --* {all}
  x.f := 0
  assert applying ({all} --* {all}) in true
  x.f := 1
  assert applying ({all} --* {all}) in true
  assert false
}}"
    );
    fails(&text, "assert.failed:assertion.false at line 8");
}

#[test]
fn a_function_does_not_show_its_own_postcondition() {
    fails(
        "function f(): Int\n  ensures false\n{ 42 }",
        "postcondition.violated:assertion.false at line 2",
    );
}

#[test]
fn what_a_wand_relied_on_is_given_up_although_its_proof_is_contradictory() {
    let text = "field f: Int
method m(x: Ref) requires acc(x.f) {
  package acc(x.f) --* false {
    assert acc(x.f) && acc(x.f)
    assert false
  }
  assert acc(x.f)
}";
    fails(text, "assert.failed:insufficient.permission at line 7");
}

#[test]
fn a_jump_into_a_block_is_followed() {
    let text = "method m(b: Bool) {
  goto inside
  if (b) {
    label inside
    assert false
  }
}";
    fails(text, "assert.failed:assertion.false at line 5");
}

#[test]
fn a_jump_out_of_a_loop_and_back_is_part_of_the_loop() {
    let text = "field f: Int
method m(x: Ref, n: Int) returns (i: Int) requires acc(x.f) && x.f == 0 {
  i := 0
  while (i < n) invariant acc(x.f) && x.f == 0 {
    i := i + 1
    if (i == 3) { goto three }
    label back
  }
  assert x.f == 0
  goto end
  label three
  x.f := 1
  if (i == 4) { x.f := 0 goto end }
  goto back
  label end
}";
    fails(text, "invariant.not.preserved:assertion.false at line 4");
}

#[test]
fn a_loop_that_is_entered_twice_is_refused() {
    let text = "method m(b: Bool, n: Int) returns (i: Int) {
  i := 0
  if (b) { goto inside }
  while (i < n) invariant i == 0 {
    i := i + 1
    label inside
    i := 0
  }
  assert false
}";
    fails(text, "feature.unsupported:feature.unsupported at line 2");
}

#[test]
fn jumps_that_never_come_back_make_no_loop() {
    let text = "field f: Int
method m(x: Ref, b: Bool) requires acc(x.f) {
  goto second
  label first
  x.f := 1
  if (b) { goto end } else { goto end }
  label second
  if (b) { goto first } else { goto first goto second }
  label end
  assert x.f == 1
  assert x.f == 2
}";
    fails(text, "assert.failed:assertion.false at line 11");
}

#[test]
fn what_is_changed_on_the_way_out_of_a_loop_is_known_inside() {
    let text = "method m(n: Int) {
  var i: Int := 0
  var left: Int := 0
  label head
  i := i + 1
  if (i == n) { left := 1 goto end } elseif (i == n + 1) { i := i + 1 goto head }
  assert left == 0
  if (i < n) { goto head }
  assert i == 1
  label end
}";
    fails(text, "assert.failed:assertion.false at line 9");
}

#[test]
fn what_is_false_of_sequences_is_not_proved() {
    for goal in [
        "s ++ t == t ++ s",
        "|s[n..]| == |s| - n - 1",
        "(s ++ t)[..n + 1] == s[..n]",
        "(s ++ t)[n..] == s[..n] ++ t",
        "(s ++ t)[|s| + 1..] == t",
        "x in s ++ t ==> x in s",
        "s[n := x] == s",
        "false",
    ] {
        let text = format!(
            "method m(s: Seq[Int], t: Seq[Int], n: Int, x: Int) requires 0 <= n && n < |s| && s[..n] != t
{{
  assert {goal}
}}"
        );
        fails(&text, "assert.failed:assertion.false at line 3");
    }
}

#[test]
fn a_loop_that_jumps_leave_is_looked_at() {
    let text = "method m(b: Bool) {
  var i: Int := 0
  while (b) invariant i == 0
  {
    i := 1
    goto end
  }
  label end
  assert i == 0
}";
    fails(text, "assert.failed:assertion.false at line 9");
}

#[test]
fn a_loop_that_jumps_leave_keeps_its_invariant_at_first() {
    let text = "method m(b: Bool, i: Int) {
  while (b) invariant i == 0
  {
    goto end
  }
  label end
}";
    fails(text, "invariant.not.established:assertion.false at line 2");
}

#[test]
fn a_sum_in_an_instance_leaves_out_what_it_leaves_out() {
    let text = "field f: Int
domain Array {
  function at(a: Array, i: Int): Ref
  function back(r: Ref): Int
  axiom { forall a: Array, i: Int :: { at(a, i) } back(at(a, i)) == i }
}
method m(a: Array, n: Int)
  requires n > 3 && forall i: Int :: i in [0..n) ==> acc(at(a, i + 1).f)
  ensures acc(at(a, 0).f)
{ }";
    fails(text, "postcondition.violated:insufficient.permission at line 9");
}

#[test]
fn what_is_false_of_sets_is_not_proved() {
    for goal in [
        "|s union Set(x)| == |s| + 1",
        "|s union t| == |s| + |t|",
        "|s| <= |t| ==> s subset t",
        "|s| == 1",
        "|s intersection Set(y)| == 1",
        "|b setminus Multiset(x)| == |b| - 1",
        "|b| <= |c| ==> (b subset c)",
        "|domain(m[x := y])| == |domain(m)| + 1",
        "false",
    ] {
        let text = format!(
            "method test(s: Set[Int], t: Set[Int], b: Multiset[Int], c: Multiset[Int], m: Map[Int, Int], x: Int, y: Int)
  requires x in s && |t| == 2 && |b| + |c| > 2 && s != t && |m| > 1
{{
  assert {goal}
}}"
        );
        fails(&text, "assert.failed:assertion.false at line 4");
    }
}

#[test]
fn what_was_joined_to_a_multiset_is_left_when_the_multiset_is_taken_away() {
    let text = "method m(a: Multiset[Int], b: Multiset[Int]) {
  var both: Multiset[Int] := a union b
  assert |both setminus a| == |b|
  assert |both setminus b| == |a|
  assert |a setminus b| == |a|
}";
    fails(text, "assert.failed:assertion.false at line 5");
}

#[test]
fn a_wand_that_cannot_be_applied_says_nothing_of_the_heap() {
    for left in ["acc(x.f)", "acc(x.f) && x.f == 1", "acc(x.f, 1/2)"] {
        let text = format!(
            "field f: Int
method m(x: Ref) requires acc(x.f) && x.f == 0
{{
  package {left} --* acc(x.f) && acc(x.f, 1/2)
  assert false
}}"
        );
        fails(&text, "assert.failed:assertion.false at line 5");
    }
}

#[test]
fn what_a_script_assumes_stays_in_its_wand() {
    let text = "field f: Int
method m(x: Ref) requires acc(x.f)
{
  package true --* acc(x.f) { inhale x == null }
  assert x == null
}";
    fails(text, "assert.failed:assertion.false at line 5");
}

#[test]
fn one_instance_says_nothing_of_another() {
    let text = "field f: Int
method m(s: Set[Ref], x: Ref, y: Ref)
  requires acc(x.f, 1/2) && x.f == 3 && y in s
  requires forall z: Ref :: z in s ==> acc(z.f, 1/2)
{
  assert x in s ==> x.f == 3
  assert y.f == 3
}";
    fails(text, "assert.failed:assertion.false at line 7");
}

#[test]
fn a_wand_with_another_value_of_a_function_is_another() {
    let text = "function g(n: Int): Int
method m(n: Int) requires g(n) == 1
{
  package true --* g(n) == 1
  apply true --* g(n + 1) == 1
}";
    fails(text, "apply.failed:wand.not.found at line 5");
}

#[test]
fn a_measure_without_components_never_decreases() {
    fails(
        "function h(x: Int): Int decreases
  ensures h(x) == x
{ x + 1 }",
        "termination.failed:tuple.false at line 2",
    );
    fails(
        "method m(n: Int) decreases {
  while (true) decreases { }
}",
        "termination.failed:tuple.false at line 2",
    );
}

#[test]
fn a_jump_that_goes_round_does_not_end() {
    fails(
        "method m(n: Int) requires n >= 0 ensures false decreases n {
  label l
  goto l
}",
        "termination.failed:termination.condition.false at line 3",
    );
}

#[test]
fn a_wildcard_is_below_all_that_is_held_under_any_name() {
    for held in [
        "inhale acc(x.f, 1/2) && acc(y.f, 1/2) && x == y",
        "inhale acc(x.f, 1/2) inhale acc(x.f, 1/2) assume x == y",
        "inhale acc(x.f, 1/2) && x == y inhale forall z: Ref :: z in Set(y) ==> acc(z.f, 1/2)",
    ] {
        let text = format!(
            "field f: Int
method m(x: Ref, y: Ref) {{
  {held}
  exhale acc(x.f, wildcard)
  exhale acc(y.f, 1/2)
}}"
        );
        fails(&text, "exhale.failed:insufficient.permission at line 5");
    }
    let text = "field f: Int
predicate P(x: Ref)
method m(x: Ref, y: Ref) {
  inhale acc(P(x), 1/2) && acc(P(y), 1/2) && x == y
  exhale acc(P(x), wildcard)
  exhale acc(P(y), 1/2)
}";
    fails(text, "exhale.failed:insufficient.permission at line 6");
    let text = "field f: Int
method m(x: Ref, y: Ref) {
  inhale acc(x.f, 1/2) && acc(y.f, 1/2) && x == y
  exhale forall z: Ref :: z in Set(x) ==> acc(z.f, wildcard)
  exhale acc(y.f, 1/2)
}";
    fails(text, "exhale.failed:insufficient.permission at line 5");
}

#[test]
fn an_amount_that_is_a_wildcard_on_one_side_is_held_on_the_other() {
    let text = "field f: Int
method m(x: Ref, b: Bool) {
  inhale acc(x.f, 1/4)
  exhale b ? acc(x.f, wildcard) : acc(x.f, 1/2)
}";
    fails(text, "exhale.failed:insufficient.permission at line 4");
}

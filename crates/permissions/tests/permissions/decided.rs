//! Programs that must be proved with little work: each took too much, or was not decided at all, by a weakness that is gone.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::Disk;
use effigy_lang_viper::tree::Place;
use effigy_permissions::{Options, Verdict, prove};
use effigy_solver::SolverOptions;
use effigy_testkit::tool;
use std::path::Path;
use std::time::Duration;

/// Proves each member, with less than a tenth of the usual work for each obligation.
fn proves(text: &str) {
    if tool("z3").is_none() {
        return;
    }
    let parsed = effigy_lang_viper::parse(Path::new("test.vpr"), text, &Disk);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{problems:?}"));
    let solver =
        SolverOptions { query_time: Some(Duration::from_millis(800)), ..Default::default() };
    for member in prove(&parsed.program, &options(solver)).members {
        assert_eq!(member.verdict, Verdict::Proved, "{}: {:?}", member.name, member.failures);
    }
}

fn options(solver: SolverOptions) -> Options {
    Options {
        workers: 1,
        solver,
        cancel: CancelToken::default(),
        member_time: None,
        joins: true,
        exact_amounts: false,
        states: false,
        walk: false,
        only: Vec::new(),
    }
}

#[test]
fn a_recursion_is_unrolled_as_far_as_the_program_looks() {
    proves(
        "field v: Int
field l: Ref
field r: Ref
predicate tree(x: Ref) { x != null ==> acc(x.v) && acc(x.l) && tree(x.l) && acc(x.r) && tree(x.r) }
function items(x: Ref): Seq[Int] requires tree(x)
{ x == null ? Seq[Int]() : unfolding tree(x) in items(x.l) ++ Seq(x.v) ++ items(x.r) }
method remove_least(x: Ref) returns (y: Ref, least: Int)
  requires x != null && tree(x)
  ensures tree(y) && old(items(x)) == Seq(least) ++ items(y)
{
  unfold tree(x)
  if (x.l == null) {
    y := x.r
    least := x.v
    assert items(x.l) == Seq[Int]()
  } else {
    var rest: Ref
    rest, least := remove_least(x.l)
    x.l := rest
    y := x
    fold tree(y)
  }
}",
    );
}

#[test]
fn sequences_in_several_parts_are_compared() {
    proves(
        "method parts(a: Seq[Int], b: Seq[Int], c: Seq[Int], d: Seq[Int], e: Seq[Int], x: Int)
  requires a ++ Seq(x) ++ b == c ++ d && |c| == |a| + 1
{
  assert (a ++ (Seq(x) ++ b)) ++ (d ++ e) == ((a ++ Seq(x)) ++ b) ++ d ++ e
  assert c == a ++ Seq(x)
  assert d == b
}
method slices(s: Seq[Int], i: Int, j: Int) requires 0 <= i && i <= j
{
  assert s[..i] ++ s[i..j] ++ s[j..] == s
  assert (s ++ Seq(i))[i..] == s[i..] ++ Seq(i) || |s| < i
}",
    );
}

#[test]
fn a_question_about_an_element_is_met() {
    proves(
        "method m(s: Seq[Int])
  requires forall i: Int :: { i in s } i in s == i > 5
{
  assert 7 in s
  assert !(3 in s)
}",
    );
}

#[test]
fn functions_in_instances_are_defined_for_all_values() {
    proves(
        "predicate p(r: Ref)
function same(r: Ref, i: Int): Ref { r }
function mark(r: Ref): Bool { true }
method m(xs: Seq[Ref], i: Int)
  requires forall x: Ref :: { mark(x) } x in xs ==> p(same(x, i))
{ }",
    );
}

#[test]
fn an_instance_at_a_sum_is_found() {
    proves(
        "field f: Int
domain Array {
  function at(a: Array, i: Int): Ref
  function back(r: Ref): Int
  axiom { forall a: Array, i: Int :: { at(a, i) } back(at(a, i)) == i }
}
method m(a: Array, n: Int)
  requires n > 3 && forall i: Int :: i in [0..n) ==> acc(at(a, i + 1).f)
  ensures acc(at(a, 1).f)
  ensures forall i: Int :: i in [2..n + 1) ==> acc(at(a, i).f)
{ }",
    );
}

#[test]
fn a_loop_that_only_jumps_leave_is_none() {
    proves(
        "field f: Int
method leave(x: Ref) requires acc(x.f)
{
  var again: Bool := true
  while (again)
  {
    goto end
    again := false
  }
  assert false
  label end
  x.f := 1
}
method ahead(x: Ref, b: Bool) requires acc(x.f)
{
  goto one
  label two
  if (b) { goto end } else { goto end }
  label one
  x.f := 1
  goto two
  label end
}",
    );
}

#[test]
fn sizes_of_sets_are_compared() {
    proves(
        "method parts(s: Set[Int], t: Set[Int], x: Int, y: Int) requires x in s && !(y in s)
{
  assert |s union Set(x)| == |s| && |Set(y) union s| == |s| + 1
  assert |s setminus Set(x)| == |s| - 1
  assert s subset t ==> |s| <= |t| && (|s| == |t| ==> s == t)
  assert |s| == 1 ==> s == Set(x)
  assert y in t && x in t ==> |t| >= 2
}
method maps(m: Map[Int, Int], k: Int)
{
  assert |domain(m[k := 3])| == (k in m ? |domain(m)| : |domain(m)| + 1)
}
method bags(s: Multiset[Int], x: Int) requires (x in s) > 0
{
  assert |s setminus Multiset(x)| == |s| - 1
  assert (s setminus Multiset(x)) union Multiset(x) == s
}",
    );
}

#[test]
fn heaps_around_a_wand_say_what_their_chunks_say_of_each_other() {
    proves(
        "field f: Int
method apart(x: Ref, y: Ref, z: Ref)
{
  inhale acc(x.f, 1/2) && acc(y.f, 1/2) && acc(z.f) && x == y
  package true --* true { assert z != x }
}
method equal(x: Ref) requires acc(x.f, 1/2)
{
  package acc(x.f, 1/4) && x.f == 2 --* acc(x.f, 1/4) && x.f == 2 {
    package true --* acc(x.f, 1/2) && x.f == 2
  }
}
method all(x: Ref) requires forall y: Ref :: acc(y.f, 1/2)
{
  package (forall y: Ref :: acc(y.f, 1/2)) && x.f == 0 --* true {
    assert acc(x.f) && x.f == 0
  }
}",
    );
}

#[test]
fn a_wand_is_found_by_the_values_of_functions() {
    proves(
        "function sum(s: Seq[Int]): Int { |s| == 0 ? 0 : s[0] + sum(s[1..]) }
method m(s: Seq[Int], n: Int) requires sum(s) == n
{
  package true --* sum(s) == n
  var t: Seq[Int] := Seq(n) ++ s
  assert s == t[1..]
  apply true --* sum(t) == 2 * n
}",
    );
}

#[test]
fn what_is_said_of_instances_of_predicates_is_found() {
    proves(
        "predicate p(x: Ref, y: Ref)
method m(s: Set[Ref], t: Set[Ref], q: Perm, a: Ref, b: Ref) requires none <= q
{
  inhale forall x: Ref, y: Ref :: { x in s, y in s } x in s && y in s ==> acc(p(x, y), q)
  assume forall x: Ref, y: Ref :: { p(x, y) } x in t && y in t ==> acc(p(x, y), q)
  assume a in t && b in t
  assert acc(p(a, b), q)
}",
    );
}

#[test]
fn calls_without_variables_under_a_quantifier_are_defined() {
    proves(
        "function get(i: Int): Int requires i > -5
function none_of(): Int ensures result == 0
method m()
{
  assume forall i: Int :: i > 0 ==> let j == (i) in get(j) == none_of()
  assert get(10) == 0
}",
    );
}

#[test]
fn what_one_side_of_a_branch_learned_is_known_behind_it() {
    proves(
        "method up_to(b: Bool, n: Int) returns (r: Int)
  requires n >= 0
  ensures b || r == n
{
  r := 0
  if (!b) {
    while (r < n)
      invariant r <= n
    {
      r := r + 1
    }
  }
}",
    );
}

#[test]
fn chunks_are_distinguished_before_one_of_them_is_taken() {
    proves(
        "field value: Int
field next: Ref
predicate cell(this: Ref) { acc(this.next) && acc(this.value) && (this.next != null ==> cell(this.next)) }
function get(this: Ref): Int requires cell(this) { unfolding cell(this) in this.value }
method either(a: Ref, b: Ref, c: Bool)
  requires a != null && b != null && cell(a) && cell(b)
{
  var z: Ref
  unfold cell(a)
  unfold cell(b)
  a.value := 0
  b.value := 1
  if (c) { z := a } else { z := b }
  fold cell(z)
  assert c ==> cell(a) && get(a) == 0
  assert !c ==> cell(b) && get(b) == 1
}",
    );
}

#[test]
fn a_failure_names_the_sides_of_branches_that_were_joined() {
    if tool("z3").is_none() {
        return;
    }
    let text = "method sum(a: Bool, b: Bool) returns (r: Int)
{
  r := 0
  if (a) {
    r := 1
  }
  if (b) {
    r := r + 2
  }
  assert r != 1
}";
    let parsed = effigy_lang_viper::parse(Path::new("test.vpr"), text, &Disk);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{problems:?}"));
    let report = prove(&parsed.program, &options(SolverOptions::default()));
    let [failure] = &report.members[0].failures[..] else { panic!("{:?}", report.members) };
    let line = |place: &Place| place.span.start.line;
    let path: Vec<_> = failure.path.iter().map(|(place, side)| (line(place), &**side)).collect();
    assert_eq!(path, [(4, "the condition holds"), (7, "the condition does not hold")]);
}

#[test]
fn a_function_does_not_depend_on_what_it_may_not_read() {
    proves(
        "field f: Int
function g(x: Ref, y: Ref, b: Bool): Int
  requires acc(x.f, b ? write : none)
  requires acc(y.f, !b ? write : none)
method m(x: Ref, y: Ref, b: Bool)
  requires acc(x.f) && acc(y.f)
{
  y.f := 0
  assert g(x, y, true) == old(g(x, y, true))
  label l
  if (b) { y.f := 7 } else { x.f := 7 }
  assert g(x, y, b) == old[l](g(x, y, b))
}
",
    );
}

#[test]
fn a_predicate_that_is_opened_and_closed_again_has_its_snapshot() {
    proves(
        "field f: Int
field g: Int
predicate P(x: Ref) { x != null && acc(x.f) && x.f > 0 && acc(x.g) }
predicate Q(x: Ref) { acc(x.f) && x.f > 0 }
function p(x: Ref): Int requires P(x)
function q(x: Ref): Int requires Q(x)
method m(x: Ref) requires P(x) {
  unfold P(x)
  fold P(x)
  assert p(x) == old(p(x))
}
method n(x: Ref) requires Q(x) {
  unfold Q(x)
  fold Q(x)
  assert q(x) == old(q(x))
}",
    );
}

#[test]
fn what_is_said_of_one_function_of_a_value_is_found_from_another() {
    proves(
        "domain list {
  function Nil_(): list
  function Cons_(v: Int, tl: list): list
  function ty(x: list): Int
  unique function tyN(): Int
  unique function tyC(): Int
  function isN(x: list): Bool
  function isC(x: list): Bool
  axiom a1 { ty(Nil_()) == tyN() }
  axiom a2 { forall v: Int, tl: list :: ty(Cons_(v, tl)) == tyC() }
  axiom a3 { forall x: list :: ty(x) == tyN() || ty(x) == tyC() }
  axiom a4 { forall x: list :: ty(x) == tyN() <==> isN(x) }
  axiom a5 { forall x: list :: ty(x) == tyC() <==> isC(x) }
}
method check(x: list) { assert isN(x) <==> !isC(x) }",
    );
}

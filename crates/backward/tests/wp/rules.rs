//! Each substitution of de Boer & Bonsangue (2021), section 4, by its clause: what a value is over the initial state.

use crate::support::{Leaf, backwards, ir};
use effigy_backward::unfolding::UnfoldOptions;
use effigy_exec::context::Context;
use effigy_term::print::infix;

const FIELDS: &str = "
field &\".f\" (bv32) -> bv32 value
field &\".g\" (bv32) -> bv32 value
field &\".next\" (bv32) -> bv32 reference
field &x () -> bv32 reference
field &y () -> bv32 reference
field &z () -> bv32 reference
field &n () -> bv32 value
";

/// The traces of the instructions.
fn traces(body: &str) -> (Context, Vec<Leaf>) {
    let mut context =
        ir(&format!("{FIELDS}define @main() -> (bv32) {{\nb0:\n{body}\n  return 0:bv32\n}}\n"));
    let leaves = backwards(&mut context, UnfoldOptions::default());
    (context, leaves)
}

/// What the instructions put out, over the initial state.
fn outputs(body: &str) -> Vec<String> {
    let (context, leaves) = traces(body);
    assert_eq!(leaves.len(), 1, "{leaves:?}");
    let text = |(name, value): &(String, _)| format!("{name} = {}", infix(&context.store, *value));
    leaves[0].outputs.iter().map(text).collect()
}

/// `path` of each trace that returns, its conjuncts in order.
fn conditions(body: &str) -> Vec<Vec<String>> {
    let (context, leaves) = traces(body);
    let returned = leaves.iter().filter(|leaf| leaf.ending == "returned");
    let text = |leaf: &Leaf| leaf.condition.iter().map(|t| infix(&context.store, *t)).collect();
    returned.map(text).collect()
}

#[test]
fn a_variable_over_its_assignment_is_the_expression() {
    // x[x := e] = e, y[x := e] = y
    let body = "
  %0: bv32 := get &y()
  set &x(), %0
  %1: bv32 := get &x()
  %2: bv32 := get &z()
  output \"x\" %1
  output \"z\" %2";
    assert_eq!(outputs(body), ["x = y", "z = z"]);
}

#[test]
fn nil_and_variables_stay_over_an_assignment_to_a_field() {
    // nil[h.f := e] = nil, x[h.f := e] = x
    let body = "
  %0: bv32 := get &y()
  set &\".f\"(%0), 1:bv32
  output \"nil\" 0:bv32
  %1: bv32 := get &x()
  output \"x\" %1";
    assert_eq!(outputs(body), ["nil = 0", "x = x"]);
}

#[test]
fn another_field_stays_over_an_assignment_to_a_field() {
    // (h'.f')[h.f := e] = h'[h.f := e].f'
    let body = "
  %0: bv32 := get &x()
  %1: bv32 := get &y()
  set &\".f\"(%1), 1:bv32
  %2: bv32 := get &\".g\"(%0)
  output \"g\" %2
  set &\".next\"(%1), 0:bv32
  %3: bv32 := get &\".next\"(%0)
  %4: bv32 := get &\".g\"(%3)
  output \"next.g\" %4";
    // h' itself is changed by the assignment: x.next is y.next's nil when x = y.
    assert_eq!(outputs(body), ["g = x.g", "next.g = (x == y ? 0 : x.next).g"]);
}

#[test]
fn the_same_field_over_an_assignment_is_the_aliasing_conditional() {
    // (h'.f)[h.f := e] = if h'[h.f := e] = h then e else h'[h.f := e].f fi
    let body = "
  %0: bv32 := get &x()
  %1: bv32 := get &y()
  set &\".f\"(%1), 1:bv32
  %2: bv32 := get &\".f\"(%0)
  output \"x.f\" %2
  %3: bv32 := get &\".f\"(%1)
  output \"y.f\" %3";
    assert_eq!(outputs(body), ["x.f = x == y ? 1 : x.f", "y.f = 1"]);
}

#[test]
fn an_operator_over_an_assignment_is_the_operator_on_its_arguments() {
    // op(e1, ..., en)[h.f := e] = op(e1[h.f := e], ..., en[h.f := e])
    let body = "
  %0: bv32 := get &x()
  %1: bv32 := get &y()
  set &\".f\"(%1), 1:bv32
  %2: bv32 := get &\".g\"(%0)
  %3: bv32 := get &\".f\"(%1)
  %4: bv32 := bvadd %2, %3
  output \"sum\" %4";
    assert_eq!(outputs(body), ["sum = x.g + 1"]);
}

#[test]
fn nil_and_other_variables_stay_over_a_creation() {
    // nil[x := new C] = nil, y[x := new C] = y
    let body = "
  %0: bv32 := create
  set &x(), %0
  output \"nil\" 0:bv32
  %1: bv32 := get &y()
  output \"y\" %1";
    assert_eq!(outputs(body), ["nil = 0", "y = y"]);
}

#[test]
fn a_field_of_a_new_object_has_its_default_value() {
    // (x.f)[x := new C] = nil
    let body = "
  %0: bv32 := create
  set &\".next\"(%0), 0:bv32
  set &x(), %0
  %1: bv32 := get &x()
  %2: bv32 := get &\".next\"(%1)
  output \"x.next\" %2";
    assert_eq!(outputs(body), ["x.next = 0"]);
}

#[test]
fn a_field_of_another_object_stays_over_a_creation() {
    // (e.f)[x := new C] = e[x := new C].f
    let body = "
  %0: bv32 := get &y()
  %1: bv32 := create
  set &\".next\"(%1), 0:bv32
  set &\".f\"(%1), 0:bv32
  set &x(), %1
  %2: bv32 := get &\".next\"(%0)
  %3: bv32 := get &\".f\"(%2)
  output \"y.next.f\" %3";
    assert_eq!(outputs(body), ["y.next.f = y.next.f"]);
}

#[test]
fn a_new_object_equals_itself_alone() {
    // (x = e)[x := new C] = false, (e = x)[x := new C] = false, (x = x)[x := new C] = true
    let body = "
  %0: bv32 := get &y()
  %1: bv32 := get &\".next\"(%0)
  %2: bv32 := create
  set &x(), %2
  %3: bv32 := get &x()
  %4: bool := = %3, %1
  %5: bool := = %1, %3
  %6: bool := = %3, 0:bv32
  %7: bool := = %3, %2
  output \"x = e\" %4
  output \"e = x\" %5
  output \"x = nil\" %6
  output \"x = x\" %7";
    let expected = ["x = e = false", "e = x = false", "x = nil = false", "x = x = true"];
    assert_eq!(outputs(body), expected);
}

#[test]
fn an_operator_over_a_creation_is_the_operator_on_its_arguments() {
    // op(e1, ..., en)[x := new C] = op(e1[x := new C], ..., en[x := new C]), conditional expressions among them: what
    // they are compared with goes into their branches.
    let body = "
  %0: bv32 := get &n()
  %1: bv32 := get &y()
  %2: bv32 := create
  set &\".f\"(%2), 5:bv32
  %3: bool := = %0, 7:bv32
  %4: bv32 := ite %3, %2, %1
  %5: bool := = %4, %2
  output \"chosen\" %5
  %6: bv32 := get &\".f\"(%4)
  %7: bv32 := get &\".f\"(%1)
  %8: bv32 := ite %3, 5:bv32, %7
  %9: bool := = %6, %8
  check %9 assertion \"if n = 7 then 5 else y.f\"";
    assert_eq!(outputs(body), ["chosen = n == 7"]);
}

#[test]
fn the_path_of_a_trace_is_the_conjunction_of_its_tests_over_the_initial_state() {
    // path(epsilon) = true, path(b . rho) = path(rho) and b, path(h := e . rho) = path(rho)[h := e],
    // path(x := new C . rho) = path(rho)[x := new C]
    assert_eq!(conditions(""), [Vec::<String>::new()]);
    let body = "
  %0: bv32 := get &n()
  %1: bool := bvult 3:bv32, %0
  assume %1
  %2: bv32 := bvadd %0, 1:bv32
  set &n(), %2
  %3: bv32 := create
  set &x(), %3
  %4: bv32 := get &n()
  %5: bool := bvult %4, 9:bv32
  assume %5
  %6: bv32 := get &x()
  %7: bv32 := get &y()
  %8: bool := = %6, %7
  %9: bool := not %8
  assume %9";
    assert_eq!(conditions(body), [["n >u 3", "n + 1 <u 9"]]);
}

#[test]
fn the_absence_of_nil_errors_is_a_test_for_each_access() {
    // delta(e.f) = e != nil and delta(e)
    let body = "
  %0: bv32 := get &x()
  %1: bool := = %0, 0:bv32
  %2: bool := not %1
  check %2 null \"x is nil\"
  %3: bv32 := get &\".next\"(%0)
  %4: bool := = %3, 0:bv32
  %5: bool := not %4
  check %5 null \"x.next is nil\"
  %6: bv32 := get &\".f\"(%3)
  output \"f\" %6";
    assert_eq!(conditions(body), [["x != null", "x.next != null"]]);
    let (context, leaves) = traces(body);
    let errors: Vec<String> = leaves
        .iter()
        .filter(|leaf| leaf.ending != "returned")
        .map(|leaf| {
            let last = leaf.condition.last().map(|t| infix(&context.store, *t));
            format!("{} when {}", leaf.ending, last.unwrap_or_default())
        })
        .collect();
    assert_eq!(
        errors,
        ["null at 0: x.next is nil when x.next == null", "null at 0: x is nil when x == null"]
    );
}

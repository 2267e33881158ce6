//! Arrays as slots.

use super::{body, member};

#[test]
fn all_elements_are_a_quantified_permission() {
    let text = "void f(int[] a, bool[] b) requires acc(a.elems, 1/2) * acc(b[0]); {}";
    let f = member(text, "method f(");
    let elements = "((a != null) && (forall i: Int :: {slot(a, i)} (((0 <= i) && (i < array_length(a))) ==> \
                    acc(slot(a, i).int__, (1 / 2)))))";
    let element =
        "(((b != null) && ((0 <= 0) && (0 < array_length(b)))) && acc(slot(b, 0).bool__))";
    assert!(f.contains(&format!("requires ({elements} && {element})")), "{f}");
}

#[test]
fn a_statement_shows_the_bounds() {
    assert_eq!(
        body("void m(int[] a, int i) { a[i] := a[i]; }"),
        [
            "var value: Int",
            "value := (asserting (((a != null) && ((0 <= i) && (i < array_length(a))))) in slot(a, i).int__)",
            "assert (a != null)",
            "assert ((0 <= i) && (i < array_length(a)))",
            "slot(a, i).int__ := value",
        ]
    );
}

#[test]
fn a_new_array_has_a_length_and_defaults() {
    let text = "class C {} void m(int n) { C[] a := new C[n]; }";
    let lines = body(text);
    assert_eq!(lines[0], "assert (n >= 0)");
    assert_eq!(lines[2], "new_array := new()");
    assert_eq!(lines[3], "inhale (array_length(new_array) == n)");
    assert!(lines[4].contains("==> acc(slot(new_array, i).Object__)"), "{lines:?}");
    assert!(lines[5].contains("==> (slot(new_array, i_1).Object__ == null)"), "{lines:?}");
}

#[test]
fn a_procedure_may_be_called_length() {
    let text =
        "class C {} pure int length(C c) { return -1; } void m(int[] a) { int i := a.length; }";
    assert_eq!(body(text)[1], "i := array_length(a)");
    assert!(member(text, "function length(c: Ref)").ends_with("{ (-(1)) }\n"));
}

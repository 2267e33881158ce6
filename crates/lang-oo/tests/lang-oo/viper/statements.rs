//! Statements: effects in order, returns, joins.

use super::{body, lowered, member};

#[test]
fn effects_come_in_the_order_of_evaluation() {
    let text = "class C { int x; int get() { return 1; } }
        void m(C c) { c.x := c.x + c.get() * c.x; }";
    assert_eq!(
        body(text),
        [
            "var value: Int",
            "value := c.x",
            "var result_1: Int",
            "result_1 := C_get(c)",
            "c.x := (value + (result_1 * c.x))"
        ]
    );
}

#[test]
fn a_part_that_may_not_be_evaluated_is_in_a_branch() {
    let text = "bool f() { return true; } void m(bool b) { b := b && f(); }";
    let expected = [
        "var b_1: Bool",
        "b_1 := b",
        "var value: Bool",
        "if (b_1) {",
        "var result_1: Bool",
        "result_1 := f()",
        "value := result_1",
        "}",
        "else {",
        "value := false",
        "}",
        "b_1 := value",
    ];
    assert_eq!(body(text), expected);
}

#[test]
fn a_return_at_the_end_is_no_jump() {
    let text = "int m(int x) { if (x > 0) { return 1; } x := 2; return x; }";
    let expected = [
        "var x_1: Int",
        "x_1 := x",
        "if ((x_1 > 0)) {",
        "result_1 := 1",
        "}",
        "else {",
        "x_1 := 2",
        "result_1 := x_1",
        "}",
    ];
    assert_eq!(body(text), expected);
}

#[test]
fn a_return_out_of_a_loop_jumps() {
    let text = "int m(int x) { while (x > 0) invariant x >= 0; { return 1; } return 0; }";
    let expected = [
        "while ((x > 0))",
        "invariant (x >= 0)",
        "{",
        "result_1 := 1",
        "goto end",
        "}",
        "result_1 := 0",
        "label end",
    ];
    assert_eq!(body(text), expected);
}

#[test]
fn many_returns_do_not_nest_without_a_bound() {
    let returns = "if (x > 1) { return 1; } ".repeat(2000);
    let lines = body(&format!("int m(int x) {{ {returns} return 0; }}"));
    let deepest = lines.iter().filter(|line| *line == "else {").count();
    assert_eq!(deepest, 16);
    assert_eq!(lines.iter().filter(|line| *line == "goto end").count(), 2000 - 16);
}

#[test]
fn division_truncates() {
    let lines = body("void m(int a, int b) { a := a / b; b := -7 % b; }");
    assert_eq!(lines[4], "a_1 := ((a_1 >= 0) ? (a_1 \\ b_1) : (-(((-(a_1)) \\ b_1))))");
}

#[test]
fn a_join_is_the_end_of_one_method_and_the_start_of_another() {
    let text = "class C { int x;
        void m(int n) requires acc(x); ensures acc(x) * x > old(n); {
          int i := n;
          join acc(x) * i = old(n);
          n := i + 1; x := n; } }";
    let first = member(text, "method C_m(");
    let end = "  exhale (acc(this.x) && (i == old(n)))\n  inhale false\n}\n";
    assert!(first.ends_with(end), "{first}");
    let second = member(text, "method C_m_from_line_4(");
    let expected = "{
  exhale ((this != null) && acc(this.x))
  var n_1: Int
  var i: Int
  inhale (acc(this.x) && (i == old(n)))
  n_1 := (i + 1)
  this.x := n_1
}
";
    assert!(second.ends_with(expected), "{second}");
    assert_eq!(lowered(text).methods.len(), 2);
}

#[test]
fn star_is_any_value_and_assume_is_inhaled() {
    let lines = body("void m(int a) { int b = *; assume b > a; assert b > a; }");
    assert_eq!(lines[..4], ["var any: Int", "var b: Int", "b := any", "inhale (b > a)"]);
}

//! Branches, loops, calls, short circuits.

use super::support::{Run, lines};

fn all(text: &str) -> Vec<String> {
    lines(&Run::new(text).call("f"))
}

#[test]
fn variables_join_behind_branches() {
    assert_eq!(
        all(
            "int f(bool b, int x) { int y = x; int z; if (b) { y = 1; z = 2; } else { z = 3; } return y + z; }"
        ),
        ["returned: b: b = b, x = x, return = 3", "returned: !b: b = b, x = x, return = x + 3"]
    );
    assert_eq!(
        all("int f(bool b) { int y; if (b) { return 1; } else { y = 2; } y = y + 1; return y; }"),
        ["returned: b: b = b, return = 1", "returned: !b: b = b, return = 3"]
    );
}

#[test]
fn loops_change_variables_of_around() {
    let text = "int f() { int sum; for (int i = 1; i <= 10; i++) { int square = i * i; if (square > 20) sum += square; } return sum; }";
    assert_eq!(all(text), ["returned: true: return = 355"]);
    // A variable of a loop begins with its default in each round.
    let text = "int f() { int n; int i; while (i < 3) { int fresh; fresh++; n += fresh; i++; } return n; }";
    assert_eq!(all(text), ["returned: true: return = 3"]);
    let text = "int f() { int i; while (true) { i++; if (i > 4) return i; } }";
    assert_eq!(all(text), ["returned: true: return = 5"]);
}

#[test]
fn recursion_is_calls() {
    let text = "int f() { return fib(10); } int fib(int n) { if (n < 2) { return n; } return fib(n - 1) + fib(n - 2); }";
    assert_eq!(all(text), ["returned: true: return = 55"]);
}

#[test]
fn calls_are_evaluated_from_left_to_right() {
    let text = "int g = 0; int next(int d) { g = g * 10 + d; return g; }
        int f() { int[] a = new int[9]; a[next(1) - 1] = next(2); return next(3) - next(4) + a[0] + (next(5) > 0 ? next(6) : next(7)); }";
    let leaves = lines(&Run::unbounded(text).call("f"));
    assert_eq!(leaves, ["returned: true: g = 123456, return = 122357"]);
}

#[test]
fn the_second_part_is_evaluated_when_it_is_needed() {
    // Without calls there is no branch: what is demanded is demanded under the first part.
    assert_eq!(
        all("class C { int v; } bool f(C c) { return c != null && c.v > 0; }"),
        ["returned: true: c = c, return = c != null && c.v > 0"]
    );
    assert_eq!(
        all("int f(int[] a, int i) { return a == null || i < 0 || i >= a.length ? 0 : a[i]; }")
            .len(),
        1
    );
    assert_eq!(all("bool f(int x) { return x == 0 || 10 / x > 2; }").len(), 1);
    // A call is a branch.
    let text = "int g = 0; bool touch() { g++; return true; }
        bool f(bool b) { bool r = b && touch(); r = r || touch(); return b ? touch() : r; }";
    assert_eq!(
        all(text),
        ["returned: b: g = 2, b = b, return = true", "returned: !b: g = 1, b = b, return = true"]
    );
}

#[test]
fn what_is_not_defined_in_the_second_part_is_a_finding_under_the_first() {
    assert_eq!(
        all("class C { int v; } bool f(C c, bool b) { return b && c.v > 0; }")[1],
        "nil (dereference of null: c.v) at 1:55: b && c == null: "
    );
}

#[test]
fn assumptions_end_paths_and_assertions_are_findings() {
    assert_eq!(
        all("int f(int x) { assume x > 3; assert x > 4; return x; }"),
        [
            "returned: x > 3 && x > 4: x = x, return = x",
            "assertion (x > 4) at 1:30: x > 3 && x < 5: "
        ]
    );
}

#[test]
fn statements_count_for_budgets_and_have_marks() {
    let leaves = Run::new("void f() { int x; while (x >= 0) { x = *; } }").within(10).call("f");
    assert!(lines(&leaves).iter().any(|line| line.starts_with("max-steps")));
}

#[test]
fn what_nests_as_deep_as_it_can_is_lowered() {
    let body = |statement: String| {
        format!(
            "class C {{ C n; C m() {{ return n; }} }} int f(int x, int[] a, C c, bool b) {{ {statement} return x; }}"
        )
    };
    for statement in [
        format!("x := 1{};", " + x".repeat(499)),
        format!("b := true{};", " && c.n == c".repeat(400)),
        format!("c := c{};", ".m().n".repeat(249)),
        format!("x := {}1{};", "a[".repeat(120), "]".repeat(120)),
        format!("{}x := 1;{}", "while (b) { ".repeat(120), "}".repeat(120)),
        format!("{}x := 1;", "if (b) {} else ".repeat(120)),
        format!("x := {}1;", "b ? x : ".repeat(200)),
    ] {
        let text = body(statement);
        assert_eq!(Run::new(&text).lowered().functions.len(), 6);
    }
}

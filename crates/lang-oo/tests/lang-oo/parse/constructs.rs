//! Each construct, as it is printed back.

use super::{errors, program};
use effigy_lang_oo::tree::{ExprKind, StatementKind, Type};

/// The statements of a procedure of parameters x, y, b, c and a, as they are printed, each line trimmed.
fn printed(statements: &str) -> Vec<String> {
    let text = format!(
        "class C {{ int v; C n; int m(int i) {{ return i; }} pure int p() {{ return v; }}
           predicate q() {{ return true; }} }}
         int g;\nvoid f(int x, int y, bool b, C c, int[] a) {{\n{statements}\n}}\n"
    );
    let text = program(&text).to_string();
    let (_, body) = text.split_once("int[] a) {\n").unwrap();
    let body = body.strip_suffix("}\n").unwrap();
    body.lines().map(|line| line.trim().to_owned()).collect()
}

fn expression(text: &str) -> String {
    let [line] = <[String; 1]>::try_from(printed(&format!("x := {text};"))).unwrap();
    line.strip_prefix("x := ").unwrap().strip_suffix(';').unwrap().to_owned()
}

fn condition(text: &str) -> String {
    let [line] = <[String; 1]>::try_from(printed(&format!("assert {text};"))).unwrap();
    line.strip_prefix("assert ").unwrap().strip_suffix(';').unwrap().to_owned()
}

#[test]
fn operators_bind_as_in_java() {
    assert_eq!(expression("1 + 2 * 3 - 4 / (5 - 6) % 7"), "1 + 2 * 3 - 4 / (5 - 6) % 7");
    assert_eq!(expression("(1 + 2) * 3"), "(1 + 2) * 3");
    assert_eq!(expression("1 - (2 - 3)"), "1 - (2 - 3)");
    assert_eq!(expression("(1 - 2) - 3"), "1 - 2 - 3");
    assert_eq!(expression("- - x"), "- -x");
    assert_eq!(expression("b ? 1 : b ? 2 : 3"), "b ? 1 : b ? 2 : 3");
    assert_eq!(condition("b || b && !b"), "b || b && !b");
    assert_eq!(condition("(b || b) && x < y == b"), "(b || b) && (x < y) == b");
    assert_eq!(condition("b ==> b ==> b"), "b ? (b ? b : true) : true".replace(['(', ')'], ""));
}

#[test]
fn the_papers_and_java_write_the_same_differently() {
    assert_eq!(condition("x = 1 ∧ ¬b ∨ x ≠ 2"), "x == 1 && !b || x != 2");
    assert_eq!(condition("x ≤ 1 ⇒ y ≥ 2"), "x <= 1 ? y >= 2 : true");
    assert_eq!(condition("c = nil"), "c == null");
    assert_eq!(printed("x = 1; y := 2;"), ["x := 1;", "y := 2;"]);
    assert_eq!(printed("boolean z;"), ["bool z;"]);
}

#[test]
fn comparisons_in_a_row_are_a_conjunction() {
    assert_eq!(condition("0 <= x < y <= 9"), "0 <= x && x < y && y <= 9");
    assert_eq!(condition("9 > x >= y"), "9 > x && x >= y");
    assert!(errors("bool f(int x) { return 0 < x > 1; }")[0].contains("an int is needed"));
    // What has effects is not evaluated twice.
    assert!(errors("int m() { return 1; } bool f() { return 0 < m() < 2; }")[0].contains("twice"));
}

#[test]
fn a_star_between_assertions_separates() {
    assert_eq!(condition("c.q() * c.p() = x"), "c.q() * (c.p() == x)");
    assert_eq!(condition("acc(c.v) * acc(c.n) * c != null * x * y = 6"), {
        "acc(c.v) * acc(c.n) * (c != null) * (x * y == 6)"
    });
    assert_eq!(condition("x = 1 * y = 2"), "(x == 1) * (y == 2)");
    assert_eq!(condition("x = 1 + 2 * y < 3"), "(x == 1 + 2) * (y < 3)");
    assert_eq!(condition("b * b"), "b * b");
    assert_eq!(condition("x * y == y * x"), "x * y == y * x");
    assert_eq!(condition("0 <= x * y"), "0 <= x * y");
    assert_eq!(condition("acc(a.elems) * acc(a[x])"), "acc(a.elems) * acc(a[x])");
}

#[test]
fn an_access_has_an_amount() {
    assert_eq!(condition("acc(c.v,1/2)*acc(c.n, x)"), "acc(c.v, 1 / 2) * acc(c.n, x)");
    assert_eq!(condition("acc(a.elems, 1/(x+1))"), "acc(a.elems, 1 / (x + 1))");
    assert_eq!(condition("acc(c.q(), 1/2) * c.v = 1"), "acc(c.q(), 1 / 2) * (c.v == 1)");
}

#[test]
fn a_join_speaks_of_the_call() {
    let text = "int g; void f(int x) ensures acc(g); { x++; join acc(g) * x = old(g) + 1; g = x; }";
    let printed = program(text).to_string();
    assert!(printed.contains("\n  join acc(g) * (x == old(g) + 1);\n"), "{printed}");
}

#[test]
fn updates_and_loops_are_written_out() {
    assert_eq!(
        printed("x++; --y; x += y; c.v *= 2; a[x] -= 1; y /= 3; y %= 4;"),
        [
            "x := x + 1;",
            "y := y - 1;",
            "x := x + y;",
            "c.v := c.v * 2;",
            "a[x] := a[x] - 1;",
            "y := y / 3;",
            "y := y % 4;",
        ]
    );
    assert_eq!(
        printed("for (int i = 0; i < x; i++) invariant i <= x; y += i;"),
        [
            "{",
            "int i := 0;",
            "while (i < x) invariant i <= x; {",
            "{",
            "y := y + i;",
            "}",
            "i := i + 1;",
            "}",
            "}",
        ]
    );
    assert_eq!(printed("for (;;) {}"), ["{", "while (true) {", "{", "}", "}", "}"]);
    assert_eq!(
        printed("if x = 1 { y = 1; } { y = 2; } while x > 1 { x--; }"),
        [
            "if (x == 1) {",
            "y := 1;",
            "} else {",
            "y := 2;",
            "}",
            "while (x > 1) {",
            "x := x - 1;",
            "}"
        ]
    );
    // With the condition in parentheses, a second block is a statement of its own.
    assert_eq!(printed("if (b) { } { }"), ["if (b) {", "}", "{", "}"]);
}

#[test]
fn objects_arrays_and_unknown_values() {
    assert_eq!(
        printed("c = new C; c = new C(); a = new int[3]; int[][] w = new int[x][]; w[0] = a;"),
        [
            "c := new C();",
            "c := new C();",
            "a := new int[3];",
            "int[][] w := new int[x][];",
            "w[0] := a;"
        ]
    );
    assert_eq!(printed("x = *; c.n := *; bool z = *;"), ["x := *;", "c.n := *;", "bool z := *;"]);
    assert_eq!(printed("c.m(a.length); new C;"), ["c.m(a.length);", "new C();"]);
    assert_eq!(
        printed("ghost int z := c.p(); z += 1; open c.q(); close c.q(); use c.p();"),
        ["ghost int z := c.p();", "z := z + 1;", "open c.q();", "close c.q();", "use c.p();"]
    );
}

#[test]
fn names_without_this_mean_members_after_local_variables() {
    let text = "int v; int u; class C { int v; int w; int m() { return v; }
        void f(int w) { w := v + u + m() + this.w; } }";
    let printed = program(text).to_string();
    assert!(printed.contains("w := this.v + u + this.m() + this.w;"), "{printed}");
}

#[test]
fn a_main_program_is_a_procedure_or_statements() {
    let program = super::program("int x; int y = 3; x := y; int z; bool b = x == z; int w = 5;");
    assert_eq!(program.globals.len(), 2);
    let main = &program.methods[program.main.unwrap()];
    assert_eq!(main.locals.len(), 3);
    assert!(matches!(main.body[0].kind, StatementKind::Assign(..)));
    let program = super::program("int x; void main() { x := 1; } int y;");
    assert_eq!((program.globals.len(), program.main.is_some()), (2, true));
}

#[test]
fn statements_are_numbered_in_the_order_of_the_text() {
    let program = super::program(
        "void f() { int x; while (x < 3) { x++; if (x == 1) { x = 2; } else { x = 3; } } }\nvoid g() { f(); }",
    );
    let mut numbers = Vec::new();
    let mut open: Vec<_> = program.methods.iter().flat_map(|(_, m)| &m.body).collect();
    while let Some(statement) = open.pop() {
        numbers.push((statement.number, statement.span.start));
        open.extend(statement.statements());
    }
    numbers.sort_unstable();
    assert_eq!(numbers.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert!(numbers.is_sorted_by_key(|(_, place)| *place));
}

#[test]
fn expressions_carry_types_and_places() {
    let program = super::program("class C { C n; int[] a; }\nint f(C c) { return c.n.a[2]; }");
    let body = &program.methods[program.method_named("f").unwrap()].body;
    let StatementKind::Return(Some(value)) = &body[0].kind else { panic!("{body:?}") };
    assert_eq!(
        (&value.ty, value.span.start.column, value.operator.start.column),
        (&Type::Int, 21, 26)
    );
    let ExprKind::Element(array, _) = &value.kind else { panic!("{value:?}") };
    assert_eq!(array.ty, Type::Array(Box::new(Type::Int)));
    assert_eq!((array.span.start.column, array.operator.start.column), (21, 24));
}

//! Fields, aliasing, creation of objects, null, globals.

use super::support::{Run, lines};

const NODE: &str = "class Node { int v; Node next; bool set; }\n";

fn all(body: &str, name: &str) -> Vec<String> {
    lines(&Run::new(&format!("{NODE}{body}")).call(name))
}

/// The clause `(h'.f)[h.f := e]` of de Boer and Bonsangue, section 4.
#[test]
fn an_assignment_to_a_field_is_seen_through_aliases() {
    assert_eq!(
        all("int f(Node a, Node b) { a.v = 1; b.v = 2; if (a.v == 1) return 1; return 2; }", "f"),
        [
            "returned: a != null && b != null && a != b: a = a, b = b, return = 1",
            "returned: a != null && b != null && a == b: a = a, b = b, return = 2",
            "nil (dereference of null: b.v) at 2:35: a != null && b == null: ",
            "nil (dereference of null: a.v) at 2:26: a == null: ",
        ]
    );
}

/// The clauses of `[x := new C]`: a new object is equal to none before it, and its fields are nil.
#[test]
fn a_new_object_is_different_and_has_default_fields() {
    assert_eq!(
        all(
            "bool f(Node a) { Node n = new Node; return n != a && n != a.next && n != new Node && \
             n != null && n.v == 0 && n.next == null && !n.set; }",
            "f"
        ),
        [
            "returned: a != null: a = a, return = true",
            "nil (dereference of null: a.next) at 2:60: a == null: ",
        ]
    );
}

#[test]
fn fields_of_one_name_in_two_classes_are_two() {
    let body = "class A { int v; int length; }
        int f(A a, Node n, int[] i) { a.v = 1; n.v = 2; a.length = 3; return i.length + a.v; }";
    let last = all(body, "f");
    assert_eq!(
        last[0],
        "returned: a != null && n != null && i != null: a = a, n = n, i = i, return = i.length + 1"
    );
    let lines = all("class A { int v; } int f(A a, Node n) { return a.v - n.v; }", "f");
    assert!(lines[0].ends_with("return = a.v - n.v"), "{lines:?}");
}

#[test]
fn constructors_and_methods_see_this() {
    let text = "class Point { int x; int y;
            Point(int a, int b) { x = a; this.y = b; }
            int sum() { return x + y; }
            Point moved(int by) { return new Point(x + by, y); } }
        int f(int n) { return new Point(n, 2).moved(n).sum(); }";
    assert_eq!(lines(&Run::new(text).call("f")), ["returned: true: n = n, return = 2*n + 2"]);
    assert_eq!(
        lines(&Run::new(text).call("Point.sum")),
        ["returned: this != null: return = this.x + this.y"]
    );
    assert_eq!(lines(&Run::new(text).call("Point.Point")), ["returned: true: a = a, b = b"]);
}

#[test]
fn the_receiver_is_demanded_behind_the_arguments() {
    let text = "class C { int m(int i) { return i; } }
        int f(C c, int i) { return c.m(1 / i); }";
    assert_eq!(
        lines(&Run::new(text).call("f")),
        [
            "returned: i != 0 && c != null: c = c, i = i, return = 1 / i",
            "nil (dereference of null: c.m(1 / i)) at 2:37: i != 0 && c == null: ",
            "division-by-zero (division by zero: 1 / i) at 2:42: i == 0: ",
        ]
    );
}

#[test]
fn globals_are_symbolic_or_begin_with_their_value() {
    let text = "int x; int y = 5; Node n; bool b = true;\nclass Node {}
        void set(int v) { x = x + v; }
        void main() { set(y); y = 1; }";
    assert_eq!(
        lines(&Run::new(text).main()),
        ["returned: true: x = x + 5, y = 1, n = n, b = true"]
    );
    // A parameter with the name of a global variable is an input of its own, whose name is no identifier.
    let text = "int x;\nint f(int x) { return x; }\nint g() { int x = *; return x; }";
    assert_eq!(
        lines(&Run::new(text).call("f")),
        [r#"returned: true: x = x, x = "f.x", return = "f.x""#]
    );
    assert_eq!(lines(&Run::new(text).call("g")), [r#"returned: true: x = x, return = "g.x""#]);
}

#[test]
fn unknown_values_are_new_inputs() {
    assert_eq!(
        all("int f(Node n) { int x = *; int y = x; x = *; n.v = *; n = *; return y - x; }", "f"),
        [
            "returned: n != null: n = n, return = x - x#2",
            "nil (dereference of null: n.v) at 2:47: n == null: ",
        ]
    );
}

#[test]
fn a_list_of_the_examples_is_reversed() {
    let text = include_str!("../../../../../examples/oo/list.oo");
    let leaves = lines(&Run::new(text).main());
    assert_eq!(leaves.len(), 4);
    assert!(leaves.iter().all(|leaf| leaf.starts_with("returned: head != null")), "{leaves:?}");
}

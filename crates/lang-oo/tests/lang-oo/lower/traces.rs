//! Traces: the condition of the leaf that returns is the path condition of Definition 4.2.

use super::support::{Run, lines};

const PROGRAM: &str = "class N { int v; N next; N(int x) { v := x; } } N g; int k = 3;";

fn conditions(trace: &str) -> Vec<String> {
    let leaves = lines(&Run::new(PROGRAM).trace(trace));
    leaves.iter().filter(|leaf| leaf.starts_with("returned")).cloned().collect()
}

#[test]
fn a_trace_returns_under_its_path_condition() {
    assert_eq!(
        conditions("N x; N y\nx.v := 1\ny.v := 2\nx.v = 1"),
        ["returned: x != null && y != null && x != y: x = x, y = y, g = g, k = k"]
    );
}

/// A new object has no constructor called, its fields are nil, and it is no other one.
#[test]
fn objects_of_a_trace_are_bare() {
    assert_eq!(
        conditions("N x; N y\nx := new N\nx.v = 0 && x.next = nil && x != y && x != g"),
        ["returned: true: x = 1, y = y, g = g, k = k"]
    );
    assert_eq!(conditions("N x\nx := new N\nx = g"), Vec::<String>::new());
}

#[test]
fn what_is_not_defined_is_an_error_trace() {
    let leaves = lines(&Run::new(PROGRAM).trace("N x\nk := x.next.v"));
    assert_eq!(
        leaves,
        [
            "returned: x != null && x.next != null: x = x, g = g, k = x.next.v",
            "nil (dereference of null: x.next.v) at 2:12: x != null && x.next == null: ",
            "nil (dereference of null: x.next) at 2:7: x == null: ",
        ]
    );
}

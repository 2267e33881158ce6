//! Arrays: contents, lengths, bounds, creation.

use super::support::{Run, lines};

fn all(text: &str) -> Vec<String> {
    lines(&Run::new(text).call("f"))
}

/// `delta(a[e])` of de Boer and Bonsangue, section 2.1, with the index below the length.
#[test]
fn an_index_is_in_bounds_or_a_finding() {
    assert_eq!(
        all("int f(int[] a, int i) { return a[i]; }"),
        [
            "returned: a != null && i < a.length && i >= 0: a = a, i = i, return = a[i]",
            "out-of-bounds (index out of bounds: a[i]) at 1:33: a != null && !(i < a.length && i >= 0): ",
            "nil (dereference of null: a[i]) at 1:33: a == null: ",
        ]
    );
}

#[test]
fn elements_are_distinguished_by_array_and_index() {
    assert_eq!(
        all("int f(int[] a, int[] b) { a[0] = 1; b[1] = 2; if (a[1] == 2) return 1; return 0; }")
            .iter()
            .filter(|line| line.starts_with("returned"))
            .count(),
        2
    );
}

#[test]
fn new_arrays_have_default_elements() {
    let text = "class C {}
        bool f() { int[] a = new int[3]; bool[] b = new bool[100]; C[] c = new C[2]; int[][] d = new int[2][];
          return a[2] == 0 && !b[99] && c[1] == null && d[0] == null && a.length == 3 && b.length == 100; }";
    assert_eq!(all(text), ["returned: true: return = true"]);
}

#[test]
fn a_new_array_of_symbolic_length_has_a_path_for_each_length() {
    let text = "int f(int n) { assume n < 3; int[] a = new int[n]; return a.length; }";
    assert_eq!(
        all(text),
        [
            "returned: n < 3 && n >= 0 && n > 0 && n > 1: n = n, return = n",
            "returned: n < 3 && n >= 0 && n > 0 && n < 2: n = n, return = n",
            "returned: n < 3 && n >= 0 && n < 1: n = n, return = n",
            "out-of-bounds (negative array size: n) at 1:48: n < 3 && n < 0: ",
        ]
    );
}

#[test]
fn arrays_of_arrays() {
    let text = "int f(int[][] m, int i) { m[i] = new int[2]; m[i][1] = 5; return m[i][1]; }";
    let leaves = all(text);
    assert_eq!(leaves.len(), 3);
    assert!(leaves[0].ends_with("return = 5"), "{leaves:?}");
}

#[test]
fn a_null_array_has_no_length() {
    assert_eq!(
        all("int f(int[] a) { return a.length; }"),
        [
            "returned: a != null: a = a, return = a.length",
            "nil (dereference of null: a.length) at 1:26: a == null: ",
        ]
    );
}

#[test]
fn arrays_of_unbounded_integers() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let text = "int f(int[] a, int i) { if (a[i] == 7 && i > 0) { a[i] = a[0]; } return a[i]; }";
    let leaves = lines(&Run::unbounded(text).call("f"));
    assert_eq!(leaves.len(), 4, "{leaves:?}");
    assert!(leaves[0].ends_with("return = a[0]"), "{leaves:?}");
}

//! The transitions and definitions of de Boer and Bonsangue (2021), each on its smallest program: what the forward mode
//! says of its leaves, and what the backward mode says of its traces.

use effigy_session::explore::explore;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::progress::Silent;
use effigy_session::wp::{WpOptions, wp};
use effigy_testkit::{TempDir, tool};

/// The leaves and the traces of a program, each in a line: `condition => ending value`.
fn both(program: &str, entry: &str) -> [Vec<String>; 2] {
    let folder = TempDir::new();
    let file = folder.write("program.oo", program);
    let options = ExploreOptions {
        entry: Some(entry.to_owned()),
        threads: Some(1),
        ..ExploreOptions::new(&file)
    };
    let outcome = explore(LANGUAGES, &options, &mut Silent).unwrap_or_else(|e| panic!("{e}"));
    let leaves = outcome.leaves.iter().map(|leaf| {
        let value = leaf.value("return").unwrap_or_default();
        format!("{} => {} {value}", leaf.condition, leaf.kind)
    });
    let options = WpOptions { explore: options.clone(), ..WpOptions::new(&file) };
    let backwards = wp(&options).unwrap_or_else(|e| panic!("{e}"));
    let traces = backwards.traces.iter().map(|trace| {
        let value = trace.values.iter().find(|(name, _)| name == "return");
        let condition = match trace.condition.is_empty() {
            true => "true".to_owned(),
            false => trace.condition.join(" && "),
        };
        let value = value.map_or("", |(_, value)| value.as_str());
        format!("{condition} => {} {value}", trace.ending.name())
    });
    let trim = |line: String| line.trim_end().to_owned();
    [leaves.map(trim).collect(), traces.map(trim).collect()]
}

/// Both modes say the same, line by line.
fn check(program: &str, entry: &str, expected: &[&str]) {
    if tool("z3").is_none() {
        return;
    }
    let [leaves, traces] = both(program, entry);
    assert_eq!(leaves, expected, "forward");
    assert_eq!(traces, expected, "backward");
}

/// Section 2, symbolic assignment: the substitution takes the expression over the initial state.
#[test]
fn assignment() {
    check(
        "int f(int x, int y) { x := x + y; y := x - y; x := x - y; return 10 * x + y; }",
        "f",
        &["true => returned x + 10*y"],
    );
}

/// Section 2, symbolic choice: the condition, or its negation, over the initial state joins the path condition.
#[test]
fn choice() {
    check(
        "int f(int x) { int y = x + 1; if (y == 5) { return 1; } else { return 0; } }",
        "f",
        &["x == 4 => returned 1", "x != 4 => returned 0"],
    );
}

/// Section 2, symbolic iteration: one leaf for each number of rounds.
#[test]
fn iteration() {
    check(
        "int f(int n) { assume 0 <= n && n <= 2; int s = 0; int i = 0;
           while (i != n) { s = s + i; i = i + 1; } return s; }",
        "f",
        &["n == 2 => returned 1", "n == 1 => returned 0", "n == 0 => returned 0"],
    );
}

/// Section 2.1, the conditional of an array after an assignment: `(a[e] := e')[e'']`.
#[test]
fn an_assignment_to_an_element_is_a_conditional() {
    check(
        "int f(int[] a, int i, int j) { assume a != null && a.length == 4;
           assume 0 <= i && i < 4 && 0 <= j && j < 4; a[i] := 7; return a[j]; }",
        "f",
        &[
            "a.length == 4 && a != null && j <= 3 && j >= 0 && i <= 3 && i >= 0 => returned i == j ? 7 : a[j]",
        ],
    );
}

/// Section 2.1, bounded arrays: a choice has four transitions, two sides under delta, and an error on each under its
/// negation, which is one leaf for each access. For an assignment there are two.
#[test]
fn bounded_arrays_have_an_error_of_their_own() {
    let choice =
        "int f(int[] a, int i) { assume a != null; if (a[i] == 0) { return 1; } return 2; }";
    check(
        choice,
        "f",
        &[
            "a != null && i < a.length && i >= 0 && a[i] == 0 => returned 1",
            "a != null && i < a.length && i >= 0 && a[i] != 0 => returned 2",
            "a != null && !(i < a.length && i >= 0) => out-of-bounds",
        ],
    );
}

/// Section 3: each activation has its own local substitution, and global variables are shared.
#[test]
fn recursion_has_local_substitutions() {
    check(
        "int depth = 0;
         int f(int n) { depth = depth + 1; int k = n; if (n == 0) { return depth; } int r = f(n - 1); return r + k; }
         int start(int n) { assume 0 <= n && n <= 2; return f(n); }",
        "start",
        &["n == 0 => returned 1", "n == 1 => returned 3", "n == 2 => returned 6"],
    );
}

/// Section 4, object creation: `x := new C` is different from everything else, and its fields are nil.
#[test]
fn a_new_object_differs_from_all_others() {
    check(
        "class C { C next; int value; }
         bool f(C a) { C x = new C; C y = new C;
           assert x != y && x != a && x.next == null && x.value == 0;
           return a == null || x != a.next; }",
        "f",
        &["true => returned true"],
    );
}

/// Section 4, `(h'.f)[h.f := e]`: two cases, one reference or two.
#[test]
fn aliasing_has_two_cases() {
    check(
        "class C { int f; }
         int g(C a, C b) { assume a != null && b != null; a.f := 1; b.f := 2;
           if (a.f == 1) { return 1; } return 2; }",
        "g",
        &[
            "b != null && a != null && a != b => returned 1",
            "b != null && a != null && a == b => returned 2",
        ],
    );
}

/// Definition 4.1: an access through nil is a leaf under the negation of delta.
#[test]
fn an_access_through_nil_is_a_leaf() {
    check(
        "class C { C next; } C f(C a) { return a.next.next; }",
        "f",
        &[
            "a != null && a.next != null => returned a.next.next",
            "a != null && a.next == null => nil",
            "a == null => nil",
        ],
    );
}

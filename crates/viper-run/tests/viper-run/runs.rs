//! Small programs of which it is known what runs must find.

use effigy_lang_viper::Disk;
use effigy_viper_run::{Effort, MemberId, search};
use std::path::Path;

/// The lines of the conjuncts that runs of the last method violate.
fn violated(text: &str) -> Vec<u32> {
    let parsed = effigy_lang_viper::parse(Path::new("p.vpr"), text, &Disk);
    let program = parsed.unwrap_or_else(|problems| panic!("{problems:?}")).program;
    let method = program.methods.ids().last().map(MemberId::Method).unwrap();
    let found = search(&program, method, Effort::runs(400, 3));
    assert!(found.finished > 0 || !found.violations.is_empty(), "{found:?}");
    found.violations.iter().map(|violation| violation.conjunct.span.start.line).collect()
}

#[test]
fn a_call_keeps_what_the_caller_holds_and_changes_the_rest() {
    let program = |call: &str, claim: &str| {
        format!(
            "field f: Int\n\
             method other(x: Ref)\n\
             requires acc(x.f)\n\
             ensures acc(x.f)\n\
             method m(x: Ref, y: Ref)\n\
             requires acc(x.f) && acc(y.f) && x.f == 1 && y.f == 2\n\
             {{\n{call}\nassert {claim}\n}}\n"
        )
    };
    assert_eq!(violated(&program("other(x)", "y.f == 2")), [0; 0]);
    assert_eq!(violated(&program("other(x)", "x.f == 1")), [9]);
    assert_eq!(violated(&program("exhale acc(x.f)\ninhale acc(x.f)", "x.f == 1")), [10]);
    let half = "exhale acc(x.f, 1/2)\ninhale acc(x.f, 1/2)";
    assert_eq!(violated(&program(half, "x.f == 1 && perm(x.f) == write")), [0; 0]);
    let wild = "exhale acc(x.f, wildcard)";
    assert_eq!(violated(&program(wild, "acc(x.f, wildcard)")), [0; 0]);
    assert_eq!(violated(&program(wild, "acc(x.f)")), [9]);
}

#[test]
fn what_is_under_predicates_lasts_and_makes_no_circle() {
    let program = |body: &str| {
        format!(
            "field next: Ref\n\
             field val: Int\n\
             predicate list(l: Ref) {{ l != null ==> acc(l.next) && acc(l.val) && list(l.next) }}\n\
             function sum(l: Ref): Int requires list(l)\n\
             {{ l == null ? 0 : (unfolding list(l) in l.val + sum(l.next)) }}\n\
             method other(l: Ref) requires list(l) ensures list(l)\n\
             method m(l: Ref, k: Ref)\n\
             requires list(l) && list(k)\n\
             {{\n{body}\n}}\n"
        )
    };
    assert_eq!(violated(&program("var s: Int := sum(l)\nother(k)\nassert sum(l) == s")), [0; 0]);
    assert_eq!(violated(&program("var s: Int := sum(l)\nother(l)\nassert sum(l) == s")), [12]);
    assert_eq!(violated(&program("assert l != null ==> l != k")), [0; 0]);
    let open = "if (l != null) {\nunfold list(l)\nassert l.next != l\n";
    assert_eq!(violated(&program(&format!("{open}fold list(l)\n}}"))), [0; 0]);
    assert_eq!(violated(&program(&format!("{open}l.val := 1\n}}\nassert list(l)"))), [15]);
}

#[test]
fn a_loop_goes_on_from_what_its_invariants_say() {
    let program = |invariant: &str| {
        format!(
            "method m(n: Int) returns (i: Int)\n\
             requires n >= 0\n\
             ensures i == n\n\
             {{\ni := 0\nwhile (i < n)\ninvariant {invariant}\n{{ i := i + 1 }}\n}}\n"
        )
    };
    assert_eq!(violated(&program("i <= n")), [0; 0]);
    assert_eq!(violated(&program("i >= 0")), [3]);
    assert_eq!(violated(&program("i < n + 1 && i != 2")), [7]);
}

#[test]
fn an_assumption_that_is_false_is_no_run() {
    let text = "method m(x: Int) requires x > 0\n{\nif (x > 5) {\nassume false\nassert x < 5\n}\nassert x < 6\n}\n";
    assert_eq!(violated(text), [0; 0]);
}

/// What a predicate says rules a state out also where the precondition behind it has no meaning in that state.
#[test]
fn a_state_that_a_predicate_rules_out_is_no_run() {
    let text = "field f: Int
predicate P(x: Ref) { acc(x.f) && x.f > 0 }
function get(x: Ref): Int requires P(x) { unfolding P(x) in x.f }
function half(x: Ref): Int requires P(x) && get(x) > LEAST { unfolding P(x) in x.f \\ 2 }
method m(x: Ref)
  requires P(x) && half(x) >= 0
{ }";
    assert_eq!(violated(&text.replace("LEAST", "0")), [0; 0]);
    assert_eq!(violated(&text.replace("LEAST", "1")), [6]);
}

#[test]
fn a_measure_that_does_not_decrease_is_found() {
    let program = |measure: &str, step: &str| {
        format!(
            "method m(n: Int, s: Seq[Int])\n\
             requires n >= 0\n\
             decreases {measure}\n\
             {{\nif (n > 0) {{\nm({step})\n}}\n}}\n"
        )
    };
    assert_eq!(violated(&program("n", "n - 1, s")), [0; 0]);
    assert_eq!(violated(&program("n", "n, s")), [3]);
    assert_eq!(violated(&program("", "n - 1, s")), [3]);
    assert_eq!(violated(&program("|s|", "n - 1, s")), [3]);
    assert_eq!(violated(&program("s, n", "n - 1, s")), [0; 0]);
    // What the program says of the order itself is not known to a run.
    let own = "domain Own { axiom { forall a: Int, b: Int :: decreasing(a, b) } }\n";
    let text = format!("import <decreases/int.vpr>\n{own}{}", program("n", "n, s"));
    assert_eq!(violated(&text), [0; 0]);
}

#[test]
fn an_opaque_function_is_what_its_contract_says() {
    let program = |body: &str| {
        format!(
            "@opaque()\n\
             function f(x: Int): Int\n\
             ensures result >= x\n\
             {{ x + 1 }}\n\
             method m(x: Int)\n\
             {{\n{body}\n}}\n"
        )
    };
    assert_eq!(violated(&program("assert f(x) >= x")), [0; 0]);
    assert_eq!(violated(&program("assert f(x) == x + 1")), [7]);
    assert_eq!(violated(&program("assert @reveal() f(x) == x + 1")), [0; 0]);
    assert_eq!(violated(&program("var y: Int := @reveal() f(x)\nassert f(x) == x + 1")), [0; 0]);
    assert_eq!(violated(&program("var y: Int := f(x)\nassert @reveal() f(x) == x + 1")), [0; 0]);
}

#[test]
fn an_amount_in_an_assertion_is_what_is_left_there() {
    let program = |claim: &str| {
        format!(
            "field f: Int\n\
             method m(x: Ref)\n\
             requires acc(x.f)\n\
             {{\nexhale {claim}\n}}\n"
        )
    };
    assert_eq!(violated(&program("acc(x.f, 1/2) && perm(x.f) == 1/2")), [0; 0]);
    assert_eq!(violated(&program("perm(x.f) == write && acc(x.f)")), [0; 0]);
    assert_eq!(violated(&program("acc(x.f) && perm(x.f) == write")), [5]);
    assert_eq!(violated(&program("acc(x.f) && forperm y: Ref [y.f] :: false")), [0; 0]);
    assert_eq!(violated(&program("acc(x.f, 1/2) && forperm y: Ref [y.f] :: false")), [5]);
    let old = "acc(x.f) && old(perm(x.f)) == write && perm(x.f) == none";
    assert_eq!(violated(&program(old)), [0; 0]);
}

#[test]
fn forperm_looks_at_the_instances_that_its_location_fits() {
    let program = |claim: &str| {
        format!(
            "predicate p(x: Ref, y: Ref)\n\
             method m(x: Ref, y: Ref, z: Ref)\n\
             requires p(x, y) && p(z, z) && x != y && y != z\n\
             {{\nassert {claim}\n}}\n"
        )
    };
    assert_eq!(violated(&program("forperm a: Ref [p(a, a)] :: a == z")), [0; 0]);
    assert_eq!(violated(&program("forperm a: Ref [p(a, y)] :: a == x")), [0; 0]);
    assert_eq!(violated(&program("forperm a: Ref [p(a, z)] :: a == x")), [5]);
    assert_eq!(violated(&program("forperm a: Ref, b: Ref [p(a, b)] :: a == x")), [5]);
}

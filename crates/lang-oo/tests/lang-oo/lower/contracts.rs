//! Contracts as plain assertions.

use super::support::{Run, lines};

fn call(text: &str, name: &str) -> Vec<String> {
    lines(&Run::new(text).call(name))
}

const ACCOUNT: &str = "class Account { int balance;
  invariant balance >= 0;
  void withdraw(int amount)
    requires 0 <= amount; requires amount <= balance;
    ensures balance = old(balance) - amount;
  { balance -= amount; }
  void broken(int amount)
    ensures balance = old(balance) - amount;
  { balance = balance - 2 * amount; }
}
void client(Account a) { a.withdraw(5); }
";

#[test]
fn preconditions_and_invariants_of_the_entry_are_assumed() {
    let leaves = call(ACCOUNT, "Account.withdraw");
    assert_eq!(leaves.len(), 1, "{leaves:?}");
    assert!(leaves[0].starts_with("returned: this != null && this.balance >= 0"), "{leaves:?}");
}

#[test]
fn preconditions_of_what_is_called_are_checked() {
    let leaves = call(ACCOUNT, "client");
    let findings: Vec<&String> = leaves.iter().filter(|l| l.contains("precondition")).collect();
    assert_eq!(findings.len(), 1, "{leaves:?}");
    assert!(
        findings[0].starts_with("assertion (precondition: amount <= balance) at 4:36: a != null"),
        "{leaves:?}"
    );
}

#[test]
fn postconditions_and_invariants_are_checked_at_the_end() {
    let leaves = call(ACCOUNT, "Account.broken");
    let kinds: Vec<&str> = leaves.iter().map(|l| l.split(" at ").next().unwrap()).collect();
    assert!(
        kinds.contains(&"assertion (postcondition: balance == old(balance) - amount)"),
        "{leaves:?}"
    );
    assert!(leaves.iter().any(|l| l.starts_with("returned: this != null && ")), "{leaves:?}");
}

#[test]
fn parameters_in_postconditions_have_their_values_at_the_call() {
    let text = "int f(int x) ensures result = x + 1; { x = x + 1; return x; }";
    assert_eq!(call(text, "f"), ["returned: true: x = x, return = x + 1"]);
}

#[test]
fn a_join_is_an_assertion() {
    let text = "class C { int v; void f(int x) { v += x; join acc(v) * v = old(v) + x; v = 0; } }";
    let leaves = call(text, "C.f");
    assert!(leaves.iter().all(|leaf| !leaf.starts_with("assertion")), "{leaves:?}");
    let leaves = call(&text.replace("old(v) + x", "old(v)"), "C.f");
    assert!(leaves.iter().any(|leaf| leaf.starts_with("assertion (acc(v) * ")), "{leaves:?}");
}

#[test]
fn access_and_predicates_count_as_true() {
    let text = "class C { int v; predicate q() { return acc(v) * v > 100; }
        void set(int i) requires q() * acc(v) * i > 0; ensures untouched(acc(v)) && q() * v = i;
        { open q(); v := i; close q(); } }";
    assert_eq!(call(text, "C.set"), ["returned: this != null && i > 0: i = i"]);
}

#[test]
fn an_assumed_contract_is_assumed_to_be_defined() {
    let text = "class C { int v; } int f(C c, int i) requires 10 / i = c.v; { return c.v; }";
    let leaves = call(text, "f");
    assert_eq!(leaves.len(), 1, "{leaves:?}");
    assert!(leaves[0].contains("i != 0 && c != null"), "{leaves:?}");
}

#[test]
fn invariants_of_loops_are_checked_at_each_test() {
    let text = "int f(int n) requires 0 <= n < 3; { int i = 0;
        while (i < n) invariant i <= n; invariant i < 2; { i++; } return i; }";
    let leaves = call(text, "f");
    let broken: Vec<&String> = leaves.iter().filter(|l| l.contains("loop invariant")).collect();
    assert_eq!(broken.len(), 1, "{leaves:?}");
    assert!(broken[0].starts_with("assertion (loop invariant: i < 2) at 2:51"), "{leaves:?}");
}

#[test]
fn old_is_evaluated_at_the_call_whether_or_not_it_is_defined() {
    let text = "class C { int v; void f(C c) ensures c != null ==> c.v = old(c.v) + 1; { if (c != null) c.v++; } }";
    let leaves = call(text, "C.f");
    assert!(leaves.iter().all(|l| l.starts_with("returned")), "{leaves:?}");
    assert_eq!(leaves.len(), 2);
}

#[test]
fn pure_methods_stand_in_contracts_and_ghost_variables_in_assertions() {
    let text = "class Cell { int x; pure int get() { return x; }
        void set(int v) ensures get() = v; { ghost int before := get(); x := v; assert get() = v; assert x = v; } }";
    assert_eq!(call(text, "Cell.set"), ["returned: this != null: v = v"]);
}

#[test]
fn the_cell_of_the_papers_keeps_its_contracts() {
    let cell = include_str!("../../../../../examples/oo/cell.oo");
    for name in ["main", "Cell.Cell", "Cell.setX", "Cell.getX"] {
        let leaves = call(cell, name);
        assert!(leaves.len() == 1 && leaves[0].starts_with("returned"), "{name}: {leaves:?}");
    }
    // Swapping a cell with itself is fine as well.
    let leaves = call(cell, "Cell.swap");
    assert!(leaves.iter().all(|leaf| leaf.starts_with("returned: this != null && c != null")));
}

#[test]
fn a_hidden_field_is_named_with_this() {
    let text = "class C { int v; C(int v) ensures this.v = v; { this.v := v + 1; } }";
    let leaves = call(text, "C.C");
    assert!(leaves[0].starts_with("assertion (postcondition: this.v == v) at"), "{leaves:?}");
}

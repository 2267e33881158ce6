//! Ghost operations that the text leaves out.

use super::{lowered, member};
use effigy_lang_oo::viper::INFER;

#[test]
fn a_predicate_is_opened_where_a_part_reads_its_fields() {
    let text = "class Cell { int x; int y;
        predicate valid() { return acc(x) * acc(y); }
        pure int sum() requires valid(); { return x + y; }
        pure int twice() requires valid(); { return sum() + x; } }";
    assert!(
        member(text, "function Cell_sum")
            .ends_with("{ (unfolding acc(Cell_valid(this)) in (this.x + this.y)) }\n")
    );
    assert!(
        member(text, "function Cell_twice")
            .ends_with("{ (Cell_sum(this) + (unfolding acc(Cell_valid(this)) in this.x)) }\n")
    );
}

#[test]
fn a_predicate_is_opened_around_a_call_that_needs_its_inside() {
    let text = "class Node { int v; Node next;
        predicate list() { return acc(v) * acc(next) * (next != null ==> next.list()); }
        pure int sum() requires list(); { return next = null ? v : v + next.sum(); } }";
    let sum = member(text, "function Node_sum");
    let open = "unfolding acc(Node_list(this)) in";
    assert!(sum.contains(&format!("({open} Node_sum(this.next))")), "{sum}");
    assert!(sum.contains(&format!("(({open} (this.next == null)) ? ")), "{sum}");
}

#[test]
fn predicates_in_predicates_are_opened() {
    let text = "class C { int x; predicate in() { return acc(x); } predicate out() { return in(); }
        pure int get() requires out(); { return x; } }"
        .replace("in()", "inner()");
    assert!(
        member(&text, "function C_get")
            .contains("(unfolding acc(C_out(this)) in (unfolding acc(C_inner(this)) in this.x))")
    );
}

#[test]
fn a_text_with_ghost_operations_is_taken_at_its_word() {
    let text = "class C { int x; predicate q() { return acc(x); }
        void a() requires q(); ensures q(); { x := 1; }
        void b() requires q(); ensures q(); { open q(); x := 1; }
        pure int p() requires q(); { return (opening q() in x) + x; } }";
    let program = lowered(text);
    let inferred: Vec<&str> = program
        .methods
        .iter()
        .filter(|(_, m)| m.annotations.iter().any(|a| &*a.key == INFER))
        .map(|(_, m)| &*m.name)
        .collect();
    assert_eq!(inferred, ["C.a"]);
    assert!(member(text, "function C_p").contains("in this.x) + this.x)"));
}

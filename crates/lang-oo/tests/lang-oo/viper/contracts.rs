//! Predicates, pure methods, contracts.

use super::{at, lowered, member, refused};
use effigy_lang_viper::tree::ExprKind;

const CELL: &str = include_str!("../../../../../examples/oo/cell.oo");

#[test]
fn the_class_of_figure_9() {
    assert_eq!(
        member(CELL, "function Cell_getX"),
        "function Cell_getX(this: Ref): Int
  requires (this != null)
  requires acc(Cell_valid(this))
{ (unfolding acc(Cell_valid(this)) in this.x) }
"
    );
    assert_eq!(
        member(CELL, "predicate Cell_valid"),
        "predicate Cell_valid(this: Ref)
{ ((this != null) && acc(this.x)) }
"
    );
    assert_eq!(
        member(CELL, "method Cell_setX"),
        "method Cell_setX(this: Ref, v: Int)
  requires (this != null)
  requires acc(Cell_valid(this))
  ensures (acc(Cell_valid(this)) && (Cell_getX(this) == v))
{
  unfold acc(Cell_valid(this))
  this.x := v
  fold acc(Cell_valid(this))
  assume (Cell_getX(this) == (unfolding acc(Cell_valid(this)) in this.x))
}
"
    );
}

#[test]
fn a_predicate_is_of_an_object_and_old_is_of_the_call() {
    let swap = member(CELL, "method Cell_swap");
    for line in [
        "  requires (c != null)",
        "  requires (acc(Cell_valid(this)) && ((c != null) && acc(Cell_valid(c))))",
        "  ensures (Cell_getX(this) == old(Cell_getX(c)))",
    ] {
        assert!(swap.lines().any(|l| l == line), "{swap}");
    }
}

#[test]
fn a_constructor_has_the_fields_with_their_defaults() {
    let made = member(CELL, "method Cell_Cell");
    assert!(made.contains("  requires acc(this.x)\n  requires (this.x == 0)\n"), "{made}");
    let main = member(CELL, "method main");
    let new = "  new_Cell := new(x)\n  new_Cell.x := 0\n  Cell_Cell(new_Cell, 0)\n";
    assert!(main.contains(new), "{main}");
}

#[test]
fn places_are_those_of_the_text() {
    let program = lowered(CELL);
    let (_, set) = program.methods.iter().find(|(_, m)| &*m.name == "Cell.setX").unwrap();
    assert_eq!(at(CELL, set.place.span), "setX");
    let ExprKind::Binary(_, valid, value) = &*set.postconditions[0].kind else { panic!() };
    assert_eq!(at(CELL, valid.place.span), "valid()");
    assert_eq!(at(CELL, value.place.span), "getX() = v");
    assert_eq!(program.files.path(value.place.file), "test.oo");
}

#[test]
fn an_amount_is_a_quotient() {
    let text = "class C { int x; predicate q() { return acc(x); }
        void m(int n) requires acc(x, 1/2) * acc(q(), 1/n); ensures acc(x, 1); {} }";
    let m = member(text, "method C_m");
    assert!(m.contains("requires (acc(this.x, (1 / 2)) && acc(C_q(this), (1 / n)))"), "{m}");
    assert!(m.contains("ensures acc(this.x, (1 / 1))"), "{m}");
}

#[test]
fn untouched_compares_snapshots() {
    let text = "class C { int x; predicate q(int n) { return acc(x) * x = n; }
        void m(C c, int n) requires c.q(n); ensures c.q(n) * untouched(c.q(n)); {} }";
    let program = lowered(text);
    let (_, function) = program.functions.iter().next().unwrap();
    assert_eq!(&*function.annotations[0].key, effigy_lang_oo::viper::SNAPSHOT);
    assert_eq!(
        member(text, "function untouched"),
        "function untouched_at_2_62(x0: Ref, x1: Int): Snapshot
  requires ((x0 != null) && acc(C_q(x0, x1)))
"
    );
    let call = "untouched_at_2_62(c, n)";
    let conjunct = format!("({call} == old({call})))");
    assert!(member(text, "method C_m").contains(&conjunct), "{}", member(text, "method C_m"));
}

#[test]
fn globals_are_fields_of_one_object_that_main_has() {
    let text = "int g := -3; bool b; void inc() requires acc(g); ensures acc(g) * g = old(g) + 1;
        { g++; } void main() { inc(); }";
    let inc = member(text, "method inc");
    assert!(inc.contains("requires acc(globals().g)"), "{inc}");
    assert!(inc.contains("  globals().g := (globals().g + 1)\n"), "{inc}");
    let main = member(text, "method main");
    assert!(
        main.contains("requires (globals().g == (-3))\n  requires acc(globals().b)\n{"),
        "{main}"
    );
}

#[test]
fn fields_of_one_name_are_distinguished() {
    let text = "class C { int x; } class D { bool x; }
        void m(C c, D d) requires acc(c.x) * acc(d.x); {}";
    assert!(member(text, "method m").contains("(acc(c.C_x) && acc(d.D_x))"));
}

#[test]
fn what_a_proof_does_not_take() {
    assert_eq!(refused("class C { int x;\n invariant x > 0; }").len(), 1);
    assert!(refused("class C { int x;\n invariant x > 0; }")[0].starts_with("2: a proof takes no"));
    let text = "bool f() { return true; }\nvoid m() { while (f()) { } }";
    assert!(refused(text)[0].starts_with("2: a proof takes no effects in the condition"));
    let text =
        "class C { int x; }\nint f() { return 1; }\nvoid m(C c) { assert acc(c.x) * f() = 1; }";
    assert!(refused(text)[0].starts_with("3: a proof takes no effects beside"));
}

#[test]
fn pure_methods_end() {
    let text = "class C { C next; int x; predicate list() {
          return acc(next) * acc(x) * (next != null ==> next.list()); }
        pure int a() requires list(); {
          return opening list() in next = null ? 0 : 1 + next.a(); }
        pure int b() requires list(); { return a(); }
        pure int c() requires list(); {
          return d(); }
        pure int d() requires list(); {
          return c() + d(); } }";
    // A call inside of an opening has to take what is open; what is neither inside of one nor stands before it is left to the proof, too.
    let program = lowered(text);
    let calls = program.functions.iter().flat_map(|(_, f)| &f.shrinking);
    let calls: Vec<String> = calls.map(|place| at(text, place.span)).collect();
    assert_eq!(calls, ["next.a()", "d()", "d()"]);
    // In a contract there is no heap yet that could be smaller.
    let contract = "class C { int x;
        pure int a() requires acc(x) * b() > 0; { return x; }
        pure int b() { return 1; } }";
    let refused = refused(contract);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].starts_with("2: ") && refused[0].contains("C.b does not"), "{refused:?}");
}

//! The programs of the papers.

use super::{assert_round_trip, errors, program};

const CELL: &str = include_str!("../../../../../examples/oo/cell.oo");
const LIST: &str = include_str!("../../../../../examples/oo/list.oo");

#[test]
fn the_examples_are_read_and_printed() {
    for text in [CELL, LIST] {
        assert_round_trip(&program(text));
    }
}

#[test]
fn cell_as_printed_in_figure_9() {
    let printed = program(CELL).to_string();
    for line in [
        "    ensures this.valid() * (this.getX() == v) {",
        "    requires this.valid() * c.valid();",
        "    ensures this.getX() == old(c.getX());",
        "    open this.valid();",
        "  predicate valid() {",
        "    return acc(this.x);",
        "    return (opening this.valid() in this.x);",
        "  c2.setX(10);",
        "  assert c1.getX() == 5;",
    ] {
        assert!(printed.contains(line.trim_end_matches(" {")), "{line}\n{printed}");
    }
}

/// Figure 1: contracts without permissions, and a client of bare statements.
#[test]
fn figure_1() {
    let text = "class Cell { int x;
        Cell() ensures this.x = 0; { this.x := 0; }
        void setX(int v) ensures this.x = v; { this.x := v; } }
        Cell c1 := new Cell(); c1.setX(5);
        Cell c2 := new Cell(); c2.setX(10);
        assert c1.x = 5;";
    let program = program(text);
    assert_round_trip(&program);
    let main = &program.methods[program.main.unwrap()];
    assert_eq!((main.name.as_str(), main.body.len(), main.locals.len()), ("main", 5, 2));
}

/// Figure 2 and Figure 3: `∧` beside access, and `*` between assertions.
#[test]
fn figures_2_and_3() {
    let text = "class Cell { int x;
        Cell() ensures acc(this.x) ∧ this.x = 0; { this.x := 0; }
        void setX(int v) requires acc(this.x); ensures acc(this.x) ∧ this.x = v; { this.x := v; }
        pure int getX() requires acc(x); { return this.x; }
        void swap(Cell c) requires c ≠ null; requires acc(x) * acc(c.x);
        { int i := x; x := c.getX(); c.setX(i); } }";
    assert_round_trip(&program(text));
}

/// The class of Figure 10 (a), and the contracts of (b); the increment inside of an expression is written out.
#[test]
fn figure_10() {
    let text = "class Object {}
        class ArrayList { Object[] items; int size;
          ArrayList() ensures valid(); ensures getSize() = 0; { items := new Object[10]; }
          predicate valid() { return acc(items) * acc(size) * items ≠ null * acc(items.elems) *
            0 ≤ size ≤ items.length; }
          pure int getSize() requires valid(); { return size; } }
        class Iterator { ArrayList list; int index;
          Iterator(ArrayList l) requires l.valid(); ensures fp() * l.valid() * valid();
            ensures getList() = l; ensures untouched(l.valid()); { list := l; }
          Object next() requires fp() * getList().valid() * valid(); requires hasNext();
            ensures fp() * getList() = old(getList()); ensures getList().valid() * valid();
            ensures untouched(getList().valid());
          { index++; return list.items[index - 1]; }
          predicate fp() { return acc(list) * acc(index) * list ≠ null; }
          pure ArrayList getList() requires fp(); { return list; }
          pure bool valid() requires fp() * getList().valid(); { return 0 ≤ index ≤ list.getSize(); }
          pure bool hasNext() requires fp() * getList().valid(); { return index < list.getSize(); } }";
    let program = program(text);
    assert_round_trip(&program);
    let printed = program.to_string();
    assert!(printed.contains(
        "acc(this.items) * acc(this.size) * (this.items != null) * acc(this.items.elems) * \
         (0 <= this.size && this.size <= this.items.length)"
    ));
    assert!(printed.contains("this.fp() * (this.getList() == old(this.getList()))"));
}

/// Section 4 of de Boer and Bonsangue: `nil`, conditions without parentheses, a second block in place of `else`.
#[test]
fn the_notation_of_de_boer_and_bonsangue() {
    let text = "class C { C f; int m(int u) { if u = 0 { return 1; } { return u; } } }
        C x; C y; int n;
        while x ≠ nil { x := x.f; }
        if n = 3 { y := new C; } { y := nil; }
        n := y.m(n);";
    let program = program(text);
    assert_round_trip(&program);
    assert_eq!(program.globals.len(), 3);
    assert!(
        errors("if (true) { } { int x; } x := 1;")[0].contains("declared in a block that ended")
    );
}

//! What is said of broken structure, and how reading goes on behind it.

use super::errors;
use effigy_lang_oo::{MAX_ERRORS, parse};

#[test]
fn several_errors_are_told_in_one_run() {
    let text = "class C {
  int x
  int y;
  Strin z;
  void f( { x := 1; }
  int g() { x := ; y := true; return x }
}
void h(C c) {
  if (c.x > ) { c.q := 1; }
  while c.x { }
  c.f(1);
  undeclared := 2;
}";
    assert_eq!(
        errors(text),
        [
            "2:8: expected `;`, found `int`",
            "4:3: `Strin` is no class",
            "5:11: expected a type, found `{`",
            "6:18: expected an expression, found `;`",
            "6:25: an int is needed here, this is a bool",
            "6:39: expected `;`, found `}`",
            "9:13: expected an expression, found `)`",
            "9:19: class C has no field `q`",
            "10:9: a bool is needed here, this is an int",
            "11:5: class C has no method `f`",
            "12:3: `undeclared` is not declared",
        ]
    );
}

#[test]
fn a_class_with_a_super_class_is_read_on() {
    assert_eq!(
        errors("class A extends B { int x; }\nint f(A a) { return a.y; }"),
        [
            "1:9: `extends`: there are no sub-classes and no interfaces here, dynamic dispatch is outside of this language",
            "2:23: class A has no field `y`",
        ]
    );
}

#[test]
fn what_follows_from_an_error_is_not_told() {
    assert_eq!(
        errors(
            "class C { D d; D f() { return d; } }\nvoid g(C c, E e) { e.f := c.d.x; c.f().y := 1; }"
        ),
        ["1:11: `D` is no class", "1:16: `D` is no class", "2:13: `E` is no class"]
    );
}

#[test]
fn errors_are_counted_when_there_are_too_many() {
    let text = "x := ;\n".repeat(MAX_ERRORS + 9);
    let all = parse("test.oo", text.as_bytes()).1;
    assert_eq!(all.len(), MAX_ERRORS + 1);
    assert_eq!(all[MAX_ERRORS].message, "9 more errors are not shown");
}

#[test]
fn an_error_shows_its_line() {
    let (_, all) = parse("test.oo", b"class C { }\nvoid f(C c) { c.x := 1; }");
    assert_eq!(
        all[0].to_string(),
        "error: class C has no field `x`\n --> test.oo:2:17\n  | void f(C c) { c.x := 1; }\n  |                 ^"
    );
}

//! Texts that are too deep or too large are errors; none overflows the stack or takes long.

use effigy_lang_viper::{Disk, parse};
use std::path::Path;

/// Reads a program in a thread with the stack of a test; whether it is right.
fn reads(text: &str) -> bool {
    parse(Path::new("test.vpr"), text, &Disk).is_ok()
}

fn message(text: &str) -> String {
    let problems = parse(Path::new("test.vpr"), text, &Disk).err().unwrap_or_default();
    problems.first().map(|p| p.message.clone()).unwrap_or_default()
}

fn body(e: &str) -> String {
    format!("method m(b: Bool, x: Int) {{ assert {e} }}")
}

#[test]
fn deep_expressions() {
    let around = |open: &str, inner: &str, close: &str, n: usize| {
        body(&format!("{}{inner}{}", open.repeat(n), close.repeat(n)))
    };
    let cases = [
        ("(", "b", ")"),
        ("!", "b", ""),
        ("b ==> ", "b", ""),
        ("b && ", "b", ""),
        ("b ? b : ", "b", ""),
        ("old(", "b", ")"),
        ("let y == (", "b", ") in true"),
        ("Seq(", "x", ") == Seq()"),
        ("b --* ", "b", ""),
    ];
    for (open, inner, close) in cases {
        assert!(!reads(&around(open, inner, close, 100_000)), "{open}");
    }
    assert!(reads(&around("(", "b", ")", 100)));
    assert!(reads(&around("b && ", "b", "", 200)));
    assert!(message(&around("(", "b", ")", 1000)).starts_with("nested deeper than"));
    assert!(message(&around("x + ", "x", " == 0", 1000)).contains("operators above each other"));
}

#[test]
fn as_deep_as_allowed() {
    assert!(reads(&body(&format!("{}b{}", "(!".repeat(100), ")".repeat(100)))));
    assert!(reads(&body(&format!("{}x == 0", "x + ".repeat(490)))));
    let blocks = format!("method m() {{ {}{} }}", "{".repeat(200), "}".repeat(200));
    assert!(reads(&blocks));
}

#[test]
fn deep_statements_and_types() {
    let nested = |open: &str, close: &str, n: usize| {
        format!("method m(b: Bool) {{ {}{} }}", open.repeat(n), close.repeat(n))
    };
    assert!(!reads(&nested("{", "}", 100_000)));
    assert!(!reads(&nested("if (b) {", "}", 100_000)));
    assert!(!reads(&nested("if (b) {} elseif (b) {} else {", "}", 50_000)));
    assert!(!reads(&format!(
        "method m(b: Bool) {{ if (b) {{}} {} }}",
        "elseif (b) {}".repeat(50_000)
    )));
    assert!(!reads(&format!("field f: {}Int{}", "Seq[".repeat(100_000), "]".repeat(100_000))));
}

#[test]
fn comparisons_that_repeat_their_operands() {
    let mut e = "x".to_owned();
    for _ in 0..60 {
        e = format!("(b == (0 < (({e}) == x ? 1 : 2) < 9) ? 1 : 2)");
    }
    assert!(!reads(&body(&format!("{e} == 0"))));
}

#[test]
fn macros_that_double() {
    let mut text = "define m0(b) b && b\n".to_owned();
    for i in 1..64 {
        text += &format!("define m{i}(b) m{}(m{}(b))\n", i - 1, i - 1);
    }
    text += "method m(b: Bool) { assert m63(b) }";
    assert!(message(&text).contains("too large"));
    let mut text = "define m0() { assert true }\n".to_owned();
    for i in 1..64 {
        text += &format!("define m{i}() {{ m{}() m{}() }}\n", i - 1, i - 1);
    }
    text += "method m() { m63() }";
    assert!(message(&text).contains("too large"));
}

#[test]
fn chains_of_macros() {
    let mut text = "define m0 true\n".to_owned();
    for i in 1..20_000 {
        text += &format!("define m{i} !m{}\n", i - 1);
    }
    text += "method m() { assert m19999 }";
    assert!(!reads(&text));
}

#[test]
fn types_that_double() {
    let mut text = "domain P[T] { function pair(a: T, b: T): P[T] function both[X](): Bool }"
        .replace("[X]", "");
    text += " domain Q[A, B] { function q(a: A, b: B): Q[A, B] } method m() { assert ";
    for i in 0..64 {
        let before = if i == 0 { "1".to_owned() } else { format!("x{}", i - 1) };
        text += &format!("let x{i} == (q({before}, {before})) in ");
    }
    text += "true }";
    reads(&text);
}

#[test]
fn every_prefix_of_a_program_is_read_without_a_crash() {
    let text = "@a(\"b\") field f: Int predicate P(x: Ref) { acc(x.f, 1/2) && [x.f > 0, |Seq(1)[..1]| == 1] }
      adt L[T] { N() C(h: T, t: L[T]) } define m(a) { var y: Int := a } import <decreases/int.vpr>
      method n(x: Ref) requires P(x) decreases 1, 2 if true { m(3) while (true) invariant P(x) { goto l } label l }";
    for end in 0..text.len() {
        if let Some(prefix) = text.get(..end) {
            reads(prefix);
        }
    }
    for skip in 0..text.len() {
        if let (Some(a), Some(b)) = (text.get(..skip), text.get(skip + 1..)) {
            reads(&format!("{a}{b}"));
        }
    }
    assert!(reads(text), "{}", message(text));
}

//! Texts that are wrong: each is a located error, and none overflows the stack.

use effigy_base::source::Diagnostic;
use effigy_lang_oo::{MAX_ERRORS, parse};

/// A text, the line of one of its errors, and a part of the message.
const MALFORMED: &[(&str, u32, &str)] = &[
    ("", 0, "no class, no procedure and no statement"),
    ("int x;\n@x = 1;", 2, "there are no annotations"),
    ("x := 1 & 2;", 1, "the conjunction is `&&`"),
    ("x := 1 | 2;", 1, "the disjunction is `||`"),
    ("x := \"text\";", 1, "no strings"),
    ("x := 3 $ 4;", 1, "`$` has no meaning"),
    ("void main() {}\n/* never closed", 2, "no closing `*/`"),
    ("int x;\nx := 12ab;", 2, "`12ab` is no integer"),
    // Structure.
    ("class", 1, "expected the name of the class, found the end"),
    ("class C", 1, "expected `{`, found the end"),
    ("class C {", 1, "this `{` has no `}`"),
    ("class C {\nint x;\nclass D {}", 1, "this `{` has no `}`"),
    ("class C {}\n}", 2, "`}` without a `{`"),
    ("void f() {", 1, "this `{` has no `}`"),
    ("void f() {\nif (true) {\n}", 1, "this `{` has no `}`"),
    ("void f(", 1, "expected a type, found the end"),
    ("void f(int) {}", 1, "expected the name of a parameter"),
    ("void f(int a int b) {}", 1, "expected `,` or `)`"),
    ("void f() return;", 1, "expected `{`"),
    ("class C {\nint;\n}", 2, "expected a name, found `;`"),
    ("class C {\n5;\n}", 2, "expected a field, a method or `}`"),
    ("class C {\nint x = 5;\n}", 2, "a field has no initial value"),
    ("class C {\nvoid x;\n}", 2, "expected `(`"),
    ("class C {\nint x\nint y;\n}", 2, "expected `;`, found `int`"),
    ("class C {\nF(int x) {}\n}", 2, "expected a name, found `(`"),
    ("void f() {\nelse {}\n}", 2, "`else` without an `if`"),
    ("void f() {\nif {}\n}", 2, "expected an expression, found `{`"),
    ("void f() {\nif () {}\n}", 2, "expected an expression, found `)`"),
    ("void f() {\nif (true {}\n}", 2, "expected an operator or `)`"),
    ("void f() {\nwhile (true) }\n}", 2, "expected"),
    ("void f() {\nfor (int i = 0; i < 3) {}\n}", 2, "expected an operator or `;`"),
    ("void f() {\nfor int i = 0;\n}", 2, "expected `(`"),
    ("void f() {\nreturn\n}", 2, "expected `;`, found `}`"),
    ("void f() {\nint x = ;\n}", 2, "expected an expression, found `;`"),
    ("void f() {\nint x 5;\n}", 2, "expected `;`, found `5`"),
    ("void f() {\nint = 5;\n}", 2, "expected the name of a variable"),
    ("void f() {\nint open = 5;\n}", 2, "found `open`, which is a word of the language"),
    ("int m() { return 1; }\nbool f() { return 0 < m() < 2; }", 2, "the middle of `a < b < c`"),
    ("void f(int x) {\nx;\n}", 2, "this is no statement"),
    ("void f(int x) {\nx + 1;\n}", 2, "expected `:=` or `=`"),
    ("void f(int x) {\nx := (1;\n}", 2, "expected an operator or `)`"),
    ("void f(int[] x) {\nx[1 := 2;\n}", 2, "expected an operator or `]`"),
    ("void f(int x) {\nx := true ? 1;\n}", 2, "expected an operator or `:`"),
    ("void f(int x) {\nf(1;\n}", 2, "expected an operator, `,` or `)`"),
    ("void f(int x) {\nx.;\n}", 2, "expected the name of a field or method"),
    ("void f(int x) {\nassert;\n}", 2, "expected an expression"),
    ("void f(int x) {\nx := new;\n}", 2, "expected a type"),
    ("void f(int x) {\nx := new int;\n}", 2, "expected `[` and a number"),
    ("void f(int x) {\nx := old 1;\n}", 2, "expected `(`"),
    ("predicate p() { return true; }\nvoid f() { int x := opening p() 1; }", 2, "expected `in`"),
    ("void f(int x) {\nint y := x++;\n}", 2, "expected `;`, found `++`"),
    ("void f(int x) {\nint y := ++x;\n}", 2, "`++` is a statement of its own"),
    ("void f(int[] a, int x) {\nx := a[x++];\n}", 2, "`++` is a statement of its own"),
    (
        "int g(int i) { return i; } void f(int[] a, int x) {\na[x--] := g(1);\n}",
        2,
        "`--` is a statement of its own",
    ),
    (
        "int f(int[] a, int x, bool b) {\nreturn b ? a[x++] : 0;\n}",
        2,
        "`++` is a statement of its own",
    ),
    ("void f(bool x, bool y) {\nx = y = true;\n}", 2, "a second `=`"),
    // What the language does not have.
    ("class C extends D {}", 1, "`extends`: there are no sub-classes"),
    ("class C implements D {}", 1, "`implements`: there are no sub-classes"),
    ("interface I {}", 1, "`interface`: there are no sub-classes"),
    ("abstract class C {}", 1, "`abstract`: there are no sub-classes"),
    ("class C {\noverride void f() {}\n}", 2, "`override`: there are no sub-classes"),
    ("class C { void f() {\nsuper.f();\n} }", 2, "`super`: there are no sub-classes"),
    ("class C { bool f(C c) {\nreturn c instanceof C;\n} }", 2, "`instanceof`: there are no"),
    ("class C { C f(C c) {\nreturn (C) c;\n} }", 2, "casts are outside"),
    ("int f(int c) {\nreturn (int) c;\n}", 2, "casts are outside"),
    ("public class C {}", 1, "`public` has no meaning"),
    ("class C {\nprivate int x;\n}", 2, "`private` has no meaning"),
    ("void f() {\nwhile (true) { break; }\n}", 2, "`break` is outside of this language"),
    ("void f() {\nswitch (1) {}\n}", 2, "`switch` is outside of this language"),
    // Declarations.
    ("class C {}\nclass C {}", 2, "class `C` is already declared on line 1"),
    ("class C { int x;\nbool x; }", 2, "field `x` is already declared on line 1"),
    ("class C { void f() {}\nint f() { return 1; } }", 2, "method `f` is already declared"),
    ("class C { C() {}\nC(int x) {} }", 2, "constructor `C` is already declared"),
    ("class C {\nint C() { return 1; } }", 2, "`C` is the constructor of the class"),
    ("int x;\nint x;", 2, "global variable `x` is already declared"),
    ("void f() {}\nvoid f() {}", 2, "procedure `f` is already declared"),
    ("void f(int x,\nint x) {}", 2, "parameter `x` is already declared"),
    ("void f(int x) {\nint x;\n}", 2, "variable `x` is already declared on line 1"),
    ("void f() {\nint x; {\nint x; } }", 3, "variable `x` is already declared on line 2"),
    ("void main() {}\nint x; x := 1;", 2, "there is a procedure `main` on line 1"),
    ("void main(int x) {}", 1, "`main` has no parameters"),
    ("int main() { return 1; }", 1, "`main` has no parameters"),
    ("class Node {}\nNod x;", 2, "`Nod` is no class; did you mean `Node`?"),
    ("class C { D f; }", 1, "`D` is no class"),
    ("D f() { return null; }", 1, "`D` is no class"),
    ("void f(void x) {}", 1, "expected a type, found `void`"),
    ("pure void f() { return 1; }", 1, "`void` is a result only"),
    // Names.
    ("void f(int value) {\nvalu := 1;\n}", 2, "`valu` is not declared; did you mean `value`?"),
    ("class C { int field; void f() {\nfeild := 1;\n} }", 2, "did you mean `field`?"),
    ("void f() {\nx := 1;\nint x;\n}", 2, "`x` is declared below, on line 3"),
    (
        "void f() {\n{ int x; }\nx := 1;\n}",
        3,
        "`x` is declared in a block that ended before: line 2",
    ),
    (
        "class C { int abc; }\nvoid f(C c) {\nc.abd := 1;\n}",
        3,
        "class C has no field `abd`; did you",
    ),
    (
        "class C { void abc() {} }\nvoid f(C c) {\nc.abd();\n}",
        3,
        "class C has no method `abd`; did",
    ),
    ("void call() {}\nvoid f() {\ncal();\n}", 3, "no procedure or method `cal` here; did you"),
    ("class C {}\nvoid f() {\nC();\n}", 3, "`C` is a class: a new object is `new C(...)`"),
    ("void f(int x) {\nx.f := 1;\n}", 2, "a int has no fields"),
    ("void f(int x) {\nx.f();\n}", 2, "a int has no methods"),
    ("void f(int x) {\nx[0] := 1;\n}", 2, "a int has no elements"),
    ("void f(int[] x) {\nx.size := 1;\n}", 2, "an array has the field `length` only"),
    ("void f(int[] x) {\nassert x.elems == x;\n}", 2, "stands in `acc(...)` only"),
    ("void f() {\nassert this == null;\n}", 2, "no `this` outside of classes"),
    ("class C { void f() {\nthis := null;\n} }", 2, "`this` cannot be assigned"),
    ("void f(int[] x) {\nx.length := 1;\n}", 2, "the length of an array cannot be assigned"),
    ("void f(int x) {\nf(x) := 1;\n}", 2, "this cannot be assigned"),
    ("void f(int x) {\n(x) := 1;\n}", 2, "this cannot be assigned"),
    ("int f() ensures result = 1; {\nresult := 1; return 1;\n}", 2, "`result` stands in postcond"),
    ("class C { int f; C g() { return this; } void h() {\ng().f += 1;\n} }", 2, "evaluated twice"),
    // Types.
    ("void f(int x) {\nx := true;\n}", 2, "an int is needed here, this is a bool"),
    ("void f(bool x) {\nx := 1;\n}", 2, "a bool is needed here, this is an int"),
    ("void f(int x) {\nx := null;\n}", 2, "an int is needed here, this is null"),
    ("class C {} class D {}\nvoid f(C c) {\nc := new D;\n}", 3, "a C is needed here, this is a D"),
    ("void f(int[] x, bool[] y) {\nx := y;\n}", 2, "an array int[] is needed here"),
    ("void f(int x) {\nif (x) {}\n}", 2, "a bool is needed here"),
    ("void f(int x) {\nwhile (x) {}\n}", 2, "a bool is needed here"),
    ("void f(bool x) {\nx := !1;\n}", 2, "a bool is needed here"),
    ("void f(bool x) {\nx := -x;\n}", 2, "an int is needed here"),
    ("void f(bool x) {\nx := x + 1 > 2;\n}", 2, "an int is needed here"),
    ("void f(bool x) {\nx := x && 1;\n}", 2, "a bool is needed here"),
    ("void f(bool x) {\nx := x < x;\n}", 2, "an int is needed here"),
    ("void f(bool x, int y) {\nx := x == y;\n}", 2, "a bool and an int cannot be compared"),
    ("class C {} class D {}\nvoid f(C c, D d) {\nassert c == d;\n}", 3, "a C and a D cannot be"),
    (
        "void f(int x, bool y) {\nx := y ? 1 : true;\n}",
        2,
        "the two sides of `:` are an int and a bool",
    ),
    ("void f(int[] x) {\nx[true] := 1;\n}", 2, "an int is needed here"),
    ("void f(int[] x) {\nx := new int[true];\n}", 2, "an int is needed here"),
    ("void f(bool x) {\nx += 1;\n}", 2, "an int is needed here"),
    ("void f(int x) {\nf();\n}", 2, "f has 1 parameter, this call has 0"),
    ("void f() {\nf(1);\n}", 2, "f has no parameters, this call has 1"),
    ("void f(int x, int y) {\nf(1);\n}", 2, "f has 2 parameters, this call has 1"),
    ("void f(int x) {\nf(true);\n}", 2, "an int is needed here"),
    ("class C {}\nvoid f() {\nnew C(1);\n}", 3, "class C has no constructor"),
    ("class C { C(int x) {} }\nvoid f() {\nnew C;\n}", 3, "C has 1 parameter, this call has 0"),
    ("void f() {\nnew C;\n}", 2, "`C` is no class"),
    ("void f() {\nint x := f();\n}", 2, "f has no result"),
    ("void f() {\nint x := 1 + *;\n}", 2, "`*` as an unknown value is the whole right side"),
    ("int f() {\nreturn *;\n}", 2, "`*` as an unknown value is the whole right side"),
    // Returns.
    ("int f() {\nreturn;\n}", 2, "return without a value, but f has a result"),
    ("void f() {\nreturn 1;\n}", 2, "return with a value, but f has no result"),
    ("int f(bool b) {\nif (b) { return 1; }\n}", 3, "a path to its end without `return`"),
    ("int f(bool b) {\nwhile (b) { return 1; }\n}", 3, "a path to its end without `return`"),
    (
        "int x = 1 + 2;\nvoid main() {}",
        1,
        "a declaration is a statement when its value is no const",
    ),
    ("int x = -true;\nvoid main() {}", 1, "the initial value of a global variable is a constant"),
    // Contracts.
    ("void f() requires new C == null; {}\nclass C {}", 1, "an object is not created in contracts"),
    ("int g() { return 1; }\nvoid f() requires g() = 1; {}", 2, "g has effects"),
    ("predicate p() { return true; }\nvoid f() requires !p(); {}", 2, "a predicate is called in"),
    (
        "predicate p() { return true; }\nvoid f() { if (p()) {} }",
        2,
        "a predicate is called in contracts",
    ),
    ("class C { int x;\nvoid f() { if (acc(x)) {} } }", 2, "`acc` stands in contracts"),
    ("class C { int x;\nvoid f() requires acc(x) || x = 1; {} }", 2, "`acc` stands in contracts"),
    ("class C { int x;\nvoid f() requires acc(this); {} }", 2, "`acc` is about a field"),
    ("class C { int x;\nvoid f(int y) requires acc(y); {} }", 2, "`acc` is about a field"),
    (
        "class C { predicate q() { return true; }\nvoid f() requires acc(q()); {} }",
        2,
        "`acc` is about a field",
    ),
    ("class C { int x;\nvoid f() requires acc(x, true); {} }", 2, "an int is needed here"),
    (
        "void f(int x) {\nif (x = 1) { join x = 1; }\n}",
        2,
        "`join` is a statement of the body itself",
    ),
    ("int f() {\njoin result = 1; return 1; }", 2, "`result` stands in postconditions only"),
    ("void f(bool x, bool y) {\nx := x * y;\n}", 2, "`*` separates assertions in contracts only"),
    ("void f(int x)\nrequires x <= 2 * x <= 3; {}", 2, "it is not clear whether `*` is a product"),
    ("void f(int x, bool y)\nrequires y * x; {}", 2, "an assertion is needed here, this is an int"),
    ("void f(int x)\nrequires old(x) = 1; {}", 2, "`old` stands in postconditions only"),
    ("void f(int x)\nensures old(old(x)) = 1; {}", 2, "`old` inside of `old`"),
    (
        "class C { int x;\nvoid f() requires untouched(acc(x)); {} }",
        2,
        "`untouched` stands in postc",
    ),
    ("void f()\nensures result = 1; {}", 2, "`result`, but f has no result"),
    ("int f()\nrequires result = 1; { return 1; }", 2, "`result` stands in postconditions only"),
    (
        "pure int g() { return 1; }\nvoid f() {\nopen g();\n}",
        3,
        "`open` needs a call of a predicate",
    ),
    (
        "predicate g() { return true; }\nvoid f() {\nuse g();\n}",
        3,
        "`use` needs a call of a pure method",
    ),
    ("void f() {\nghost int x := 1;\nint y := x;\n}", 3, "`x` is a ghost variable"),
    ("pure int f() {\nint x := 1; return x; }", 1, "the body of a pure method is one statement"),
    ("predicate f() { }", 1, "the body of a predicate is one statement"),
    ("predicate f() requires true; { return true; }", 1, "a predicate has no precondition"),
    ("pure int f() ensures true; { return 1; }", 1, "a pure method has no postcondition"),
    ("pure int f() { return g(); }\nint g() { return 1; }", 1, "g has effects"),
];

/// Bytes that are not text, with the line of an error.
const NOT_TEXT: &[(&[u8], u32)] = &[
    (b"\xff\xfe", 1),
    (b"int x;\nx := \x80;", 2),
    (b"int x;\n// caf\xe9\nx := 1;", 2),
    (b"int x;\nx := 1;\n\xc3", 3),
];

fn refused(text: &[u8]) -> Vec<Diagnostic> {
    let errors = parse("bad.oo", text).1;
    let beginning: String = String::from_utf8_lossy(text).chars().take(400).collect();
    assert!(!errors.is_empty(), "accepted: {beginning}");
    errors
}

#[test]
fn malformed_files_have_located_errors() {
    assert!(MALFORMED.len() >= 100);
    let mut wrong = Vec::new();
    for (text, line, message) in MALFORMED {
        let errors = refused(text.as_bytes());
        let located = errors.iter().any(|e| e.line == *line && e.message.contains(message));
        if !located || errors.len() > 3 {
            let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
            wrong.push(format!("{text}\nwants {line}: {message}\n{}\n", errors.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The messages of `src/problem.rs`, each taken apart at what is filled in.
fn templates() -> Vec<Vec<&'static str>> {
    let source = include_str!("../../../src/problem.rs");
    let messages = source.split("#[error(").skip(1).filter_map(|rest| rest.split('"').nth(1));
    messages.map(|message| message.split(['{', '}']).collect()).collect()
}

#[test]
fn every_message_is_met() {
    let mut met: Vec<String> = Vec::new();
    let texts = MALFORMED.iter().map(|(text, ..)| text.as_bytes().to_vec());
    let texts = texts.chain(NOT_TEXT.iter().map(|(text, _)| text.to_vec()));
    let long = format!("x := 1{};", " + 1".repeat(2000)).into_bytes();
    let deep = format!("x := {}1;", "(".repeat(2000)).into_bytes();
    for text in texts.chain([long, deep]) {
        met.extend(refused(&text).into_iter().map(|e| e.message));
    }
    // Said elsewhere: of constants that are no machine words, of traces, of proofs, and of defects of the lowering.
    let elsewhere = [
        "is no machine integer of",
        "a trace has assignments",
        "a proof takes no",
        "this call may not end",
        "internal error: ",
    ];
    let mut unmet = Vec::new();
    for template in templates() {
        let pieces: Vec<&str> = template.into_iter().step_by(2).collect();
        let fits = |message: &String| {
            let mut rest = message.as_str();
            pieces.iter().all(|piece| match rest.find(piece) {
                Some(at) => {
                    rest = &rest[at + piece.len()..];
                    true
                }
                None => false,
            })
        };
        let told = elsewhere.iter().any(|part| pieces.iter().any(|p| p.contains(part)));
        if !told && !met.iter().any(fits) {
            unmet.push(pieces.join("_"));
        }
    }
    assert!(unmet.is_empty(), "{}", unmet.join("\n"));
}

#[test]
fn bytes_that_are_not_text_have_located_errors() {
    for (text, line) in NOT_TEXT {
        let errors = refused(text);
        let located = errors.iter().any(|e| e.line == *line && e.message.contains("UTF-8"));
        assert!(located, "{errors:?}");
    }
}

#[test]
fn truncated_programs_are_refused_or_whole() {
    let text = include_str!("../../../../../examples/oo/cell.oo");
    let class = text.find("\n}\n\nCell").unwrap() + 2;
    for at in (0..class).filter(|at| text.is_char_boundary(*at)) {
        let errors = refused(&text.as_bytes()[..at]);
        let begun = at > text.find("\nclass").unwrap() + 6;
        assert!(!begun || errors[0].line > 0, "{at}: {errors:?}");
    }
}

/// A procedure of parameters x, a and c around statements that begin on line 2.
fn around(statements: &str) -> String {
    format!(
        "class C {{ C n; C m() {{ return n; }} }} void f(int x, int[] a, C c, bool b) {{\n{statements}\n}}\n"
    )
}

#[test]
fn endless_nesting_is_an_error() {
    const N: usize = 100_000;
    let texts = [
        format!("x := {}1{};", "(".repeat(N), ")".repeat(N)),
        format!("x := {}1;", "- ".repeat(N)),
        format!("b := {}true;", "!".repeat(N)),
        format!("x := {}1{};", "a[".repeat(N), "]".repeat(N)),
        format!("x := {};", "(".repeat(N)),
        format!("{}f{}", "f(".repeat(N), ")".repeat(N)),
        format!("x := {}1;", "b ? 1 : ".repeat(N)),
        format!("b := {}true;", "b ==> ".repeat(N)),
        format!("{}{}", "{".repeat(N), "}".repeat(N)),
        "{\n".repeat(N),
        format!("{};", "if (b) ".repeat(N)),
        format!("{}x := 1;", "while (b) { ".repeat(N)),
        format!("{}x := 1;", "if (b) {} else ".repeat(N)),
        format!("{}x := 1;", "for (;;) ".repeat(N)),
        format!("int{} y;", "[]".repeat(N)),
        format!("a := new int[{}1;", "new int[".repeat(N)),
        format!("assert {}true;", "old(".repeat(N)),
        format!("b := {}true;", "opening p() in ".repeat(N)),
    ];
    for text in texts {
        let errors = refused(around(&text).as_bytes());
        let told = errors.iter().any(|e| e.message == "nested deeper than 256" && e.line >= 2);
        let beginning: String = text.chars().take(40).collect();
        assert!(told && errors.len() <= 3, "{beginning}: {} {}", errors.len(), errors[0]);
    }
}

#[test]
fn endless_chains_are_an_error() {
    const N: usize = 100_000;
    for text in [
        format!("x := 1{};", " + x".repeat(N)),
        format!("x := 1{};", " * x".repeat(N)),
        format!("b := true{};", " && b".repeat(N)),
        format!("b := true{};", " || b".repeat(N)),
        format!("b := 1{};", " < x".repeat(N)),
        format!("c := c{};", ".n".repeat(N)),
        format!("c := c{};", ".m()".repeat(N)),
        format!("x := a{};", "[0]".repeat(N)),
    ] {
        let errors = refused(around(&text).as_bytes());
        assert_eq!(errors[0].message, "an expression of more than 500 operators in a row");
    }
}

/// Comparisons in a row repeat their middle; in each other they would do so without end.
#[test]
fn comparisons_in_comparisons_do_not_explode() {
    let text = format!("b := {}1{} < 9;", "0 < (".repeat(80), " < 5 ? 1 : 2)".repeat(80));
    let errors = refused(around(&text).as_bytes());
    assert!(errors[0].message.starts_with("the middle of `a < b < c`"), "{}", errors[0]);
}

#[test]
fn what_nests_just_deep_enough_is_read_and_printed() {
    const DEEP: usize = 120;
    for text in [
        format!("x := 1{};", " + x".repeat(499)),
        format!("b := 1{};", " < x".repeat(400)),
        format!("x := {}1{};", "-(".repeat(DEEP), ")".repeat(DEEP)),
        format!("x := {}1{};", "a[".repeat(DEEP), "]".repeat(DEEP)),
        format!("{}x := 1;{}", "while (b) { ".repeat(DEEP), "}".repeat(DEEP)),
        format!("{}x := 1;", "if (b) {} else ".repeat(DEEP)),
        format!("c := c{};", ".m().n".repeat(249)),
    ] {
        super::assert_round_trip(&super::program(&around(&text)));
    }
}

#[test]
fn long_rubbish_is_refused_as_well() {
    for piece in [
        "x ",
        "if (x := ( {",
        "} ",
        "x := ; ",
        "@ ",
        "class ",
        "class C { ",
        "else ",
        "/* ",
        "; } ",
        "int x; ",
        ":= ",
        "void f() { ",
        "new ",
        ". ",
        "requires ",
        "{ } }\n",
        "for (",
        "* ",
        "open ",
        "extends ",
        "public ",
        "= = ",
        "while\n",
    ] {
        let errors = refused(around(&piece.repeat(20_000)).as_bytes());
        assert!(errors.len() <= MAX_ERRORS + 1);
        let errors = refused(format!("int y = {}", piece.repeat(20_000)).as_bytes());
        assert!(errors.len() <= MAX_ERRORS + 1);
    }
}

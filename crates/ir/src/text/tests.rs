use super::*;
use crate::program::Symbol;

const ALL: &str = "\
; every kind of line
file f0 \"src/a.x\"
file f1 \"with \\\"quotes\\\"\"
global $counter size 4 align 4 {
}
constant $table size 40 align 8 {
  bytes 0 \"0102\" ; the rest is zero
  undef 2..8
  undef 8..9
  address 16 @f
  address 24 $counter-4
  address 32 @\"operator new[]\"+1
}
external global $stdin size 8 align 8
external constant $\"a b\" size 8 align 8
declare @\"operator new[]\"(bv64) -> (bv64)
declare @printf(bv64, ...) -> (bv32)

define @f(%0: bv32, %1: bv64, ...) -> (bv32, bool) \"my::f<T>\" {
  !0 = f0:3:4 \"my::f\"
  !1 = f1:5:0 \"inlined; {\\n}\" at !0
  register %7: bool
b0:
  %2: bool := = %0, 0x10:bv32 !0
  %3: bv8 := extract[7,0] %0
  %4: bv64 := alloc 16:bv64 align 8
  store %4, %3 !1
  %5: bv16, %6: bool := call *%1(%3, @f, $table+8)
  %9: bv32 := call @printf($\"a b\", %5)
  check %6 out-of-bounds \"index; \\\\ \\u{1}\"
  name \"x\" at %4
  branch %2, b1(%3), b2 !1
b1(%8: bv8):
  switch %8 {0: b2, 255: b1(1:bv8), else: b2}
b2:
  return undef bv32, true
}
constructors @f, @printf
destructors @f
";

#[test]
fn every_kind_of_line_is_read() {
    let program = parse(ALL, "all.ir").unwrap_or_else(|errors| panic!("{errors:#?}"));
    let table = program.global_named("table").expect("there");
    let contents = program.initializer(table).expect("there");
    assert_eq!(contents.bytes.len(), 40);
    assert_eq!(contents.undef, [(2, 8), (8, 9)]);
    let counter = program.global_named("counter").expect("there");
    assert_eq!(contents.relocations[1].target, Symbol::Global(counter));
    assert_eq!(contents.relocations[1].addend, -4);
    let f = program.function_named("f").expect("there");
    assert_eq!(program.functions[f].display, "my::f<T>");
    assert!(program.functions[f].variadic);
    crate::verify::verify(&program, f).expect("right");
    assert_eq!(program.constructors.len(), 2);
    assert_eq!(program.destructors, [f]);
    let printed = print_program(&program).expect("all there");
    let again = parse(&printed, "again").expect("printed text is right");
    assert_eq!(printed, print_program(&again).expect("all there"));
    for kept in [
        "%2: bool := = %0, 16:bv32 !0",
        "switch %8 {0: b2, 255: b1(1:bv8), else: b2}",
        "undef 8..9",
    ] {
        assert!(printed.contains(kept), "{kept}\n{printed}");
    }
}

/// Each text with the line, column and a piece of the message of its errors.
#[test]
fn errors_say_where_and_what() {
    type Expected = &'static [(u32, u32, &'static str)];
    let cases: &[(&str, Expected)] = &[
        ("what", &[(1, 1, "unknown kind of line")]),
        ("file f1 \"x\"", &[(1, 6, "expected f0")]),
        ("file f0 \"x\"\nfile f1 \"x\"", &[(2, 6, "has a number already")]),
        ("file f0 \"x", &[(1, 9, "no closing quote")]),
        ("file f0 \"\\q\"", &[(1, 10, "unknown escape")]),
        ("global $g size 4", &[(1, 17, "expected `align`, found the end of the line")]),
        ("global $g size 4 align 4 {", &[(1, 1, "no closing `}`")]),
        ("external $g size 4 align 4", &[(1, 10, "expected `global` or `constant`")]),
        ("global $g size 99999999999 align 4 {\n}", &[(1, 16, "at most")]),
        (
            "global $g size 99999999999999999999999999999999999999999999 align 4 {\n}",
            &[(1, 16, "too large")],
        ),
        (
            "global $g size 4 align 4 {\nbytes 3 \"0102\"\nbytes 0 \"1\"\n}",
            &[(2, 1, "past"), (3, 9, "even number")],
        ),
        (
            "global $g size 9 align 4 {\nundef 4..4\naddress 2 $g\naddress 1 $h\n}",
            &[(2, 1, "not empty"), (3, 1, "8 bytes each"), (4, 11, "no global $h")],
        ),
        ("declare @f() -> ()\ndeclare @f() -> ()", &[(2, 9, "a function @f already")]),
        ("declare @f(bv0) -> ()", &[(1, 12, "expected a sort")]),
        ("declare @f(..., bv8) -> ()", &[(1, 17, "`...` comes last")]),
        ("constructors @f", &[(1, 14, "no function @f")]),
        ("define @f() -> () {\nreturn\n}", &[(2, 1, "expected a block's label")]),
        ("define @f() -> () {\nb1:\nreturn\n}", &[(2, 1, "expected b0")]),
        (
            "define @f() -> () {\nb0:\n  jump b3 !4\n}",
            &[(3, 8, "no block b3"), (3, 11, "no location !4")],
        ),
        ("define @f() -> () {\nb0:\n  assume %3\n  return\n}", &[(3, 10, "no register %3")]),
        ("define @f(%1: bool) -> () {\nb0:\nreturn\n}", &[(1, 1, "there is no %0")]),
        (
            "define @f(%0: bool) -> () {\nb0:\n%0: bv8 := freeze %0\nreturn\n}",
            &[(3, 1, "has the sort bool")],
        ),
        ("define @f() -> () {\nb0:\n}", &[(2, 1, "no terminator")]),
        (
            "define @f() -> () {\nb0:\nbvadd %0\n%0: bool := nand %1\ncheck true odd \"\"\nreturn 9:bv2\n}",
            &[
                (3, 1, "needs a register"),
                (4, 13, "unknown operator `nand`"),
                (5, 12, "the kinds are panic,"),
                (6, 8, "does not fit 2 bits"),
                (2, 1, "no terminator"),
            ],
        ),
    ];
    for (text, expected) in cases {
        let errors = parse(text, "bad.ir").err().unwrap_or_default();
        for &(line, column, message) in *expected {
            let found = errors
                .iter()
                .any(|e| (e.line, e.column) == (line, column) && e.message.contains(message));
            assert!(found, "{text}\nexpected {line}:{column} {message}\nfound {errors:#?}");
        }
        assert!(errors.iter().all(|e| e.path == "bad.ir"));
        assert!(errors.is_sorted_by_key(|e| (e.line, e.column)));
    }
}

#[test]
fn the_example_in_the_documentation_is_right() {
    let page = include_str!("../../../../docs/ir.md");
    let (before_grammar, _) = page.split_once("## Grammar").expect("the page has a grammar");
    let example: Vec<&str> =
        before_grammar.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let program =
        parse(&example.join("\n"), "docs/ir.md").unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(program.functions.len(), 2);
    crate::verify::verify_program(&program).expect("right");
}

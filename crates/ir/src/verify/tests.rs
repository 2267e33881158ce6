use super::*;
use crate::builder::ProgramBuilder;
use crate::function::{Inst, InstKind, Loc};
use crate::text::parse;
use effigy_base::source::FileId;

const DECLARATIONS: &str = "\
file f0 \"a.x\"
external global $g size 8 align 8
declare @two(bv8, bool) -> (bv32)
declare @many(bv8, ...) -> ()
";

/// The problems of `@f` with this header and these lines, as text.
fn problems_of(header: &str, lines: &str) -> Vec<String> {
    let text = format!("{DECLARATIONS}define @f{header} {{\n{lines}\n}}\n");
    let program = parse(&text, "test").unwrap_or_else(|errors| panic!("{errors:#?}"));
    let function = program.function_named("f").expect("defined");
    let errors = verify(&program, function).err().unwrap_or_default();
    errors.iter().map(|e| format!("{}: {}", e.place, e.problem)).collect()
}

/// The problems of a body that takes a byte and a Bool and returns a byte.
fn problems(lines: &str) -> Vec<String> {
    problems_of("(%0: bv8, %1: bool) -> (bv8)", lines)
}

#[test]
fn a_right_body_has_no_problem() {
    let body = "\
!0 = f0:3:4 \"f\"
b0:
  %2: bv64 := alloc 8:bv64 align 8 !0
  store %2, %0
  store $g+4, %1
  copy %2, $g, 4:bv64
  fill %2, 0:bv8, 8:bv64
  %3: bv32 := call @two(%0, %1)
  call @many(%0)
  call @many(%0, %1, %3)
  %4: bv8, %5: bool := call *@many(%3)
  check %5 panic \"no\"
  branch %5, b1(%4), b2
b1(%6: bv8):
  switch %6 {0: b1(%0), 1: b2, else: b2}
b2:
  return undef bv8";
    assert_eq!(problems(body), Vec::<String>::new());
}

#[test]
fn registers_hold_integers() {
    let body = "b0:\n%2: int := int.quot %0, %1\n%3: bool := int.lt %2, %1\nreturn %3";
    assert_eq!(problems_of("(%0: int, %1: int) -> (bool)", body), Vec::<String>::new());
}

#[test]
fn each_rule_is_checked() {
    let cases: &[(&str, &str)] = &[
        ("b0:\n%2: bv8 := bvadd %0, %1\nreturn %0", "bvadd cannot be applied to (bv8, bool)"),
        (
            "b0:\n%2: bv8 := bvadd %0, %0, %0\nreturn %0",
            "bvadd cannot be applied to (bv8, bv8, bv8)",
        ),
        ("b0:\n%2: bv8 := extract[8,0] %0\nreturn %0", "extract[8,0] cannot be applied to (bv8)"),
        ("b0:\n%2: bv9 := bvadd %0, %0\nreturn %0", "the result has the sort bv9, not bv8"),
        ("b0:\n%2: bv200 := zero_extend[200] %0\nreturn %0", "cannot have the sort bv200"),
        ("b0:\n%2: array8.8 := freeze undef array8.8\nreturn %0", "cannot have the sort array8.8"),
        ("b0:\n%2: int := load $g\nreturn %0", "cannot have the sort int"),
        ("b0:\n%2: int := int.add %0, %0\nreturn %0", "int.add cannot be applied to (bv8, bv8)"),
        ("b0:\n%2: bv9 := freeze %0\nreturn %0", "the result has the sort bv9, not bv8"),
        ("b0:\n%2: bv9 := load %0\nreturn %0", "the address has the sort bv8, not bv64"),
        ("b0:\nstore %0, $g\nreturn %0", "the address has the sort bv8, not bv64"),
        (
            "b0:\n%2: bv64 := alloc 8:bv32 align 8\nreturn %0",
            "the size has the sort bv32, not bv64",
        ),
        ("b0:\n%2: bv64 := alloc 8:bv64 align 6\nreturn %0", "alignment 6 is not a power of two"),
        ("b0:\n%2: bv64 := alloc 8:bv64 align 0\nreturn %0", "alignment 0 is not a power of two"),
        ("b0:\nfill $g, %1, 1:bv64\nreturn %0", "the byte has the sort bool, not bv8"),
        ("b0:\ncopy $g, $g, %0\nreturn %0", "the length has the sort bv8, not bv64"),
        ("b0:\nassume %0\nreturn %0", "the condition has the sort bv8, not bool"),
        ("b0:\ncheck %0 panic \"\"\nreturn %0", "the condition has the sort bv8, not bool"),
        ("b0:\nname \"x\" at %0\nreturn %0", "the variable's address has the sort bv8, not bv64"),
        ("b0:\n%2: bv32 := call @two(%0)\nreturn %0", "1 arguments, expected 2"),
        ("b0:\n%2: bv32 := call @two(%1, %1)\nreturn %0", "argument 0 has the sort bool, not bv8"),
        ("b0:\ncall @two(%0, %1)\nreturn %0", "0 results, expected 1"),
        ("b0:\n%2: bv8 := call @two(%0, %1)\nreturn %0", "result 0 has the sort bv8, not bv32"),
        ("b0:\ncall @many()\nreturn %0", "0 arguments, expected 1"),
        ("b0:\ncall *%0()\nreturn %0", "the callee has the sort bv8, not bv64"),
        ("b0:\nbranch %0, b1, b1\nb1:\nreturn %0", "the condition has the sort bv8, not bool"),
        ("b0:\njump b1\nb1(%2: bv8):\nreturn %2", "0 block arguments, expected 1"),
        (
            "b0:\njump b1(%1)\nb1(%2: bv8):\nreturn %2",
            "block argument 0 has the sort bool, not bv8",
        ),
        (
            "b0:\nswitch %0 {1: b1, 1: b1, else: b1}\nb1:\nreturn %0",
            "two cases of the switch have the value 1",
        ),
        (
            "b0:\nswitch %0 {256: b1, else: b1}\nb1:\nreturn %0",
            "constant 0x100 does not fit 8 bits",
        ),
        (
            "b0:\nswitch %1 {0: b1, else: b1}\nb1:\nreturn %0",
            "the switch's value has the sort bool, not bv1",
        ),
        ("b0:\nreturn", "0 returned values, expected 1"),
        ("b0:\nreturn %1", "returned value 0 has the sort bool, not bv8"),
        ("b0(%2: bv8):\nreturn %0", "the entry block has parameters"),
        ("", "the function has no blocks"),
        ("b0:\n%0: bv8 := bvnot %0\nreturn %0", "register %0 is assigned more than once"),
        (
            "b0:\n%2: bv8 := bvnot %2\nreturn %0",
            "register %2 is used where it may not be assigned yet",
        ),
        (
            "register %2: bv8\nb0:\nreturn %2",
            "register %2 is used where it may not be assigned yet",
        ),
        (
            "b0:\nbranch %1, b1, b2\nb1:\n%2: bv8 := bvnot %0\njump b2\nb2:\nreturn %2",
            "register %2 is used where it may not be assigned yet",
        ),
        (
            "!0 = f0:1:1 \"f\" at !1\n!1 = f0:1:1 \"g\" at !0\nb0:\nreturn %0",
            "location 0 is inlined into itself",
        ),
    ];
    for (lines, expected) in cases {
        let found = problems(lines);
        assert!(
            found.iter().any(|p| p.ends_with(expected)),
            "{lines}\nexpected {expected}\nfound {found:?}"
        );
    }
}

#[test]
fn a_use_in_an_unreachable_block_is_right() {
    let body =
        "b0:\njump b2\nb1:\n%2: bv8 := bvnot %3\njump b2\nb2:\n%3: bv8 := bvnot %0\nreturn %3";
    assert_eq!(problems(body), Vec::<String>::new());
}

#[test]
fn a_register_of_two_parameters_is_assigned_twice() {
    let found = problems_of("(%0: bv8, %0: bv8) -> ()", "b0:\nreturn");
    assert_eq!(found, ["signature: register %0 is assigned more than once"]);
}

/// Ids out of range cannot be written in the text form.
#[test]
fn ids_out_of_range_are_reported() {
    let program = parse(&format!("{DECLARATIONS}define @f() -> () {{\nb0:\nreturn\n}}\n"), "test");
    let program = program.expect("well formed");
    let id = program.function_named("f").expect("defined");
    let mut f = (*program.body(id).expect("defined")).clone();
    let entry = BlockId::from_index(0);
    let far = |what| Problem::OutOfRange { what, index: 9 };
    f.locs.push(Loc {
        file: FileId::from_index(9),
        line: 1,
        column: 1,
        function: String::new(),
        inlined_at: Some(LocId::from_index(9)),
    });
    let value = Operand::Reg(Reg::from_index(9));
    let kind = InstKind::Freeze { dst: Reg::from_index(9), value };
    f.blocks[entry].insts.push(Inst { kind, loc: Some(LocId::from_index(9)) });
    f.blocks[entry].terminator = crate::function::Terminator::Jump(crate::function::Target {
        block: BlockId::from_index(9),
        args: vec![Operand::Global(crate::program::GlobalId::from_index(9), 0)],
    });
    let result = verify_body(program.declarations(), &program.functions[id], &f);
    let found: Vec<Problem> = result.expect_err("wrong").into_iter().map(|e| e.problem).collect();
    for what in ["file", "location", "register", "block"] {
        assert!(found.contains(&far(what)), "{what}: {found:?}");
    }
    let gone = verify(&program, FuncId::from_index(9)).expect_err("no such function");
    assert_eq!(gone[0].problem, far("function"));
}

#[test]
fn a_body_that_cannot_be_had_is_one_error() {
    let mut builder = ProgramBuilder::new();
    let id = builder.function(FunctionDecl {
        name: "f".into(),
        display: "f".into(),
        params: vec![],
        results: vec![],
        variadic: false,
        defined: true,
    });
    let errors = verify_program(&builder.finish()).expect_err("no body");
    assert!(
        matches!(errors.as_slice(), [VerifyError { problem: Problem::Body(_), .. }]),
        "{id:?} {errors:?}"
    );
}

//! Traps and the sanitizer's checks.

use super::machine::Stop;
use super::{body, count, program, run, try_run};
use effigy_base::finding::FindingKind;
use effigy_ir::function::InstKind;

fn found(kind: FindingKind, message: &str) -> Result<Vec<u128>, Stop> {
    Err(Stop::Finding(kind, message.to_owned()))
}

#[test]
fn plain_traps() {
    let text = "declare void @llvm.trap()
define void @f() {
  call void @llvm.trap()
  unreachable
}
";
    assert_eq!(
        try_run(text, &[]),
        found(FindingKind::Abort, "the program ended itself with a trap")
    );
}

#[test]
fn numbered_traps() {
    let trap = |number: u8| {
        let text = format!(
            "declare void @llvm.ubsantrap(i8 immarg)
define void @f() {{
  call void @llvm.ubsantrap(i8 {number})
  unreachable
}}
"
        );
        match try_run(&text, &[]) {
            Err(Stop::Finding(kind, _)) => kind,
            other => panic!("{other:?}"),
        }
    };
    for n in [0, 5, 7, 12, 13, 21] {
        assert_eq!(trap(n), FindingKind::Overflow, "{n}");
    }
    for n in [1, 11] {
        assert_eq!(trap(n), FindingKind::Unreachable, "{n}");
    }
    for n in [14, 15, 16, 17, 22] {
        assert_eq!(trap(n), FindingKind::Null, "{n}");
    }
    for n in [18, 19, 24] {
        assert_eq!(trap(n), FindingKind::OutOfBounds, "{n}");
    }
    for n in [2, 4, 9, 99] {
        assert_eq!(trap(n), FindingKind::Abort, "{n}");
    }
    assert_eq!(trap(6), FindingKind::BadCall);
    assert_eq!(trap(8), FindingKind::InvalidValue);
    assert_eq!(trap(23), FindingKind::Misaligned);
    assert_eq!(trap(3), FindingKind::DivisionByZero);
    assert_eq!(trap(10), FindingKind::InvalidValue);
    assert_eq!(trap(20), FindingKind::Shift);
}

const DIVISION: &str = "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f(i32 %a, i32 %b) {
  %nonzero = icmp ne i32 %b, 0
  %low = icmp ne i32 %a, -2147483648
  %minus = icmp ne i32 %b, -1
  %either = or i1 %low, %minus
  %fine = and i1 %nonzero, %either
  br i1 %fine, label %go, label %stop
stop:
  call void @llvm.ubsantrap(i8 3) noreturn nounwind
  unreachable
go:
  %r = sdiv i32 %a, %b
  ret i32 %r
}
";

#[test]
fn the_division_check_says_which() {
    assert_eq!(run(DIVISION, &[7, 2]), [3]);
    let zero = found(FindingKind::DivisionByZero, "division by zero");
    assert_eq!(try_run(DIVISION, &[7, 0]), zero);
    let overflow = found(FindingKind::Overflow, "division overflows");
    assert_eq!(try_run(DIVISION, &[1 << 31, 0xffff_ffff]), overflow);
    let checked = program(DIVISION);
    let checks = count(&body(&checked, "f"), |k| matches!(k, InstKind::Check { .. }));
    assert_eq!(checks, 1, "the trap's own; the division needs none");
    let selects = DIVISION
        .replace("or i1 %low, %minus", "select i1 %low, i1 true, i1 %minus")
        .replace("and i1 %nonzero, %either", "select i1 %nonzero, i1 %either, i1 false");
    assert_eq!(try_run(&selects, &[7, 0]), zero);
    let constant = "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f(i32 %a) {
  %fine = icmp ne i32 %a, -2147483648
  br i1 %fine, label %go, label %stop
stop:
  call void @llvm.ubsantrap(i8 3)
  unreachable
go:
  %r = sdiv i32 %a, -1
  ret i32 %r
}
";
    assert_eq!(try_run(constant, &[1 << 31]), overflow);
}

#[test]
fn the_address_check_says_which() {
    let text = "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f(ptr %p) {
  %some = icmp ne ptr %p, null
  %n = ptrtoint ptr %p to i64
  %low = and i64 %n, 3
  %aligned = icmp eq i64 %low, 0
  %fine = and i1 %some, %aligned
  br i1 %fine, label %go, label %stop
stop:
  call void @llvm.ubsantrap(i8 22)
  unreachable
go:
  ret i32 1
}
";
    assert_eq!(run(text, &[8]), [1]);
    let null = found(FindingKind::Null, "access through a null pointer");
    assert_eq!(try_run(text, &[0]), null);
    assert_eq!(try_run(text, &[9]), found(FindingKind::Misaligned, "misaligned access"));
}

/// A check of this number whose condition the compiler knows to fail, and what stands behind it.
fn known_to_fail(number: u8, behind: &str) -> Result<Vec<u128>, Stop> {
    let text = format!(
        "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f(i1 %b) {{
  %q = alloca ptr
  br i1 false, label %go, label %stop
stop:
  call void @llvm.ubsantrap(i8 {number})
  unreachable
go:
{behind}
}}
"
    );
    try_run(&text, &[1])
}

const FIELD: &str = "getelementptr inbounds ({ i8, i32 }, ptr null, i32 0, i32 1)";

#[test]
fn a_check_that_is_known_to_fail_is_of_null_unless_a_number_is_the_address() {
    let field = FIELD;
    let end = "  ret i32 1";
    let null = [
        // An address that is kept, alone and behind another check; as a number; as what a call is given.
        format!("  store ptr {field}, ptr %q\n{end}"),
        format!(
            "  br i1 icmp ne (ptr {field}, ptr null), label %on, label %stop2\nstop2:\n  unreachable\n\
             on:\n  store i64 ptrtoint (ptr {field} to i64), ptr %q\n{end}"
        ),
        format!("  store i64 0, ptr %q\n{end}"),
        format!("  %c = call i32 @f(ptr {field})\n{end}"),
        format!("  store i32 1, ptr {field}\n  store i32 2, ptr inttoptr (i64 3 to ptr)\n{end}"),
        format!("  ret i32 ptrtoint (ptr {field} to i32)"),
    ];
    for behind in null {
        let message = "access through a null pointer";
        assert_eq!(known_to_fail(22, &behind), found(FindingKind::Null, message), "{behind}");
        let message = "an address is computed from a null pointer";
        assert_eq!(known_to_fail(19, &behind), found(FindingKind::Null, message), "{behind}");
    }
    let three = field.replace("ptr null", "ptr inttoptr (i64 3 to ptr)");
    let number = [
        format!("  %v = load i32, ptr {three}\n{end}"),
        format!("  store ptr null, ptr {three}\n{end}"),
        format!("  store i64 ptrtoint (ptr {three} to i64), ptr %q\n{end}"),
    ];
    for behind in number {
        let misaligned = found(FindingKind::Misaligned, "misaligned access");
        assert_eq!(known_to_fail(22, &behind), misaligned, "{behind}");
        let overflows = found(FindingKind::OutOfBounds, "pointer arithmetic overflows");
        assert_eq!(known_to_fail(19, &behind), overflows, "{behind}");
    }
}

#[test]
fn a_check_whose_condition_is_an_expression_says_which() {
    let text = |condition: &str| {
        format!(
            "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f() {{
  br i1 {condition}, label %go, label %stop
stop:
  call void @llvm.ubsantrap(i8 22)
  unreachable
go:
  ret i32 1
}}
"
        )
    };
    let some = |number: u8| format!("icmp ne (ptr inttoptr (i64 {number} to ptr), ptr null)");
    let aligned = |number: u8| format!("icmp eq (i64 and (i64 {number}, i64 3), i64 0)");
    let both = |number| format!("and (i1 {}, i1 {})", some(number), aligned(number));
    let null = found(FindingKind::Null, "access through a null pointer");
    assert_eq!(try_run(&text(&some(0)), &[]), null);
    assert_eq!(try_run(&text(&both(0)), &[]), null);
    assert_eq!(run(&text(&both(8)), &[]), [1]);
    let misaligned = found(FindingKind::Misaligned, "misaligned access");
    assert_eq!(try_run(&text(&both(3)), &[]), misaligned);
    assert_eq!(try_run(&text(&aligned(3)), &[]), misaligned);
}

#[test]
fn a_shift_amount_that_is_cut_stays_too_large() {
    let text = |name: &str| {
        format!(
            "declare void @llvm.ubsantrap(i8 immarg)
define i32 @f(i32 %x, i64 %n) {{
  %{name} = trunc i64 %n to i32
  %fits = icmp ule i32 %{name}, 31
  br i1 %fits, label %go, label %trap
go:
  %shr = ashr i32 %x, %{name}
  ret i32 %shr
trap:
  call void @llvm.ubsantrap(i8 20)
  unreachable
}}
"
        )
    };
    let wide = (1u128 << 32) + 2;
    assert_eq!(try_run(&text("conv"), &[40, wide]), Ok(vec![10]));
    for name in ["sh_prom", "sh_prom12"] {
        assert_eq!(try_run(&text(name), &[40, 2]), Ok(vec![10]));
        let end = try_run(&text(name), &[40, wide]);
        assert!(matches!(end, Err(Stop::Finding(FindingKind::Shift, _))), "{end:?}");
    }
}

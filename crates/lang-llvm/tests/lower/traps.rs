//! Traps and the sanitizer's checks.

use crate::machine::Stop;
use crate::{body, count, program, run, try_run};
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

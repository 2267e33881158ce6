//! Operations that have no value: where the text promises something of their operands that does not hold.

use super::machine::{Machine, Stop};
use super::{HEADER, body, count};
use effigy_base::finding::FindingKind;
use effigy_ir::function::InstKind;
use effigy_ir::verify::verify_program;
use effigy_lang_llvm::{Facts, load_checking};

const CHECKED: Facts = Facts {
    lifetimes: false,
    unmoved: false,
    alignment: false,
    assumptions: false,
    values: true,
    pointers: false,
    stores: false,
};

/// The kind of what is found when `@f(iN) -> iM` runs, whose body ends in `ret {result} %r`; `None` when it has a value.
fn found(text: &str, args: &[u128]) -> Option<FindingKind> {
    let text = format!("{HEADER}{text}");
    let program = load_checking("t.ll", text, CHECKED, |_| true).expect("a module");
    assert!(verify_program(&program).is_ok());
    match Machine::new(&program).call("f", args) {
        Ok(_) => None,
        Err(Stop::Finding(kind, _)) => Some(kind),
        Err(other) => panic!("{other:?}"),
    }
}

/// `op` on two bytes.
fn binary(op: &str, a: u128, b: u128) -> Option<FindingKind> {
    let text = format!("define i8 @f(i8 %a, i8 %b) {{\n  %r = {op} i8 %a, %b\n  ret i8 %r\n}}");
    found(&text, &[a, b])
}

#[test]
fn sums_products_and_shifts_that_promise_to_fit() {
    let overflow = Some(FindingKind::Overflow);
    for (op, fits, wraps) in [
        ("add nsw", (100, 27), (100, 28)),
        ("add nuw", (200, 55), (200, 56)),
        ("sub nsw", (0x80, 0), (0x80, 1)),
        ("sub nuw", (5, 5), (5, 6)),
        ("mul nsw", (16, 7), (16, 8)),
        ("mul nuw", (16, 15), (16, 16)),
        ("shl nsw", (1, 6), (1, 7)),
        ("shl nuw", (1, 7), (2, 7)),
    ] {
        assert_eq!(binary(op, fits.0, fits.1), None, "{op}");
        assert_eq!(binary(op, wraps.0, wraps.1), overflow, "{op}");
    }
}

#[test]
fn shifts_by_the_width_have_no_value() {
    for op in ["shl", "lshr", "ashr"] {
        assert_eq!(binary(op, 1, 7), None, "{op}");
        assert_eq!(binary(op, 1, 8), Some(FindingKind::Shift), "{op}");
    }
}

#[test]
fn exact_divisions_and_disjoint_sums() {
    let invalid = Some(FindingKind::InvalidValue);
    for (op, fine, broken) in [
        ("udiv exact", (12, 4), (13, 4)),
        ("sdiv exact", (0xf4, 4), (0xf3, 4)),
        ("lshr exact", (12, 2), (13, 2)),
        ("ashr exact", (12, 2), (14, 2)),
        ("or disjoint", (12, 3), (12, 4)),
    ] {
        assert_eq!(binary(op, fine.0, fine.1), None, "{op}");
        assert_eq!(binary(op, broken.0, broken.1), invalid, "{op}");
    }
}

#[test]
fn conversions_that_promise_to_lose_nothing() {
    let invalid = Some(FindingKind::InvalidValue);
    for (op, from, to, fine, broken) in [
        ("trunc nuw", "i16", "i8", 255, 256),
        ("trunc nsw", "i16", "i8", 127, 128),
        ("zext nneg", "i8", "i16", 127, 128),
        ("uitofp nneg", "i8", "float", 127, 128),
    ] {
        let text = format!(
            "define {to} @f({from} %a) {{\n  %r = {op} {from} %a to {to}\n  ret {to} %r\n}}"
        );
        assert_eq!(found(&text, &[fine]), None, "{op}");
        assert_eq!(found(&text, &[broken]), invalid, "{op}");
    }
    let signs = "define i1 @f(i8 %a, i8 %b) {
  %r = icmp samesign ult i8 %a, %b
  ret i1 %r
}";
    assert_eq!(found(signs, &[1, 2]), None);
    assert_eq!(found(signs, &[1, 200]), invalid);
}

#[test]
fn floats_without_room_in_an_integer() {
    let convert = |op: &str, to: &str, x: f32| {
        let text =
            format!("define {to} @f(float %x) {{\n  %r = {op} float %x to {to}\n  ret {to} %r\n}}");
        found(&text, &[u128::from(x.to_bits())]).is_some()
    };
    for (op, to, x, broken) in [
        ("fptosi", "i32", 2_147_483_520.0, false),
        ("fptosi", "i32", 2_147_483_648.0, true),
        ("fptosi", "i32", -2_147_483_648.0, false),
        ("fptosi", "i32", -2_147_483_904.0, true),
        ("fptosi", "i8", -128.9, false),
        ("fptosi", "i8", 128.0, true),
        ("fptoui", "i8", 255.9, false),
        ("fptoui", "i8", 256.0, true),
        ("fptoui", "i8", -0.9, false),
        ("fptoui", "i8", -1.0, true),
        ("fptosi", "i32", f32::NAN, true),
        ("fptoui", "i128", f32::MAX, false),
        ("fptoui", "i128", f32::INFINITY, true),
    ] {
        assert_eq!(convert(op, to, x), broken, "{op} {x} to {to}");
    }
    let half = "define i32 @f(half %x) {\n  %r = fptosi half %x to i32\n  ret i32 %r\n}";
    assert_eq!(found(half, &[0x7bff]), None);
    assert_eq!(found(half, &[0x7c00]), Some(FindingKind::InvalidValue));
    assert_eq!(found(half, &[0xfc00]), Some(FindingKind::InvalidValue));
}

#[test]
fn functions_of_numbers_that_they_have_no_value_for() {
    for (name, number, kind) in [
        ("ctlz", 0, FindingKind::InvalidValue),
        ("cttz", 0, FindingKind::InvalidValue),
        ("abs", 0x80, FindingKind::Overflow),
    ] {
        let text = |poison: bool| {
            format!(
                "declare i8 @llvm.{name}.i8(i8, i1)
define i8 @f(i8 %a) {{
  %r = call i8 @llvm.{name}.i8(i8 %a, i1 {poison})
  ret i8 %r
}}"
            )
        };
        assert_eq!(found(&text(true), &[1]), None, "{name}");
        assert_eq!(found(&text(true), &[number]), Some(kind), "{name}");
        assert_eq!(found(&text(false), &[number]), None, "{name}");
    }
}

#[test]
fn addresses_stay_in_their_objects_where_it_is_promised() {
    let text = |flags: &str| {
        format!(
            "define ptr @f(ptr %p, i64 %n) {{
  %q = getelementptr {flags} i32, ptr %p, i64 %n
  %own = alloca [8 x i8]
  %r = getelementptr inbounds i8, ptr %own, i64 8
  ret ptr %q
}}"
        )
    };
    let lowered = |flags: &str| {
        let program = load_checking("t.ll", format!("{HEADER}{}", text(flags)), CHECKED, |_| true);
        let function = body(&program.expect("a module"), "f");
        let asks = |k: &InstKind| matches!(k, InstKind::SameObject { .. });
        let poisons = |k: &InstKind| matches!(k, InstKind::Poison { .. });
        (count(&function, asks), count(&function, poisons))
    };
    assert_eq!(lowered("inbounds"), (1, 1));
    assert_eq!(lowered(""), (0, 0));
    // A distance that no object has.
    assert_eq!(found(&text("inbounds"), &[64, 1 << 61]), Some(FindingKind::OutOfBounds));
    assert_eq!(found(&text("inbounds"), &[64, u128::from(u64::MAX)]), None);
    assert_eq!(
        found(&text("inbounds nuw"), &[64, u128::from(u64::MAX)]),
        Some(FindingKind::OutOfBounds)
    );
}

#[test]
fn what_must_be_a_value_is_asked_for() {
    let text = "define noundef range(i8 1, 0) i8 @f(i8 noundef %a, i8 %b, ptr noundef align 8 %p) {
  %v = load i8, ptr %p, align 1, !noundef !0
  %w = load ptr, ptr %p, align 8, !align !1, !noundef !0
  ret i8 %a
}
!0 = !{}
!1 = !{i64 16}";
    let program = load_checking("t.ll", format!("{HEADER}{text}"), CHECKED, |_| true);
    let function = body(&program.expect("a module"), "f");
    let defined = |k: &InstKind| matches!(k, InstKind::Defined { .. });
    let misaligned =
        |k: &InstKind| matches!(k, InstKind::Check { kind: FindingKind::Misaligned, .. });
    let invalid =
        |k: &InstKind| matches!(k, InstKind::Check { kind: FindingKind::InvalidValue, .. });
    assert_eq!(count(&function, defined), 5);
    assert_eq!(count(&function, misaligned), 2);
    assert_eq!(count(&function, invalid), 1);
}

#[test]
fn a_promise_of_what_need_not_be_a_value_leaves_none() {
    let text = "define i8 @f(ptr %p) {
  %v = load i8, ptr %p, align 1, !range !0
  ret i8 %v
}
!0 = !{i8 0, i8 2}";
    let program = load_checking("t.ll", format!("{HEADER}{text}"), CHECKED, |_| true);
    let function = body(&program.expect("a module"), "f");
    assert_eq!(count(&function, |k| matches!(k, InstKind::Poison { .. })), 1);
    assert_eq!(count(&function, |k| matches!(k, InstKind::Check { .. })), 0);
}

#[test]
fn orders_and_differences_of_pointers_ask_for_their_object_in_c() {
    let text = "define i64 @f(ptr %p, ptr %q) {
  %less = icmp ult ptr %p, %q
  %same = icmp eq ptr %p, %q
  %sub.ptr.lhs.cast = ptrtoint ptr %p to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %q to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  ret i64 %sub.ptr.sub
}";
    let facts = Facts { pointers: true, ..Facts::default() };
    let lowered = |facts| {
        let program = load_checking("t.ll", format!("{HEADER}{text}"), facts, |_| true);
        body(&program.expect("a module"), "f")
    };
    let unrelated =
        |k: &InstKind| matches!(k, InstKind::Check { kind: FindingKind::Unrelated, .. });
    assert_eq!(count(&lowered(facts), unrelated), 2);
    assert_eq!(count(&lowered(Facts::default()), unrelated), 0);
}

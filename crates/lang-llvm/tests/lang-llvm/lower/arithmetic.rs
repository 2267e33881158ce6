//! Integers.

use super::machine::Stop;
use super::{body, count, int, program, run, try_run};
use effigy_base::finding::FindingKind;
use effigy_ir::function::InstKind;

fn binary(op: &str, ty: &str, a: u128, b: u128) -> u128 {
    let text = format!(
        "define {ty} @f({ty} %a, {ty} %b) {{\n  %r = {op} {ty} %a, %b\n  ret {ty} %r\n}}\n"
    );
    run(&text, &[a, b])[0]
}

#[test]
fn integer_operations() {
    assert_eq!(binary("add nsw", "i8", 127, 1), 128);
    assert_eq!(binary("sub", "i8", 0, 1), 255);
    assert_eq!(binary("mul nuw nsw", "i16", 300, 300), 90_000 % 65_536);
    assert_eq!(binary("sdiv exact", "i32", int(32, -7), 2), int(32, -3));
    assert_eq!(binary("srem", "i32", int(32, -7), 2), int(32, -1));
    assert_eq!(binary("udiv", "i64", 7, 2), 3);
    assert_eq!(binary("urem", "i128", 7 << 100, 10), (7 << 100) % 10);
    assert_eq!(binary("and", "i7", 0x55, 0x0f), 0x05);
    assert_eq!(binary("or disjoint", "i7", 0x50, 0x0f), 0x5f);
    assert_eq!(binary("xor", "i33", 1 << 32, (1 << 32) + 1), 1);
    assert_eq!(binary("shl", "i8", 3, 7), 128);
    assert_eq!(binary("lshr", "i8", 128, 7), 1);
    assert_eq!(binary("ashr", "i8", 128, 7), 255);
}

#[test]
fn shifts_by_the_width_and_more() {
    assert_eq!(binary("shl", "i8", 3, 8), 0);
    assert_eq!(binary("lshr", "i8", 255, 9), 0);
    assert_eq!(binary("ashr", "i8", 128, 200), 255);
}

#[test]
fn truth_values() {
    for a in 0..2 {
        for b in 0..2 {
            assert_eq!(binary("add", "i1", a, b), a ^ b);
            assert_eq!(binary("sub", "i1", a, b), a ^ b);
            assert_eq!(binary("mul", "i1", a, b), a & b);
            assert_eq!(binary("and", "i1", a, b), a & b);
            assert_eq!(binary("or", "i1", a, b), a | b);
            assert_eq!(binary("xor", "i1", a, b), a ^ b);
        }
    }
    assert_eq!(binary("shl", "i1", 1, 0), 1);
    assert_eq!(binary("udiv", "i1", 1, 1), 1);
    let text = "define i1 @f(i1 %a) {\n  %r = xor i1 %a, true\n  ret i1 %r\n}\n";
    assert_eq!(run(text, &[1]), [0]);
    let text = "define i1 @f(i1 %a, i1 %b) {\n  %r = icmp slt i1 %a, %b\n  ret i1 %r\n}\n";
    assert_eq!(run(text, &[1, 0]), [1], "true is minus one");
}

#[test]
fn division_checks() {
    let text = |op: &str, divisor: &str| {
        format!(
            "define i32 @f(i32 %a, i32 %b) {{\n  %r = {op} i32 %a, {divisor}\n  ret i32 %r\n}}\n"
        )
    };
    let by_zero = Stop::Finding(FindingKind::DivisionByZero, "division by zero".to_owned());
    let overflow = Stop::Finding(FindingKind::Overflow, "division overflows".to_owned());
    let lowest = 1 << 31;
    for op in ["udiv", "sdiv", "urem", "srem"] {
        assert_eq!(try_run(&text(op, "%b"), &[5, 0]), Err(by_zero.clone()));
        assert_eq!(try_run(&text(op, "0"), &[5, 0]), Err(by_zero.clone()));
        let constant = program(&text(op, "7"));
        assert_eq!(count(&body(&constant, "f"), |k| matches!(k, InstKind::Check { .. })), 0);
    }
    for op in ["sdiv", "srem"] {
        assert_eq!(try_run(&text(op, "%b"), &[lowest, int(32, -1)]), Err(overflow.clone()));
        assert_eq!(try_run(&text(op, "-1"), &[lowest, 0]), Err(overflow.clone()));
        assert_eq!(try_run(&text(op, "%b"), &[lowest, 1]).map(|r| r.len()), Ok(1));
    }
    assert_eq!(run(&text("udiv", "%b"), &[lowest, int(32, -1)]), [0]);
}

#[test]
fn checked_divisions_are_not_checked_again() {
    let text = "define i32 @f(i32 %a, i32 %b) {
  %zero = icmp eq i32 %b, 0
  br i1 %zero, label %out, label %next
next:
  %minus = icmp eq i32 %b, -1
  %low = icmp eq i32 %a, -2147483648
  %both = and i1 %minus, %low
  br i1 %both, label %out, label %fine
fine:
  %r = sdiv i32 %a, %b
  ret i32 %r
out:
  ret i32 9
}
";
    let checked = program(text);
    assert_eq!(count(&body(&checked, "f"), |k| matches!(k, InstKind::Check { .. })), 0);
    let other = text.replace("sdiv i32 %a, %b", "sdiv i32 %b, %a");
    let other = program(&other);
    assert_eq!(count(&body(&other, "f"), |k| matches!(k, InstKind::Check { .. })), 2);
    let inverted = text.replace("label %out, label %next", "label %next, label %out");
    let inverted = program(&inverted);
    assert_eq!(count(&body(&inverted, "f"), |k| matches!(k, InstKind::Check { .. })), 1);
}

#[test]
fn comparisons() {
    let compare = |predicate: &str, a: u128, b: u128| {
        let text = format!(
            "define i1 @f(i8 %a, i8 %b) {{\n  %r = icmp {predicate} i8 %a, %b\n  ret i1 %r\n}}\n"
        );
        run(&text, &[a, b])[0] == 1
    };
    for (a, b) in [(1, 2), (2, 1), (3, 3), (200, 1), (1, 200), (200, 201)] {
        let (x, y) = (a as u8 as i8, b as u8 as i8);
        assert_eq!(compare("eq", a, b), a == b);
        assert_eq!(compare("ne", a, b), a != b);
        assert_eq!(compare("ugt", a, b), a > b);
        assert_eq!(compare("uge", a, b), a >= b);
        assert_eq!(compare("ult", a, b), a < b);
        assert_eq!(compare("samesign ule", a, b), a <= b);
        assert_eq!(compare("sgt", a, b), x > y);
        assert_eq!(compare("sge", a, b), x >= y);
        assert_eq!(compare("slt", a, b), x < y);
        assert_eq!(compare("sle", a, b), x <= y);
    }
}

#[test]
fn conversions() {
    let convert = |op: &str, from: &str, to: &str, value: u128| {
        let text = format!(
            "define {to} @f({from} %a) {{\n  %r = {op} {from} %a to {to}\n  ret {to} %r\n}}\n"
        );
        run(&text, &[value])[0]
    };
    assert_eq!(convert("trunc nuw", "i32", "i8", 0x1234), 0x34);
    assert_eq!(convert("trunc", "i32", "i1", 6), 0);
    assert_eq!(convert("trunc", "i8", "i1", 7), 1);
    assert_eq!(convert("zext nneg", "i8", "i32", 200), 200);
    assert_eq!(convert("zext", "i1", "i64", 1), 1);
    assert_eq!(convert("sext", "i8", "i32", 200), int(32, -56));
    assert_eq!(convert("sext", "i1", "i8", 1), 255);
    assert_eq!(convert("ptrtoint", "ptr", "i32", 0x1_2345_6789), 0x2345_6789);
    assert_eq!(convert("inttoptr", "i32", "ptr", 0x2345_6789), 0x2345_6789);
    assert_eq!(convert("bitcast", "i64", "double", 77), 77);
    assert_eq!(convert("addrspacecast", "ptr", "ptr addrspace(1)", 77), 77);
}

#[test]
fn wide_integers() {
    let text = "define i64 @f(i64 %a) {
  %c = icmp eq i64 %a, 0
  br i1 %c, label %wide, label %narrow
wide:
  %x = zext i64 %a to i256
  %y = mul i256 %x, %x
  %z = trunc i256 %y to i64
  ret i64 %z
narrow:
  ret i64 5
}
";
    assert_eq!(run(text, &[1]), [5], "only the path that needs it stops");
    let stop = Stop::Unsupported("integers of 256 bits".to_owned());
    assert_eq!(try_run(text, &[0]), Err(stop));
}

#[test]
fn undefined_values() {
    let text = "define i32 @f() {
  %a = freeze i32 undef
  %b = freeze i32 5
  %c = xor i32 %a, %a
  %d = add i32 %b, %c
  ret i32 %d
}
";
    assert_eq!(run(text, &[]), [5]);
    let frozen = program(text);
    let freezes = count(&body(&frozen, "f"), |k| matches!(k, InstKind::Freeze { .. }));
    assert_eq!(freezes, 1, "a constant needs none");
    assert_eq!(run("define i32 @f() {\n  ret i32 poison\n}\n", &[]), [0]);
}

//! What the text says of alignment, lives and values, checked when a run asks for it.

use super::machine::Machine;
use super::{HEADER, body, count};
use effigy_base::finding::FindingKind;
use effigy_ir::function::{Function, InstKind, Life};
use effigy_ir::verify::verify_program;
use effigy_lang_llvm::{Facts, load_checking};
use std::sync::Arc;

const ALL: Facts = Facts {
    lifetimes: true,
    unmoved: false,
    alignment: true,
    assumptions: true,
    values: true,
    pointers: true,
    stores: false,
};

fn lowered(text: &str, facts: Facts) -> Arc<Function> {
    let program =
        load_checking("t.ll", format!("{HEADER}{text}"), facts, |_| true).expect("a module");
    assert!(verify_program(&program).is_ok());
    body(&program, "f")
}

fn checks(function: &Function, kind: FindingKind) -> usize {
    count(function, |k| matches!(k, InstKind::Check { kind: found, .. } if *found == kind))
}

#[test]
fn alignment_is_checked() {
    let text = "define i32 @f(ptr %p) {
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %p, align 1
  ret i32 %v
}";
    let aligned = |k: &InstKind| matches!(k, InstKind::Aligned { align: 4, .. });
    assert_eq!(count(&lowered(text, ALL), aligned), 1);
    assert_eq!(count(&lowered(text, Facts::default()), aligned), 0);
}

#[test]
fn lives_begin_and_end() {
    let text = "declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @use(ptr)
define void @f() {
  %p = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %p)
  call void @use(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  ret void
}";
    let life = |wanted: Life| move |k: &InstKind| matches!(k, InstKind::Lifetime { life, size: 8, .. } if *life == wanted);
    let function = lowered(text, ALL);
    assert_eq!((count(&function, life(Life::Begins)), count(&function, life(Life::Ends))), (1, 1));
    // Unchecked, only what is not read any more is said.
    let unchecked = lowered(text, Facts::default());
    assert_eq!(count(&unchecked, life(Life::Begins)), 0);
    assert_eq!(count(&unchecked, life(Life::Unread)), 2);
    // A variable that becomes a register has no life of its own.
    let promoted = text.replace("call void @use(ptr %p)", "store i64 1, ptr %p");
    assert_eq!(count(&lowered(&promoted, ALL), life(Life::Begins)), 0);
}

#[test]
fn assumptions_are_checked() {
    let text = "declare void @llvm.assume(i1)
define void @f(i1 %a) {
  call void @llvm.assume(i1 %a)
  ret void
}";
    let plain = Facts { values: false, ..ALL };
    assert_eq!(checks(&lowered(text, plain), FindingKind::Unreachable), 1);
    assert_eq!(checks(&lowered(text, ALL), FindingKind::InvalidValue), 1);
    assert_eq!(checks(&lowered(text, Facts::default()), FindingKind::Unreachable), 0);
}

#[test]
fn assumed_alignments_are_checked() {
    let text = "declare void @llvm.assume(i1)
define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 16), \"align\"(ptr %p, i64 8, i64 4) ]
  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 %n), \"align\"(ptr %p, i64 1), \"nonnull\"(ptr %p)]
  ret void
}";
    let plain = Facts { values: false, ..ALL };
    assert_eq!(checks(&lowered(text, plain), FindingKind::Unreachable), 2);
    assert_eq!(checks(&lowered(text, ALL), FindingKind::InvalidValue), 2);
    assert_eq!(checks(&lowered(text, Facts::default()), FindingKind::Unreachable), 0);
}

#[test]
fn weak_symbols_that_nobody_defines_are_null() {
    let text = "declare extern_weak void @absent()
declare extern_weak void @known()
@missing = extern_weak global i32
@table = global [2 x ptr] [ptr @absent, ptr @known]
define i1 @f() {
  %a = icmp eq ptr @absent, null
  %b = icmp eq ptr @known, null
  %c = icmp eq ptr @missing, null
  %d = xor i1 %a, %b
  %e = and i1 %c, %d
  ret i1 %e
}";
    let provided = |name: &str| name == "known";
    let text = format!("{HEADER}{text}");
    let program = load_checking("t.ll", text, Facts::default(), provided).expect("a module");
    assert_eq!(Machine::new(&program).call("f", &[]), Ok(vec![1]));
    let table = program.global_named("table").expect("a global");
    let contents = program.initializer(table).expect("contents");
    assert_eq!(contents.relocations.len(), 1);
    assert_eq!(contents.bytes, [0; 16]);
}

#[test]
fn values_are_checked() {
    let text = "define i8 @f(ptr noundef nonnull %q, ptr noundef align 4 dereferenceable(8) %p, ptr nonnull %r) {
  %v = load i8, ptr %p, align 1, !range !0, !noundef !1
  %t = load ptr, ptr %q, align 8, !nonnull !1, !noundef !1
  %s = load ptr, ptr %q, align 8, !nonnull !1
  %b = trunc nuw i8 %v to i1
  ret i8 %v
}
!0 = !{i8 0, i8 2}
!1 = !{}";
    let function = lowered(text, ALL);
    assert_eq!(checks(&function, FindingKind::InvalidValue), 1);
    assert_eq!(checks(&function, FindingKind::Null), 3);
    // What need not be a value is none where the promise is broken.
    assert_eq!(count(&function, |k| matches!(k, InstKind::Poison { .. })), 3);
    assert_eq!(checks(&function, FindingKind::Misaligned), 1);
    for kind in [FindingKind::InvalidValue, FindingKind::Null, FindingKind::Misaligned] {
        assert_eq!(checks(&lowered(text, Facts::default()), kind), 0);
    }
}

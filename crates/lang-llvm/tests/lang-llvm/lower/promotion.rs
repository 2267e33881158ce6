//! Register promotion.

use super::machine::Machine;
use super::{body, count, program, run};
use effigy_ir::function::{InstKind, Operand, Terminator};

fn touches_memory(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Alloc { .. } | InstKind::Load { .. } | InstKind::Store { .. })
}

const LOOP: &str = "define i32 @f(i32 %n) {
  %i = alloca i32
  %s = alloca i32
  store i32 0, ptr %i
  store i32 0, ptr %s
  br label %head
head:
  %i1 = load i32, ptr %i
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %body, label %out
body:
  %s1 = load i32, ptr %s
  %odd = trunc i32 %i1 to i1
  br i1 %odd, label %skip, label %add
add:
  %s2 = add i32 %s1, %i1
  store i32 %s2, ptr %s
  br label %skip
skip:
  %i2 = load i32, ptr %i
  %i3 = add i32 %i2, 1
  store i32 %i3, ptr %i
  br label %head
out:
  %r = load i32, ptr %s
  ret i32 %r
}
";

#[test]
fn variables_become_registers() {
    assert_eq!(run(LOOP, &[10]), [20]);
    assert_eq!(run(LOOP, &[0]), [0]);
    let program = program(LOOP);
    let function = body(&program, "f");
    assert_eq!(count(&function, touches_memory), 0);
    let params: usize = function.blocks.iter().map(|(_, b)| b.params.len()).sum();
    assert_eq!(params, 3, "two at the head of the loop, one after the branch");
}

#[test]
fn objects_that_escape_stay_in_memory() {
    let keep = |body_text: &str| {
        let text = format!(
            "declare void @use(ptr)
define i32 @f(i32 %x) {{
  %p = alloca i32
  {body_text}
  %r = load i32, ptr %p
  ret i32 %r
}}
"
        );
        let program = program(&text);
        count(&body(&program, "f"), |k| matches!(k, InstKind::Alloc { .. })) == 1
    };
    assert!(!keep("store i32 %x, ptr %p"));
    assert!(keep("call void @use(ptr %p)"));
    assert!(keep("store i8 1, ptr %p"), "another sort");
    assert!(keep("%q = getelementptr i8, ptr %p, i64 1\n  store i8 1, ptr %q"));
    assert!(keep("store ptr %p, ptr null"), "the address is stored");
    assert!(keep("%i = ptrtoint ptr %p to i64\n  store i64 %i, ptr null"));
}

#[test]
fn too_small_objects_stay_in_memory() {
    let text = "define i32 @f(i32 %x) {
  %p = alloca i16
  store i32 %x, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
";
    let program = program(text);
    assert_eq!(
        count(&body(&program, "f"), touches_memory),
        3,
        "the machine has to see the overflow"
    );
}

#[test]
fn values_before_the_first_store_are_undefined() {
    let text = "define i32 @f(i1 %c) {
  %p = alloca i32
  br i1 %c, label %a, label %b
a:
  store i32 5, ptr %p
  br label %b
b:
  %r = load i32, ptr %p
  ret i32 %r
}
";
    let program = program(text);
    let function = body(&program, "f");
    let undefined = function.blocks.iter().any(|(_, block)| match &block.terminator {
        Terminator::Branch { then, otherwise, .. } => {
            then.args.iter().chain(&otherwise.args).any(|a| matches!(a, Operand::Undef(_)))
        }
        _ => false,
    });
    assert!(undefined);
    assert_eq!(run(text, &[1]), [5]);
}

#[test]
fn names_follow_the_stores() {
    let text = "define i32 @f(i32 %n) !dbg !4 {
  %p = alloca i32
  call void @llvm.dbg.declare(metadata ptr %p, metadata !7, metadata !DIExpression()), !dbg !8
  store i32 %n, ptr %p
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"x\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/home/me\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !5, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocalVariable(name: \"v\", scope: !4, file: !1, line: 3, type: !9)
!8 = !DILocation(line: 5, column: 9, scope: !4)
!9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call("f", &[4]), Ok(vec![5]));
    let expected = [("v".to_owned(), Some(4)), ("v".to_owned(), Some(5))];
    assert_eq!(machine.names, expected);
    assert_eq!(count(&body(&program, "f"), touches_memory), 0);
}

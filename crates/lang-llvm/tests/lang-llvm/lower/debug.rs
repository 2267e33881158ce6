//! Source locations and names.

use super::machine::Machine;
use super::{body, program};
use effigy_ir::function::InstKind;

const TEXT: &str = "define i32 @_ZN3app4main17h0123456789abcdefE(i32 %x) !dbg !4 {
    #dbg_value(i32 %x, !9, !DIExpression(), !10)
    #dbg_value(i32 %x, !9, !DIExpression(DW_OP_plus_uconst, 1), !10)
  %y = add i32 %x, 1, !dbg !11
    #dbg_value(i32 %y, !12, !DIExpression(), !10)
  ret i32 %y, !dbg !10
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: \"x\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"src/main.rs\", directory: \"/home/me\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = !DIFile(filename: \"/lib/core.rs\", directory: \"/home/me\")
!4 = distinct !DISubprogram(name: \"main\", linkageName: \"_ZN3app4main17h0123456789abcdefE\", scope: !1, file: !1, line: 3, type: !5, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = distinct !DISubprogram(name: \"add\", linkageName: \"_ZN4core3add17h0123456789abcdefE\", scope: !3, file: !3, line: 70, type: !5, unit: !0)
!8 = !DIBasicType(name: \"i32\", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: \"x\", arg: 1, scope: !4, file: !1, line: 3, type: !8)
!10 = !DILocation(line: 5, column: 9, scope: !4)
!11 = !DILocation(line: 71, column: 3, scope: !7, inlinedAt: !10)
!12 = !DILocalVariable(name: \"y\", scope: !4, file: !1, line: 4, type: !8)
";

const NAME: &str = "_ZN3app4main17h0123456789abcdefE";

#[test]
fn locations_with_the_calls_they_were_inlined_at() {
    let program = program(TEXT);
    let function = body(&program, NAME);
    let insts = &function.blocks.iter().next().expect("an entry").1.insts;
    let add = insts.iter().find(|i| matches!(i.kind, InstKind::Op { .. })).expect("an addition");
    let inner = &function.locs[add.loc.expect("a location")];
    assert_eq!((inner.line, inner.column, inner.function.as_str()), (71, 3, "core::add"));
    assert_eq!(program.files.path(inner.file), "/lib/core.rs");
    let outer = &function.locs[inner.inlined_at.expect("a caller")];
    assert_eq!((outer.line, outer.column, outer.function.as_str()), (5, 9, "app::main"));
    assert_eq!(program.files.path(outer.file), "/home/me/src/main.rs");
    assert_eq!(outer.inlined_at, None);
}

#[test]
fn readable_function_names() {
    let program = program(TEXT);
    let id = program.function_named(NAME).expect("it is there");
    assert_eq!(program.functions[id].display, "app::main");
}

#[test]
fn names_of_values() {
    let program = program(TEXT);
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call(NAME, &[41]), Ok(vec![42]));
    let expected = [("x".to_owned(), Some(41)), ("y".to_owned(), Some(42))];
    assert_eq!(machine.names, expected, "a value that must be computed first is left out");
}

//! Debug information.

use super::{body, module};
use effigy_lang_llvm::ast::{
    Body, DebugExpr, DebugVariable, DebugVariableKind, InstKind, MdRef, Symbol,
};
use effigy_lang_llvm::module::{DebugType, Encoding, Module, Shape};

fn fixture(name: &str) -> Module {
    let (_, text) =
        super::fixtures::fixtures().into_iter().find(|(p, _)| p == name).expect("the fixture");
    module(&text)
}

fn variables(body: &Body) -> Vec<DebugVariable> {
    let insts = body.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts
        .filter_map(|i| match &i.kind {
            InstKind::DebugVariable(variable) => Some(variable.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn frames_are_innermost_first() {
    let module = fixture("inline.ll");
    let frames = module.frames(MdRef::Node(38)).unwrap_or_else(|e| panic!("{e}"));
    let shown: Vec<_> = frames
        .iter()
        .map(|f| format!("{} {}:{}:{}", f.function, f.file, f.line, f.column))
        .collect();
    let expected = [
        "inline::double /src/inline.rs:6:5",
        "inline::outer::twice /src/inline.rs:12:9",
        "entry /src/inline.rs:18:18",
    ];
    assert_eq!(shown, expected);
    let block = module.frames(MdRef::Node(45)).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((&*block[0].function, block[0].line, block.len()), ("entry", 19, 1));
}

#[test]
fn intrinsics_and_records_say_the_same() {
    let names = |name: &str| {
        let module = fixture(name);
        let body = body(&module, "distance");
        let found = variables(&body)
            .into_iter()
            .filter(|v| v.expr == DebugExpr::Plain && v.value.is_some());
        let mut names: Vec<_> = found
            .map(|v| {
                assert_eq!(v.kind, DebugVariableKind::Value);
                let info = module.debug_variable(v.variable).expect("a variable");
                (info.name.to_string(), info.argument)
            })
            .collect();
        names.sort();
        names
    };
    let calls = names("locals-14-O1.ll");
    assert!(
        calls.contains(&("dx".to_owned(), 0)) && calls.contains(&("to".to_owned(), 2)),
        "{calls:?}"
    );
    assert_eq!(calls, names("locals-22-O1.ll"));
}

#[test]
fn declarations_give_the_address() {
    let module = fixture("locals-14-O0.ll");
    let body = body(&module, "main");
    let declared = variables(&body);
    assert!(declared.iter().all(|v| v.kind == DebugVariableKind::Declare && v.value.is_some()));
    let infos = declared.iter().map(|v| module.debug_variable(v.variable).expect("a variable"));
    let names: Vec<_> = infos.map(|i| i.name.to_string()).collect();
    assert_eq!(names, ["argc", "argv", "here", "moved", "i"]);
}

#[test]
fn expressions_that_are_not_plain_are_distinguished() {
    let module = module(
        "define void @f(ptr %p) {\n  #dbg_value(ptr %p, !1, !DIExpression(DW_OP_deref), !2)\n  \
         #dbg_value(!DIArgList(ptr %p, i32 1), !1, !DIExpression(DW_OP_LLVM_arg, 0), !2)\n  \
         #dbg_value(ptr poison, !1, !DIExpression(), !2)\n  #dbg_label(!3, !2)\n  \
         #dbg_assign(i32 1, !1, !DIExpression(), !4, ptr %p, !DIExpression(), !2)\n  ret void\n}\n",
    );
    let found = variables(&body(&module, "f"));
    let exprs: Vec<_> = found.iter().map(|v| (v.expr, v.value.is_some())).collect();
    let expected = [
        (DebugExpr::Deref, true),
        (DebugExpr::Other, false),
        (DebugExpr::Plain, false),
        (DebugExpr::Plain, true),
    ];
    assert_eq!(exprs, expected);
}

#[test]
fn types_are_described() {
    let module = fixture("locals-14-O0.ll");
    let global = |name: &str| {
        let Some(Symbol::Variable(id)) = module.symbol_named(name) else {
            panic!("no {name}");
        };
        let debug = module.variables()[id].debug.expect("debug information");
        module.debug_variable(debug).expect("a variable")
    };
    let grid = global("grid");
    assert_eq!((&*grid.name, grid.line), ("grid", 6));
    let DebugType::Array { element: Some(element), counts } =
        module.debug_type(grid.ty.expect("a type"))
    else {
        panic!("no array");
    };
    assert_eq!(counts, [Some(3), Some(5)]);
    let byte = DebugType::Basic {
        name: "unsigned char".to_owned(),
        bits: 8,
        encoding: Encoding::UnsignedChar,
    };
    assert_eq!(module.debug_type(element), byte);
    let main = body(&module, "main");
    let here = variables(&main)
        .into_iter()
        .filter_map(|v| module.debug_variable(v.variable))
        .find(|v| &*v.name == "here");
    let DebugType::Wrapped { name, target: Some(target) } =
        module.debug_type(here.and_then(|v| v.ty).expect("a type"))
    else {
        panic!("no typedef");
    };
    assert_eq!(name, "point");
    let DebugType::Composite { shape: Shape::Struct, name, bits: 64, members } =
        module.debug_type(target)
    else {
        panic!("no struct");
    };
    assert_eq!(name, "point");
    let members: Vec<_> = members.iter().map(|m| (m.name.as_str(), m.offset_bits)).collect();
    assert_eq!(members, [("x", 0), ("y", 32)]);
}

#[test]
fn all_source_paths_are_known_at_once() {
    let module = fixture("locals-22-O1.ll");
    let paths: Vec<_> = module.source_paths().iter().map(|p| p.to_string()).collect();
    assert_eq!(paths, ["/src/locals.c", "?"]);
    let subprogram =
        module.functions().iter().find_map(|(_, f)| f.subprogram).expect("a subprogram");
    let info = module.subprogram(subprogram).expect("a function");
    assert_eq!((&*info.display, &*info.file, info.line), ("distance", "/src/locals.c", 11));
}

#[test]
fn chains_that_never_end_are_errors() {
    let module = module(
        "define void @f() {\n  ret void, !dbg !0\n}\n!0 = !DILocation(line: 1, scope: !1, inlinedAt: !0)\n\
         !1 = !DILexicalBlock(scope: !2)\n!2 = !DILexicalBlock(scope: !1)\n!3 = !{!3}\n",
    );
    assert!(module.frames(MdRef::Node(0)).is_err());
    assert!(module.frames(MdRef::Node(3)).is_err());
    assert!(module.frames(MdRef::Node(9)).is_err());
}

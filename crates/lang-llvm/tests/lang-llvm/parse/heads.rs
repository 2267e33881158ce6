//! What stands at the top level.

use super::{body, function, module};
use effigy_lang_llvm::ast::{Constant, Linkage, MdRef, Symbol, Type};
use effigy_lang_llvm::demangle::display_name;

#[test]
fn functions_have_their_heads() {
    let module = module(
        "%pair = type { i8, i32 }\n\
         define internal fastcc noundef zeroext i1 @one(i8* nocapture noundef readonly align 4 dereferenceable(8) %p, %pair* byval(%pair) align 8 %q, i32 range(i32 0, 5) %n, ...) unnamed_addr #3 section \"x\" align 16 personality i32 (...)* @two !dbg !4 !prof !5 {\n  ret i1 true\n}\n\
         declare !dbg !7 void @two(...) #1\n\
         declare extern_weak { ptr, i64 } @\"a \\22 b\"(ptr, metadata)\n\
         attributes #1 = { nounwind noreturn }\nattributes #3 = { cold \"noreturn\" }\n",
    );
    let one = &module.functions()[function(&module, "one")];
    assert_eq!(
        (one.linkage, one.result.clone(), one.variadic),
        (Linkage::Internal, Type::Int(1), true)
    );
    assert_eq!((one.noreturn, one.subprogram), (false, Some(MdRef::Node(4))));
    assert_eq!(one.params.len(), 3);
    assert_eq!((one.params[0].ty.clone(), one.params[0].align), (Type::Ptr(0), Some(4)));
    assert!(matches!(one.params[1].byval, Some(Type::Named(_))) && one.params[1].align == Some(8));
    assert!(one.body.is_some());
    let two = &module.functions()[function(&module, "two")];
    assert!(
        two.noreturn
            && two.variadic
            && two.body.is_none()
            && two.subprogram == Some(MdRef::Node(7))
    );
    let odd = &module.functions()[function(&module, "a \" b")];
    assert_eq!(odd.linkage, Linkage::ExternWeak);
}

#[test]
fn variables_have_their_heads() {
    let module = module(
        "@a = dso_local global i32 5, align 4, !dbg !0\n\
         @b = external thread_local(localexec) global [2 x i8], align 16\n\
         @c = private unnamed_addr addrspace(1) constant <{ ptr, [1 x i8] }> <{ ptr @a, [1 x i8] c\",\" }>, section \"s,t\", comdat, align 8\n\
         @d = common global i64 0\n@e = thread_local global ptr null\n\
         @f = alias i32, getelementptr inbounds (i32, ptr @a, i64 0)\n",
    );
    let variable = |name: &str| match module.symbol_named(name) {
        Some(Symbol::Variable(id)) => module.variables()[id].clone(),
        other => panic!("{other:?}"),
    };
    let (a, b, c) = (variable("a"), variable("b"), variable("c"));
    assert_eq!(
        (a.linkage, a.constant, a.align, a.debug),
        (Linkage::External, false, Some(4), Some(MdRef::Node(0)))
    );
    assert!(b.thread_local && b.initializer.is_none() && b.align == Some(16));
    assert!(c.constant && !c.thread_local && c.align == Some(8) && c.linkage == Linkage::Internal);
    assert_eq!(c.initializer.map(|s| module.slice(s)), Some("<{ ptr @a, [1 x i8] c\",\" }>"));
    assert_eq!(variable("d").linkage, Linkage::Weak);
    assert!(variable("e").thread_local);
    let alias = module.aliases().ids().next().expect("an alias");
    let target = module.alias_target(alias).unwrap_or_else(|e| panic!("{e}"));
    assert!(matches!(target.value, Constant::Expr(_)));
}

#[test]
fn bodies_end_where_they_end() {
    let module = module(
        "define i32 @a(i32) { ret i32 %0 }\ndefine void @b() {\n  ret void\n  }\ndefine void @c()\n{\n call void @b() nounwind ret void }\n\
         define { i32 } @d() { ; comment }\n  ret { i32 } { i32 1 }\n}\ndefine void @e() {\n  ret void\n}\n",
    );
    for name in ["a", "b", "c", "d", "e"] {
        assert_eq!(body(&module, name).blocks.len(), 1, "{name}");
    }
}

#[test]
fn forms_are_read_as_meant() {
    let text = super::fixtures::fixtures()
        .into_iter()
        .find(|(p, _)| p == "forms.ll")
        .expect("the fixture")
        .1;
    let module = module(&text);
    assert_eq!(module.triple(), "x86_64-unknown-linux-gnu");
    let Some(Symbol::Variable(odd)) = module.symbol_named("odd") else {
        panic!("no variable");
    };
    assert_eq!(module.types().size_of(&module.variables()[odd].ty), Ok(21));
    let Some(Symbol::Variable(scattered)) = module.symbol_named("scattered") else {
        panic!("no variable");
    };
    assert_eq!(module.variables()[scattered].align, Some(16));
    assert!(module.symbol_named("quoted \" name").is_some());
    assert!(module.aliases().iter().any(|(_, a)| a.ifunc && &*a.name == "chosen"));
}

#[test]
fn rust_names_are_shown_without_their_hash() {
    assert_eq!(display_name("_ZN6inline5outer5twice17h079f78a6e346e991E"), "inline::outer::twice");
    assert_eq!(
        display_name(
            "_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_sub_overflow"
        ),
        "core::panicking::panic_const::panic_const_sub_overflow"
    );
    assert_eq!(display_name("main"), "main");
    assert_eq!(display_name("_ZN3fooD2Ev"), "_ZN3fooD2Ev");
}

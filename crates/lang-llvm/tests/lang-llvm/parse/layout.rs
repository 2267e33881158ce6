//! Sizes, alignments and offsets.

use super::{function, module};
use effigy_lang_llvm::ast::Type;
use effigy_lang_llvm::layout::LayoutError;
use effigy_lang_llvm::module::Module;

const RUSTC: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const CLANG14: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";

fn with_type(layout: &str, ty: &str) -> (Module, Type) {
    let module = module(&format!(
        "target datalayout = \"{layout}\"\n%pair = type {{ i8, i32 }}\n%hidden = type opaque\n\
         %loop = type {{ i32, [2 x %loop] }}\n%again = type {{ %next }}\n%next = type {{ %again }}\n\
         declare {ty} @f()\n"
    ));
    let ty = module.functions()[function(&module, "f")].result.clone();
    (module, ty)
}

#[test]
fn sizes_are_those_of_x86_64() {
    for (ty, size, store, align) in [
        ("i1", 1, 1, 1),
        ("i24", 4, 3, 4),
        ("i48", 8, 6, 8),
        ("i64", 8, 8, 8),
        ("i128", 16, 16, 16),
        ("i200", 32, 25, 16),
        ("half", 2, 2, 2),
        ("x86_fp80", 16, 10, 16),
        ("fp128", 16, 16, 16),
        ("ptr", 8, 8, 8),
        ("ptr addrspace(270)", 4, 4, 4),
        ("[3 x i16]", 6, 6, 2),
        ("[0 x i64]", 0, 0, 8),
        ("{ i8, i32, i8 }", 12, 12, 4),
        ("<{ i8, i32, i8 }>", 6, 6, 1),
        ("{}", 0, 0, 1),
        ("%pair", 8, 8, 4),
        ("[2 x { %pair, i64 }]", 32, 32, 8),
        ("<4 x i32>", 16, 16, 16),
        ("<3 x i32>", 16, 12, 16),
        ("<16 x i1>", 2, 2, 2),
        ("<2 x ptr>", 16, 16, 16),
    ] {
        let (module, ty) = with_type(RUSTC, ty);
        let types = module.types();
        let found = (types.size_of(&ty), types.store_size(&ty), types.align_of(&ty));
        assert_eq!(found, (Ok(size), Ok(store), Ok(align)), "{}", types.show(&ty));
    }
}

#[test]
fn wide_integers_are_aligned_as_the_module_says() {
    let (module, ty) = with_type(CLANG14, "{ i8, i128 }");
    assert_eq!(module.types().align_of(&ty), Ok(8));
    assert_eq!(module.types().size_of(&ty), Ok(24));
}

#[test]
fn fields_start_where_the_layout_says() {
    let (module, ty) = with_type(RUSTC, "{ i8, i32, %pair, i64 }");
    let body = module.types().fields(&ty).expect("a struct");
    assert_eq!(module.types().field_offsets(body), Ok(vec![0, 4, 8, 16]));
    assert_eq!(module.types().field_offset(body, 2), Ok(8));
    assert_eq!(module.types().field_offset(body, 4), Err(LayoutError::Unsized));
    let (module, ty) = with_type(RUSTC, "<{ i8, i32, %pair }>");
    let body = module.types().fields(&ty).expect("a struct");
    assert_eq!(module.types().field_offsets(body), Ok(vec![0, 1, 5]));
}

#[test]
fn types_without_a_size_say_why() {
    for (ty, error) in [
        ("void", LayoutError::Unsized),
        ("%hidden", LayoutError::Unsized),
        ("{ i8, %hidden }", LayoutError::Unsized),
        ("%loop", LayoutError::TooDeep),
        ("%again", LayoutError::TooDeep),
        ("<vscale x 4 x i32>", LayoutError::Unsupported),
        ("[9223372036854775807 x i64]", LayoutError::TooLarge),
    ] {
        let (module, ty) = with_type(RUSTC, ty);
        assert_eq!(module.types().size_of(&ty), Err(error), "{}", module.types().show(&ty));
    }
}

#[test]
fn structs_that_double_at_each_level_are_measured_once_each() {
    let mut text = String::from("%a0 = type { i8, i8 }\n");
    for i in 1..60 {
        text.push_str(&format!("%a{i} = type {{ %a{}, %a{} }}\n", i - 1, i - 1));
    }
    let module = module(&format!("{text}declare %a59 @f()\n"));
    let ty = module.functions()[function(&module, "f")].result.clone();
    assert_eq!(module.types().size_of(&ty), Ok(1 << 60));
}

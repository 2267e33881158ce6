//! Globals.

use super::machine::Machine;
use super::{program, run};
use effigy_ir::program::{Initializer, Program, Relocation, Symbol};
use std::sync::Arc;

fn contents(program: &Program, name: &str) -> Arc<Initializer> {
    let id = program.global_named(name).expect("the global is there");
    program.initializer(id).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn declarations_of_globals() {
    let text = "@a = private unnamed_addr constant [3 x i16] [i16 1, i16 2, i16 3], align 2
@b = thread_local local_unnamed_addr global { i8, i64 } zeroinitializer
@stdin = external global ptr
@llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"
";
    let program = program(text);
    let names: Vec<&str> = program.globals.iter().map(|(_, g)| g.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "stdin"]);
    let facts: Vec<(u64, u64, bool, bool)> =
        program.globals.iter().map(|(_, g)| (g.size, g.align, g.constant, g.defined)).collect();
    assert_eq!(facts, [(6, 2, true, true), (16, 8, false, true), (8, 8, false, false)]);
}

#[test]
fn contents_of_globals() {
    let text = "@a = constant { i8, i32, [2 x i16], <{ i8, double }>, [3 x i8], i1, i24 } { i8 -1, i32 305419896, [2 x i16] [i16 1, i16 2], <{ i8, double }> <{ i8 7, double 1.0 }>, [3 x i8] c\"a\\00\\FF\", i1 true, i24 66051 }
@v = constant <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 true>
@w = constant i256 340282366920938463463374607431768211457
@u = global { i32, [2 x i16], i16 } { i32 undef, [2 x i16] undef, i16 3 }
";
    let program = program(text);
    let expected = [
        255, 0, 0, 0, 0x78, 0x56, 0x34, 0x12, 1, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, b'a', 0,
        255, 1, 0, 0, 0, 3, 2, 1, 0,
    ];
    assert_eq!(contents(&program, "a").bytes, expected);
    assert_eq!(contents(&program, "v").bytes, [0b1000_0101]);
    let wide = contents(&program, "w");
    assert_eq!((wide.bytes[0], wide.bytes[16], wide.bytes.len()), (1, 1, 32));
    assert_eq!(contents(&program, "u").undef, [(0, 8)]);
    assert_eq!(contents(&program, "u").bytes[8], 3);
}

#[test]
fn addresses_in_globals() {
    let text = "@a = global [4 x i32] zeroinitializer
@p = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 3)
@q = global { i32, i64, ptr } { i32 1, i64 add (i64 ptrtoint (ptr @a to i64), i64 5), ptr @f }
@d = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 9) to i64), i64 ptrtoint (ptr @a to i64))
@bad = global i32 trunc (i64 ptrtoint (ptr @a to i64) to i32)
define void @f() {
  ret void
}
";
    let program = program(text);
    let a = program.global_named("a").expect("it is there");
    let f = program.function_named("f").expect("it is there");
    let at = |offset, target, addend| Relocation { offset, target, addend };
    assert_eq!(contents(&program, "p").relocations, [at(0, Symbol::Global(a), 12)]);
    let both = [at(8, Symbol::Global(a), 5), at(16, Symbol::Function(f), 0)];
    assert_eq!(contents(&program, "q").relocations, both);
    assert_eq!(contents(&program, "d").bytes[0], 9);
    let bad = program.global_named("bad").expect("it is there");
    let error = program.initializer(bad).expect_err("a half address");
    assert_eq!(error.to_string(), "unsupported: a part of an address in the contents of bad");
}

#[test]
fn aliases_are_followed() {
    let text = "@data = global [2 x i32] [i32 5, i32 6]
@second = alias i32, getelementptr ([2 x i32], ptr @data, i64 0, i64 1)
@chain = alias i32, ptr @second
@g2 = alias i32 (), ptr @g
@use = global ptr @chain
define i32 @g() {
  %v = load i32, ptr @chain
  ret i32 %v
}
define i32 @f() {
  %a = call i32 @g2()
  %p = load ptr, ptr @use
  %b = load i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}
";
    assert_eq!(run(text, &[]), [12]);
}

#[test]
fn destructors_in_order_of_priority() {
    let text = "@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 300, ptr @first, ptr null }, { i32, ptr, ptr } { i32 200, ptr @second, ptr null }]
define void @first() {
  ret void
}
define void @second() {
  ret void
}
";
    let program = program(text);
    let names: Vec<&str> =
        program.destructors.iter().map(|f| program.functions[*f].name.as_str()).collect();
    assert_eq!(names, ["second", "first"]);
}

#[test]
fn constructors_in_order_of_priority() {
    let text = "@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @last, ptr null }]
define void @late() {
  ret void
}
define void @early() {
  ret void
}
define void @last() {
  ret void
}
";
    let program = program(text);
    let names: Vec<&str> =
        program.constructors.iter().map(|f| program.functions[*f].name.as_str()).collect();
    assert_eq!(names, ["early", "late", "last"]);
}

#[test]
fn constructors_in_sections() {
    let text = "@a = constant ptr @late, section \".init_array\", align 8
@b = constant <{ ptr }> <{ ptr @early }>, section \".init_array.00200\"
@c = constant ptr @own, section \".init_array.00099\"
@_ZN3std3imp15ARGV_INIT_ARRAY = constant ptr @std, section \".init_array.00099\"
@d = constant [2 x ptr] [ptr @first, ptr @second], section \".fini_array\"
@e = constant ptr @std, section \".data\"
@f = constant ptr @std, section \".init_array_of_mine\"
@MY_ARGV_INIT_ARRAY = constant ptr @late, section \".init_array.last\"
define void @late() {
  ret void
}
define void @early() {
  ret void
}
define void @own() {
  ret void
}
define void @std() {
  ret void
}
define void @first() {
  ret void
}
define void @second() {
  ret void
}
";
    let program = program(text);
    let names = |list: &[effigy_ir::program::FuncId]| -> Vec<&str> {
        list.iter().map(|f| program.functions[*f].name.as_str()).collect()
    };
    assert_eq!(names(&program.constructors), ["own", "early", "late", "late"]);
    assert_eq!(names(&program.destructors), ["first", "second"]);
}

#[test]
fn constant_expressions_in_code() {
    let text = "@a = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i64 @f(i32 %x) {
  %v = load i32, ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 2)
  %w = zext i32 %v to i64
  %d = sub i64 ptrtoint (ptr getelementptr (i32, ptr @a, i64 2) to i64), ptrtoint (ptr @a to i64)
  %r = add i64 %w, %d
  ret i64 %r
}
";
    assert_eq!(run(text, &[0]), [11]);
}

#[test]
fn addresses_of_globals_are_not_null() {
    let text = "@a = global i32 0
define i1 @f() {
  %c = icmp eq ptr @a, null
  ret i1 %c
}
";
    assert_eq!(run(text, &[]), [0]);
}

#[test]
fn tables_of_distances() {
    let text = "@x = constant i8 7
@y = constant i8 9
@table = internal constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @table to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @y to i64), i64 ptrtoint (ptr @table to i64)) to i32)]
declare ptr @llvm.load.relative.i64(ptr, i64)
define i8 @f(i64 %i) {
  %o = shl i64 %i, 2
  %p = call ptr @llvm.load.relative.i64(ptr @table, i64 %o)
  %v = load i8, ptr %p
  ret i8 %v
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call("f", &[0]), Ok(vec![7]));
    assert_eq!(machine.call("f", &[1]), Ok(vec![9]));
}

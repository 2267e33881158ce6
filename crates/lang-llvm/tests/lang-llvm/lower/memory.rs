//! Memory.

use super::machine::{Machine, Stop};
use super::{body, count, program, run, try_run};
use effigy_ir::function::InstKind;

#[test]
fn stack_objects() {
    let text = "define i32 @f(i32 %n) {
  %a = alloca [4 x i32], align 16
  %v = alloca i16, i32 %n, align 2
  %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 3
  store i32 41, ptr %p
  store i16 1, ptr %v
  %x = load i32, ptr %p
  %y = load i16, ptr %v
  %z = zext i16 %y to i32
  %r = add i32 %x, %z
  ret i32 %r
}
";
    assert_eq!(run(text, &[3]), [42]);
    let loaded = program(text);
    let sizes = body(&loaded, "f");
    assert_eq!(count(&sizes, |k| matches!(k, InstKind::Alloc { align: 16, .. })), 1);
}

#[test]
fn loads_and_stores_of_aggregates() {
    let text = "%s = type { i8, i32, [2 x i16], <2 x i8> }
define void @f(ptr %from, ptr %to) {
  %v = load %s, ptr %from
  store %s %v, ptr %to
  ret void
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    let from = machine.place(&(1..=16).collect::<Vec<u8>>());
    let to = machine.place(&[0; 16]);
    machine.call("f", &[from.into(), to.into()]).expect("it returns");
    let padding_is_left = [1, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0];
    assert_eq!(machine.read(to, 16), padding_is_left);
}

#[test]
fn packed_vectors_in_memory() {
    let text = "define i8 @f(i8 %bits) {
  %p = alloca i8
  %v = bitcast i8 %bits to <8 x i1>
  %w = xor <8 x i1> %v, <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  store <8 x i1> %w, ptr %p
  %x = load <8 x i1>, ptr %p
  %y = bitcast <8 x i1> %x to i8
  %z = load i8, ptr %p
  %e = xor i8 %y, %z
  %r = or i8 %z, %e
  ret i8 %r
}
";
    assert_eq!(run(text, &[0b1010_0110]), [0b1010_0111]);
    let nibbles = "define i16 @f(i16 %bits) {
  %p = alloca i16
  %v = bitcast i16 %bits to <4 x i4>
  store <4 x i4> %v, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}
";
    assert_eq!(run(nibbles, &[0x1234]), [0x1234]);
}

#[test]
fn odd_widths_in_memory() {
    let text = "define i32 @f(i24 %a) {
  %p = alloca i32
  store i32 -1, ptr %p
  store i24 %a, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
";
    assert_eq!(run(text, &[0x12_3456]), [0xff12_3456]);
}

#[test]
fn addresses() {
    let text = "%s = type { i8, [3 x { i16, i64 }] }
define i64 @f(ptr %p, i32 %i, i8 %j) {
  %q = getelementptr %s, ptr %p, i32 %i, i32 1, i8 %j, i32 1
  %r = ptrtoint ptr %q to i64
  ret i64 %r
}
";
    let at = |i: i64, j: i64| (1000 + i * 56 + 8 + j * 16 + 8) as u64;
    assert_eq!(run(text, &[1000, 0, 0]), [u128::from(at(0, 0))]);
    assert_eq!(run(text, &[1000, 2, 1]), [u128::from(at(2, 1))]);
    assert_eq!(run(text, &[1000, 0xffff_ffff, 0xff]), [u128::from(at(-1, -1))]);
    let vector = "define <2 x ptr> @f(ptr %p) {
  %q = getelementptr i32, ptr %p, <2 x i64> <i64 1, i64 -1>
  ret <2 x ptr> %q
}
";
    assert_eq!(run(vector, &[1000]), [1004, 996]);
}

#[test]
fn atomics_as_one_thread_does_them() {
    let update = |op: &str, old: u128, x: u128| {
        let text = format!(
            "define {{ i8, i8 }} @f(i8 %old, i8 %x) {{
  %p = alloca i8
  store i8 %old, ptr %p
  %a = atomicrmw {op} ptr %p, i8 %x seq_cst
  fence acq_rel
  %b = load atomic i8, ptr %p acquire, align 1
  %r = insertvalue {{ i8, i8 }} undef, i8 %a, 0
  %s = insertvalue {{ i8, i8 }} %r, i8 %b, 1
  ret {{ i8, i8 }} %s
}}
"
        );
        let result = run(&text, &[old, x]);
        assert_eq!(result[0], old, "the old value is the result");
        result[1]
    };
    assert_eq!(update("xchg", 1, 2), 2);
    assert_eq!(update("add", 255, 2), 1);
    assert_eq!(update("sub", 1, 2), 255);
    assert_eq!(update("and", 6, 3), 2);
    assert_eq!(update("nand", 6, 3), 253);
    assert_eq!(update("or", 6, 3), 7);
    assert_eq!(update("xor", 6, 3), 5);
    assert_eq!(update("max", 255, 3), 3);
    assert_eq!(update("min", 255, 3), 255);
    assert_eq!(update("umax", 255, 3), 255);
    assert_eq!(update("umin", 255, 3), 3);
    assert_eq!(update("uinc_wrap", 3, 3), 0);
    assert_eq!(update("uinc_wrap", 2, 3), 3);
    assert_eq!(update("udec_wrap", 0, 3), 3);
    assert_eq!(update("udec_wrap", 9, 3), 3);
    assert_eq!(update("udec_wrap", 2, 3), 1);
    assert_eq!(update("usub_cond", 5, 3), 2);
    assert_eq!(update("usub_cond", 2, 3), 2);
    assert_eq!(update("usub_sat", 2, 3), 0);
}

#[test]
fn compare_exchange() {
    let text = "define { i32, i1, i32 } @f(i32 %old, i32 %expected) {
  %p = alloca i32
  store i32 %old, ptr %p
  %a = cmpxchg weak ptr %p, i32 %expected, i32 9 acq_rel monotonic
  %x = extractvalue { i32, i1 } %a, 0
  %y = extractvalue { i32, i1 } %a, 1
  %z = load i32, ptr %p
  %r = insertvalue { i32, i1, i32 } undef, i32 %x, 0
  %s = insertvalue { i32, i1, i32 } %r, i1 %y, 1
  %t = insertvalue { i32, i1, i32 } %s, i32 %z, 2
  ret { i32, i1, i32 } %t
}
";
    assert_eq!(run(text, &[5, 5]), [5, 1, 9]);
    assert_eq!(run(text, &[5, 6]), [5, 0, 5]);
}

#[test]
fn copies_and_fills() {
    let text = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i64 @f(ptr %p, i8 %b) {
  %q = alloca i64
  call void @llvm.memset.p0.i64(ptr %q, i8 %b, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  %r = getelementptr i8, ptr %q, i64 1
  call void @llvm.memmove.p0.p0.i32(ptr %r, ptr %q, i32 4, i1 false)
  %v = load i64, ptr %q
  ret i64 %v
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    let from = machine.place(&[1, 2, 3, 4]);
    let result = machine.call("f", &[from.into(), 0xaa]);
    assert_eq!(result, Ok(vec![0xaaaa_aa04_0302_0101]));
}

#[test]
fn masked_accesses() {
    let text = "declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, i32, <4 x i1>, <4 x i16>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, i32, <4 x i1>)
declare <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i16>)
declare void @llvm.masked.scatter.v2i16.v2p0(<2 x i16>, <2 x ptr>, i32, <2 x i1>)
define <2 x i16> @f(ptr %p, i4 %bits) {
  %mask = bitcast i4 %bits to <4 x i1>
  %v = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr %p, i32 2, <4 x i1> %mask, <4 x i16> <i16 9, i16 9, i16 9, i16 9>)
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v, ptr %p, i32 2, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  %ends = getelementptr i16, ptr %p, <2 x i64> <i64 3, i64 0>
  %two = shufflevector <4 x i1> %mask, <4 x i1> poison, <2 x i32> <i32 3, i32 0>
  call void @llvm.masked.scatter.v2i16.v2p0(<2 x i16> <i16 77, i16 78>, <2 x ptr> %ends, i32 2, <2 x i1> %two)
  %r = call <2 x i16> @llvm.masked.gather.v2i16.v2p0(<2 x ptr> %ends, i32 2, <2 x i1> %two, <2 x i16> zeroinitializer)
  ret <2 x i16> %r
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    let at = machine.place(&[1, 0, 2, 0, 3, 0, 4, 0]);
    assert_eq!(machine.call("f", &[at.into(), 0b0011]), Ok(vec![0, 78]));
    assert_eq!(machine.read(at, 8), [78, 0, 2, 0, 9, 0, 9, 0]);
}

#[test]
fn large_constants_of_zeros() {
    let text = "define i64 @f(ptr %p) {
  store [100000 x i64] zeroinitializer, ptr %p
  %v = load i64, ptr %p
  ret i64 %v
}
";
    assert_eq!(run(text, &[4096]), [0]);
    let load = "define i64 @f(ptr %p) {
  %a = load [100000 x i64], ptr %p
  %v = extractvalue [100000 x i64] %a, 5
  ret i64 %v
}
";
    let stop = Stop::Unsupported("a value of 100000 scalars".to_owned());
    assert_eq!(try_run(load, &[4096]), Err(stop));
}

//! Calls.

use super::machine::{Machine, Stop};
use super::{body, count, program, run, try_run};
use effigy_ir::function::{Callee, InstKind, Operand};

#[test]
fn direct_and_indirect_calls() {
    let text = "@pointer = global ptr @twice
define i32 @twice(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @f(i32 %x) {
  %a = tail call fastcc noundef i32 @twice(i32 noundef signext %x) nounwind
  %p = load ptr, ptr @pointer
  %b = call i32 %p(i32 %a)
  ret i32 %b
}
";
    assert_eq!(run(text, &[3]), [12]);
}

#[test]
fn calls_with_another_type_than_the_callee_has() {
    let text = "define i32 @g(i32 %x) {
  ret i32 %x
}
define i32 @f() {
  %r = call i32 (i32, i64, ...) @g(i32 7, i64 9)
  ret i32 %r
}
";
    assert_eq!(run(text, &[]), [7]);
    let loaded = program(text);
    let by_address = count(&body(&loaded, "f"), |k| {
        matches!(k, InstKind::Call { callee: Callee::Address(Operand::Function(_)), .. })
    });
    assert_eq!(by_address, 1, "left to the machine");
}

#[test]
fn externals_are_declared() {
    let text = "declare i32 @printf(ptr, ...)
define void @f(ptr %p, double %d) {
  call i32 (ptr, ...) @printf(ptr %p, double %d, i32 5)
  ret void
}
";
    let program = program(text);
    let id = program.function_named("printf").expect("it is declared");
    let decl = &program.functions[id];
    assert!(decl.variadic && !decl.defined);
    let mut machine = Machine::new(&program);
    assert!(machine.call("f", &[1, 2]).is_err(), "the machine has no printf");
    assert_eq!(machine.calls, [("printf".to_owned(), vec![1, 2, 5])]);
}

#[test]
fn byval_parameters_are_copies() {
    let text = "%s = type { i64, i64, i64 }
define i64 @g(ptr byval(%s) align 8 %p) {
  %q = getelementptr %s, ptr %p, i64 0, i32 2
  %v = load i64, ptr %q
  store i64 0, ptr %q
  ret i64 %v
}
define i64 @f() {
  %p = alloca %s
  %q = getelementptr %s, ptr %p, i64 0, i32 2
  store i64 21, ptr %q
  %a = call i64 @g(ptr byval(%s) align 8 %p)
  %b = load i64, ptr %q
  %r = add i64 %a, %b
  ret i64 %r
}
";
    assert_eq!(run(text, &[]), [42]);
}

#[test]
fn variadic_arguments() {
    let text = "%s = type { i64, i32, i8 }
declare void @llvm.va_start(ptr)
declare void @llvm.va_copy(ptr, ptr)
declare void @llvm.va_end(ptr)
declare void @consume(i32, ...)
define void @f(i32 %n, ptr %s, ...) {
  %list = alloca [24 x i8]
  %other = alloca [24 x i8]
  call void @llvm.va_start(ptr %list)
  call void @llvm.va_copy(ptr %other, ptr %list)
  call void @llvm.va_end(ptr %list)
  call void (i32, ...) @consume(i32 %n, ptr byval(%s) %s, i8 3)
  ret void
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    let place = machine.place(&(1..=16).collect::<Vec<u8>>());
    machine.call("f", &[5, place.into()]).expect("it returns");
    let names: Vec<&str> = machine.calls.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["llvm.va_start", "consume"]);
    let words = [5, 0x0807_0605_0403_0201, 0x100f_0e0d_0c0b_0a09, 3];
    assert_eq!(machine.calls[1].1, words, "a struct is passed as its words");
}

#[test]
fn renamed_va_start() {
    let text = "declare void @llvm.va_start.p0(ptr)
define void @f(ptr %list, ...) {
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    machine.call("f", &[64]).expect("it returns");
    assert_eq!(machine.calls, [("llvm.va_start".to_owned(), vec![64])]);
}

#[test]
fn inline_assembly() {
    let barrier = "define i32 @f(i32 %x) {
  call void asm sideeffect \"\", \"r,~{memory}\"(i32 %x)
  %y = call i32 asm sideeffect \"\", \"=r,0,~{dirflag}\"(i32 %x)
  ret i32 %y
}
";
    assert_eq!(run(barrier, &[7]), [7]);
    let real = "define i32 @f(i32 %x) {
  %y = call i32 asm \"bswap $0\", \"=r,0\"(i32 %x)
  ret i32 %y
}
";
    let stop = Stop::Unsupported("inline assembly \"bswap $0\"".to_owned());
    assert_eq!(try_run(real, &[7]), Err(stop));
}

#[test]
fn the_processor_has_no_extensions() {
    let ways = [
        r#"asm sideeffect inteldialect "mov ${0:q}, rbx\0Acpuid\0Axchg ${0:q}, rbx", "=&r,=&{ax},=&{cx},=&{dx},1,2,~{memory}""#,
        r#"asm sideeffect "  xchgq  %rbx,${1:q}\0A  cpuid\0A  xchgq  %rbx,${1:q}", "={ax},=r,={cx},={dx},0,2""#,
    ];
    for way in ways {
        let text = format!(
            "define i32 @f(i32 %leaf) {{
  %all = call {{ i32, i32, i32, i32 }} {way}(i32 %leaf, i32 0)
  %a = extractvalue {{ i32, i32, i32, i32 }} %all, 0
  %d = extractvalue {{ i32, i32, i32, i32 }} %all, 3
  %both = or i32 %a, %d
  ret i32 %both
}}
"
        );
        assert_eq!(run(&text, &[7]), [0]);
    }
    let more = "define i32 @f(i32 %x) {
  %y = call i32 asm \"cpuid; mov eax, 1\", \"=r,0\"(i32 %x)
  ret i32 %y
}
";
    let stop = Stop::Unsupported("inline assembly \"cpuid; mov eax, 1\"".to_owned());
    assert_eq!(try_run(more, &[7]), Err(stop));
}

#[test]
fn library_functions_behind_intrinsics() {
    let text = "declare double @llvm.pow.f64(double, double)
declare float @llvm.sin.f32(float)
declare double @llvm.powi.f64.i32(double, i32)
define double @f(double %x, i32 %n) {
  %a = call double @llvm.pow.f64(double %x, double %x)
  ret double %a
}
define float @g(float %x) {
  %a = call float @llvm.sin.f32(float %x)
  ret float %a
}
define double @h(double %x, i32 %n) {
  %a = call double @llvm.powi.f64.i32(double %x, i32 %n)
  ret double %a
}
";
    let program = program(text);
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call("f", &[5, 0]), Err(Stop::External("pow".to_owned())));
    assert_eq!(machine.call("g", &[5]), Err(Stop::External("sinf".to_owned())));
    assert_eq!(machine.call("h", &[5, 6]), Err(Stop::External("__powidf2".to_owned())));
}

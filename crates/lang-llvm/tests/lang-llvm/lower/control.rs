//! Control flow.

use super::machine::Stop;
use super::{body, count, program, run, try_run};
use effigy_base::finding::FindingKind;
use effigy_ir::function::{Callee, Catch, InstKind};

#[test]
fn loops_with_phis() {
    let text = "define i32 @f(i32 %n) {
entry:
  br label %head
body:
  %a2 = add i32 %a, %b
  %i2 = add i32 %i, 1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %a = phi i32 [ 1, %entry ], [ %b, %body ]
  %b = phi i32 [ 0, %entry ], [ %a2, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
out:
  ret i32 %b
}
";
    assert_eq!(run(text, &[10]), [55], "phis read their values at once");
}

#[test]
fn switches() {
    let text = "define i32 @f(i8 %n) {
  switch i8 %n, label %d [
    i8 1, label %a
    i8 -1, label %b
    i8 3, label %b
  ]
a:
  ret i32 10
b:
  %r = phi i32 [ 20, %0 ], [ 20, %0 ]
  ret i32 %r
d:
  ret i32 30
}
";
    assert_eq!(run(text, &[1]), [10]);
    assert_eq!(run(text, &[255]), [20]);
    assert_eq!(run(text, &[3]), [20]);
    assert_eq!(run(text, &[4]), [30]);
    let truth = "define i32 @f(i1 %c) {
  switch i1 %c, label %d [ i1 true, label %a ]
a:
  ret i32 1
d:
  ret i32 2
}
";
    assert_eq!(run(truth, &[1]), [1]);
    assert_eq!(run(truth, &[0]), [2]);
}

#[test]
fn computed_gotos() {
    let text =
        "@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
define i32 @f(i64 %n) {
  %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %n
  %t = load ptr, ptr %p
  indirectbr ptr %t, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}
";
    assert_eq!(run(text, &[0]), [1]);
    assert_eq!(run(text, &[1]), [2]);
}

#[test]
fn unreachable_code() {
    let text = "declare void @exit_now() noreturn
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  call void @exit_now()
  unreachable
}
";
    let stop = |message: &str| Err(Stop::Finding(FindingKind::Unreachable, message.to_owned()));
    assert_eq!(try_run(text, &[1]), stop("unreachable code was reached"));
    assert_eq!(try_run(text, &[0]), stop("a function that must not return has returned"));
}

#[test]
fn invoke_goes_on_normally() {
    let text = "declare i32 @personality(...)
define i32 @g(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @f(i32 %x) personality ptr @personality {
  %r = invoke i32 @g(i32 %x) to label %fine unwind label %pad
fine:
  %s = phi i32 [ %r, %0 ]
  ret i32 %s
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
";
    assert_eq!(run(text, &[4]), [5]);
}

#[test]
fn what_unwinds_comes_to_landing_pads() {
    let text = "declare i32 @personality(...)
declare i32 @_Unwind_RaiseException(ptr)
declare i32 @g(i32)
define i32 @f(i32 %x) personality ptr @personality {
  %r = invoke i32 @g(i32 %x) to label %fine unwind label %clean
fine:
  %s = invoke i32 @g(i32 %r) to label %done unwind label %catch
done:
  %t = invoke i32 @g(i32 %s) to label %end unwind label %stop
end:
  ret i32 %t
clean:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
catch:
  %m = landingpad { ptr, i32 } catch ptr null
  %n = extractvalue { ptr, i32 } %m, 1
  ret i32 %n
stop:
  %o = landingpad { ptr, i32 } filter [0 x ptr] zeroinitializer
  unreachable
}
";
    let program = program(text);
    let function = body(&program, "f");
    for wanted in Catch::ALL {
        let is_it = |k: &InstKind| matches!(k, InstKind::Catches { kind, .. } if *kind == wanted);
        assert_eq!(count(&function, is_it), 1, "{wanted:?}");
    }
    let resume = program.function_named("_Unwind_Resume").expect("it is declared");
    let resumes = |k: &InstKind| matches!(k, InstKind::Call { callee: Callee::Function(f), .. } if *f == resume);
    assert_eq!(count(&function, resumes), 1);
    // Where nothing begins to unwind, landing pads are code that never runs.
    let quiet = text.replace("declare i32 @_Unwind_RaiseException(ptr)\n", "");
    let quiet = body(&self::program(&quiet), "f");
    assert_eq!(count(&quiet, |k| matches!(k, InstKind::Catches { .. })), 0);
}

#[test]
fn landing_pads_that_ask_for_types_stop_the_path() {
    let text = "declare i32 @personality(...)
declare i32 @_Unwind_RaiseException(ptr)
@type = external constant ptr
declare i32 @g(i32)
define i32 @f(i32 %x) personality ptr @personality {
  %r = invoke i32 @g(i32 %x) to label %fine unwind label %pad
fine:
  ret i32 %r
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @type
  resume { ptr, i32 } %l
}
";
    let asks = "a landing pad that asks for types";
    let is_it = |k: &InstKind| matches!(k, InstKind::Unsupported { what } if what == asks);
    assert_eq!(count(&body(&program(text), "f"), is_it), 1);
}

#[test]
fn blocks_in_any_order() {
    let text = "define i32 @f(i32 %x) {
  br label %second
first:
  %b = add i32 %a, 1
  ret i32 %b
second:
  %a = mul i32 %x, 2
  br label %first
}
";
    assert_eq!(run(text, &[4]), [9]);
}

#[test]
fn unsupported_constructs_stop_the_path() {
    let text = "declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define i32 @f(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  %v = va_arg ptr %p, i32
  ret i32 %v
b:
  ret i32 2
}
";
    assert_eq!(run(text, &[0, 0]), [2]);
    assert_eq!(try_run(text, &[1, 0]), Err(Stop::Unsupported("va_arg".to_owned())));
}

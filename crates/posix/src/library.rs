//! Functions that call back into the program, in the IR's text form.

/// The library: `qsort`, `bsearch`, and what runs registered functions at the exit.
pub fn library() -> &'static str {
    LIBRARY
}

/// Names in the library that make a program need it: those that programs call, or that register a function.
pub(crate) const CAUSES: &[&str] = &[
    "qsort",
    "qsort_r",
    "bsearch",
    "atexit",
    "__cxa_atexit",
    "on_exit",
    "pthread_once",
    "call_once",
    "pthread_create",
    "thrd_create",
    "pthread_exit",
    "thrd_exit",
    "raise",
    "kill",
];

const LIBRARY: &str = "
declare @effigy.next_at_exit() -> (bv64, bv64, bv64)
declare @_exit(bv32) -> ()
declare @exit(bv32) -> ()
declare @effigy.next_at_thread_exit() -> (bv64, bv64)
declare @effigy.end_thread(bv64) -> ()
declare @effigy.once_done(bv64) -> ()

; An insertion sort: stable, as the merge sort of glibc.
define @qsort(%0: bv64, %1: bv64, %2: bv64, %3: bv64) -> () {
b0:
  %4: bv64 := alloc %2 align 16
  jump b1(1:bv64)
b1(%5: bv64):
  %6: bool := bvult %5, %1
  branch %6, b2(%5), b6
b2(%7: bv64):
  %8: bool := = %7, 0:bv64
  branch %8, b5, b3
b3:
  %9: bv64 := bvmul %7, %2
  %10: bv64 := bvadd %0, %9
  %11: bv64 := bvsub %10, %2
  %12: bv32 := call *%3(%11, %10)
  %13: bool := bvslt 0:bv32, %12
  branch %13, b4, b5
b4:
  copy %4, %11, %2
  copy %11, %10, %2
  copy %10, %4, %2
  %14: bv64 := bvsub %7, 1:bv64
  jump b2(%14)
b5:
  %15: bv64 := bvadd %5, 1:bv64
  jump b1(%15)
b6:
  return
}

define @qsort_r(%0: bv64, %1: bv64, %2: bv64, %3: bv64, %16: bv64) -> () {
b0:
  %4: bv64 := alloc %2 align 16
  jump b1(1:bv64)
b1(%5: bv64):
  %6: bool := bvult %5, %1
  branch %6, b2(%5), b6
b2(%7: bv64):
  %8: bool := = %7, 0:bv64
  branch %8, b5, b3
b3:
  %9: bv64 := bvmul %7, %2
  %10: bv64 := bvadd %0, %9
  %11: bv64 := bvsub %10, %2
  %12: bv32 := call *%3(%11, %10, %16)
  %13: bool := bvslt 0:bv32, %12
  branch %13, b4, b5
b4:
  copy %4, %11, %2
  copy %11, %10, %2
  copy %10, %4, %2
  %14: bv64 := bvsub %7, 1:bv64
  jump b2(%14)
b5:
  %15: bv64 := bvadd %5, 1:bv64
  jump b1(%15)
b6:
  return
}

define @bsearch(%0: bv64, %1: bv64, %2: bv64, %3: bv64, %4: bv64) -> (bv64) {
b0:
  jump b1(0:bv64, %2)
b1(%5: bv64, %6: bv64):
  %7: bool := bvult %5, %6
  branch %7, b2, b6
b2:
  %8: bv64 := bvsub %6, %5
  %9: bv64 := bvlshr %8, 1:bv64
  %10: bv64 := bvadd %5, %9
  %11: bv64 := bvmul %10, %3
  %12: bv64 := bvadd %1, %11
  %13: bv32 := call *%4(%0, %12)
  %14: bool := = %13, 0:bv32
  branch %14, b5, b3
b3:
  %15: bool := bvslt %13, 0:bv32
  branch %15, b1(%5, %10), b4
b4:
  %16: bv64 := bvadd %10, 1:bv64
  jump b1(%16, %6)
b5:
  return %12
b6:
  return 0:bv64
}

; The functions that were registered, the last one first.
define @effigy.exit(%0: bv32) -> () {
b0:
  jump b1
b1:
  %1: bv64, %2: bv64, %3: bv64 := call @effigy.next_at_exit()
  %4: bool := = %1, 0:bv64
  branch %4, b6, b2
b2:
  switch %2 { 0: b3, 1: b4, else: b5 }
b3:
  call *%1()
  jump b1
b4:
  call *%1(%3)
  jump b1
b5:
  call *%1(%0, %3)
  jump b1
b6:
  call @_exit(%0)
  return
}

define @effigy.signal(%0: bv64, %1: bv32) -> (bv32) {
b0:
  call *%0(%1)
  return 0:bv32
}

define @effigy.once(%0: bv64, %1: bv64) -> (bv32) {
b0:
  call *%1()
  call @effigy.once_done(%0)
  return 0:bv32
}

define @effigy.call_once(%0: bv64, %1: bv64) -> () {
b0:
  call *%1()
  call @effigy.once_done(%0)
  return
}

; A thread: the program's function and its argument.
define @effigy.thread(%0: bv64, %1: bv64) -> () {
b0:
  %2: bv64 := call *%0(%1)
  call @effigy.thread_ends(%2)
  return
}

define @effigy.c_thread(%0: bv64, %1: bv64) -> () {
b0:
  %2: bv32 := call *%0(%1)
  %3: bv64 := sign_extend[64] %2
  call @effigy.thread_ends(%3)
  return
}

; The end of a thread with its result; of the last one, the end of the program.
define @effigy.thread_ends(%0: bv64) -> () {
b0:
  jump b1
b1:
  %1: bv64, %2: bv64 := call @effigy.next_at_thread_exit()
  %3: bool := = %1, 0:bv64
  branch %3, b3, b2
b2:
  call *%1(%2)
  jump b1
b3:
  call @effigy.end_thread(%0)
  call @exit(0:bv32)
  return
}
";

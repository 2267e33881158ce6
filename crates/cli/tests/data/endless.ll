; Fails for one value, and else compares with one number after the other, without an end that can be waited for.
declare void @klee_make_symbolic(ptr, i64, ptr)
declare void @abort()

@name = private constant [2 x i8] c"x\00"

define i32 @main() {
entry:
  %x = alloca i32, align 4
  call void @klee_make_symbolic(ptr %x, i64 4, ptr @name)
  %v = load i32, ptr %x, align 4
  %bad = icmp eq i32 %v, -1
  br i1 %bad, label %fail, label %loop

fail:
  call void @abort()
  unreachable

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %found = icmp eq i32 %v, %i
  br i1 %found, label %done, label %more

more:
  %next = add i32 %i, 1
  br label %loop

done:
  ret i32 0
}

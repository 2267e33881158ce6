; bmc 4: bounded
; bmc 16: failed
; As loop.ll, with a step that is wrong in one round.

declare i8 @__VERIFIER_nondet_uchar()
declare void @__VERIFIER_assume(i32)
declare void @abort() noreturn

define i32 @main() {
entry:
  %n = call i8 @__VERIFIER_nondet_uchar()
  %small = icmp ule i8 %n, 9
  %assumed = zext i1 %small to i32
  call void @__VERIFIER_assume(i32 %assumed)
  br label %head

head:
  %i = phi i8 [ 0, %entry ], [ %i.next, %body ]
  %twice = phi i8 [ 0, %entry ], [ %twice.next, %body ]
  %inside = icmp ult i8 %i, %n
  br i1 %inside, label %body, label %exit

body:
  %i.next = add i8 %i, 1
  %three = icmp eq i8 %i, 6
  %step = select i1 %three, i8 3, i8 2
  %twice.next = add i8 %twice, %step
  br label %head

exit:
  %expected = shl i8 %n, 1
  %right = icmp eq i8 %twice, %expected
  br i1 %right, label %good, label %bad

good:
  ret i32 0

bad:
  call void @abort()
  unreachable
}

; A small program: reads four bytes, looks each one up in a table, counts through a local array, and calls through a pointer.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, ptr, [3 x i8] }

@table = internal constant [8 x i8] c"\00\01\02\03\02\01\00\07", align 1
@handlers = internal global [2 x ptr] [ptr @up, ptr @down], align 16
@state = internal global %struct.pair { i32 5, ptr @table, [3 x i8] c"abc" }, align 8

declare i64 @read(i32, ptr, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)

define internal i32 @up(i32 %x) {
  %r = add nsw i32 %x, 1
  ret i32 %r
}

define internal i32 @down(i32 %x) {
  %r = sub nsw i32 %x, 1
  ret i32 %r
}

define internal i32 @scan() {
entry:
  %buffer = alloca [4 x i8], align 1
  %counts = alloca [8 x i32], align 16
  %got = call i64 @read(i32 0, ptr %buffer, i64 4)
  %short = icmp ne i64 %got, 4
  br i1 %short, label %done, label %fill

fill:
  %k = phi i64 [ 0, %entry ], [ %k.next, %fill ]
  %slot = getelementptr inbounds [8 x i32], ptr %counts, i64 0, i64 %k
  store i32 0, ptr %slot, align 4
  %k.next = add nuw i64 %k, 1
  %filled = icmp eq i64 %k.next, 8
  br i1 %filled, label %loop, label %fill

loop:
  %i = phi i64 [ 0, %fill ], [ %i.next, %next ]
  %sum = phi i32 [ 0, %fill ], [ %sum.next, %next ]
  %at = getelementptr inbounds i8, ptr %buffer, i64 %i
  %byte = load i8, ptr %at, align 1
  %low = and i8 %byte, 7
  %index = zext i8 %low to i64
  %cell = getelementptr inbounds [8 x i8], ptr @table, i64 0, i64 %index
  %entry.value = load i8, ptr %cell, align 1
  switch i8 %entry.value, label %other [
    i8 0, label %zero
    i8 1, label %one
    i8 2, label %one
  ]

zero:
  %wide = sext i8 %byte to i32
  %bits = call i32 @llvm.ctpop.i32(i32 %wide)
  br label %next

one:
  %pick = and i64 %index, 1
  %where = getelementptr inbounds [2 x ptr], ptr @handlers, i64 0, i64 %pick
  %callee = load ptr, ptr %where, align 8
  %called = call i32 %callee(i32 %sum)
  br label %next

other:
  %pair = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %sum, i32 100)
  %value = extractvalue { i32, i1 } %pair, 0
  %over = extractvalue { i32, i1 } %pair, 1
  %kept = select i1 %over, i32 %sum, i32 %value
  br label %next

next:
  %sum.next = phi i32 [ %bits, %zero ], [ %called, %one ], [ %kept, %other ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %got
  br i1 %more, label %loop, label %copy

copy:
  %heap = call ptr @malloc(i64 16)
  call void @llvm.memcpy.p0.p0.i64(ptr %heap, ptr @state, i64 16, i1 false)
  %first = load i32, ptr %heap, align 4
  call void @free(ptr %heap)
  %ratio = sdiv i32 %sum.next, %first
  %below = icmp slt i32 %ratio, 0
  %sign = zext i1 %below to i32
  br label %done

done:
  %status = phi i32 [ 1, %entry ], [ %sign, %copy ]
  ret i32 %status
}

define i32 @main(i32 %argc, ptr %argv) {
  %status = call i32 @scan()
  ret i32 %status
}

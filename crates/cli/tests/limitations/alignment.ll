define i32 @main() {
  %room = alloca i64, align 8
  store i64 0, ptr %room, align 8
  %odd = getelementptr i8, ptr %room, i64 1
  %value = load i32, ptr %odd, align 4
  ret i32 %value
}

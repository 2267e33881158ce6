define i32 @main() {
  %wide = add i256 1, 2
  %low = trunc i256 %wide to i32
  ret i32 %low
}

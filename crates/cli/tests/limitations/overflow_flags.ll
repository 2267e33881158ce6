define i32 @main() {
  %sum = add nsw i32 2147483647, 1
  %low = lshr i32 %sum, 31
  ret i32 %low
}

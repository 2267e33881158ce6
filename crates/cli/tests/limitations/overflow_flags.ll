define i32 @main() {
  %sum = add nsw i32 2147483647, 1
  %low = lshr i32 %sum, 31
  %set = icmp eq i32 %low, 1
  br i1 %set, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @main() {
  %nothing = fdiv nnan double 0.0, 0.0
  %same = fcmp oeq double %nothing, %nothing
  br i1 %same, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

sig A {}
pred show {}
run shwo -- ERROR: there is no predicate or function `shwo` here; did you mean `show`?
check show -- ERROR: there is no assertion `show` here
run show for 3 B -- ERROR: there is no signature `B` here
run show for 3 but 2 int, 3 int -- ERROR: this scope is stated twice

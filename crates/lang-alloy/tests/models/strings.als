-- Texts are atoms.

sig A { name: String }

check different { "x" != "y" and "x" = "x" } expect 0
check mentioned { all a: A | a.name in "x" + "y" } expect 0
run both { some disj a, b: A | a.name = "x" and b.name = "y" } expect 1
run more { some a: A | a.name not in "x" + "y" } for 3 but exactly 4 String expect 1
run none_ { some A and no a: A | a.name in "x" + "y" } expect 0
fact { "x" = "x" and "y" = "y" }

one one sig D {} -- ERROR: a signature has each qualifier once
sig A { f: } -- ERROR: an expression is expected here, not `}`
sig B extends { } -- ERROR: the name of a signature is expected here, not `{`
fact { some } -- ERROR: an expression is expected here, not `}`
sig C { f, g = disj A } -- ERROR: fields that are defined with `=` cannot be disjoint
pred p[a: A { some a } -- ERROR: a declaration or the end of the parameters is expected here, not `{`
run { } for 1..3 A -- ERROR: a scope that grows (`1..3`) is not supported
run { } for exactly 4 int -- ERROR: this scope is exact anyway
fun f[a: A] { a } -- ERROR: `:` and the type of the result is expected here, not `{`
sig E$ {} -- ERROR: names that are declared cannot contain `$`
assert { all a: A some a } -- ERROR: `|` or `{` is expected here, not `some`

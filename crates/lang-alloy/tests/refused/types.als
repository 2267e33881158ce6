sig A { f: set B, g: A -> B }
sig B {}
pred formula { some A and A } -- ERROR: this should be a formula, and it is of the type A
pred arity { A = A -> A } -- ERROR: `=` needs two operands of one arity
pred number { A < 3 } -- ERROR: this should be an integer, and it is of the type A
pred joined { some A.B } -- ERROR: these cannot be joined
pred transposed { some ~A } -- ERROR: this should be a binary relation
pred unknownName { some filed } -- ERROR: there is no name `filed` here
pred argument { formula[A] } -- ERROR: this should be a set or relation, and it is a formula
fun result: A { f } -- ERROR: the body of `result` is of the type A->B
pred alike { some (some A => A else g) } -- ERROR: both sides of `else` should be alike
pred single { #disj[A] = 1 } -- ERROR: `disj` needs at least two arguments
pred many { one x: one A -> B | some x or (some A -> (lone B)) } -- ERROR: this should be a set
pred thisHere { some this } -- ERROR: there is no `this` here
pred dollar { some A$0 } -- ERROR: names with `$`
pred counts { { x: set A | some x } = A } -- ERROR: variables here stand for one atom each
pred notInArrow { f not in A one -> one B } -- ERROR: a multiplicity means nothing here
pred notInCounted { A !in (lone A) } -- ERROR: a multiplicity means nothing here

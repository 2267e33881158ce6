-- Names with several meanings: fields of one name, functions of one name, names of modules.
open util/relation as relations
open util/ternary

sig A { f: B, next: lone A }
sig B { f: A, g: set B }
sig C extends B { h: A }
sig D in A { d: set D }

fun size [a: A]: Int { #a.f }
fun size [b: B]: Int { #b.g }
pred same [a, b: A] { a = b }
pred same [a, b: B] { a = b }

check byReceiver { all a: A | a.f in B } expect 0
check byReceiverToo { all b: B | b.f in A } expect 0
check chained { all a: A | a.f.f in A } expect 0
check inherited { all c: C | c.f in A and c.h in A and c.g in B } expect 0
check byArgument { all a: A | size[a] = 1 } expect 0
check predicates { all a: A, b: B | same[a, a] and same[b, b] } expect 0
check qualified { relations/dom[A <: f] = A and dom[B <: f] = B } expect 0
check domain { A <: f in A -> B and B <: f in B -> A } expect 0
check ownNext { all a: A | a.next in A and 0.next = 1 } expect 0
check subset { all x: D | x.f in B and x.d in D } expect 0
check ternaryDom { ternary/dom[A -> B -> A] in A } expect 0
run different { some c: C | size[c] = 2 and some c.f.next } expect 1

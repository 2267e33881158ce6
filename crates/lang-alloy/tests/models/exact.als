-- Exact scopes of signatures with parts: all atoms are there, and may be in any part.
open util/ordering[P] as order

sig P {}
sig Q extends P {}
sig R extends Q {}
abstract sig S {}
sig A, B extends S {}

check allThere { #P = 3 } for 3 expect 0
check abstractToo { #S = 3 } for 3 but exactly 3 S expect 0
run inParts { Q = P and R = Q } for 3 expect 1
run inNone { no Q } for 3 expect 1
run oneEach { one Q and one R } for 3 expect 1
run ordered { order/first in P - Q and order/last in R } for 3 expect 1
run orderedOtherwise { order/first in R and order/last in P - Q } for 3 expect 1
run abstractOne { one A and #B = 2 } for 3 but exactly 3 S expect 1
run abstractLess { one A and one B } for 3 but exactly 3 S expect 0
run exactChild { some Q - R } for 3 but exactly 2 Q expect 1
run exactChildLess { one Q } for 3 but exactly 2 Q expect 0

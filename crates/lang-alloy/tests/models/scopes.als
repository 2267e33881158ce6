-- Scopes: default, overall, `but`, exactly, abstract signatures, those that grow.

abstract sig S {}
sig A, B extends S {}
sig C extends A {}
sig D {}
one sig E, F, G, H extends D {}

run default3 { #S = 3 } for 3 but 4 D expect 1
run default4 { #S = 4 } for 3 but 4 D expect 0
run sumOfParts { #S = 4 } for 2 A, 2 B, 4 D expect 1
run sumOfPartsNot { #S = 5 } for 2 A, 2 B, 4 D expect 0
run rest { #A = 3 } for 3 S, 1 B, 4 D expect 0
run restFits { #A = 2 and #B = 1 } for 3 S, 1 B, 4 D expect 1
run exactly_ { #A != 2 } for 3 but exactly 2 A, 4 D expect 0
run grown { #D = 4 } for 3 but 2 D expect 1
run childTakesParents { #C = 2 } for 3 but 2 A, 4 D expect 1
run exactChild { no C } for 3 but exactly 1 C, 4 D expect 0
run zero { no S and some D } for 0 but 4 D expect 1
check always4 { #D = 4 } for 4 expect 0
check growth { #D =< 5 } for 5 expect 0

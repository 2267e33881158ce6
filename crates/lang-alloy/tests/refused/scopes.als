abstract sig A {}
sig B, C extends A {}
one sig One {}
lone sig Lone {}
some sig Some {}
sig Sub in B {}
enum Enum { X, Y }
run a {} for 3 B -- ERROR: the signature `A` needs a scope
run b {} for 3 but 2 One -- ERROR: `One` has one atom, so its scope is 1
run c {} for 3 but 2 Lone -- ERROR: `Lone` has at most one atom
run d {} for 3 but 0 Some -- ERROR: `Some` has some atoms
run e {} for 3 but 2 Sub -- ERROR: `Sub` is a subset of other signatures
run f {} for 3 but 2 Enum -- ERROR: `Enum` cannot be given a scope
run g {} for 3 but 2 B, 3 B -- ERROR: `B` is given two different scopes
run h {} for 3 but 40 int -- ERROR: integers have a width from 0 to 16 bits
run i {} for 3 but 9 seq -- ERROR: sequences of 9 elements need wider integers
run j {} for 3 but 2 univ -- ERROR: `univ` cannot be given a scope
run k { #B = 9 } for 3 -- ERROR: the integer 9 does not fit into the 4 bits of this command
run l { #B = 1 } for 3 but 0 int -- ERROR: there are no integers in this command
run m {} for 1000000 -- ERROR: a scope is a number from 0 to 100000

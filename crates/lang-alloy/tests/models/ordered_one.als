-- An order of one atom of a signature that may have several.
open util/ordering[Chosen]

sig Item {}
one sig Chosen in Item {}

run several {} for 3 expect 0
run single { first = Item } for 1 expect 1

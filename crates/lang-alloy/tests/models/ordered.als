-- Orders of signatures that are not exact: these have all atoms that they can have, unless the bounds tell atoms apart.
open util/ordering[Chosen] as chosen
open util/ordering[Marked] as marked
open util/ordering[Mixed] as mixed
open shapes/strides[Step] as strides
open shapes/strides[Kind] as kinds

sig Item {}
sig Chosen in Item {}
sig Thing {}
sig Marked in Thing {}
one sig Special extends Thing {}
sig Left {}
sig Right {}
sig Mixed in Left + Right {}
sig Step {}
sig Kind {}
sig Inner extends Kind {}

check allItems { #Item = 3 and Chosen = Item } for 3 expect 0
run fewMarked { #Marked = 1 } for 3 expect 1
run noneMarked { no Marked } for 3 expect 0
run specialLast { #Marked = 2 and Special = marked/last } for 3 expect 1
run oneMixed { #Mixed = 1 } for 3 expect 1
run leftBehindRight { some Mixed & Left and mixed/first in Right } for 3 expect 1
check allSteps { #Step = 3 and some strides/first.strides/next.strides/next } for 3 expect 0
run oneKind { #Kind = 1 and kinds/first in Inner } for 3 expect 1

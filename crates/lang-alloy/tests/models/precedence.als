-- How operators group.

sig A { r, s: set A }

check joinBeforeArrow { all a: A | (a -> a.r) = (a -> (a.r)) } expect 0
check arrowsToTheRight { (A -> A -> A) = (A -> (A -> A)) } expect 0
check minusToTheLeft { A - A.r - A.s = (A - A.r) - A.s } expect 0
check minusNotRight { A - A.r - A.s = A - (A.r - A.s) } expect 1
check intersectionBeforeUnion { A.r + A.s & A.r = A.r + (A.s & A.r) } expect 0
check overrideBetween { (r ++ s & r) = (r ++ (s & r)) } expect 0
check cardinalityIsLoose { # A.r & A.s = #(A.r & A.s) } expect 0
check cardinalityBeforeSum { # A + A = (#A) + A } expect 0
check transposeIsTight { all a: A | a.~r = a.(~r) and ~r.s = (~r).s } expect 0
check boxAndDot { all a: A | r[a].s = (r[a]).s and (A -> r)[a].s = ((A -> r)[a]).s } expect 0
check notIsLooserThanIn { all a: A | (not a in a.r) iff not (a in a.r) } expect 0
check andBeforeOr { (some A or some r and no r) iff (some A or (some r and no r)) } expect 0
check impliesToTheRight { (no A => some A => no A) iff (no A => (some A => no A)) } expect 0
check iffBelowImplies { (some r <=> some r => some A) iff (some r <=> (some r => some A)) } expect 0
check quantifierReachesFar { (all a: A | some a.r or no A) iff (all a: A | (some a.r or no A)) } expect 0
check someIsLoose { (some A.r + A.s) iff (some (A.r + A.s)) } expect 0
check restrictions { (A <: r :> A) = (A <: (r :> A)) and (A <: r -> A) = ((A <: r) -> A) } expect 0
check plusOfNumbers { 1 + 2 = 3 } expect 1
check mixedNegation { all x: A.r | !x in none } expect 0

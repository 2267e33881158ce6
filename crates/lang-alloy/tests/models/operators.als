-- Operators on relations.

sig N { r, s: set N }
one sig Z extends N {}

check union { all x: N | x.(r + s) = x.r + x.s } expect 0
check intersection { r & s in r and r & s in s } expect 0
check difference { no (r - s) & s } expect 0
check transpose { all x, y: N | x -> y in r iff y -> x in ~r } expect 0
check closure { r.^r + r = ^r } expect 0
check reflexive { *r = ^r + (N <: iden) } expect 1
check reflexiveOnN { N <: *r = ^r + (N <: iden) } expect 0
check override { all x: N | x.(r ++ s) = (some x.s => x.s else x.r) } expect 0
check domain { Z <: r = r & (Z -> N) } expect 0
check range { r :> Z = r & (N -> Z) } expect 0
check product { (Z -> N) in (N -> N) and #(Z -> N) = #N } expect 0
check box { all x: N | r[x] = x.r and x.(s) = s[x] } expect 0
check join { all x: N | x.r.s = x.(r.s) } expect 0
check constants { no none and N in univ and iden & (N -> N) = N <: iden } expect 0
check everything { univ = N + Int } expect 0
check comprehension { { x, y: N | x -> y in r } = r } expect 0
check disjPredicate { disj[r, s] iff no r & s } expect 0
check disjThree { disj[N, r.s.N, N - N] iff no r.s.N } expect 0
run path { some x: N - Z | Z in x.^r and Z not in x.r } expect 1
run cycle { some x: N | x in x.^r and no x.r & x } expect 1

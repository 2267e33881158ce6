-- Fields: multiplicities, disjointness, defined fields, facts of signatures, `this`.

sig Name {}
sig Box {
  a: one Name,
  b: lone Name,
  c: some Name,
  d: set Name,
  implied: Name,
  pair: Name -> Name,
  disj p, q: set Name,
  own: disj lone Name,
  twice = a + b,
  inside: set c,
} {
  a in c
  b not in d
  this not in Other.box
}
one sig Other { box: set Box, table: Box -> lone Name }

check one_ { all x: Box | one x.a and one x.implied } expect 0
check lone_ { all x: Box | lone x.b } expect 0
check some_ { all x: Box | some x.c } expect 0
check facts { all x: Box | x.a in x.c and x.b not in x.d } expect 0
check emptyBox { no Other.box } expect 0
check disjoint { no x: Box | some x.p & x.q } expect 0
check disjointValues { all disj x, y: Box | no x.own & y.own } expect 0
check defined { all x: Box | x.twice = x.a + x.b } expect 0
check dependent { all x: Box | x.inside in x.c } expect 0
check tableLone { all x: Box | lone x.(Other.table) } expect 0
run several { some x: Box | #x.c > 1 and #x.pair = 4 and some x.own } expect 1
run noC { some x: Box | no x.c } expect 0

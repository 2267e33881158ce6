-- Macros: top-level `let`, with parameters and without, macros that take predicates.

sig A { f: set A }

let twice [x, p] = p[p[x]]
let loops = { a: A | a in a.f }
let noLoops { no loops }
let both [p, q, x] { p[x] and q[x] }
fun step [s: set A]: set A { s.f }
pred one_ [s: set A] { one s }
pred in_ [s: set A] { s in A.f }

check twiceIsTwice { twice[A, step] = A.f.f } expect 0
check loopsAre { loops = (f & iden).A } expect 0
check none_ { noLoops iff no f & iden } expect 0
run predicates { some a: A | both[one_, in_, a] and noLoops } expect 1

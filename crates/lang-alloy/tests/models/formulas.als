-- Connectives and quantifiers.

sig A { f: set A }

check implies_ { (some f => some A) and (no A implies no f) } expect 0
check elseFormula { (some f => some A else no f) } expect 0
check nestedElse { (some A => some f => some f else no f else no A) } expect 0
check iff_ { some f <=> not no f } expect 0
check notIn { all a: A | a !in A.f iff a not in A.f } expect 0
check notEqual { all a, b: A | a != b iff not a = b } expect 0
check no_ { (no a: A | a in a.f) iff (all a: A | a not in a.f) } expect 0
check lone_ { (lone a: A | some a.f) iff lone f.A } expect 0
check one_ { (one a: A | some a.f) iff one f.A } expect 0
check loneTwo { (lone a, b: A | a -> b in f) iff lone f } expect 0
check disjoint { (some disj a, b: A | a in b.f) iff some f - iden } expect 0
check barOrBraces { all a: A { a.f in A } } expect 0
check conjunction { all a: A { a.f in A a in A } } expect 0
check let_ { let g = f.f, h = g.f | h = f.f.f } expect 0
check letShadows { let f = A -> A | A.f = A } expect 0
check dependent { all a: A, b: a.f | b in A.f } expect 0
check trivial { {} } expect 0
run sets { some s: set A | some s and s.f = s } expect 1
run loneVariable { some s: lone A | no s } expect 1
run someVariable { some s: some A | #s = 2 } expect 1
run relations { some g: A -> lone A | g in f and #g = 2 } expect 1
run conditional { some a: A | (some a.f => a.f else a) = a } expect 1
run higherOrder { some g: A -> A | all a: A | one a.g and no g & f } expect 1

-- Multiplicities in arrows, nested ones too.

sig A {}
sig B {}
one sig R {
  oneOne: A one -> one B,
  loneSome: A lone -> some B,
  anyLone: A -> lone B,
  someAny: A some -> B,
  nested: A -> (B one -> lone A),
  left: (A -> lone B) -> one A
}

check bijection { all a: A | one a.(R.oneOne) } expect 0
check backwards { all b: B | one R.oneOne.b } expect 0
check injective { all b: B | lone R.loneSome.b and all a: A | some a.(R.loneSome) } expect 0
check function { all a: A | lone a.(R.anyLone) } expect 0
check covered { all b: B | some R.someAny.b } expect 0
check inner { all a, x: A | one (a.(R.nested)).x } expect 0
check innerB { all a: A, b: B | lone b.(a.(R.nested)) } expect 0
check innerOne { all a, x: A | one a.(R.nested).x } expect 0
check outer { all a: A, b: B | a -> b in R.left.A => one b.(a.(R.left)) } expect 0
run sizes { #A = 2 and #B = 2 and some R.anyLone } expect 1
run notBoth { #A = 1 and #B = 2 } expect 0
run asFormula { some r: A -> B | r in A one -> one B and #A = 2 } expect 1
run notInjective { some r: A -> B | #r = 2 and r in A -> lone B and not r in A lone -> B } expect 1

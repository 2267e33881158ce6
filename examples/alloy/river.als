-- The farmer, the fox, the chicken and the grain cross a river; steps are ordered states.
open util/ordering[State]

abstract sig Thing { eats: set Thing }
one sig Farmer, Fox, Chicken, Grain extends Thing {}
fact { eats = Fox -> Chicken + Chicken -> Grain }

sig State { near, far: set Thing }
fact { first.near = Thing and no first.far }

-- The farmer goes over, with one thing at most, and nothing is left alone with what eats it.
pred crosses [from, from", to, to": set Thing] {
  some t: from - Farmer | from" = from - Farmer - t - from".eats and to" = to + Farmer + t
  or from" = from - Farmer - from".eats and to" = to + Farmer
}
fact {
  all s: State, s": s.next {
    Farmer in s.near => crosses[s.near, s".near, s.far, s".far] else crosses[s.far, s".far, s.near, s".near]
  }
}

run solved { last.far = Thing } for exactly 8 State expect 1
run sooner { last.far = Thing } for exactly 7 State expect 0

module util/time

-- States as atoms in order, and macros for what changes from one to the next.

open util/ordering[Time]

sig Time {}

let dynamic [x] = x one -> Time
let dynamicSet [x] = x -> Time

-- One action, then another one.
let then [a, b, t, u] { some x: Time | a[t, x] and b[x, u] }

-- An action while a condition holds, so many times at most.
let while = while3
let while0 [cond, body, t, u] { not cond[t] and t = u }
let while1 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while0[cond, body, x, u] }
let while2 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while1[cond, body, x, u] }
let while3 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while2[cond, body, x, u] }
let while4 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while3[cond, body, x, u] }
let while5 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while4[cond, body, x, u] }
let while6 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while5[cond, body, x, u] }
let while7 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while6[cond, body, x, u] }
let while8 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while7[cond, body, x, u] }
let while9 [cond, body, t, u] { some x: Time | (cond[t] => body[t, x] else t = x) and while8[cond, body, x, u] }

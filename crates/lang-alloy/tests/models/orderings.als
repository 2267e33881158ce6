-- util/ordering: fixed orders, orders of signatures with parts, exact scopes, two at a time.
open util/ordering[Time] as time
open util/ordering[Level] as level

sig Time { at: Level }
abstract sig Level {}
one sig Low, High extends Level {}

check exact { #Time = 4 } for 4 expect 0
check ends { no time/first.prev and no time/last.next and Time in time/first.*time/next } for 4 expect 0
check total { all disj a, b: Time | lt[a, b] or lt[b, a] } for 4 expect 0
check transitive { all a, b, c: Time | lt[a, b] and lt[b, c] => lt[a, c] } for 4 expect 0
check between { all t: Time - time/first | one t.prev and t.prev.next = t } for 4 expect 0
check sets { max[Time] = time/last and min[Time] = time/first and time/nexts[time/first] = Time - time/first } expect 0
check larger_ { all a, b: Time | larger[a, b] + smaller[a, b] = a + b and gte[larger[a, b], smaller[a, b]] } expect 0
check comparisons { all a, b: Time | (lte[a, b] iff not gt[a, b]) and prevs[a] & nexts[a] = none } expect 0
run lowFirst { level/first = Low } expect 1
run highFirst { level/first = High } expect 1
run single { #Time = 1 and time/first = time/last } for 1 but 2 Level expect 1
run climbs { all t: Time - time/last | t.at = Low and t.next.at != Low => no t.next.next } expect 1

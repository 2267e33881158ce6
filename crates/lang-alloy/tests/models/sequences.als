-- Sequences: `seq`, `seq/Int`, and the functions of util/sequniv.

sig E {}
one sig Q { s: seq E, t: seq E }

check isFunction { all i: seq/Int | lone i.(Q.s) } expect 0
check noGaps { all i: Q.s.inds | i = 0 or i.minus[1] in Q.s.inds } expect 0
check firstAndLast { some Q.s => Q.s.first = 0.(Q.s) and Q.s.last = Q.s[Q.s.lastIdx] } expect 0
check elements { Q.s.elems = Int.(Q.s) } expect 0
check adding { all e: E | #Q.s < 4 => Q.s.add[e].last = e } expect 0
check rest { some Q.s => #(Q.s.rest) = minus[#(Q.s), 1] } expect 0
check butlast { some Q.s => Q.s.butlast.add[Q.s.last] = Q.s } expect 0
check inserting { all e: E | #Q.s < 4 => Q.s.insert[0, e].rest = Q.s } expect 0
check deleting { some Q.s => Q.s.delete[0] = Q.s.rest } expect 0
check appending { #Q.s < 3 and #Q.t < 3 => #(Q.s.append[Q.t]) = plus[#Q.s, #Q.t] } for 3 but 4 seq expect 0
check subsequence { #Q.s = 3 => Q.s.subseq[1, 2].first = 1.(Q.s) } expect 0
check duplicates { Q.s.hasDups iff #(Q.s.elems) < #(Q.s.inds) } expect 0
check emptiness { Q.s.isEmpty iff no Q.s } expect 0
check indices { all e: Q.s.elems | Q.s[Q.s.idxOf[e]] = e and Q.s.lastIdxOf[e] in Q.s.indsOf[e] } expect 0
check setting { all e: E | some Q.s => Q.s.setAt[0, e].first = e } expect 0
check length { #Q.s =< 2 } for 3 but 2 seq expect 0
run longest { #Q.s = 4 and #E = 1 } for 3 but 4 seq expect 1
run variable { some x: seq E | #x = 2 and x.first != x.last } expect 1

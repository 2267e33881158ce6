-- Integers: width, arithmetic, overflow, comparison, sums, cardinality.
open util/integer

sig A { v: Int, w: set Int }

check arithmetic { plus[2, 3] = 5 and minus[2, 3] = -1 and mul[2, 3] = 6 } expect 0
check division { div[7, 2] = 3 and rem[7, 2] = 1 and div[-7, 2] = -3 and rem[-7, 2] = -1 } expect 0
check receivers { 2.plus[3] = 5 and 7.minus[4].plus[1] = 4 } expect 0
check comparison { 2 < 3 and 3 =< 3 and 3 <= 3 and 3 > 2 and 3 >= 3 and 2 !> 3 and 3 !< 3 } expect 0
check sums { int[1 + 2 + 3] = 6 and (sum x: 1 + 2 | mul[x, 2]) = 6 } expect 0
check union { 1 + 1 = 1 } expect 0
check constants { min = -8 and max = 7 and 7.next = none and 0.next = 1 and prev[0] = -1 } expect 0
check wider { min = -16 and max = 15 } for 3 but 5 int expect 0
check sets { max[1 + 3] = 3 and min[1 + 3] = 1 and larger[2, 4] = 4 and smaller[2, 4] = 2 } expect 0
check signs { pos[1] and neg[-1] and zero[0] and nonneg[0] and signum[-5] = -1 and negate[3] = -3 } expect 0
check shifts { 1 << 2 = 4 and -8 >> 1 = -4 and -8 >>> 1 = 4 } expect 0
check hexadecimal { 0x03 = 3 and 0b11 = 3 } for 3 but 6 int expect 0
check overflowForbidden { all a: A | plus[a.v, 1] > a.v } expect 0
check allIntegers { some #Int } for 3 but 6 int expect 0
check negativeByDifference { 0 - 8 = min } expect 0
run cardinality { #A = 3 and #(A.w) = 4 } expect 1
run elements { some a: A | a.w = 1 + 2 and a.v in a.w } expect 1
run asElement { int2elem[1, next, Int] = -7 and elem2int[-7, next] = 1 } expect 1

check shiftsFar { 7 >> 4 = 7 and 7 >> 5 = 3 and 7 >> -1 = 0 and -8 >>> 4 = -8 and -8 >> -4 = -8 and 7 >> 7 = 0 } expect 0
check shiftsFarWide { 15 >> 4 = 0 and 15 >> 5 = 0 and 15 >> 7 = 0 and 15 >> 8 = 15 and -16 >> 6 = -1 } for 3 but 5 int expect 0
check shiftsFarNarrow { 1 >> 1 = 0 and -2 >>> 1 = 1 and -2 >> -1 = -1 and 1 >> -2 = 1 and -1 >> -1 = -1 } for 3 but 2 int expect 0
run shiftsOneBit { all x, y: Int | x >> y = x and x >>> y = x } for 3 but 1 int expect 1
run shiftsLeftFar { some x: Int | some (1 << 4) or (x != 0 and x << 5 = x) } expect 0
run shiftsNothing { 0 << 4 = 0 and 0 << -1 = 0 } expect 1

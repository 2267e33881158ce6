module util/integer

-- Arithmetic. What overflows the width of integers has no value: formulas about it are never what an instance rests on.

fun plus [a, b: Int]: Int { a fun/add b }
fun minus [a, b: Int]: Int { a fun/sub b }
fun add [a, b: Int]: Int { a fun/add b }
fun sub [a, b: Int]: Int { a fun/sub b }
fun mul [a, b: Int]: Int { a fun/mul b }
fun div [a, b: Int]: Int { a fun/div b }
fun rem [a, b: Int]: Int { a fun/rem b }
fun negate [a: Int]: Int { 0 fun/sub a }

pred eq [a, b: Int] { int[a] = int[b] }
pred lt [a, b: Int] { a < b }
pred gt [a, b: Int] { a > b }
pred lte [a, b: Int] { a <= b }
pred gte [a, b: Int] { a >= b }

pred zero [a: Int] { a = 0 }
pred pos [a: Int] { a > 0 }
pred neg [a: Int] { a < 0 }
pred nonpos [a: Int] { a <= 0 }
pred nonneg [a: Int] { a >= 0 }

fun signum [a: Int]: Int { a < 0 => 0 fun/sub 1 else (a > 0 => 1 else 0) }

-- The element of `s` that so many others come before, and the other way round.
fun int2elem [i: Int, next: univ -> univ, s: set univ]: lone s { { e: s | #(^next.e) = int[i] } }
fun elem2int [e: univ, next: univ -> univ]: lone Int { Int[#(^next.e)] }

-- All integers in order.
fun min: one Int { fun/min }
fun max: one Int { fun/max }
fun next: Int -> Int { fun/next }
fun prev: Int -> Int { ~next }
fun min [s: set Int]: lone Int { s - s.^next }
fun max [s: set Int]: lone Int { s - s.^prev }
fun nexts [a: Int]: set Int { a.^next }
fun prevs [a: Int]: set Int { a.^prev }

fun larger [a, b: Int]: Int { let x = int[a], y = int[b] | (x < y => y else x) }
fun smaller [a, b: Int]: Int { let x = int[a], y = int[b] | (x < y => x else y) }

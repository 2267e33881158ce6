module util/natural

-- Numbers from 0 on, as ordered atoms; how many there are is the scope of `Natural`.

private open util/ordering[Natural] as order
private open util/integer as int_

sig Natural {}
one sig Zero in Natural {}
lone sig One in Natural {}

fact {
  order/first in Zero
  order/next[order/first] in One
}

private fun value [n: Natural]: Int { #(order/prevs[n]) }

fun inc [n: Natural]: lone Natural { order/next[n] }
fun dec [n: Natural]: lone Natural { order/prev[n] }

-- None where the result is no `Natural`.
fun add [a, b: Natural]: lone Natural { { n: Natural | value[n] = int_/plus[value[a], value[b]] } }
fun sub [a, b: Natural]: lone Natural { { n: Natural | value[a] = int_/plus[value[b], value[n]] } }
fun mul [a, b: Natural]: lone Natural { { n: Natural | value[n] = #(order/prevs[a] -> order/prevs[b]) } }
fun div [a, b: Natural]: lone Natural { { n: Natural | value[a] = #(order/prevs[b] -> order/prevs[n]) } }

pred lt [a, b: Natural] { order/lt[a, b] }
pred gt [a, b: Natural] { order/gt[a, b] }
pred lte [a, b: Natural] { order/lte[a, b] }
pred gte [a, b: Natural] { order/gte[a, b] }

fun max [s: set Natural]: lone Natural { order/max[s] }
fun min [s: set Natural]: lone Natural { order/min[s] }

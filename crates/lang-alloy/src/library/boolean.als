module util/boolean

-- Truth values as atoms.

abstract sig Bool {}
one sig True, False extends Bool {}

private fun truth [whole, part: set Bool]: Bool { part in whole => True else False }

pred isTrue [b: Bool] { b in True }
pred isFalse [b: Bool] { b in False }

fun Not [b: Bool]: Bool { Bool - b }
fun And [a, b: Bool]: Bool { truth[True, a + b] }
fun Or [a, b: Bool]: Bool { truth[a + b, True] }
fun Xor [a, b: Bool]: Bool { truth[a + b, Bool] }
fun Nand [a, b: Bool]: Bool { truth[a + b, False] }
fun Nor [a, b: Bool]: Bool { truth[False, a + b] }

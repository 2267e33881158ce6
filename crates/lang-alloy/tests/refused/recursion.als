sig A { f: A }
fun down [a: A]: set A { a + down[a.f] } -- ERROR: `down` calls itself: recursion is not supported
run { some a: A | some down[a] }

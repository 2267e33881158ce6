sig A { f: A }
fun size [s: set A]: Int { #s }
fun size [s: set univ]: Int { 0 }
pred p { size[A] = 1 } -- ERROR: `this` has several meanings here

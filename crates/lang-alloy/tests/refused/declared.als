sig A {}
let m[a, a] = a -- ERROR: there is a parameter `a` already
abstract sig B in A {} -- ERROR: a subset of other signatures cannot be abstract
abstract sig C = A {} -- ERROR: a subset of other signatures cannot be abstract
pred p[x: A, x: A] {} -- ERROR: there is a parameter `x` already
fun f[x, y: A, x: A]: A { x } -- ERROR: there is a parameter `x` already
pred A.q[y, y: A] {} -- ERROR: there is a parameter `y` already

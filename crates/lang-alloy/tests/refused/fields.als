sig A { f: A, f: A } -- ERROR: this signature has a field `f` already
sig B { g: none } -- ERROR: a field cannot be of the empty set
sig C { h: unknown } -- ERROR: there is no name `unknown` here

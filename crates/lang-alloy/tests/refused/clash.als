sig A { f: A }
sig B in A { f: A } -- ERROR: this/A has a field `f` too

open util/orderings[A] -- ERROR: the module `util/orderings` cannot be read
sig A {}

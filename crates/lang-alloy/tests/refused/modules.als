open util/orderings[A] -- ERROR: cannot read the module `util/orderings`
sig A {}

open util/ordering[B] -- ERROR: there is no signature `B` here
sig A {}

sig A {}
sig A {} -- ERROR: there is a signature `A` already

open util/ordering -- ERROR: has 1 parameters, and 0 are given

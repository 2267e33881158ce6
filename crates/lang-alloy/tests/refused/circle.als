module circle
open circle as other -- ERROR: the module `circle` opens itself

open util/relation as r
open util/ternary as r -- ERROR: two different modules are opened as `r`

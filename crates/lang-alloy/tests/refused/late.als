module late
open util/integer
module again -- ERROR: `module` stands before all else, and once
sig A {}
open util/relation -- ERROR: `open` stands before all else but `module`
private open util/graph[A] -- ERROR: `open` stands before all else but `module`
module behind -- ERROR: `module` stands before all else, and once

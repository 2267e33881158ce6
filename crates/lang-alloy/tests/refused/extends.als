sig A {}
sig B in A {}
sig C extends B {} -- ERROR: `B` is a subset of other signatures, and cannot be extended
sig D extends Int {} -- ERROR: `Int` is of the language, and cannot be extended
sig E in none + none {} -- ERROR: a signature cannot be a subset of `none` alone
sig F = none {} -- ERROR: a signature cannot be a subset of `none` alone
enum Colour { Red, Green }
sig Other extends Colour {} -- ERROR: what extends the enumeration `Colour` has `one` atom

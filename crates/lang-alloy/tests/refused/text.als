sig A { s: String }
fact { some a: A | a.s = "a\q" } -- ERROR: `\q` is no escape
fact { some a: A | a.s = "" } -- ERROR: the empty text is not a value
sig 3a {} -- ERROR: `3a` is no number that fits 32 bits
fact { 99999999999 = 1 } -- ERROR: `99999999999` is no number that fits 32 bits
fact { A ? A } -- ERROR: the character `?` means nothing here
fact { some "abc } -- ERROR: the text that begins here has no closing
/* -- ERROR: the comment that begins here has no closing

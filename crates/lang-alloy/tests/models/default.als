-- A model without commands.

sig A { f: one A }
fact { some A }

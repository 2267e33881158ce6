var sig A { -- ERROR: `var` speaks of time
  f: A
}
pred p { always some A } -- ERROR: `always` speaks of time
pred q { some A' } -- ERROR: `'` speaks of time
pred r { some A ; some A } -- ERROR: `;` speaks of time
run p for 3 but 5 steps -- ERROR: `steps` speaks of time

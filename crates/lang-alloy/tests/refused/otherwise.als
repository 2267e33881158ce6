sig A { f: set A }
pred p { some A => some x: A | some x.f else no A } -- ERROR: what is bound by a quantifier or `let` before `else` needs parentheses
pred q { some A => let x = f { some x } else no A } -- ERROR: what is bound by a quantifier or `let` before `else` needs parentheses
pred r { some A => no f and all x: A | some x else no A } -- ERROR: what is bound by a quantifier or `let` before `else` needs parentheses
pred s { some A => (all x: A | some x.f) else all x: A | some x => no f else some f }
pred t { some A => { x: A | some x } = A else (let y = f | some y) => some f else no f }

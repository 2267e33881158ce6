sig Person {}
sig E extends Peson {} -- ERROR: there is no signature `Peson` here; did you mean `Person`?

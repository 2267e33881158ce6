sig A {
  f: A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A -> A, -- ERROR: the field `f`, which may have that many tuples, is not supported
}
run {} for 6

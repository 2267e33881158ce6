module util/ternary

-- The columns of a ternary relation.
fun dom [r: univ -> univ -> univ]: set ((r.univ).univ) { (r.univ).univ }
fun mid [r: univ -> univ -> univ]: set (univ.(r.univ)) { univ.(r.univ) }
fun ran [r: univ -> univ -> univ]: set (univ.(univ.r)) { univ.(univ.r) }

-- Two of its columns.
fun select12 [r: univ -> univ -> univ]: r.univ { r.univ }
fun select13 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) {
  { a: (r.univ).univ, c: univ.(univ.r) | some b: univ | a -> b -> c in r }
}
fun select23 [r: univ -> univ -> univ]: univ.r { univ.r }

-- Two of its columns swapped.
fun flip12 [r: univ -> univ -> univ]: (univ.(r.univ)) -> ((r.univ).univ) -> (univ.(univ.r)) {
  { a: univ.(r.univ), b: (r.univ).univ, c: univ.(univ.r) | b -> a -> c in r }
}
fun flip13 [r: univ -> univ -> univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> ((r.univ).univ) {
  { a: univ.(univ.r), b: univ.(r.univ), c: (r.univ).univ | c -> b -> a in r }
}
fun flip23 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { a: (r.univ).univ, b: univ.(univ.r), c: univ.(r.univ) | a -> c -> b in r }
}

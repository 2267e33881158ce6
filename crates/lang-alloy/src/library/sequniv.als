module util/sequniv

-- Sequences: relations from indices, which begin with 0 and have no gap, to at most one element each. The longest one
-- has as many elements as the scope of `seq` says; what would become longer loses its end.

open util/integer as int_

pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  inds[s] - int_/next[inds[s]] in 0
}

-- Contents.
fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }
fun inds [s: Int -> univ]: set Int { s.univ }
pred isEmpty [s: Int -> univ] { no s }
pred hasDups [s: Int -> univ] { #elems[s] < #inds[s] }

-- Ends.
fun first [s: Int -> univ]: lone (Int.s) { s[0] }
fun last [s: Int -> univ]: lone (Int.s) { s[lastIdx[s]] }
fun lastIdx [s: Int -> univ]: lone Int { int_/max[inds[s]] }
fun afterLastIdx [s: Int -> univ]: lone Int { int_/min[seq/Int - inds[s]] }

-- All but the first, all but the last.
fun rest [s: Int -> univ]: s { seq/Int <: (int_/next.s) }
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

-- Where an element is.
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }
fun idxOf [s: Int -> univ, e: univ]: lone Int { int_/min[indsOf[s, e]] }
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { int_/max[indsOf[s, e]] }

-- Changed sequences.
fun add [s: Int -> univ, e: univ]: s + (seq/Int -> e) { setAt[s, afterLastIdx[s], e] }
fun setAt [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) { s ++ (i -> e) }
fun insert [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  seq/Int <: ((int_/prevs[i] <: s) + (i -> e) + int_/prev.((i + int_/nexts[i]) <: s))
}
fun delete [s: Int -> univ, i: Int]: s {
  (int_/prevs[i] <: s) + int_/next.(int_/nexts[i] <: s)
}
fun append [s, t: Int -> univ]: s + t {
  let moved = { j, i: seq/Int | int[j] = int_/add[int[i], int_/add[int[lastIdx[s]], 1]] } |
    no s => t else s + moved.t
}
fun subseq [s: Int -> univ, from, to: Int]: s {
  let moved = { j, i: seq/Int | int[j] = int_/sub[int[i], int[from]] } |
    moved.((seq/Int - int_/nexts[to]) <: s)
}

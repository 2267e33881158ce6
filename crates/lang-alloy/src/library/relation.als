module util/relation

-- What a binary relation relates.
fun dom [r: univ -> univ]: set (r.univ) { r.univ }
fun ran [r: univ -> univ]: set (univ.r) { univ.r }

-- How many partners the elements of a set have.
pred total [r: univ -> univ, s: set univ] { all e: s | some e.r }
pred functional [r: univ -> univ, s: set univ] { all e: s | lone e.r }
pred function [r: univ -> univ, s: set univ] { all e: s | one e.r }
pred surjective [r: univ -> univ, s: set univ] { all e: s | some r.e }
pred injective [r: univ -> univ, s: set univ] { all e: s | lone r.e }
pred bijective [r: univ -> univ, s: set univ] { all e: s | one r.e }
pred bijection [r: univ -> univ, d, c: set univ] { function[r, d] and bijective[r, c] }

-- Properties.
pred reflexive [r: univ -> univ, s: set univ] { s <: iden in r }
pred irreflexive [r: univ -> univ] { no iden & r }
pred symmetric [r: univ -> univ] { ~r in r }
pred antisymmetric [r: univ -> univ] { r & ~r in iden }
pred transitive [r: univ -> univ] { r.r in r }
pred acyclic [r: univ -> univ, s: set univ] { all e: s | e not in e.^r }
pred complete [r: univ -> univ, s: univ] { all a, b: s | a != b => a -> b in r + ~r }

-- Kinds of relations.
pred preorder [r: univ -> univ, s: set univ] { reflexive[r, s] and transitive[r] }
pred equivalence [r: univ -> univ, s: set univ] { preorder[r, s] and symmetric[r] }
pred partialOrder [r: univ -> univ, s: set univ] { preorder[r, s] and antisymmetric[r] }
pred totalOrder [r: univ -> univ, s: set univ] { partialOrder[r, s] and complete[r, s] }

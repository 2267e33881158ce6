module util/ordering[exactly elem]

-- A total order on the atoms of `elem`. The scope of `elem` is exact, and the order is that of the atoms' numbers.

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

-- Ends and steps.
fun first: one elem { Ord.First }
fun last: one elem { elem - Ord.Next.elem }
fun next: elem -> elem { Ord.Next }
fun prev: elem -> elem { ~(Ord.Next) }

-- All behind and all before an element.
fun nexts [e: elem]: set elem { e.^(Ord.Next) }
fun prevs [e: elem]: set elem { e.^~(Ord.Next) }

-- Comparisons.
pred lt [a, b: elem] { a in prevs[b] }
pred gt [a, b: elem] { a in nexts[b] }
pred lte [a, b: elem] { a = b or lt[a, b] }
pred gte [a, b: elem] { a = b or gt[a, b] }

fun larger [a, b: elem]: elem { lt[a, b] => b else a }
fun smaller [a, b: elem]: elem { lt[a, b] => a else b }

-- The last and the first one of a set, none when it is empty.
fun max [s: set elem]: lone elem { s - ^(Ord.Next).s }
fun min [s: set elem]: lone elem { s - s.^(Ord.Next) }

-- An order whose parameter is not exact.
module shapes/strides[elem]

private one sig Order { First: set elem, Next: elem -> elem } { pred/totalOrder[elem, First, Next] }

fun first: one elem { Order.First }
fun next: elem -> elem { Order.Next }

-- Receivers, implicit `this`, calls by dot and by box, functions of no parameters, disjoint parameters.

sig Node { left, right: lone Node } {
  this not in @left[this] + right
  below[this] in Node
}

fun children: Node -> Node { left + right }
fun below [n: Node]: set Node { n.^children }
pred Node.leaf { no this.left and no this.right }
pred Node.above [other: Node] { other in this.^children }
fun Node.depth: Int { #(this.^~children) }
pred apart [disj a, b: Node] { a not in below[b] and b not in below[a] }
fun pick [n: Node, yes: lone Node]: lone Node { some yes => yes else n }

check notOwnChild { all n: Node | n not in n.left + n.right } expect 0
check dotAndBox { all n: Node | n.below = below[n] } expect 0
check leaves { all n: Node | n.leaf iff no n.children } expect 0
check leavesByBox { all n: Node | leaf[n] iff no children[n] } expect 0
check ancestors { all a, b: Node | a.above[b] iff b in a.below } expect 0
check twoArguments { all a, b: Node | pick[a, b] = b and a.pick[none] = a } expect 0
run leaf expect 1
run apart expect 1
run depth expect 1
run above for 2 expect 1
run deep { some n: Node | n.depth = 2 } expect 1

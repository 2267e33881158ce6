module util/graph[node]

open util/relation as rel

pred undirected [r: node -> node] { symmetric[r] }
pred noSelfLoops [r: node -> node] { irreflexive[r] }

-- Every node is reached from every node, along or, in the weak form, also against the edges.
pred weaklyConnected [r: node -> node] { all a, b: node | b in a.*(r + ~r) }
pred stronglyConnected [r: node -> node] { all a, b: node | b in a.*r }

pred rootedAt [r: node -> node, root: node] { node in root.*r }
pred ring [r: node -> node] { all n: node | one n.r and rootedAt[r, n] }
pred dag [r: node -> node] { acyclic[r, node] }
pred forest [r: node -> node] { dag[r] and (all n: node | lone r.n) }
pred tree [r: node -> node] { forest[r] and (lone root: node | no r.root) }
pred treeRootedAt [r: node -> node, root: node] { forest[r] and rootedAt[r, root] }

fun roots [r: node -> node]: set node { node - node.^r }
fun leaves [r: node -> node]: set node { node - ^r.node }
fun innerNodes [r: node -> node]: set node { node & ^r.node }

-- util/graph, util/relation, util/boolean, util/ternary, util/natural, util/time.
open util/graph[N] as graph
open util/relation
open util/boolean
open util/ternary as ternary
open util/natural
open util/time

sig N { e: set N, flag: Bool }

check trees { tree[e] => dag[e] and forest[e] } expect 0
check rings { ring[e] => stronglyConnected[e] } expect 0
check rooted { all n: N | treeRootedAt[e, n] => graph/roots[e] = n } expect 0
check parts { leaves[e] = { n: N | no n.e } and innerNodes[e] = N - leaves[e] } expect 0
check undirected_ { undirected[e] iff symmetric[e] } expect 0
check loops { noSelfLoops[e] iff irreflexive[e] } expect 0
check weak { stronglyConnected[e] => weaklyConnected[e] } expect 0
check orders { totalOrder[e, N] => partialOrder[e, N] and complete[e, N] } expect 0
check equivalences { equivalence[e, N] => e = ~e and e.e in e } expect 0
check bijections { bijection[e, N, N] => function[e, N] and injective[e, N] and surjective[e, N] } expect 0
check truth { isTrue[True] and isFalse[Not[True]] and Or[False, True] = True and And[False, True] = False } expect 0
check moreTruth { Xor[True, True] = False and Nand[True, True] = False and Nor[False, False] = True } expect 0
check columns { select12[N -> N -> N] in N -> N and flip13[N -> N -> N] = N -> N -> N } expect 0
check naturals { Zero.inc = One or no One } expect 0
check sums { some One and some One.inc => natural/add[One, One] = One.inc } for 4 expect 0
check products { some One => natural/mul[One, One] = One and natural/sub[One, One] = Zero } expect 0
run aTree { tree[e] and #N = 3 and some n: N | #n.e = 2 } expect 1
run aRing { ring[e] and #N = 3 } expect 1
run flags { some n: N | isTrue[n.flag] and some m: N | isFalse[m.flag] } expect 1

-- A file system: folders and files, one root, links.

abstract sig Object {}
sig Folder extends Object { contents: set Object }
sig File extends Object {}
one sig Root extends Folder {}

fact connected { Object in Root.*contents }
fact oneParent { all o: Object | lone contents.o }

-- A folder with a file in it that is not the root.
run nested { some f: Folder - Root | some f.contents & File } for 4 expect 1

-- Nothing is its own parent, far up or near.
check noCircles { no o: Object | o in o.^contents } for 4 expect 1

-- With the root at the top there are none.
pred rooted { no contents.Root }
check noCirclesBelowTheRoot { rooted => no o: Object | o in o.^contents } for 4 expect 0

-- Two facts that no one can keep at once: a core names them.

sig Person { boss: lone Person }

fact everyoneHasABoss { all p: Person | one p.boss }
fact noOneIsTheirOwnBoss { no p: Person | p in p.^boss }
fact someoneIsThere { some Person }

run company { #Person > 1 } for 5

-- Signatures: multiplicities, extension, abstraction, subsets, unions, several at once.

abstract sig Person { friends: set Person }
sig Adult, Child extends Person {}
one sig King extends Adult {}
lone sig Fool extends Adult {}
some sig Guard in Adult {}
sig Noble in Adult + Child {}
sig Everyone = Adult + Child {}
private sig Secret {}

check kinds { Person = Adult + Child and no Adult & Child } expect 0
check oneKing { one King and King in Adult } expect 0
check atMostOneFool { lone Fool } expect 0
check someGuard { some Guard and Guard in Adult } expect 0
check exactUnion { Everyone = Person } expect 0
check disjointParts { no King & Fool } expect 0
run aFool { some Fool and some Noble & Child } expect 1
run guardedChildren { some Guard & Child } expect 0
run noGuard { no Guard } expect 0
run secrets { #Secret = 3 } expect 1

-- Enumerations are ordered as they are declared.

enum Colour { Red, Green, Blue }
enum Size { Small, Large }
sig Thing { colour: Colour, size: Size }

check members { Colour = Red + Green + Blue and no Red & Blue } expect 0
check order { Red.next = Green and Small.next = Large } expect 0
check next_ { Red.next = Green and Green.next = Blue and no Blue.next } expect 0
check compare { lt[Red, Blue] and gt[Large, Small] } expect 0
run allColours { Thing.colour = Colour and #Thing = 3 } expect 1

run extended { some Extra & Wide and Extra not in Broad + Narrow } expect 1
enum Wide { Broad, Narrow }
one sig Extra extends Wide {}

module modules

-- Modules with parameters, aliases, private names, names through modules.
open shapes/stack[Card, Player] as cards
open shapes/stack[Coin, Player] as coins

sig Card, Coin {}
sig Player {}
sig Hidden { mine: set Card }

check cards/lonely for 3 expect 0
check exact { #Card = 3 and #Coin = 3 } for 3 expect 0
check kinds { all s: cards/Stack | s.top in Card and s.owner in Player } expect 0
check differ { no cards/Stack & coins/Stack } expect 0
check through { cards/order/first = cards/lowest and coins/order/first in Coin } expect 0
check hidden { all h: Hidden | h.mine in Card } expect 0
check macro { all s: cards/Stack | cards/full[s] iff not cards/empty[s] } expect 0
run lowest_ { cards/lowest in cards/Stack.top and some coins/Stack } expect 1

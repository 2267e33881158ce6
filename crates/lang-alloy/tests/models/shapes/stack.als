module shapes/stack [exactly Item, Owner]

-- Opened by ../modules.als.
open util/ordering[Item] as order

private sig Hidden {}
sig Stack { top: lone Item, owner: one Owner }
fun lowest: Item { order/first }
pred empty [s: Stack] { no s.top }
assert lonely { all s: Stack | one s.owner }
let full [s] { some s.top }

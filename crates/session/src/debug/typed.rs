//! What a person types about a compiled program: names, `x[3]`, `p->f`, `*p`, numbers, `"input"` and operators, and all
//! that is printed.

mod evaluate;

pub(super) use evaluate::{Meaning, Typed, inputs_of, parse, slot_of};

//! What a person types about a compiled program: names, `x[3]`, `p->f`, `*p`, numbers, `"input"` and operators.

mod evaluate;
mod parse;

pub(super) use evaluate::{Meaning, Typed, slot_of};
pub(super) use parse::{Expr, Operator, Unary, parse};

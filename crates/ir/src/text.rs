//! The text form of programs: printed for people and for tests, read back without loss.
//!
//! Its grammar is in `docs/ir.md`. One statement stands on one line; what can be derived (the sorts of arguments,
//! of stored values and of switches) is not written.

mod body;
mod line;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print_function, print_program};

use effigy_base::op::Op;

/// An operator as the text form writes it: `bvadd`, `extract[7,0]`.
pub fn operator(op: Op) -> String {
    let params = op.params();
    if params.is_empty() {
        return op.head().to_owned();
    }
    let params: Vec<String> = params.iter().map(u32::to_string).collect();
    format!("{}[{}]", op.head(), params.join(","))
}

#[cfg(test)]
mod tests;

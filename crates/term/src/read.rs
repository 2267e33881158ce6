//! Reading what [`crate::print`] writes.
//!
//! A number has the sort of what it stands beside, and operands of one operator that of the widest: others are extended by
//! zeros. Numbers beside numbers alone have 32 bits, in King's style they are integers. What is printed reads back as a
//! term that means the same, and as the same term up to what printing unfolds: elements of written arrays become choices,
//! a byte that is asked for its sign is compared with 128, and lengths, which are never negative, are compared with signs.
//! Tables of more than eight elements are known by their first ones; terms that are too large to print are not read.

pub(crate) mod build;
mod functions;
mod inputs;
mod lexer;
mod parse;

use effigy_base::sort::Sort;

use crate::node::Term;
use crate::print::Style;
use crate::store::TermStore;
pub use build::{Scope, Signs, Typed, term, typed, widened};
pub use inputs::Inputs;
pub use parse::{Expression, Operator, Prefix, Reading, parse};

/// Why a text is no term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The byte where that is seen, when it is one of the text's form.
    pub at: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl ReadError {
    fn of_meaning(message: impl Into<String>) -> Self {
        Self { at: None, message: message.into() }
    }
}

/// The term of a printed text over the inputs, of a sort where that is known.
///
/// # Errors
/// What is wrong with the text.
pub fn read(
    store: &mut TermStore,
    text: &str,
    style: &Style,
    inputs: &Inputs,
    sort: Option<Sort>,
) -> Result<Term, ReadError> {
    let mut scope = inputs::OverInputs { store, style, inputs };
    build::term(&mut scope, &parse(text, style)?, sort)
}

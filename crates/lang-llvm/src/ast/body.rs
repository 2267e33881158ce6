//! Function bodies.

use super::{BlockId, Inst, Local, Span, Terminator, Type};
use effigy_base::id::IdVec;

/// The body of a function.
///
/// Every local and every block that is mentioned is defined, each use has the type of the definition, and the
/// entry is not a target. That definitions dominate uses is not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The parameters, in order.
    pub params: Vec<Local>,
    /// All values; those of instructions in no particular order.
    pub locals: IdVec<Local, LocalDecl>,
    /// The blocks in the order of the text; the first is the entry.
    pub blocks: IdVec<BlockId, Block>,
}

/// A value of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalDecl {
    /// Its type; never void.
    pub ty: Type,
    /// Its name with the `%`, where it is first mentioned; empty when it has none.
    pub name: Span,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its label without `%`, quotes and escapes.
    pub label: Box<str>,
    /// The instructions in order; phis first.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
}

//! The syntax tree of an LLVM module: what the parser gives and what the lowering reads.
//!
//! Names are resolved: a symbol is an id into the module's tables, a local value or a block an id into its body's.
//! Pointers are opaque; the pointee types of LLVM 14 are dropped. Text that nothing reads (alignment hints,
//! optimisation attributes, alias metadata) is not kept.

mod body;
mod constant;
mod inst;
mod operator;
mod promise;
mod symbol;
mod types;

pub use body::{Block, Body, LocalDecl};
pub use constant::{ConstExpr, Constant, TypedConstant};
pub use inst::{
    Arg, Call, Callee, Clause, DebugExpr, DebugVariable, DebugVariableKind, InlineAsm, Inst,
    InstKind, Invoke, Operand, Terminator, TerminatorKind, Value,
};
pub use operator::{AtomicOp, BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};
pub use promise::Promise;
pub use symbol::{Alias, Function, Linkage, Param, Symbol, Variable};
pub use types::{FloatKind, FunctionType, StructDef, StructType, Type};

use effigy_base::define_id;

define_id! {
    /// A function that the module defines or declares.
    FnId
}
define_id! {
    /// A global variable.
    VarId
}
define_id! {
    /// An alias (or an ifunc).
    AliasId
}
define_id! {
    /// A named struct type.
    StructId
}
define_id! {
    /// A value of a body: a parameter or the result of an instruction.
    Local
}
define_id! {
    /// A block of a body, in the order of the text; the first is the entry.
    BlockId
}

/// A range of bytes of the module's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

/// A reference to a metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MdRef {
    /// A numbered node `!N`.
    Node(u32),
    /// A node written in place, such as `!DILocation(...)`, by its text.
    Inline(Span),
}

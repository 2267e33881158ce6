//! Instructions.

use super::{
    AtomicOp, BinaryOp, BlockId, CastOp, Constant, Flags, FloatPredicate, FunctionType,
    IntPredicate, Local, MdRef, Promise, Type,
};
use std::sync::Arc;

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// Receives the result; `None` exactly when there is no result.
    pub result: Option<Local>,
    /// What it does.
    pub kind: InstKind,
    /// Its `!dbg`.
    pub loc: Option<MdRef>,
    /// Where it stands in the text.
    pub at: u32,
}

/// A value that is used; its type stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A local value.
    Local(Local),
    /// A constant.
    Constant(Constant),
}

/// A value with its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstKind {
    /// Arithmetic on two values of type `ty`, lane by lane on vectors.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The type of the operands and of the result.
        ty: Type,
        /// The left operand.
        lhs: Value,
        /// The right operand.
        rhs: Value,
        /// What is promised of them.
        flags: Flags,
    },
    /// `fneg`.
    FNeg(Operand),
    /// Integer or pointer comparison.
    ICmp {
        /// Which.
        predicate: IntPredicate,
        /// The type of the operands.
        ty: Type,
        /// The left operand.
        lhs: Value,
        /// The right operand.
        rhs: Value,
        /// What is promised of them.
        flags: Flags,
    },
    /// Float comparison.
    FCmp {
        /// Which.
        predicate: FloatPredicate,
        /// The type of the operands.
        ty: Type,
        /// The left operand.
        lhs: Value,
        /// The right operand.
        rhs: Value,
    },
    /// Conversion.
    Cast {
        /// Which.
        op: CastOp,
        /// What is converted.
        value: Operand,
        /// The type of the result.
        to: Type,
        /// What is promised of it.
        flags: Flags,
        /// The amount of a shift, which clang cuts to the width of what is shifted before its own check.
        amount: bool,
    },
    /// `select`: the condition is an i1 or a vector of them.
    Select {
        /// The condition.
        condition: Operand,
        /// Taken when it is 1.
        then: Operand,
        /// Taken when it is 0; has `then`'s type.
        otherwise: Operand,
    },
    /// `freeze`.
    Freeze(Operand),
    /// `phi`.
    Phi {
        /// The type.
        ty: Type,
        /// A value for each predecessor; one that jumps here twice is listed twice.
        incoming: Vec<(Value, BlockId)>,
    },
    /// `alloca`.
    Alloca {
        /// The type of an element.
        ty: Type,
        /// The number of elements, an integer; `None` is one.
        count: Option<Operand>,
        /// The alignment that is written.
        align: Option<u64>,
    },
    /// `load`.
    Load {
        /// The type that is read.
        ty: Type,
        /// The address.
        ptr: Operand,
        /// Whether it is atomic.
        atomic: bool,
        /// Whether it is volatile.
        volatile: bool,
        /// The alignment that is written.
        align: Option<u64>,
        /// What the metadata says of the value.
        promise: Promise,
    },
    /// `store`.
    Store {
        /// What is written.
        value: Operand,
        /// The address.
        ptr: Operand,
        /// Whether it is atomic.
        atomic: bool,
        /// The alignment that is written.
        align: Option<u64>,
    },
    /// `fence`.
    Fence,
    /// `cmpxchg`; the result is `{ ty, i1 }`: the old value and whether it was replaced.
    CmpXchg {
        /// The address.
        ptr: Operand,
        /// What is expected.
        expected: Operand,
        /// What takes its place; has `expected`'s type.
        new: Operand,
    },
    /// `atomicrmw`; the result is the old value.
    AtomicRmw {
        /// Which.
        op: AtomicOp,
        /// The address.
        ptr: Operand,
        /// The operand; its type is that of the result.
        value: Operand,
    },
    /// `getelementptr`; a vector of pointers when an operand is a vector.
    GetElementPtr {
        /// The type that the indices walk through.
        source: Type,
        /// The address they start from.
        base: Operand,
        /// The indices; the first one counts whole `source`s.
        indices: Vec<Operand>,
        /// What is promised of the address.
        flags: Flags,
    },
    /// `extractvalue`.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The path to the member; within the type.
        indices: Vec<u32>,
    },
    /// `insertvalue`.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// What is put in; has the member's type.
        element: Operand,
        /// The path to the member; within the type.
        indices: Vec<u32>,
    },
    /// `extractelement`.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// The lane, an integer.
        index: Operand,
    },
    /// `insertelement`.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// What is put in.
        element: Operand,
        /// The lane, an integer.
        index: Operand,
    },
    /// `shufflevector` of two vectors of one type.
    ShuffleVector {
        /// The lanes 0 up to n.
        first: Operand,
        /// The lanes n up to 2n.
        second: Operand,
        /// For each lane of the result, the lane it comes from (below 2n); `None` is poison.
        mask: Vec<Option<u32>>,
    },
    /// `call`.
    Call(Box<Call>),
    /// `va_arg`.
    VaArg {
        /// The address of the list.
        list: Operand,
        /// The type that is taken.
        ty: Type,
    },
    /// `landingpad`.
    LandingPad {
        /// The type of the result.
        ty: Type,
        /// What it does with what unwinds to it.
        clause: Clause,
    },
    /// What the debug information says of a variable from here on: `llvm.dbg.*` calls and `#dbg_*` records.
    DebugVariable(DebugVariable),
    /// An instruction that is known but not supported, by its keyword. Its result, if it has one, is a token.
    Unsupported(&'static str),
}

/// What a landing pad does with what unwinds to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// It cleans up.
    Cleanup,
    /// It lets nothing through: a filter without types.
    Nothing,
    /// It catches all: a null type.
    All,
    /// It asks for types.
    Types,
}

/// A call, also that of an invoke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// What it returns.
    pub result: Type,
    /// The callee's type where the text gives it (it does when the callee is variadic).
    pub signature: Option<Arc<FunctionType>>,
    /// The arguments.
    pub args: Vec<Arg>,
    /// What is said besides, each with its tag: `"align"(ptr %p, i64 16)`.
    pub bundles: Vec<(Box<str>, Vec<Arg>)>,
    /// Whether the call or a callee that is named never returns.
    pub noreturn: bool,
    /// Whether it is a `musttail` call.
    pub musttail: bool,
}

/// What a call calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A symbol or the function at an address.
    Value(Value),
    /// Inline assembly.
    Asm(InlineAsm),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// The template, unescaped.
    pub template: Box<str>,
    /// The constraints.
    pub constraints: Box<str>,
    /// Whether it does more than give a result.
    pub sideeffect: bool,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The value. Metadata arguments are `undef` of type metadata.
    pub operand: Operand,
    /// `byval(T)`: the callee gets a copy of what the pointer points to.
    pub byval: Option<Type>,
}

/// What the debug information says of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugVariable {
    /// What is said.
    pub kind: DebugVariableKind,
    /// Its value, or its address; `None` when it was optimised out or is a list of values.
    pub value: Option<Operand>,
    /// The `DILocalVariable`.
    pub variable: MdRef,
    /// How the variable's value follows from `value`.
    pub expr: DebugExpr,
}

/// What is said of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugVariableKind {
    /// `value` is the variable's address as long as the function runs.
    Declare,
    /// `value` is the variable's value from here on.
    Value,
}

/// A `DIExpression`, as far as it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugExpr {
    /// Empty: the value itself.
    Plain,
    /// A single `DW_OP_deref`: the value is the address of what is meant.
    Deref,
    /// A part of the variable, offsets or arithmetic.
    Other,
}

/// An instruction that ends a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminator {
    /// How it ends.
    pub kind: TerminatorKind,
    /// Its `!dbg`.
    pub loc: Option<MdRef>,
    /// Where it stands in the text.
    pub at: u32,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminatorKind {
    /// `ret`; `None` is `ret void`.
    Ret(Option<Operand>),
    /// `br label`.
    Br(BlockId),
    /// `br i1`.
    CondBr {
        /// The condition, an i1.
        condition: Value,
        /// Taken when it is 1.
        then: BlockId,
        /// Taken when it is 0.
        otherwise: BlockId,
    },
    /// `switch`.
    Switch {
        /// The integer.
        value: Operand,
        /// Taken when no case is equal.
        default: BlockId,
        /// Distinct constants of the integer's type.
        cases: Vec<(Constant, BlockId)>,
    },
    /// `indirectbr`.
    IndirectBr {
        /// The address of a block.
        address: Operand,
        /// The blocks that it may be.
        targets: Vec<BlockId>,
    },
    /// `invoke`.
    Invoke(Box<Invoke>),
    /// `resume`.
    Resume(Operand),
    /// `unreachable`.
    Unreachable,
    /// A terminator that is known but not supported, by its keyword: `callbr`, `catchswitch`, `catchret`, `cleanupret`.
    Unsupported(&'static str),
}

/// A call that may unwind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invoke {
    /// Receives the result.
    pub result: Option<Local>,
    /// The call.
    pub call: Call,
    /// Where it goes on.
    pub normal: BlockId,
    /// Where an exception goes.
    pub unwind: BlockId,
}

//! Constants.

use super::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Symbol, Type};
use std::sync::Arc;

/// A constant. Its type stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// An integer of at most 128 bits; bits from the type's width up are zero. `true` is 1.
    Int(u128),
    /// A wider integer: words of 64 bits, the lowest first, as many as the type's width needs.
    WideInt(Arc<[u64]>),
    /// The bits of a floating-point number in its type's own format (`x86_fp80`: 80 bits).
    Float(u128),
    /// The null pointer.
    Null,
    /// An undefined value.
    Undef,
    /// A poison value.
    Poison,
    /// All zero, of any type.
    Zero,
    /// The token `none`.
    NoToken,
    /// An array of bytes: `c"..."`.
    Bytes(Arc<[u8]>),
    /// The elements of a struct, an array or a vector, as many as the type has.
    Aggregate(Arc<[TypedConstant]>),
    /// A vector whose elements are all this one.
    Splat(Arc<TypedConstant>),
    /// The address of a symbol (also written `dso_local_equivalent` or `no_cfi`).
    Symbol(Symbol),
    /// The address of a block, by the name of its label.
    BlockAddress {
        /// The function that has the block.
        function: Symbol,
        /// The block's label, without the `%`.
        label: Arc<str>,
    },
    /// A constant expression.
    Expr(Arc<ConstExpr>),
    /// A constant that is known but not supported, by its text: `ptrauth (...)`.
    Unsupported(Arc<str>),
}

/// A constant with its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedConstant {
    /// The type.
    pub ty: Type,
    /// The constant.
    pub value: Constant,
}

/// A constant expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstExpr {
    /// `getelementptr`.
    GetElementPtr {
        /// The type that the indices walk through.
        source: Type,
        /// The address they start from.
        base: TypedConstant,
        /// The indices; the first one counts whole `source`s.
        indices: Box<[TypedConstant]>,
    },
    /// A conversion.
    Cast {
        /// Which.
        op: CastOp,
        /// What is converted.
        value: TypedConstant,
        /// The type of the result.
        to: Type,
    },
    /// Arithmetic on two constants of one type.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The left operand.
        lhs: TypedConstant,
        /// The right operand.
        rhs: TypedConstant,
    },
    /// An integer comparison.
    ICmp {
        /// Which.
        predicate: IntPredicate,
        /// The left operand.
        lhs: TypedConstant,
        /// The right operand.
        rhs: TypedConstant,
    },
    /// A comparison of floats.
    FCmp {
        /// Which.
        predicate: FloatPredicate,
        /// The left operand.
        lhs: TypedConstant,
        /// The right operand.
        rhs: TypedConstant,
    },
    /// `select (condition, then, otherwise)`.
    Select {
        /// The condition.
        condition: TypedConstant,
        /// Taken when it is 1.
        then: TypedConstant,
        /// Taken when it is 0.
        otherwise: TypedConstant,
    },
}

//! The nodes of expressions, formulas and integers. Equal nodes of a problem have one id, so that what is used twice is
//! written, translated and evaluated once.

use crate::declaration::Declaration;
use crate::ids::{ExprId, FormulaId, IntId, RelationId, VariableId};
use crate::tuples::TupleSet;

/// An expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A relation.
    Relation(RelationId),
    /// A variable.
    Variable(VariableId),
    /// These tuples.
    Constant(TupleSet),
    /// All atoms.
    Univ,
    /// Every atom paired with itself.
    Iden,
    /// Tuples of either.
    Union(ExprId, ExprId),
    /// Tuples of both.
    Intersection(ExprId, ExprId),
    /// Tuples of the first only.
    Difference(ExprId, ExprId),
    /// The second, and tuples of the first whose first atom begins none of the second.
    Override(ExprId, ExprId),
    /// Tuples of the first and the second that meet in an atom, without it.
    Join(ExprId, ExprId),
    /// Tuples of the first followed by those of the second.
    Product(ExprId, ExprId),
    /// Pairs turned around.
    Transpose(ExprId),
    /// The smallest transitive relation around this one.
    Closure(ExprId),
    /// The same with every atom paired with itself.
    ReflexiveClosure(ExprId),
    /// Tuples of the second (a relation) that begin with an atom of the first (a set).
    RestrictDomain(ExprId, ExprId),
    /// Tuples of the first (a relation) that end with an atom of the second (a set).
    RestrictRange(ExprId, ExprId),
    /// The first if the formula holds, else the second.
    If(FormulaId, ExprId, ExprId),
    /// The tuples of values of the variables for which the formula holds.
    Comprehension(Box<[Declaration]>, FormulaId),
    /// The atom that stands for an integer; none if no atom does.
    IntToAtom(IntId),
}

/// How two integers compare, as signed numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntComparison {
    /// The same.
    Equal,
    /// Less.
    Less,
    /// Less or the same.
    LessOrEqual,
}

/// A formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// Every tuple of the first is in the second.
    Subset(ExprId, ExprId),
    /// Both have the same tuples.
    Equal(ExprId, ExprId),
    /// There is a tuple.
    Some(ExprId),
    /// There is none.
    No(ExprId),
    /// There is exactly one.
    One(ExprId),
    /// There is at most one.
    Lone(ExprId),
    /// It does not hold.
    Not(FormulaId),
    /// All hold.
    And(Box<[FormulaId]>),
    /// One holds at least.
    Or(Box<[FormulaId]>),
    /// The second holds if the first does.
    Implies(FormulaId, FormulaId),
    /// Both hold or none.
    Iff(FormulaId, FormulaId),
    /// It holds for all values of the variables.
    ForAll(Box<[Declaration]>, FormulaId),
    /// It holds for some values of the variables.
    Exists(Box<[Declaration]>, FormulaId),
    /// A comparison of integers.
    Compare(IntComparison, IntId, IntId),
}

/// An operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded towards zero. A division by zero counts as an overflow; its value is -1 for a dividend that is
    /// not negative and else 1.
    Div,
    /// Remainder with the dividend's sign. By zero: counts as an overflow; its value is the dividend.
    Rem,
    /// Shift to the left by the second, read without a sign. It overflows if the result is not the first times a power
    /// of two.
    Shl,
    /// Shift to the right by the second, read without a sign; zeros come in.
    Shr,
    /// Shift to the right by the second, read without a sign; copies of the sign come in.
    Sar,
    /// Conjunction of bits.
    And,
    /// Disjunction of bits.
    Or,
    /// Exclusive disjunction of bits.
    Xor,
}

/// An integer expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Int {
    /// A number.
    Constant(i64),
    /// The number of tuples.
    Cardinality(ExprId),
    /// The sum of the integers that the atoms of a set stand for; other atoms count as zero.
    Sum(ExprId),
    /// The sum over all values of the variables.
    SumOver(Box<[Declaration]>, IntId),
    /// Zero minus the number.
    Negate(IntId),
    /// Every bit turned.
    Not(IntId),
    /// An operation.
    Binary(IntOp, IntId, IntId),
    /// The first if the formula holds, else the second.
    If(FormulaId, IntId, IntId),
}

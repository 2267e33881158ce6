//! Declarations of variables.

use crate::ids::{ExprId, VariableId};

/// How many tuples of its bound a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// Exactly one.
    One,
    /// At most one.
    Lone,
    /// At least one.
    Some,
    /// Any number.
    Set,
}

impl Multiplicity {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Multiplicity::One => "one",
            Multiplicity::Lone => "lone",
            Multiplicity::Some => "some",
            Multiplicity::Set => "set",
        }
    }

    /// Whether a variable may stand for so many tuples.
    pub fn allows(self, count: usize) -> bool {
        match self {
            Multiplicity::One => count == 1,
            Multiplicity::Lone => count <= 1,
            Multiplicity::Some => count >= 1,
            Multiplicity::Set => true,
        }
    }
}

/// A variable with what it ranges over. The bound may use the variables declared before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declaration {
    /// What is declared.
    pub variable: VariableId,
    /// How many tuples of the bound it stands for. Others than `One` make a quantifier higher order.
    pub multiplicity: Multiplicity,
    /// Has the arity of the variable.
    pub bound: ExprId,
}

impl Declaration {
    /// A variable that stands for one tuple of the bound.
    pub fn one(variable: VariableId, bound: ExprId) -> Self {
        Self { variable, multiplicity: Multiplicity::One, bound }
    }

    /// A variable that stands for some tuples of the bound.
    pub fn with(variable: VariableId, multiplicity: Multiplicity, bound: ExprId) -> Self {
        Self { variable, multiplicity, bound }
    }
}

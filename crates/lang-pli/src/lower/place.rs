//! Where variables are.

use super::HANDLE;
use super::integers::Integers;
use crate::tree::Shape;
use effigy_ir::function::Operand;

/// Where a variable is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// An element of an object.
    Integer { object: Operand, index: Operand },
    /// All elements of an object.
    Array { object: Operand, limits: Limits },
}

/// The lowest and the highest subscript of an array.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub low: Operand,
    pub high: Operand,
    /// Whether it has them.
    pub known: Operand,
}

impl Limits {
    pub fn none(integers: Integers) -> Self {
        let (low, high) = (integers.small(1), integers.small(0));
        Self { low, high, known: Operand::Bool(false) }
    }
}

impl Place {
    /// A place from the operands that say where it is.
    pub fn from_operands(shape: &Shape, operands: &mut impl Iterator<Item = Operand>) -> Place {
        let mut next = || operands.next().unwrap_or(Operand::Undef(HANDLE));
        let object = next();
        match shape {
            Shape::Integer => Place::Integer { object, index: next() },
            Shape::Array(_) => {
                let (low, high, known) = (next(), next(), next());
                Place::Array { object, limits: Limits { low, high, known } }
            }
        }
    }

    /// The operands that say where it is.
    pub fn operands(&self) -> Vec<Operand> {
        match self.clone() {
            Place::Integer { object, index } => vec![object, index],
            Place::Array { object, limits } => {
                vec![object, limits.low, limits.high, limits.known]
            }
        }
    }

    pub fn object(&self) -> &Operand {
        match self {
            Place::Integer { object, .. } | Place::Array { object, .. } => object,
        }
    }
}

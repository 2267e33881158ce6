//! What a search for instances finds.

use effigy_base::budget::StopReason;

use crate::error::EvaluationError;
use crate::ids::{ConstraintId, RelationId, VariableId};
use crate::tuples::TupleSet;

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// All constraints hold here.
    Instance(Instance),
    /// There is no (further) instance.
    None(Core),
    /// Not decided; never to be taken for either of the others.
    Unknown(Why),
}

/// A value for each relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    pub(crate) relations: Vec<TupleSet>,
    pub(crate) skolems: Vec<Skolem>,
}

impl Instance {
    /// An instance with these values, in the order of the relations.
    pub fn new(relations: Vec<TupleSet>) -> Self {
        Self { relations, skolems: Vec::new() }
    }

    /// The value of a relation; none for one of another problem.
    pub fn value(&self, relation: RelationId) -> Option<&TupleSet> {
        self.relations.get(effigy_base::id::Id::index(relation))
    }

    /// The values of all relations, in the order of their making.
    pub fn values(&self) -> &[TupleSet] {
        &self.relations
    }

    /// The witnesses of existential quantifiers that were Skolemized.
    pub fn skolems(&self) -> &[Skolem] {
        &self.skolems
    }
}

/// A witness: what an existentially quantified variable stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Skolem {
    /// The variable.
    pub variable: VariableId,
    /// Its name.
    pub name: String,
    /// Variables of enclosing universal quantifiers that it depends on; their tuples come first in each tuple of `value`.
    pub parameters: Vec<VariableId>,
    /// Its value.
    pub value: TupleSet,
}

/// Constraints that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// In the order of their making. Empty when instances were found before and there are no more.
    pub constraints: Vec<ConstraintId>,
    /// Whether it was decided that every proper part of them has an instance.
    pub minimal: bool,
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The run was asked to stop.
    #[error("{}", .0.text())]
    Stopped(StopReason),
    /// The translation needs more memory than the run may use.
    #[error("translating the formula needs more memory than the run may use")]
    Memory,
    /// A variable that stands for sets is quantified universally.
    #[error(
        "`{variable}` is declared as {multiplicity} in a universal quantifier: quantification over sets is not supported there"
    )]
    HigherOrder {
        /// The variable's name.
        variable: String,
        /// Its multiplicity.
        multiplicity: &'static str,
    },
    /// An instance was found that cannot be evaluated.
    #[error("the instance found cannot be checked on the constraint `{label}`: {error}")]
    Unevaluated {
        /// The constraint's label.
        label: String,
        /// Why.
        error: EvaluationError,
    },
    /// A defect of this program: an instance that does not satisfy a constraint.
    #[error("internal error: the instance found does not satisfy the constraint `{label}`")]
    WrongInstance {
        /// The constraint's label.
        label: String,
    },
}

/// What integer operations that overflow mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Overflow {
    /// They make no instance: a comparison or other atomic formula in which one can occur is false; but where it depends
    /// on a variable that a universal quantifier binds to each integer, it is true of those integers. (Milicevic and
    /// Jackson, "Preventing arithmetic overflows in Alloy", ABZ 2012.)
    #[default]
    Forbid,
    /// The result wraps around.
    Wrap,
}

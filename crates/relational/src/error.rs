//! What makes a problem ill-formed, and why something in one cannot be evaluated.

use effigy_base::budget::StopReason;

/// Why a problem, or a part of one, cannot be stated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// Two atoms of a universe have one name.
    #[error("two atoms have the name `{0}`")]
    SameAtom(String),
    /// A universe is too large.
    #[error("a universe has at most 2^32 atoms, this one has more than {0}")]
    TooManyAtoms(usize),
    /// Tuples of length zero.
    #[error("a relation relates at least one atom")]
    NoArity,
    /// Something has another arity than needed.
    #[error("{what} has arity {found}, arity {expected} is needed")]
    Arity {
        /// What has it.
        what: String,
        /// The arity that is needed.
        expected: usize,
        /// Its arity.
        found: usize,
    },
    /// An operator on two operands of different arities.
    #[error("the operands of {operator} have arities {left} and {right}, which must be the same")]
    DifferentArities {
        /// The operator.
        operator: &'static str,
        /// Arity of the first.
        left: usize,
        /// Arity of the second.
        right: usize,
    },
    /// A join of two sets of atoms.
    #[error("the join of two sets of atoms has no arity")]
    JoinOfSets,
    /// Tuples of an expression cannot be numbered.
    #[error("tuples of arity {arity} over {atoms} atoms are too many to be numbered")]
    ArityTooLarge {
        /// The arity.
        arity: usize,
        /// Atoms of the universe.
        atoms: usize,
    },
    /// The lower bound of a relation is not below its upper bound.
    #[error("the lower bound of `{relation}` has a tuple that its upper bound lacks")]
    LowerBound {
        /// The relation's name.
        relation: String,
    },
    /// New bounds of a relation are wider than those that it has.
    #[error("the new bounds of `{relation}` allow what its bounds do not")]
    WiderBounds {
        /// The relation's name.
        relation: String,
    },
    /// An atom that the universe lacks.
    #[error("{what} has the atom {atom}, the universe has {atoms}")]
    NoSuchAtom {
        /// Where it is used.
        what: String,
        /// The atom's number.
        atom: u32,
        /// Atoms of the universe.
        atoms: usize,
    },
    /// An id of another problem.
    #[error("this problem has no such {0}")]
    NoSuch(&'static str),
    /// Integers are used in a problem that has none.
    #[error("the problem has no integers: state their width first")]
    NoIntegers,
    /// Integers are stated twice.
    #[error("the width of integers is stated already")]
    IntegersTwice,
    /// A width that integers cannot have.
    #[error("integers have a width from 1 to {most} bits, not {0}", most = crate::limits::MOST_WIDTH)]
    Width(u32),
    /// An integer that does not fit.
    #[error("the integer {number} does not fit into {width} bits")]
    TooWide {
        /// The integer.
        number: i64,
        /// The width of integers.
        width: u32,
    },
    /// Two atoms stand for one integer, or one for two.
    #[error("the atom or the integer of `{atom}` = {number} has another partner already")]
    SameInteger {
        /// The atom's name.
        atom: String,
        /// The integer.
        number: i64,
    },
    /// A declaration with a multiplicity that its construct cannot have.
    #[error(
        "`{variable}` is declared as {multiplicity} in {construct}, where a variable stands for one tuple"
    )]
    Multiplicity {
        /// The variable's name.
        variable: String,
        /// The multiplicity.
        multiplicity: &'static str,
        /// Where.
        construct: &'static str,
    },
    /// A comprehension declares a variable of more than one column.
    #[error("`{variable}` has arity {arity} in a comprehension, where variables stand for atoms")]
    ComprehensionArity {
        /// The variable's name.
        variable: String,
        /// Its arity.
        arity: usize,
    },
    /// Nodes are nested too deeply.
    #[error("nodes are nested more than {most} deep; balance long chains", most = crate::limits::MOST_DEPTH)]
    TooDeep,
    /// A quantifier, sum or comprehension declares nothing.
    #[error("{0} declares no variable")]
    NoDeclarations(&'static str),
    /// A constraint has a variable that nothing declares.
    #[error("the constraint `{label}` has the variable `{variable}`, which nothing declares there")]
    FreeVariable {
        /// The constraint's label.
        label: String,
        /// The variable's name.
        variable: String,
    },
}

/// Why something was not evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The run was asked to stop.
    #[error("{}", .0.text())]
    Stopped(StopReason),
    /// It has a variable that nothing declares.
    #[error("the variable `{0}` stands for nothing here")]
    FreeVariable(String),
    /// A quantifier over too many sets.
    #[error(
        "`{variable}` stands for subsets of {tuples} tuples, of which too many would have to be tried"
    )]
    TooManySets {
        /// The variable's name.
        variable: String,
        /// Tuples of its bound.
        tuples: usize,
    },
    /// A node or a value is of another problem.
    #[error("this problem has no such {0}")]
    NoSuch(&'static str),
}

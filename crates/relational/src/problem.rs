//! A problem: a universe, relations between bounds, and constraints on them.

mod exprs;
mod formulas;
mod ints;
mod scope;

use std::sync::Arc;

use effigy_base::id::IdVec;
use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::Atom;
use crate::error::ProblemError;
use crate::ids::{ConstraintId, ExprId, FormulaId, IntId, RelationId, VariableId};
use crate::limits::MOST_WIDTH;
use crate::node::{Expr, Formula, Int};
use crate::tuples::TupleSet;
use crate::universe::Universe;

/// A relation: it has every tuple of its lower bound and none outside of its upper bound.
#[derive(Clone, Debug)]
pub struct Relation {
    /// For people. Need not differ from those of others.
    pub name: String,
    /// What it has at least.
    pub lower: TupleSet,
    /// What it has at most.
    pub upper: TupleSet,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// For people. Need not differ from those of others.
    pub name: String,
    /// The arity of the tuples that it stands for.
    pub arity: usize,
}

/// A formula that must hold.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// For people, in a core.
    pub label: String,
    /// What must hold.
    pub formula: FormulaId,
}

/// The variables that a node has free, in order.
pub(crate) type FreeVariables = Arc<[VariableId]>;

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeData {
    /// Of an expression; 0 for other nodes.
    pub arity: usize,
    pub free: FreeVariables,
    /// Nodes on the longest way down.
    pub depth: u32,
    /// Whether an integer below may overflow.
    pub partial: bool,
    /// Whether there is a quantifier below.
    pub quantified: bool,
}

/// Integers of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Integers {
    pub width: u32,
    /// The atoms that stand for integers, in order of the atoms.
    pub atoms: Vec<(Atom, i64)>,
}

/// A universe, relations with bounds, and constraints. Expressions, formulas and integers are made by its methods, which
/// check arities and that ids are its own.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) universe: Universe,
    pub(crate) relations: IdVec<RelationId, Relation>,
    pub(crate) variables: IdVec<VariableId, Variable>,
    pub(crate) integers: Option<Integers>,
    pub(crate) exprs: Arena<ExprId, Expr, NodeData>,
    pub(crate) formulas: Arena<FormulaId, Formula, NodeData>,
    pub(crate) ints: Arena<IntId, Int, NodeData>,
    pub(crate) constraints: IdVec<ConstraintId, Constraint>,
}

impl Problem {
    /// A problem without relations and constraints.
    pub fn new(universe: Universe) -> Problem {
        Problem {
            universe,
            relations: IdVec::new(),
            variables: IdVec::new(),
            integers: None,
            exprs: Arena::new(),
            formulas: Arena::new(),
            ints: Arena::new(),
            constraints: IdVec::new(),
        }
    }

    /// Its atoms.
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// A new relation between these bounds.
    ///
    /// # Errors
    /// When the bounds differ in arity, have atoms that the universe lacks, or the lower one is not below the upper one.
    pub fn relation(
        &mut self,
        name: impl Into<String>,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Result<RelationId, ProblemError> {
        let name = name.into();
        self.check_bounds(&name, &lower, &upper)?;
        Ok(self.relations.push(Relation { name, lower, upper }))
    }

    /// A new relation with exactly these tuples.
    ///
    /// # Errors
    /// As [`Problem::relation`].
    pub fn exact_relation(
        &mut self,
        name: impl Into<String>,
        tuples: TupleSet,
    ) -> Result<RelationId, ProblemError> {
        self.relation(name, tuples.clone(), tuples)
    }

    /// Gives a relation narrower bounds.
    ///
    /// # Errors
    /// As [`Problem::relation`], and when they allow what the bounds until now do not.
    pub fn tighten(
        &mut self,
        relation: RelationId,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Result<(), ProblemError> {
        let old = self.relations.get(relation).ok_or(ProblemError::NoSuch("relation"))?;
        self.check_bounds(&old.name, &lower, &upper)?;
        if !old.lower.is_subset(&lower) || !upper.is_subset(&old.upper) {
            return Err(ProblemError::WiderBounds { relation: old.name.clone() });
        }
        let relation = &mut self.relations[relation];
        (relation.lower, relation.upper) = (lower, upper);
        Ok(())
    }

    fn check_bounds(
        &self,
        name: &str,
        lower: &TupleSet,
        upper: &TupleSet,
    ) -> Result<(), ProblemError> {
        if lower.arity() != upper.arity() {
            let what = format!("the lower bound of `{name}`");
            let (expected, found) = (upper.arity(), lower.arity());
            return Err(ProblemError::Arity { what, expected, found });
        }
        self.check_tuples(name, upper)?;
        self.check_tuples(name, lower)?;
        if !lower.is_subset(upper) {
            return Err(ProblemError::LowerBound { relation: name.to_owned() });
        }
        Ok(())
    }

    fn check_tuples(&self, what: &str, tuples: &TupleSet) -> Result<(), ProblemError> {
        self.check_arity(tuples.arity())?;
        let atoms = self.universe.len();
        match tuples.atoms().iter().find(|atom| atom.index() >= atoms) {
            Some(atom) => {
                Err(ProblemError::NoSuchAtom { what: format!("`{what}`"), atom: atom.0, atoms })
            }
            None => Ok(()),
        }
    }

    /// Whether tuples of this arity can be numbered.
    fn check_arity(&self, arity: usize) -> Result<(), ProblemError> {
        let atoms = self.universe.len();
        let exponent = u32::try_from(arity).unwrap_or(u32::MAX);
        match (atoms as u64).checked_pow(exponent) {
            Some(_) if arity <= 64 => Ok(()),
            _ => Err(ProblemError::ArityTooLarge { arity, atoms }),
        }
    }

    /// A relation's name and bounds; none for one of another problem.
    pub fn relation_data(&self, relation: RelationId) -> Option<&Relation> {
        self.relations.get(relation)
    }

    /// All relations, in the order of their making.
    pub fn relations(&self) -> impl DoubleEndedIterator<Item = (RelationId, &Relation)> {
        self.relations.iter()
    }

    /// States the width of integers in bits (two's complement), and which atoms stand for integers.
    ///
    /// # Errors
    /// When they are stated already, the width is none, an integer does not fit, or an atom or integer occurs twice.
    pub fn integers(&mut self, width: u32, atoms: &[(Atom, i64)]) -> Result<(), ProblemError> {
        if self.integers.is_some() {
            return Err(ProblemError::IntegersTwice);
        }
        if width == 0 || width > MOST_WIDTH {
            return Err(ProblemError::Width(width));
        }
        let mut numbers = FxHashMap::default();
        let mut sorted = atoms.to_vec();
        sorted.sort_unstable();
        for (place, &(atom, number)) in sorted.iter().enumerate() {
            if atom.index() >= self.universe.len() {
                let (what, atoms) = ("the integers".to_owned(), self.universe.len());
                return Err(ProblemError::NoSuchAtom { what, atom: atom.0, atoms });
            }
            if !fits(width, number) {
                return Err(ProblemError::TooWide { number, width });
            }
            let same_atom = place > 0 && sorted[place - 1].0 == atom;
            if numbers.insert(number, atom).is_some() || same_atom {
                let atom = self.universe.name(atom).to_owned();
                return Err(ProblemError::SameInteger { atom, number });
            }
        }
        self.integers = Some(Integers { width, atoms: sorted });
        Ok(())
    }

    /// Whether the value of an atom that stands for an integer is asked for.
    pub fn reads_integers(&self) -> bool {
        self.ints.nodes().any(|node| matches!(node, Int::Sum(_)))
    }

    /// The width of integers in bits, if the problem has integers.
    pub fn integer_width(&self) -> Option<u32> {
        self.integers.as_ref().map(|integers| integers.width)
    }

    /// The atoms that stand for integers, in the order of the universe.
    pub fn integer_atoms(&self) -> &[(Atom, i64)] {
        self.integers.as_ref().map_or(&[], |integers| &integers.atoms)
    }

    /// A new variable for tuples of this arity. It means something where a declaration binds it.
    ///
    /// # Errors
    /// When the arity is zero or too large.
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        arity: usize,
    ) -> Result<VariableId, ProblemError> {
        if arity == 0 {
            return Err(ProblemError::NoArity);
        }
        self.check_arity(arity)?;
        Ok(self.variables.push(Variable { name: name.into(), arity }))
    }

    /// A variable's name and arity; none for one of another problem.
    pub fn variable_data(&self, variable: VariableId) -> Option<&Variable> {
        self.variables.get(variable)
    }

    /// The node of an expression; none for one of another problem.
    pub fn expr(&self, expr: ExprId) -> Option<&Expr> {
        self.exprs.get(expr).map(|(node, _)| node)
    }

    /// The node of a formula; none for one of another problem.
    pub fn formula(&self, formula: FormulaId) -> Option<&Formula> {
        self.formulas.get(formula).map(|(node, _)| node)
    }

    /// The node of an integer; none for one of another problem.
    pub fn integer(&self, int: IntId) -> Option<&Int> {
        self.ints.get(int).map(|(node, _)| node)
    }

    /// Demands that a formula hold. A conjunction counts as one constraint in a core.
    ///
    /// # Errors
    /// When the formula has a variable that nothing declares, or is one of another problem.
    pub fn constrain(
        &mut self,
        label: impl Into<String>,
        formula: FormulaId,
    ) -> Result<ConstraintId, ProblemError> {
        let label = label.into();
        if let Some(variable) = self.data_of_formula(formula)?.free.first() {
            let variable = self.variables[*variable].name.clone();
            return Err(ProblemError::FreeVariable { label, variable });
        }
        Ok(self.constraints.push(Constraint { label, formula }))
    }

    /// A constraint's label and formula; none for one of another problem.
    pub fn constraint(&self, constraint: ConstraintId) -> Option<&Constraint> {
        self.constraints.get(constraint)
    }

    /// All constraints, in the order of their making.
    pub fn constraints(&self) -> impl DoubleEndedIterator<Item = (ConstraintId, &Constraint)> {
        self.constraints.iter()
    }
}

/// Whether a number is one of the signed numbers of so many bits.
pub(crate) fn fits(width: u32, number: i64) -> bool {
    let bound = 1i64 << (width - 1);
    (-bound..bound).contains(&number)
}

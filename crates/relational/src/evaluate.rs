//! Evaluates formulas, expressions and integers in an instance. It shares nothing with the translation to circuits, which
//! it checks: sets are sets, closures are walks, quantifiers are loops.

mod exprs;
mod formulas;
mod ints;

use effigy_base::budget::CancelToken;
use rustc_hash::FxHashMap;

use crate::error::EvaluationError;
use crate::found::{Instance, Overflow};
use crate::ids::{ExprId, FormulaId, IntId, VariableId};
use crate::problem::Problem;
use crate::tuples::TupleSet;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 1024;

/// Tuples of a bound of whose subsets all are tried.
const MOST_TRIED: usize = 16;

/// What a Skolemized variable stands for where the variables that it depends on stand for these tuples.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub level: usize,
    pub parameters: Vec<(VariableId, TupleSet)>,
    pub value: TupleSet,
}

/// A set, and whether an integer in it overflowed.
#[derive(Clone)]
struct Set {
    tuples: TupleSet,
    undefined: bool,
}

/// A number, and whether it overflowed.
#[derive(Clone, Copy)]
struct Whole {
    number: i64,
    undefined: bool,
}

struct Bound {
    variable: VariableId,
    value: TupleSet,
    /// What an overflow makes of atomic formulas below an even number of negations.
    absorbs: Option<bool>,
}

/// Where in a formula the evaluation is.
#[derive(Clone, Copy, Default)]
struct Place {
    negated: bool,
    inside: bool,
    base: usize,
}

/// Evaluates in one instance.
pub struct Evaluator<'a> {
    problem: &'a Problem,
    instance: &'a Instance,
    forbid: bool,
    cancel: CancelToken,
    known: FxHashMap<FormulaId, Vec<Known>>,
    bindings: Vec<Bound>,
    place: Place,
    /// Values of what has no free variables.
    closed: FxHashMap<ExprId, Set>,
    nodes: u32,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of a problem's formulas in an instance.
    pub fn new(problem: &'a Problem, instance: &'a Instance, overflow: Overflow) -> Self {
        Self {
            problem,
            instance,
            forbid: overflow == Overflow::Forbid,
            cancel: CancelToken::new(),
            known: FxHashMap::default(),
            bindings: Vec::new(),
            place: Place::default(),
            closed: FxHashMap::default(),
            nodes: 0,
        }
    }

    /// Stops when the token asks for it.
    #[must_use]
    pub fn until(self, cancel: &CancelToken) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    /// Tries these values first for variables of existential quantifiers.
    pub(crate) fn with(self, known: FxHashMap<FormulaId, Vec<Known>>) -> Self {
        Self { known, ..self }
    }

    /// Whether a formula without free variables holds; nothing where an overflow leaves that open, which counts as an
    /// unsatisfied constraint.
    ///
    /// # Errors
    /// When it has a free variable, a quantifier over too many sets, or it is time to stop.
    pub fn holds(&mut self, formula: FormulaId) -> Result<Option<bool>, EvaluationError> {
        let data = self.problem.formulas.get(formula).ok_or(EvaluationError::NoSuch("formula"))?;
        self.check_closed(&data.1.free)?;
        self.start();
        self.formula(formula)
    }

    /// The value of an expression without free variables; nothing where an integer in it overflows.
    ///
    /// # Errors
    /// As [`Evaluator::holds`].
    pub fn value(&mut self, expr: ExprId) -> Result<Option<TupleSet>, EvaluationError> {
        let data = self.problem.exprs.get(expr).ok_or(EvaluationError::NoSuch("expression"))?;
        self.check_closed(&data.1.free)?;
        self.start();
        let set = self.expr(expr)?;
        Ok((!set.undefined).then_some(set.tuples))
    }

    /// The value of an integer without free variables; nothing where it overflows.
    ///
    /// # Errors
    /// As [`Evaluator::holds`].
    pub fn number(&mut self, int: IntId) -> Result<Option<i64>, EvaluationError> {
        let data = self.problem.ints.get(int).ok_or(EvaluationError::NoSuch("integer"))?;
        self.check_closed(&data.1.free)?;
        self.start();
        let whole = self.int(int)?;
        Ok((!whole.undefined).then_some(whole.number))
    }

    fn start(&mut self) {
        self.bindings.clear();
        self.place = Place::default();
    }

    fn check_closed(&self, free: &[VariableId]) -> Result<(), EvaluationError> {
        match free.first() {
            None => Ok(()),
            Some(variable) => {
                let name = self.problem.variables[*variable].name.clone();
                Err(EvaluationError::FreeVariable(name))
            }
        }
    }

    fn step(&mut self) -> Result<(), EvaluationError> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS)
            && let Some(reason) = self.cancel.reason()
        {
            return Err(EvaluationError::Stopped(reason));
        }
        Ok(())
    }

    /// Enters an expression or an integer; gives the place to come back to.
    fn enter(&mut self) -> Place {
        let place = self.place;
        self.place = Place { negated: false, inside: true, base: self.bindings.len() };
        place
    }

    /// What an overflow of something with these free variables makes of an atomic formula here.
    fn absorbs(&self, free: &[VariableId]) -> Option<bool> {
        for (index, bound) in self.bindings.iter().enumerate().skip(self.place.base).rev() {
            let hidden = self.bindings[index + 1..].iter().any(|b| b.variable == bound.variable);
            if !hidden
                && free.contains(&bound.variable)
                && let Some(value) = bound.absorbs
            {
                return Some(value != self.place.negated);
            }
        }
        None
    }
}

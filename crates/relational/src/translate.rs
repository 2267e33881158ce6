//! From a problem to a circuit: expressions to matrices, formulas to literals, quantifiers by grounding or Skolemization.
//!
//! Formulas have three values, because an integer may overflow: a literal says that a formula holds, another one that it
//! does not; where no overflow can occur, the second is the first one negated. An atomic formula over an integer that
//! overflowed is neither, unless the innermost variable over the integers on which that integer depends decides: what a
//! universal quantifier binds makes it hold, what an existential one or a comprehension binds makes it not hold, and the
//! other way around below an odd number of negations. A constraint must hold.

mod cache;
mod environment;
mod exprs;
mod formulas;
mod ints;
mod quantifiers;

use std::rc::Rc;

use effigy_base::budget::CancelToken;
use effigy_base::id::Id;
use effigy_solver::circuit::{Circuit, Lit};

use crate::found::{Overflow, Why};
use crate::ids::{ExprId, FormulaId, IntId, VariableId};
use crate::matrix::{Matrix, Room};
use crate::options::FinderOptions;
use crate::problem::Problem;
use cache::Cache;
use environment::Environment;

/// Nodes and tuples of variables between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 64;

/// Where a formula holds and where it does not.
#[derive(Clone, Copy)]
pub(crate) struct Truth {
    pub yes: Lit,
    pub no: Lit,
}

impl Truth {
    fn of(lit: Lit) -> Self {
        Self { yes: lit, no: !lit }
    }
}

/// The value of an expression.
#[derive(Clone)]
pub(crate) struct Value {
    pub matrix: Rc<Matrix>,
    /// Where an integer in it overflowed.
    pub undefined: Lit,
}

/// The value of an integer.
#[derive(Clone)]
pub(crate) struct Number {
    /// Two's complement, lowest bit first, at most as wide as integers are, and not empty.
    pub bits: Rc<[Lit]>,
    /// Where it overflowed.
    pub undefined: Lit,
}

/// A variable that was replaced by inputs.
pub(crate) struct Witness {
    /// The quantifier, and which of its declarations.
    pub formula: FormulaId,
    pub level: usize,
    pub variable: VariableId,
    /// The tuples of the enclosing variables that stand for one tuple each.
    pub parameters: Vec<(VariableId, u64)>,
    pub value: Rc<Matrix>,
}

/// A translation under way.
pub(crate) struct Translator<'a> {
    problem: &'a Problem,
    room: Room<'a>,
    forbid: bool,
    relations: &'a [Rc<Matrix>],
    environment: Environment,
    exprs: Cache<Value>,
    formulas: Cache<Truth>,
    ints: Cache<Number>,
    witnesses: Vec<Witness>,
    /// What holds of the witnesses that are sought, though not of all that there are.
    tight: Vec<Lit>,
    /// Where integers of atomic formulas and bounds overflow.
    overflows: Vec<Lit>,
    nodes: u32,
}

impl<'a> Translator<'a> {
    pub fn new(
        problem: &'a Problem,
        circuit: &'a mut Circuit,
        cancel: &'a CancelToken,
        relations: &'a [Rc<Matrix>],
        options: FinderOptions,
    ) -> Self {
        let room = Room { circuit, atoms: problem.universe.len() as u64, cancel };
        Self {
            problem,
            room,
            forbid: options.overflow == Overflow::Forbid,
            relations,
            environment: Environment::new(options.witnesses_below),
            exprs: Cache::default(),
            formulas: Cache::default(),
            ints: Cache::default(),
            witnesses: Vec::new(),
            tight: Vec::new(),
            overflows: Vec::new(),
            nodes: 0,
        }
    }

    /// Where a constraint's formula holds.
    pub fn constraint(&mut self, formula: FormulaId) -> Result<Lit, Why> {
        self.room.check()?;
        Ok(self.formula(formula)?.yes)
    }

    /// The variables that were replaced by inputs, and what is to be demanded besides the constraints: it rejects no
    /// instance, only some of its witnesses.
    pub fn into_witnesses(self) -> (Vec<Witness>, Vec<Lit>) {
        (self.witnesses, self.tight)
    }

    /// Where something overflows.
    pub fn into_overflows(self) -> Vec<Lit> {
        self.overflows
    }

    fn step(&mut self) -> Result<(), Why> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) { self.room.check() } else { Ok(()) }
    }

    fn expr(&mut self, id: ExprId) -> Result<Value, Why> {
        let key = self.environment.key(id.index(), self.problem.exprs.data(id), false);
        if let Some(value) = self.exprs.get(&key) {
            return Ok(value.clone());
        }
        self.step()?;
        let value = self.make_expr(id)?;
        self.exprs.insert(key, value.clone());
        Ok(value)
    }

    fn formula(&mut self, id: FormulaId) -> Result<Truth, Why> {
        let key = self.environment.key(id.index(), self.problem.formulas.data(id), true);
        if let Some(truth) = self.formulas.get(&key) {
            return Ok(*truth);
        }
        self.step()?;
        let truth = self.make_formula(id)?;
        self.formulas.insert(key, truth);
        Ok(truth)
    }

    fn int(&mut self, id: IntId) -> Result<Number, Why> {
        let key = self.environment.key(id.index(), self.problem.ints.data(id), false);
        if let Some(number) = self.ints.get(&key) {
            return Ok(number.clone());
        }
        self.step()?;
        let number = self.make_int(id)?;
        self.ints.insert(key, number.clone());
        Ok(number)
    }
}

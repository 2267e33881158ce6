//! Whether anything was left out because an integer overflows.

use crate::found::{Overflow, Why};
use crate::matrix::{Matrix, Room};
use crate::options::FinderOptions;
use crate::problem::Problem;
use crate::translate::Translator;
use effigy_base::budget::CancelToken;
use effigy_solver::circuit::{Circuit, Lit, Solved};
use std::rc::Rc;

impl Problem {
    /// Whether an integer overflows in some instance of the constraints in which no integer can overflow. Where it does not,
    /// [`Overflow::Forbid`] left nothing out. True also where that is not known in time.
    pub fn overflows(&self, cancel: &CancelToken) -> bool {
        let partial =
            |constraint: &crate::Constraint| self.formulas.data(constraint.formula).partial;
        self.constraints().any(|(_, constraint)| partial(constraint))
            && self.some_overflow(cancel).unwrap_or(true)
    }

    fn some_overflow(&self, cancel: &CancelToken) -> Result<bool, Why> {
        let mut circuit = Circuit::new();
        let relations = relations(self, &mut circuit, cancel)?;
        let options = FinderOptions { overflow: Overflow::Forbid, ..FinderOptions::default() };
        let mut translator = Translator::new(self, &mut circuit, cancel, &relations, options);
        let mut demanded = Vec::new();
        for (_, constraint) in self.constraints() {
            let lit = translator.constraint(constraint.formula)?;
            if !self.formulas.data(constraint.formula).partial {
                demanded.push(lit);
            }
        }
        let overflows = translator.into_overflows();
        if overflows.is_empty() {
            return Ok(false);
        }
        let some = circuit.or_all(overflows);
        for lit in demanded.into_iter().chain([some]) {
            circuit.assert(lit);
        }
        Ok(!matches!(circuit.solve(&[], cancel), Solved::Unsat))
    }
}

/// The tuples of each relation, as far as they are not certain or impossible.
pub(crate) fn relations(
    problem: &Problem,
    circuit: &mut Circuit,
    cancel: &CancelToken,
) -> Result<Vec<Rc<Matrix>>, Why> {
    let room = Room { circuit, atoms: problem.universe().len() as u64, cancel };
    let mut relations = Vec::with_capacity(problem.relations.len());
    for (_, relation) in problem.relations() {
        room.check()?;
        let mut entries = Vec::with_capacity(relation.upper.len());
        for tuple in &relation.upper {
            let certain = relation.lower.contains(tuple);
            let lit = if certain { Lit::TRUE } else { room.circuit.input() };
            entries.push((room.number(tuple), lit));
        }
        relations.push(Rc::new(Matrix { arity: relation.upper.arity(), entries }));
    }
    Ok(relations)
}

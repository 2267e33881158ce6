//! Formulas to literals.

use effigy_solver::circuit::Lit;

use super::{Translator, Truth};
use crate::found::Why;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::node::{Formula, IntComparison};
use crate::problem::FreeVariables;

impl Translator<'_> {
    pub(super) fn make_formula(&mut self, id: FormulaId) -> Result<Truth, Why> {
        let problem = self.problem;
        match problem.formulas.node(id) {
            Formula::Constant(value) => Ok(Truth::of(Lit::constant(*value))),
            Formula::Subset(a, b) => self.related(*a, *b, false),
            Formula::Equal(a, b) => self.related(*a, *b, true),
            Formula::Some(_) | Formula::No(_) | Formula::One(_) | Formula::Lone(_) => {
                self.counted(problem.formulas.node(id))
            }
            Formula::Not(a) => {
                let Truth { yes, no } = self.negated(*a)?;
                Ok(Truth { yes: no, no: yes })
            }
            Formula::And(all) => self.all(all, true),
            Formula::Or(all) => self.all(all, false),
            Formula::Implies(a, b) => self.implies(*a, *b),
            Formula::Iff(a, b) => self.iff(id, *a, *b),
            Formula::ForAll(declarations, body) => self.quantifier(id, true, declarations, *body),
            Formula::Exists(declarations, body) => self.quantifier(id, false, declarations, *body),
            Formula::Compare(how, a, b) => self.compare(*how, *a, *b),
        }
    }

    fn related(&mut self, a: ExprId, b: ExprId, equal: bool) -> Result<Truth, Why> {
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        let lit = if equal {
            self.room.equal(&left.matrix, &right.matrix)
        } else {
            self.room.subset(&left.matrix, &right.matrix)
        };
        let problem = self.problem;
        let free = |expr| &problem.exprs.data(expr).free;
        Ok(self.atom(lit, &[(left.undefined, free(a)), (right.undefined, free(b))]))
    }

    fn counted(&mut self, node: &Formula) -> Result<Truth, Why> {
        let (Formula::Some(expr) | Formula::No(expr) | Formula::One(expr) | Formula::Lone(expr)) =
            node
        else {
            return Ok(Truth::of(Lit::FALSE));
        };
        let value = self.expr(*expr)?;
        let lit = match node {
            Formula::Some(_) => self.room.some(&value.matrix),
            Formula::No(_) => !self.room.some(&value.matrix),
            Formula::One(_) => self.room.one(&value.matrix),
            _ => self.room.lone(&value.matrix),
        };
        let problem = self.problem;
        Ok(self.atom(lit, &[(value.undefined, &problem.exprs.data(*expr).free)]))
    }

    fn compare(&mut self, how: IntComparison, a: IntId, b: IntId) -> Result<Truth, Why> {
        let (left, right) = (self.int(a)?, self.int(b)?);
        let lit = self.compared(how, &left.bits, &right.bits);
        let problem = self.problem;
        let free = |int| &problem.ints.data(int).free;
        Ok(self.atom(lit, &[(left.undefined, free(a)), (right.undefined, free(b))]))
    }

    /// An atomic formula over what is undefined under these literals and has these variables free.
    pub(super) fn atom(&mut self, lit: Lit, operands: &[(Lit, &FreeVariables)]) -> Truth {
        if operands.iter().all(|(undefined, _)| *undefined == Lit::FALSE) {
            return Truth::of(lit);
        }
        // Where an overflow makes it hold, not hold, or neither.
        let (mut held, mut failed, mut open) = (Lit::FALSE, Lit::FALSE, Lit::FALSE);
        for (undefined, free) in operands {
            if *undefined != Lit::FALSE {
                self.overflows.push(*undefined);
            }
            let decided = match self.environment.absorbs(free) {
                Some(true) => &mut held,
                Some(false) => &mut failed,
                None => &mut open,
            };
            *decided = self.room.circuit.or(*decided, *undefined);
        }
        let circuit = &mut *self.room.circuit;
        let contested = circuit.and(held, failed);
        let settled = !circuit.or(open, contested);
        let holds = circuit.or(lit, held);
        let yes = circuit.and_all([settled, !failed, holds]);
        let fails = circuit.or(!lit, failed);
        let no = circuit.and_all([settled, !held, fails]);
        Truth { yes, no }
    }

    /// A formula below a negation.
    fn negated(&mut self, id: FormulaId) -> Result<Truth, Why> {
        self.environment.place.negated ^= true;
        let truth = self.formula(id);
        self.environment.place.negated ^= true;
        truth
    }

    /// A conjunction or a disjunction.
    fn all(&mut self, formulas: &[FormulaId], conjunction: bool) -> Result<Truth, Why> {
        let mut truths = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            let truth = self.formula(formula)?;
            let decides = if conjunction { truth.no } else { truth.yes };
            if decides == Lit::TRUE {
                return Ok(truth);
            }
            truths.push(truth);
        }
        Ok(self.combine(&truths, conjunction))
    }

    pub(super) fn combine(&mut self, truths: &[Truth], conjunction: bool) -> Truth {
        let circuit = &mut *self.room.circuit;
        let (yes, no) = (truths.iter().map(|t| t.yes), truths.iter().map(|t| t.no));
        let total = truths.iter().all(|t| t.yes == !t.no);
        match (conjunction, total) {
            (true, true) => Truth::of(circuit.and_all(yes)),
            (false, true) => Truth::of(circuit.or_all(yes)),
            (true, false) => Truth { yes: circuit.and_all(yes), no: circuit.or_all(no) },
            (false, false) => Truth { yes: circuit.or_all(yes), no: circuit.and_all(no) },
        }
    }

    fn implies(&mut self, a: FormulaId, b: FormulaId) -> Result<Truth, Why> {
        let Truth { yes, no } = self.negated(a)?;
        if no == Lit::TRUE {
            return Ok(Truth::of(Lit::TRUE));
        }
        let then = self.formula(b)?;
        Ok(self.combine(&[Truth { yes: no, no: yes }, then], false))
    }

    /// Both hold or both do not: their parts stand below an even and an odd number of negations.
    fn iff(&mut self, id: FormulaId, a: FormulaId, b: FormulaId) -> Result<Truth, Why> {
        let data = self.problem.formulas.data(id);
        let (left, right) = (self.formula(a)?, self.formula(b)?);
        if !data.partial && !data.quantified {
            return Ok(Truth::of(self.room.circuit.iff(left.yes, right.yes)));
        }
        let (odd_left, odd_right) = (self.negated(a)?, self.negated(b)?);
        let circuit = &mut *self.room.circuit;
        let both = circuit.and(left.yes, right.yes);
        let neither = circuit.and(odd_left.no, odd_right.no);
        let yes = circuit.or(both, neither);
        let not_both = circuit.or(left.no, right.no);
        let not_neither = circuit.or(odd_left.yes, odd_right.yes);
        Ok(Truth { yes, no: circuit.and(not_both, not_neither) })
    }
}

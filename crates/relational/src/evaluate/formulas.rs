//! Whether formulas hold.

use super::{Bound, Evaluator, Known, MOST_TRIED};
use crate::declaration::{Declaration, Multiplicity};
use crate::error::EvaluationError;
use crate::ids::{ExprId, FormulaId};
use crate::node::{Formula, IntComparison};
use crate::problem::FreeVariables;
use crate::tuples::TupleSet;

type Answer = Result<Option<bool>, EvaluationError>;

/// A quantified formula, of which the first so many declarations are bound.
#[derive(Clone, Copy)]
struct Quantified<'d> {
    id: FormulaId,
    universal: bool,
    declarations: &'d [Declaration],
    level: usize,
    body: FormulaId,
}

/// The conjunction or disjunction so far.
struct Junction {
    conjunction: bool,
    open: bool,
}

impl Junction {
    fn new(conjunction: bool) -> Self {
        Self { conjunction, open: false }
    }

    /// One part more; whether it decides.
    fn decides(&mut self, part: Option<bool>) -> bool {
        self.open |= part.is_none();
        part == Some(!self.conjunction)
    }

    fn decided(&self) -> Option<bool> {
        Some(!self.conjunction)
    }

    fn end(&self) -> Option<bool> {
        if self.open { None } else { Some(self.conjunction) }
    }
}

impl Evaluator<'_> {
    pub(super) fn formula(&mut self, id: FormulaId) -> Answer {
        self.step()?;
        let problem = self.problem;
        match problem.formulas.node(id) {
            Formula::Constant(value) => Ok(Some(*value)),
            Formula::Subset(a, b) => self.related(*a, *b, TupleSet::is_subset),
            Formula::Equal(a, b) => self.related(*a, *b, |a, b| a == b),
            Formula::Some(a) => self.counted(*a, |count| count > 0),
            Formula::No(a) => self.counted(*a, |count| count == 0),
            Formula::One(a) => self.counted(*a, |count| count == 1),
            Formula::Lone(a) => self.counted(*a, |count| count <= 1),
            Formula::Not(a) => Ok(self.negated(*a)?.map(|value| !value)),
            Formula::And(all) => self.all(all, true),
            Formula::Or(all) => self.all(all, false),
            Formula::Implies(a, b) => {
                let mut junction = Junction::new(false);
                let a = self.negated(*a)?.map(|value| !value);
                if junction.decides(a) {
                    return Ok(junction.decided());
                }
                let b = self.formula(*b)?;
                Ok(if junction.decides(b) { junction.decided() } else { junction.end() })
            }
            Formula::Iff(a, b) => self.iff(*a, *b),
            Formula::ForAll(declarations, body) => {
                let body = *body;
                self.quantify(Quantified { id, universal: true, declarations, level: 0, body })
            }
            Formula::Exists(declarations, body) => {
                let body = *body;
                self.quantify(Quantified { id, universal: false, declarations, level: 0, body })
            }
            Formula::Compare(how, a, b) => {
                let (left, right) = (self.int(*a)?, self.int(*b)?);
                let holds = match how {
                    IntComparison::Equal => left.number == right.number,
                    IntComparison::Less => left.number < right.number,
                    IntComparison::LessOrEqual => left.number <= right.number,
                };
                let free = |int| &problem.ints.data(int).free;
                let operands = [(left.undefined, free(*a)), (right.undefined, free(*b))];
                Ok(self.atom(holds, &operands))
            }
        }
    }

    fn related(
        &mut self,
        a: ExprId,
        b: ExprId,
        holds: impl FnOnce(&TupleSet, &TupleSet) -> bool,
    ) -> Answer {
        let problem = self.problem;
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        let free = |expr| &problem.exprs.data(expr).free;
        let operands = [(left.undefined, free(a)), (right.undefined, free(b))];
        Ok(self.atom(holds(&left.tuples, &right.tuples), &operands))
    }

    fn counted(&mut self, a: ExprId, holds: impl FnOnce(usize) -> bool) -> Answer {
        let problem = self.problem;
        let set = self.expr(a)?;
        let operands = [(set.undefined, &problem.exprs.data(a).free)];
        Ok(self.atom(holds(set.tuples.len()), &operands))
    }

    /// An atomic formula over operands that may have overflowed.
    fn atom(&self, holds: bool, operands: &[(bool, &FreeVariables)]) -> Option<bool> {
        let mut made = None;
        for (_, free) in operands.iter().filter(|(undefined, _)| *undefined) {
            let here = self.absorbs(free)?;
            if made.is_some_and(|before| before != here) {
                return None;
            }
            made = Some(here);
        }
        made.or(Some(holds))
    }

    fn negated(&mut self, id: FormulaId) -> Answer {
        self.place.negated ^= true;
        let answer = self.formula(id);
        self.place.negated ^= true;
        answer
    }

    fn all(&mut self, formulas: &[FormulaId], conjunction: bool) -> Answer {
        let mut junction = Junction::new(conjunction);
        for formula in formulas {
            let part = self.formula(*formula)?;
            if junction.decides(part) {
                return Ok(junction.decided());
            }
        }
        Ok(junction.end())
    }

    /// Both hold, or both do not: (a and b) or (not a and not b).
    fn iff(&mut self, a: FormulaId, b: FormulaId) -> Answer {
        let both = self.all(&[a, b], true)?;
        if both == Some(true) {
            return Ok(both);
        }
        let mut neither = Junction::new(true);
        for part in [a, b] {
            let part = self.negated(part)?.map(|value| !value);
            if neither.decides(part) {
                return Ok(both);
            }
        }
        match neither.end() {
            Some(true) => Ok(Some(true)),
            _ => Ok(None),
        }
    }

    fn quantify(&mut self, formula: Quantified<'_>) -> Answer {
        let Some(declaration) = formula.declarations.get(formula.level) else {
            return self.formula(formula.body);
        };
        let bound = self.expr(declaration.bound)?;
        if bound.undefined {
            let free = &self.problem.exprs.data(declaration.bound).free;
            return Ok(self.absorbs(free));
        }
        let first_order = declaration.multiplicity == Multiplicity::One;
        if !self.place.inside && formula.universal == self.place.negated {
            let known = self.known_values(formula);
            let sought = Some(!formula.universal);
            for value in &known {
                let allowed = declaration.multiplicity.allows(value.len());
                if allowed
                    && value.is_subset(&bound.tuples)
                    && self.bound_to(formula, declaration, value.clone())? == sought
                {
                    return Ok(sought);
                }
            }
            if !known.is_empty() && !first_order {
                return Ok(None);
            }
        }
        let mut junction = Junction::new(formula.universal);
        if first_order {
            for tuple in &bound.tuples {
                let mut value = TupleSet::empty(tuple.len());
                value.insert(tuple);
                let part = self.bound_to(formula, declaration, value)?;
                if junction.decides(part) {
                    return Ok(junction.decided());
                }
            }
            return Ok(junction.end());
        }
        let count = bound.tuples.len();
        if count > MOST_TRIED {
            let variable = self.problem.variables[declaration.variable].name.clone();
            return Err(EvaluationError::TooManySets { variable, tuples: count });
        }
        for chosen in 0u32..1 << count {
            if !declaration.multiplicity.allows(chosen.count_ones() as usize) {
                continue;
            }
            let mut place = 0;
            let value = bound.tuples.filter(|_| {
                place += 1;
                chosen >> (place - 1) & 1 == 1
            });
            let part = self.bound_to(formula, declaration, value)?;
            if junction.decides(part) {
                return Ok(junction.decided());
            }
        }
        Ok(junction.end())
    }

    fn bound_to(
        &mut self,
        formula: Quantified<'_>,
        declaration: &Declaration,
        value: TupleSet,
    ) -> Answer {
        let integers = self.forbid && self.problem.over_integers(declaration);
        let absorbs = integers.then_some(formula.universal != self.place.negated);
        self.bindings.push(Bound { variable: declaration.variable, value, absorbs });
        let answer = self.quantify(Quantified { level: formula.level + 1, ..formula });
        self.bindings.pop();
        answer
    }

    /// Values that a search has found for the variable that is bound next.
    fn known_values(&self, formula: Quantified<'_>) -> Vec<TupleSet> {
        let stands_for = |variable, value: &TupleSet| {
            let found = self.bindings.iter().rfind(|bound| bound.variable == variable);
            found.is_some_and(|bound| bound.value == *value)
        };
        let fits = |known: &&Known| {
            known.level == formula.level
                && known.parameters.iter().all(|(variable, value)| stands_for(*variable, value))
        };
        let known = self.known.get(&formula.id).into_iter().flatten();
        known.filter(fits).map(|known| known.value.clone()).collect()
    }
}

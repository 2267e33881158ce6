//! Quantifiers: grounded, or Skolemized where they are existential.

use std::rc::Rc;

use effigy_solver::circuit::Lit;

use super::environment::Binding;
use super::{Translator, Truth, Value, Witness};
use crate::declaration::{Declaration, Multiplicity};
use crate::found::Why;
use crate::ids::FormulaId;
use crate::matrix::Matrix;

/// A quantified formula, of which the first so many declarations are bound.
#[derive(Clone, Copy)]
struct Quantified<'d> {
    id: FormulaId,
    universal: bool,
    declarations: &'d [Declaration],
    level: usize,
    body: FormulaId,
}

impl Translator<'_> {
    pub(super) fn quantifier(
        &mut self,
        id: FormulaId,
        universal: bool,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Result<Truth, Why> {
        self.quantify(Quantified { id, universal, declarations, level: 0, body })
    }

    fn quantify(&mut self, formula: Quantified<'_>) -> Result<Truth, Why> {
        let Some(declaration) = formula.declarations.get(formula.level) else {
            return self.formula(formula.body);
        };
        let bound = self.expr(declaration.bound)?;
        let place = self.environment.place;
        let existential = formula.universal == place.negated && !place.inside;
        let truth = if declaration.multiplicity != Multiplicity::One {
            if !existential {
                return Err(Why::HigherOrder {
                    variable: self.problem.variables[declaration.variable].name.clone(),
                    multiplicity: declaration.multiplicity.word(),
                });
            }
            self.skolemize(formula, declaration, &bound)?
        } else if existential && place.grounded <= self.environment.witnesses_below {
            self.skolemize(formula, declaration, &bound)?
        } else {
            self.ground(formula, declaration, &bound)?
        };
        if bound.undefined == Lit::FALSE {
            return Ok(truth);
        }
        self.overflows.push(bound.undefined);
        // As an atomic formula over the bound: where that overflowed, it is undefined or decided by a variable.
        let free = &self.problem.exprs.data(declaration.bound).free;
        let absorbs = self.environment.absorbs(free);
        let circuit = &mut *self.room.circuit;
        let value = |circuit: &mut effigy_solver::circuit::Circuit, lit, here| match here {
            true => circuit.or(lit, bound.undefined),
            false => circuit.and(lit, !bound.undefined),
        };
        let yes = value(circuit, truth.yes, absorbs == Some(true));
        let no = value(circuit, truth.no, absorbs == Some(false));
        Ok(Truth { yes, no })
    }

    /// What overflows that depend on the variable make of atomic formulas, below an even number of negations up to the
    /// constraint.
    fn absorbs(&self, formula: Quantified<'_>, declaration: &Declaration) -> Option<bool> {
        let integers = self.forbid && self.problem.over_integers(declaration);
        integers.then_some(formula.universal != self.environment.place.negated)
    }

    fn ground(
        &mut self,
        formula: Quantified<'_>,
        declaration: &Declaration,
        bound: &Value,
    ) -> Result<Truth, Why> {
        let absorbs = self.absorbs(formula, declaration);
        let mut truths = Vec::with_capacity(bound.matrix.entries.len());
        self.for_each(declaration, &bound.matrix, absorbs, |this, _, member| {
            let next = Quantified { level: formula.level + 1, ..formula };
            let truth = this.quantify(next)?;
            let outside = if formula.universal {
                Truth { yes: !member, no: member }
            } else {
                Truth { yes: member, no: !member }
            };
            let truth = this.combine(&[outside, truth], !formula.universal);
            truths.push(truth);
            let decides = if formula.universal { truth.no } else { truth.yes };
            Ok(decides != Lit::TRUE)
        })?;
        Ok(self.combine(&truths, formula.universal))
    }

    /// Replaces the variable by inputs: a witness, if there is one.
    fn skolemize(
        &mut self,
        formula: Quantified<'_>,
        declaration: &Declaration,
        bound: &Value,
    ) -> Result<Truth, Why> {
        let mut entries = Vec::with_capacity(bound.matrix.entries.len());
        let mut within = Vec::with_capacity(bound.matrix.entries.len());
        for &(tuple, member) in &bound.matrix.entries {
            let input = self.room.circuit.input();
            entries.push((tuple, input));
            within.push(self.room.circuit.or(!input, member));
        }
        self.nothing_outside(formula, &entries);
        let value = Rc::new(Matrix { arity: bound.matrix.arity, entries });
        within.push(match declaration.multiplicity {
            Multiplicity::One => self.room.one(&value),
            Multiplicity::Lone => self.room.lone(&value),
            Multiplicity::Some => self.room.some(&value),
            Multiplicity::Set => Lit::TRUE,
        });
        let chosen = self.room.circuit.and_all(within);
        self.witnesses.push(Witness {
            formula: formula.id,
            level: formula.level,
            variable: declaration.variable,
            parameters: self.parameters(formula),
            value: value.clone(),
        });
        let identity = self.environment.fresh_identity();
        let absorbs = self.absorbs(formula, declaration);
        let variable = declaration.variable;
        self.environment.push(Binding {
            variable,
            value,
            identity,
            tuple: None,
            member: Lit::TRUE,
            absorbs,
        });
        let truth = self.quantify(Quantified { level: formula.level + 1, ..formula });
        self.environment.pop();
        let truth = truth?;
        // Only the side that is asked for under the polarity has a meaning.
        Ok(if formula.universal {
            let no = self.room.circuit.and(chosen, truth.no);
            Truth { yes: !no, no }
        } else {
            Truth::of(self.room.circuit.and(chosen, truth.yes))
        })
    }

    /// Demands that a witness be empty where a variable that it depends on stands for no member: there it does not matter,
    /// but symmetry predicates compare it.
    fn nothing_outside(&mut self, formula: Quantified<'_>, entries: &[(u64, Lit)]) {
        let parameters = self.parameters(formula);
        let members = parameters.iter().filter_map(|(variable, _)| {
            self.environment.find(*variable).map(|binding| binding.member)
        });
        let member = self.room.circuit.and_all(members);
        for &(_, input) in entries {
            self.tight.push(self.room.circuit.or(!input, member));
        }
    }

    /// The enclosing variables that the witness of a formula's variable depends on and that stand for known tuples.
    fn parameters(&self, formula: Quantified<'_>) -> Vec<(crate::VariableId, u64)> {
        let free = self.problem.formulas.data(formula.id).free.iter().copied();
        let earlier = formula.declarations[..formula.level].iter().map(|d| d.variable);
        let mut parameters: Vec<(crate::VariableId, u64)> = Vec::new();
        for variable in free.chain(earlier) {
            let tuple = self.environment.find(variable).and_then(|binding| binding.tuple);
            if let Some(tuple) = tuple
                && parameters.iter().all(|(other, _)| *other != variable)
            {
                parameters.push((variable, tuple));
            }
        }
        parameters
    }
}

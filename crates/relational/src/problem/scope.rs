//! What nodes have free, and whether declarations are well formed.

use crate::declaration::{Declaration, Multiplicity};
use crate::error::ProblemError;
use crate::node::{ExprId, FormulaId, IntId};
use crate::problem::{ExprData, FreeVariables, Problem, VariableId};

impl Problem {
    pub(crate) fn data(&self, expr: ExprId) -> Result<&ExprData, ProblemError> {
        self.exprs.get(expr).map(|(_, data)| data).ok_or(ProblemError::NoSuch("expression"))
    }

    /// The arity of an expression.
    ///
    /// # Errors
    /// When it is one of another problem.
    pub fn arity(&self, expr: ExprId) -> Result<usize, ProblemError> {
        Ok(self.data(expr)?.arity)
    }

    /// An expression's arity, which must be this one.
    pub(super) fn needs_arity(
        &self,
        what: &'static str,
        expr: ExprId,
        expected: usize,
    ) -> Result<(), ProblemError> {
        let found = self.arity(expr)?;
        if found == expected {
            return Ok(());
        }
        Err(ProblemError::Arity { what: what.to_owned(), expected, found })
    }

    /// The arity of both operands.
    pub(super) fn same_arity(
        &self,
        operator: &'static str,
        a: ExprId,
        b: ExprId,
    ) -> Result<usize, ProblemError> {
        let (left, right) = (self.arity(a)?, self.arity(b)?);
        if left == right {
            return Ok(left);
        }
        Err(ProblemError::DifferentArities { operator, left, right })
    }

    pub(super) fn free_of_expr(&self, expr: ExprId) -> Result<FreeVariables, ProblemError> {
        Ok(self.data(expr)?.free.clone())
    }

    pub(super) fn free_of_formula(
        &self,
        formula: FormulaId,
    ) -> Result<FreeVariables, ProblemError> {
        let found = self.formulas.get(formula).map(|(_, free)| free.clone());
        found.ok_or(ProblemError::NoSuch("formula"))
    }

    pub(super) fn free_of_int(&self, int: IntId) -> Result<FreeVariables, ProblemError> {
        let found = self.ints.get(int).map(|(_, free)| free.clone());
        found.ok_or(ProblemError::NoSuch("integer"))
    }

    /// What a construct has free that declares variables over a body.
    pub(super) fn free_under(
        &self,
        declarations: &[Declaration],
        body: &FreeVariables,
    ) -> Result<FreeVariables, ProblemError> {
        let mut free: Vec<VariableId> = body.to_vec();
        for declaration in declarations.iter().rev() {
            free.retain(|variable| *variable != declaration.variable);
            free.extend_from_slice(&self.data(declaration.bound)?.free);
        }
        free.sort_unstable();
        free.dedup();
        Ok(free.into())
    }

    /// Checks what holds for every construct that declares variables.
    pub(super) fn check_declarations(
        &self,
        construct: &'static str,
        declarations: &[Declaration],
    ) -> Result<(), ProblemError> {
        if declarations.is_empty() {
            return Err(ProblemError::NoDeclarations(construct));
        }
        for declaration in declarations {
            let variable = self.variables.get(declaration.variable);
            let variable = variable.ok_or(ProblemError::NoSuch("variable"))?;
            let found = self.arity(declaration.bound)?;
            if found != variable.arity {
                let what = format!("the bound of `{}`", variable.name);
                return Err(ProblemError::Arity { what, expected: variable.arity, found });
            }
        }
        Ok(())
    }

    /// As [`Problem::check_declarations`], for a construct whose variables stand for one tuple.
    pub(super) fn check_first_order(
        &self,
        construct: &'static str,
        declarations: &[Declaration],
    ) -> Result<(), ProblemError> {
        self.check_declarations(construct, declarations)?;
        match declarations.iter().find(|d| d.multiplicity != Multiplicity::One) {
            None => Ok(()),
            Some(declaration) => Err(ProblemError::Multiplicity {
                variable: self.variables[declaration.variable].name.clone(),
                multiplicity: declaration.multiplicity.word(),
                construct,
            }),
        }
    }
}

/// The variables of either, in order.
pub(super) fn merged(a: &FreeVariables, b: &FreeVariables) -> FreeVariables {
    if b.is_empty() || a == b {
        return a.clone();
    }
    if a.is_empty() {
        return b.clone();
    }
    let mut all = [&**a, &**b].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}

//! What nodes have free, and whether declarations are well formed.

use crate::declaration::{Declaration, Multiplicity};
use crate::error::ProblemError;
use crate::ids::{ExprId, FormulaId, IntId, VariableId};
use crate::limits::MOST_DEPTH;
use crate::node::Expr;
use crate::problem::{FreeVariables, NodeData, Problem, Relation};

impl Problem {
    pub(crate) fn data(&self, expr: ExprId) -> Result<&NodeData, ProblemError> {
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

    pub(super) fn data_of_formula(&self, formula: FormulaId) -> Result<&NodeData, ProblemError> {
        let found = self.formulas.get(formula).map(|(_, data)| data);
        found.ok_or(ProblemError::NoSuch("formula"))
    }

    fn data_of_int(&self, int: IntId) -> Result<&NodeData, ProblemError> {
        self.ints.get(int).map(|(_, data)| data).ok_or(ProblemError::NoSuch("integer"))
    }

    /// What is known of a node over these.
    pub(super) fn over(
        &self,
        exprs: &[ExprId],
        formulas: &[FormulaId],
        ints: &[IntId],
    ) -> Result<NodeData, ProblemError> {
        let mut data = NodeData::default();
        for expr in exprs {
            data.include(self.data(*expr)?);
        }
        for formula in formulas {
            data.include(self.data_of_formula(*formula)?);
        }
        for int in ints {
            data.include(self.data_of_int(*int)?);
        }
        data.checked()
    }

    /// What is known of a node that declares variables over a body, of which this is known.
    pub(super) fn under(
        &self,
        declarations: &[Declaration],
        mut data: NodeData,
    ) -> Result<NodeData, ProblemError> {
        let mut free: Vec<VariableId> = data.free.to_vec();
        for declaration in declarations.iter().rev() {
            free.retain(|variable| *variable != declaration.variable);
            let bound = self.data(declaration.bound)?;
            free.extend_from_slice(&bound.free);
            data.include(bound);
        }
        free.sort_unstable();
        free.dedup();
        data.free = free.into();
        data.checked()
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

impl Problem {
    /// Whether a declared variable stands for each integer, one at a time: its bound is the set of all integer atoms, as
    /// a constant or an exact relation.
    pub(crate) fn over_integers(&self, declaration: &Declaration) -> bool {
        let tuples = match self.exprs.node(declaration.bound) {
            Expr::Constant(tuples) => tuples,
            Expr::Relation(relation) => {
                let Relation { lower, upper, .. } = &self.relations[*relation];
                if lower != upper {
                    return false;
                }
                upper
            }
            _ => return false,
        };
        let integers = self.integer_atoms().iter().map(|(atom, _)| *atom);
        declaration.multiplicity == Multiplicity::One
            && tuples.arity() == 1
            && !tuples.is_empty()
            && tuples.atoms().iter().copied().eq(integers)
    }
}

impl NodeData {
    fn include(&mut self, child: &NodeData) {
        self.free = merged(&self.free, &child.free);
        self.depth = self.depth.max(child.depth + 1);
        self.partial |= child.partial;
        self.quantified |= child.quantified;
    }

    fn checked(self) -> Result<NodeData, ProblemError> {
        if self.depth > MOST_DEPTH { Err(ProblemError::TooDeep) } else { Ok(self) }
    }

    pub(super) fn with_arity(self, arity: usize) -> NodeData {
        NodeData { arity, ..self }
    }
}

/// The variables of either, in order.
fn merged(a: &FreeVariables, b: &FreeVariables) -> FreeVariables {
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

//! Constructors of formulas.

use crate::declaration::Declaration;
use crate::error::ProblemError;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::node::{Formula, IntComparison};
use crate::problem::{NodeData, Problem};

type Made = Result<FormulaId, ProblemError>;

impl Problem {
    fn make_formula(&mut self, node: Formula, data: NodeData) -> FormulaId {
        self.formulas.intern(node, || data)
    }

    /// True or false.
    pub fn truth(&mut self, value: bool) -> FormulaId {
        self.make_formula(Formula::Constant(value), NodeData::default())
    }

    fn compare_exprs(&mut self, node: Formula, name: &'static str, a: ExprId, b: ExprId) -> Made {
        self.same_arity(name, a, b)?;
        let data = self.over(&[a, b], &[], &[])?;
        Ok(self.make_formula(node, data))
    }

    /// Every tuple of `a` is in `b`.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn subset(&mut self, a: ExprId, b: ExprId) -> Made {
        self.compare_exprs(Formula::Subset(a, b), "subset", a, b)
    }

    /// Both have the same tuples.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn equal(&mut self, a: ExprId, b: ExprId) -> Made {
        self.compare_exprs(Formula::Equal(a, b), "equality", a, b)
    }

    fn count(&mut self, node: Formula, expr: ExprId) -> Made {
        let data = self.over(&[expr], &[], &[])?;
        Ok(self.make_formula(node, data))
    }

    /// There is a tuple.
    ///
    /// # Errors
    /// When the expression is one of another problem; so for every id that a constructor takes.
    pub fn some(&mut self, expr: ExprId) -> Made {
        self.count(Formula::Some(expr), expr)
    }

    /// There is no tuple.
    ///
    /// # Errors
    /// When the expression is one of another problem.
    pub fn no(&mut self, expr: ExprId) -> Made {
        self.count(Formula::No(expr), expr)
    }

    /// There is exactly one tuple.
    ///
    /// # Errors
    /// When the expression is one of another problem.
    pub fn one(&mut self, expr: ExprId) -> Made {
        self.count(Formula::One(expr), expr)
    }

    /// There is at most one tuple.
    ///
    /// # Errors
    /// When the expression is one of another problem.
    pub fn lone(&mut self, expr: ExprId) -> Made {
        self.count(Formula::Lone(expr), expr)
    }

    /// It does not hold.
    ///
    /// # Errors
    /// When the formula is one of another problem.
    pub fn not(&mut self, formula: FormulaId) -> Made {
        let data = self.over(&[], &[formula], &[])?;
        Ok(self.make_formula(Formula::Not(formula), data))
    }

    /// All hold; true for none.
    ///
    /// # Errors
    /// When a formula is one of another problem.
    pub fn and(&mut self, formulas: impl Into<Vec<FormulaId>>) -> Made {
        let formulas = formulas.into();
        let data = self.over(&[], &formulas, &[])?;
        Ok(self.make_formula(Formula::And(formulas.into()), data))
    }

    /// One holds at least; false for none.
    ///
    /// # Errors
    /// When a formula is one of another problem.
    pub fn or(&mut self, formulas: impl Into<Vec<FormulaId>>) -> Made {
        let formulas = formulas.into();
        let data = self.over(&[], &formulas, &[])?;
        Ok(self.make_formula(Formula::Or(formulas.into()), data))
    }

    /// `b` holds if `a` does.
    ///
    /// # Errors
    /// When a formula is one of another problem.
    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> Made {
        let data = self.over(&[], &[a, b], &[])?;
        Ok(self.make_formula(Formula::Implies(a, b), data))
    }

    /// Both hold or none.
    ///
    /// # Errors
    /// When a formula is one of another problem.
    pub fn iff(&mut self, a: FormulaId, b: FormulaId) -> Made {
        let data = self.over(&[], &[a, b], &[])?;
        Ok(self.make_formula(Formula::Iff(a, b), data))
    }

    fn quantified(
        &self,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Result<NodeData, ProblemError> {
        self.check_declarations("a quantifier", declarations)?;
        let data = self.under(declarations, self.over(&[], &[body], &[])?)?;
        Ok(NodeData { quantified: true, ..data })
    }

    /// The body holds for all values of the variables. Variables that stand for sets are decided where the quantifier
    /// is existential under its polarity; see [`crate::Why::HigherOrder`].
    ///
    /// # Errors
    /// When nothing is declared, or a bound has not the arity of its variable.
    pub fn for_all(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        let data = self.quantified(declarations, body)?;
        Ok(self.make_formula(Formula::ForAll(declarations.into(), body), data))
    }

    /// The body holds for some values of the variables.
    ///
    /// # Errors
    /// As [`Problem::for_all`].
    pub fn exists(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        let data = self.quantified(declarations, body)?;
        Ok(self.make_formula(Formula::Exists(declarations.into(), body), data))
    }

    /// The body holds for no values of the variables.
    ///
    /// # Errors
    /// As [`Problem::for_all`].
    pub fn for_none(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        let exists = self.exists(declarations, body)?;
        self.not(exists)
    }

    /// The body holds for exactly one choice of values. Variables of arity one are declared.
    ///
    /// # Errors
    /// As [`Problem::comprehension`].
    pub fn for_one(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        let chosen = self.comprehension(declarations, body)?;
        self.one(chosen)
    }

    /// The body holds for at most one choice of values. Variables of arity one are declared.
    ///
    /// # Errors
    /// As [`Problem::comprehension`].
    pub fn for_lone(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        let chosen = self.comprehension(declarations, body)?;
        self.lone(chosen)
    }

    /// Compares two integers.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn compare(&mut self, comparison: IntComparison, a: IntId, b: IntId) -> Made {
        let data = self.over(&[], &[], &[a, b])?;
        Ok(self.make_formula(Formula::Compare(comparison, a, b), data))
    }

    /// `a < b`.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn less(&mut self, a: IntId, b: IntId) -> Made {
        self.compare(IntComparison::Less, a, b)
    }

    /// `a <= b`.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn less_or_equal(&mut self, a: IntId, b: IntId) -> Made {
        self.compare(IntComparison::LessOrEqual, a, b)
    }

    /// `a = b`, of integers.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn same_int(&mut self, a: IntId, b: IntId) -> Made {
        self.compare(IntComparison::Equal, a, b)
    }
}

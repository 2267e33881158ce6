//! Constructors of integers.

use crate::declaration::Declaration;
use crate::error::ProblemError;
use crate::node::{ExprId, FormulaId, Int, IntId, IntOp};
use crate::problem::scope::merged;
use crate::problem::{FreeVariables, Problem, fits};

type Made = Result<IntId, ProblemError>;

impl Problem {
    pub(super) fn width(&self) -> Result<u32, ProblemError> {
        self.integer_width().ok_or(ProblemError::NoIntegers)
    }

    fn make_int(&mut self, node: Int, free: FreeVariables) -> Made {
        self.width()?;
        Ok(self.ints.intern(node, || free))
    }

    /// A number.
    ///
    /// # Errors
    /// When it does not fit into the width of integers, or that is not stated; the latter for every integer.
    pub fn int(&mut self, number: i64) -> Made {
        let width = self.width()?;
        if !fits(width, number) {
            return Err(ProblemError::TooWide { number, width });
        }
        self.make_int(Int::Constant(number), FreeVariables::default())
    }

    /// The number of tuples.
    ///
    /// # Errors
    /// When the problem has no integers, or the expression is one of another problem.
    pub fn cardinality(&mut self, expr: ExprId) -> Made {
        let free = self.free_of_expr(expr)?;
        self.make_int(Int::Cardinality(expr), free)
    }

    /// The sum of the integers that atoms of a set stand for; other atoms count as zero.
    ///
    /// # Errors
    /// When the expression has not arity one.
    pub fn sum(&mut self, expr: ExprId) -> Made {
        self.needs_arity("the operand of sum", expr, 1)?;
        let free = self.free_of_expr(expr)?;
        self.make_int(Int::Sum(expr), free)
    }

    /// The sum of `body` over all values of the variables.
    ///
    /// # Errors
    /// When a variable is not declared as one tuple.
    pub fn sum_over(&mut self, declarations: &[Declaration], body: IntId) -> Made {
        self.check_first_order("a sum", declarations)?;
        let free = self.free_under(declarations, &self.free_of_int(body)?)?;
        self.make_int(Int::SumOver(declarations.into(), body), free)
    }

    /// Zero minus the number.
    ///
    /// # Errors
    /// When the integer is one of another problem.
    pub fn negate(&mut self, a: IntId) -> Made {
        let free = self.free_of_int(a)?;
        self.make_int(Int::Negate(a), free)
    }

    /// Every bit turned.
    ///
    /// # Errors
    /// When the integer is one of another problem.
    pub fn not_bits(&mut self, a: IntId) -> Made {
        let free = self.free_of_int(a)?;
        self.make_int(Int::Not(a), free)
    }

    /// An operation on two integers.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn operate(&mut self, op: IntOp, a: IntId, b: IntId) -> Made {
        let free = merged(&self.free_of_int(a)?, &self.free_of_int(b)?);
        self.make_int(Int::Binary(op, a, b), free)
    }

    /// `then` if the formula holds, else `otherwise`.
    ///
    /// # Errors
    /// When an operand is one of another problem.
    pub fn if_int(&mut self, condition: FormulaId, then: IntId, otherwise: IntId) -> Made {
        let both = merged(&self.free_of_int(then)?, &self.free_of_int(otherwise)?);
        let free = merged(&self.free_of_formula(condition)?, &both);
        self.make_int(Int::If(condition, then, otherwise), free)
    }
}

//! Constructors of integers.

use crate::declaration::Declaration;
use crate::error::ProblemError;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::node::{Int, IntOp};
use crate::problem::{NodeData, Problem, fits};

type Made = Result<IntId, ProblemError>;

impl Problem {
    pub(super) fn width(&self) -> Result<u32, ProblemError> {
        self.integer_width().ok_or(ProblemError::NoIntegers)
    }

    /// A node that may overflow itself, or only what is below it.
    fn make_int(&mut self, node: Int, overflows: bool, data: NodeData) -> Made {
        self.width()?;
        let partial = data.partial || overflows;
        Ok(self.ints.intern(node, || NodeData { partial, ..data }))
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
        self.make_int(Int::Constant(number), false, NodeData::default())
    }

    /// The number of tuples.
    ///
    /// # Errors
    /// When the problem has no integers, or the expression is one of another problem.
    pub fn cardinality(&mut self, expr: ExprId) -> Made {
        let most = (self.universe.len() as u64)
            .saturating_pow(u32::try_from(self.arity(expr)?).unwrap_or(u32::MAX));
        let overflows =
            !i64::try_from(most).is_ok_and(|most| fits(self.width().unwrap_or(1), most));
        let data = self.over(&[expr], &[], &[])?;
        self.make_int(Int::Cardinality(expr), overflows, data)
    }

    /// The sum of the integers that atoms of a set stand for; other atoms count as zero.
    ///
    /// # Errors
    /// When the expression has not arity one.
    pub fn sum(&mut self, expr: ExprId) -> Made {
        self.needs_arity("the operand of sum", expr, 1)?;
        let data = self.over(&[expr], &[], &[])?;
        self.make_int(Int::Sum(expr), true, data)
    }

    /// The sum of `body` over all values of the variables.
    ///
    /// # Errors
    /// When a variable is not declared as one tuple.
    pub fn sum_over(&mut self, declarations: &[Declaration], body: IntId) -> Made {
        self.check_first_order("a sum", declarations)?;
        let data = self.under(declarations, self.over(&[], &[], &[body])?)?;
        self.make_int(Int::SumOver(declarations.into(), body), true, data)
    }

    /// Zero minus the number.
    ///
    /// # Errors
    /// When the integer is one of another problem.
    pub fn negate(&mut self, a: IntId) -> Made {
        let data = self.over(&[], &[], &[a])?;
        self.make_int(Int::Negate(a), true, data)
    }

    /// Every bit turned.
    ///
    /// # Errors
    /// When the integer is one of another problem.
    pub fn not_bits(&mut self, a: IntId) -> Made {
        let data = self.over(&[], &[], &[a])?;
        self.make_int(Int::Not(a), false, data)
    }

    /// An operation on two integers.
    ///
    /// # Errors
    /// When an integer is one of another problem.
    pub fn operate(&mut self, op: IntOp, a: IntId, b: IntId) -> Made {
        let data = self.over(&[], &[], &[a, b])?;
        let never = [IntOp::Shr, IntOp::Sar, IntOp::And, IntOp::Or, IntOp::Xor].contains(&op);
        self.make_int(Int::Binary(op, a, b), !never, data)
    }

    /// `then` if the formula holds, else `otherwise`.
    ///
    /// # Errors
    /// When an operand is one of another problem.
    pub fn if_int(&mut self, condition: FormulaId, then: IntId, otherwise: IntId) -> Made {
        let data = self.over(&[], &[condition], &[then, otherwise])?;
        self.make_int(Int::If(condition, then, otherwise), false, data)
    }
}

//! The values of integers.

use super::{Bound, Evaluator, Whole};
use crate::declaration::Declaration;
use crate::error::EvaluationError;
use crate::ids::IntId;
use crate::node::{Int, IntOp};
use crate::problem::fits;
use crate::tuples::TupleSet;

impl Evaluator<'_> {
    fn width(&self) -> u32 {
        self.problem.integer_width().unwrap_or(1)
    }

    /// Cuts an exact number to the width of integers.
    fn whole(&self, exact: i128, undefined: bool) -> Whole {
        let width = self.width();
        let shift = 128 - width;
        let number = i64::try_from((exact << shift) >> shift).unwrap_or_default();
        let overflows = i64::try_from(exact).map_or(true, |exact| !fits(width, exact));
        Whole { number, undefined: self.forbid && (undefined || overflows) }
    }

    pub(super) fn int(&mut self, id: IntId) -> Result<Whole, EvaluationError> {
        self.step()?;
        let problem = self.problem;
        Ok(match problem.ints.node(id) {
            Int::Constant(number) => Whole { number: *number, undefined: false },
            Int::Cardinality(expr) => {
                let set = self.expr(*expr)?;
                self.whole(set.tuples.len() as i128, set.undefined)
            }
            Int::Sum(expr) => {
                let set = self.expr(*expr)?;
                let mut exact = 0;
                for (atom, number) in problem.integer_atoms() {
                    if set.tuples.contains(&[*atom]) {
                        exact += i128::from(*number);
                    }
                }
                self.whole(exact, set.undefined)
            }
            Int::SumOver(declarations, body) => {
                let place = self.enter();
                let (mut exact, mut undefined) = (0, false);
                self.summands(declarations, *body, &mut exact, &mut undefined)?;
                self.place = place;
                self.whole(exact, undefined)
            }
            Int::Negate(a) => {
                let a = self.int(*a)?;
                self.whole(-i128::from(a.number), a.undefined)
            }
            Int::Not(a) => {
                let a = self.int(*a)?;
                Whole { number: !a.number, ..a }
            }
            Int::Binary(op, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                let (exact, open) = self.operate(*op, a.number, b.number);
                self.whole(exact, a.undefined || b.undefined || open)
            }
            Int::If(condition, then, otherwise) => {
                let place = self.enter();
                let holds = self.formula(*condition)?;
                self.place = place;
                let chosen = self.int(if holds == Some(true) { *then } else { *otherwise })?;
                let undefined = chosen.undefined || (holds.is_none() && self.forbid);
                Whole { undefined, ..chosen }
            }
        })
    }

    fn summands(
        &mut self,
        declarations: &[Declaration],
        body: IntId,
        exact: &mut i128,
        undefined: &mut bool,
    ) -> Result<(), EvaluationError> {
        let Some((first, rest)) = declarations.split_first() else {
            let whole = self.int(body)?;
            *exact += i128::from(whole.number);
            *undefined |= whole.undefined;
            return Ok(());
        };
        let bound = self.expr(first.bound)?;
        *undefined |= bound.undefined;
        for tuple in &bound.tuples {
            let mut value = TupleSet::empty(tuple.len());
            value.insert(tuple);
            self.bindings.push(Bound { variable: first.variable, value, absorbs: None });
            let result = self.summands(rest, body, exact, undefined);
            self.bindings.pop();
            result?;
        }
        Ok(())
    }

    /// The exact result, and whether there is none.
    fn operate(&self, op: IntOp, a: i64, b: i64) -> (i128, bool) {
        let width = self.width();
        let mask = (1i128 << width) - 1;
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        // How far a shift goes: the second operand without a sign.
        let far = u32::try_from(wide_b & mask).unwrap_or(u32::MAX).min(width);
        match op {
            IntOp::Add => (wide_a + wide_b, false),
            IntOp::Sub => (wide_a - wide_b, false),
            IntOp::Mul => (wide_a * wide_b, false),
            IntOp::Div if b == 0 => (if a < 0 { 1 } else { -1 }, true),
            IntOp::Div => (wide_a / wide_b, false),
            IntOp::Rem if b == 0 => (wide_a, true),
            IntOp::Rem => (wide_a % wide_b, false),
            IntOp::Shl => (wide_a << far, false),
            IntOp::Shr if far == 0 => (wide_a, false),
            IntOp::Shr => ((wide_a & mask) >> far, false),
            IntOp::Sar => (wide_a >> far, false),
            IntOp::And => (wide_a & wide_b, false),
            IntOp::Or => (wide_a | wide_b, false),
            IntOp::Xor => (wide_a ^ wide_b, false),
        }
    }
}

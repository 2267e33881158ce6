//! Integer expressions, evaluated from left to right.

use super::body::Body;
use super::integers::{Integers, Simple};
use super::place::{Limits, Place};
use crate::problem::Problem;
use crate::tree::{Argument, Arithmetic, Expr, ExprKind, ProcId, VarId};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::text::Span;
use effigy_ir::function::{Callee, InstKind, Operand};
use num_bigint::BigInt;

/// What a machine integer that does not fit raises.
pub(super) const OVERFLOW: &str = "FIXEDOVERFLOW";

impl Body<'_, '_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Expr) -> Operand {
        match &expression.kind {
            ExprKind::Number(number) => self.literal(number, expression.span),
            ExprKind::Symbol(name) => self.symbol(name),
            ExprKind::Variable(id) => {
                self.at(expression.span);
                match self.places.get(*id).cloned() {
                    Some(Place::Integer { object, index }) => {
                        self.read(&object, &index, expression)
                    }
                    _ => self.zero(),
                }
            }
            ExprKind::Bound(binder) => {
                let bound = self.bound.get(*binder as usize).cloned();
                bound.unwrap_or_else(|| self.zero())
            }
            ExprKind::Element(id, at) => match self.element(*id, at, expression.span) {
                Some((object, index)) => self.read(&object, &index, expression),
                None => self.zero(),
            },
            ExprKind::Negate(inner) => self.negation(inner, expression.span),
            ExprKind::Abs(inner) => self.absolute(inner, expression.span),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.at(expression.span);
                self.binary(*operator, left, right)
            }
            ExprKind::Call(callee, arguments) => {
                let results = self.call(*callee, arguments, expression.span);
                results.into_iter().next().unwrap_or_else(|| self.zero())
            }
        }
    }

    fn literal(&mut self, number: &BigInt, span: Span) -> Operand {
        let integers = self.integers();
        match integers.literal(&mut self.b, number) {
            Some(operand) => operand,
            None => {
                self.context.problems.add(span, Problem::NotFixed(number.to_string()));
                self.zero()
            }
        }
    }

    /// A symbolic constant: an input, or an element of a symbolic array.
    fn symbol(&mut self, name: &str) -> Operand {
        let element = name.split_once('(').and_then(|(array, rest)| {
            Some((array.trim(), rest.strip_suffix(')')?.trim().parse::<BigInt>().ok()?))
        });
        let Some((array, at)) = element else { return self.input(name.to_owned()) };
        let object = self.object(Some(array.to_owned()));
        let index = self.literal(&at, Span::default());
        self.select(&object, &index)
    }

    /// The symbolic input of this name.
    pub(super) fn input(&mut self, name: String) -> Operand {
        let dst = self.b.reg(self.integers().sort());
        self.b.push(InstKind::Symbolic { dst, name });
        dst.into()
    }

    /// The object and the index of an element, the subscript checked.
    pub(super) fn element(
        &mut self,
        id: VarId,
        at: &Expr,
        span: Span,
    ) -> Option<(Operand, Operand)> {
        let index = self.value(at);
        self.at(span);
        let Place::Array { object, limits } = self.places.get(id).cloned()? else { return None };
        let name = self.variables.get(id).map_or("", |v| v.name.as_str());
        let text = format!("{name}({})", self.names().expression(at));
        self.subscript(&index, &limits, &text);
        Some((object, index))
    }

    /// A finding unless the subscript is within the bounds, if there are any.
    fn subscript(&mut self, index: &Operand, limits: &Limits, text: &str) {
        if self.quiet || limits.known == Operand::Bool(false) {
            return;
        }
        let low = self.simple(Simple::AtMost, limits.low.clone(), index.clone());
        let high = self.simple(Simple::AtMost, index.clone(), limits.high.clone());
        let mut inside = self.b.op(Op::And, [low, high]);
        if limits.known != Operand::Bool(true) {
            let unknown = self.b.op(Op::Not, [limits.known.clone()]);
            inside = self.b.op(Op::Or, [unknown, inside]);
        }
        let message = format!("the subscript of {text} is out of bounds");
        self.check(inside, FindingKind::OutOfBounds, message);
    }

    /// The value of an element that has to be set.
    fn read(&mut self, object: &Operand, index: &Operand, expression: &Expr) -> Operand {
        if !self.quiet {
            let set = self.is_set(object, index);
            let message = format!("{} has no value yet", self.names().expression(expression));
            self.check(set, FindingKind::UnsetVariable, message);
        }
        self.select(object, index)
    }

    fn negation(&mut self, inner: &Expr, span: Span) -> Operand {
        if let ExprKind::Number(number) = &inner.kind {
            return self.literal(&-number, span);
        }
        let value = self.value(inner);
        self.at(span);
        let zero = self.zero();
        self.sum(Simple::Subtract, Op::BvSsubo, zero, value)
    }

    fn absolute(&mut self, inner: &Expr, span: Span) -> Operand {
        let value = self.value(inner);
        self.at(span);
        if self.integers() == Integers::Unbounded {
            return self.b.op(Op::IntAbs, [value]);
        }
        let zero = self.zero();
        let negative = self.simple(Simple::Less, value.clone(), zero.clone());
        let negated = self.sum(Simple::Subtract, Op::BvSsubo, zero, value.clone());
        self.b.op(Op::Ite, [negative, negated, value])
    }

    /// `left op right` with the checks that belong to it.
    pub(super) fn binary(&mut self, op: Arithmetic, left: Operand, right: Operand) -> Operand {
        match op {
            Arithmetic::Add => self.sum(Simple::Add, Op::BvSaddo, left, right),
            Arithmetic::Subtract => self.sum(Simple::Subtract, Op::BvSsubo, left, right),
            Arithmetic::Multiply => self.sum(Simple::Multiply, Op::BvSmulo, left, right),
            Arithmetic::Divide => self.quotient(left, right),
            Arithmetic::Mod => self.rest(left, right),
            Arithmetic::Power => self.power(left, right),
        }
    }

    /// An operation whose result may not fit a machine integer.
    fn sum(&mut self, op: Simple, overflows: Op, left: Operand, right: Operand) -> Operand {
        if self.integers() == Integers::Fixed {
            let overflow = self.b.op(overflows, [left.clone(), right.clone()]);
            let fits = self.b.op(Op::Not, [overflow]);
            self.check(fits, FindingKind::Overflow, OVERFLOW.to_owned());
        }
        self.simple(op, left, right)
    }

    /// The quotient that leaves no negative rest: for a positive divisor it is rounded down, so that `(2*N + 1) / 2` is
    /// N for every N, as in King's tables.
    fn quotient(&mut self, left: Operand, right: Operand) -> Operand {
        self.divisor(&right);
        if self.integers() == Integers::Unbounded {
            return self.b.op(Op::IntDiv, [left, right]);
        }
        if let Some(shift) = power_of_two(&right) {
            let shift = self.integers().small(shift);
            return self.b.op(Op::BvAshr, [left, shift]);
        }
        let (least, minus) = (self.integers().small(i32::MIN), self.integers().small(-1));
        let least = self.b.op(Op::Eq, [left.clone(), least]);
        let minus = self.b.op(Op::Eq, [right.clone(), minus]);
        let overflow = self.b.op(Op::And, [least, minus]);
        let fits = self.b.op(Op::Not, [overflow]);
        self.check(fits, FindingKind::Overflow, OVERFLOW.to_owned());
        let truncated = self.b.op(Op::BvSdiv, [left.clone(), right.clone()]);
        let rest = self.b.op(Op::BvSrem, [left, right.clone()]);
        let one = self.integers().small(1);
        let up = self.simple(Simple::Add, truncated.clone(), one.clone());
        let down = self.simple(Simple::Subtract, truncated.clone(), one);
        self.by_rest(rest, right, [truncated, up, down])
    }

    /// MOD: the rest of the quotient.
    fn rest(&mut self, left: Operand, right: Operand) -> Operand {
        self.divisor(&right);
        if self.integers() == Integers::Unbounded {
            return self.b.op(Op::IntMod, [left, right]);
        }
        if let Some(shift) = power_of_two(&right) {
            let mask = self.integers().small((1 << shift) - 1);
            return self.b.op(Op::BvAnd, [left, mask]);
        }
        let rest = self.b.op(Op::BvSrem, [left, right.clone()]);
        let more = self.simple(Simple::Add, rest.clone(), right.clone());
        let less = self.simple(Simple::Subtract, rest.clone(), right.clone());
        self.by_rest(rest.clone(), right, [rest, less, more])
    }

    /// The first value when the truncated division leaves no negative rest; else the second one for a negative divisor
    /// and the third one for a positive divisor.
    fn by_rest(&mut self, rest: Operand, divisor: Operand, values: [Operand; 3]) -> Operand {
        let [plain, of_negative, of_positive] = values;
        let zero = self.zero();
        let negative = self.simple(Simple::Less, divisor, zero.clone());
        let moved = self.b.op(Op::Ite, [negative, of_negative, of_positive]);
        let below = self.simple(Simple::Less, rest, zero);
        self.b.op(Op::Ite, [below, moved, plain])
    }

    fn divisor(&mut self, right: &Operand) {
        let zero = self.zero();
        let is_zero = self.b.op(Op::Eq, [right.clone(), zero]);
        let fine = self.b.op(Op::Not, [is_zero]);
        self.check(fine, FindingKind::DivisionByZero, "division by zero".to_owned());
    }

    /// `base ** exponent`; with a negative exponent the integer part of the quotient.
    fn power(&mut self, base: Operand, exponent: Operand) -> Operand {
        let zero = self.zero();
        let positive = self.simple(Simple::Less, zero.clone(), exponent.clone());
        let is_zero = self.b.op(Op::Eq, [base.clone(), zero.clone()]);
        let not_zero = self.b.op(Op::Not, [is_zero]);
        let fine = self.b.op(Op::Or, [positive, not_zero]);
        let message = "zero to a power that is not positive".to_owned();
        self.check(fine, FindingKind::DivisionByZero, message);
        if let Some(power) = self.context.power.filter(|_| self.integers() == Integers::Fixed) {
            let sort = [self.integers().sort()];
            let results = self.b.call(Callee::Function(power), [base, exponent], &sort);
            return results.into_iter().next().unwrap_or(zero);
        }
        let power = self.b.op(Op::IntPow, [base.clone(), exponent.clone()]);
        if matches!(exponent, Operand::Int(0..)) {
            return power;
        }
        let (one, minus) = (Operand::Int(1), Operand::Int(-1));
        let parity = self.b.op(Op::IntMod, [exponent.clone(), Operand::Int(2)]);
        let even = self.b.op(Op::Eq, [parity, zero.clone()]);
        let sign = self.b.op(Op::Ite, [even, one.clone(), minus.clone()]);
        let is_one = self.b.op(Op::Eq, [base.clone(), one.clone()]);
        let is_minus = self.b.op(Op::Eq, [base, minus]);
        let small = self.b.op(Op::Ite, [is_minus, sign, zero.clone()]);
        let small = self.b.op(Op::Ite, [is_one, one, small]);
        let negative = self.simple(Simple::Less, exponent, zero);
        self.b.op(Op::Ite, [negative, small, power])
    }

    pub(super) fn simple(&mut self, op: Simple, left: Operand, right: Operand) -> Operand {
        let integers = self.integers();
        integers.simple(&mut self.b, op, left, right)
    }

    /// Calls a procedure; its result, if it has one.
    pub(super) fn call(
        &mut self,
        callee: ProcId,
        arguments: &[Argument],
        span: Span,
    ) -> Vec<Operand> {
        let operands: Vec<Operand> =
            arguments.iter().flat_map(|argument| self.argument(argument, span)).collect();
        self.at(span);
        let function = Callee::Function(self.context.function(callee));
        let procedure = self.context.program.procedures.get(callee);
        let results = procedure.map_or_else(Vec::new, |p| self.context.results(p));
        self.b.call(function, operands, &results)
    }

    /// The operands that pass an argument.
    fn argument(&mut self, argument: &Argument, span: Span) -> Vec<Operand> {
        match argument {
            Argument::Variable(id) | Argument::Array(id) => {
                self.places.get(*id).map_or_else(Vec::new, Place::operands)
            }
            Argument::Element(id, at) => {
                let place = self.element(*id, at, span);
                place.map_or_else(Vec::new, |(object, index)| vec![object, index])
            }
            Argument::Value(value) => {
                let value = self.value(value);
                let (object, index) = (self.object(None), self.zero());
                self.put(&object, &index, value);
                vec![object, index]
            }
        }
    }
}

/// The exponent of a constant divisor that is a power of two.
fn power_of_two(divisor: &Operand) -> Option<i32> {
    let Operand::Bits { value, .. } = *divisor else { return None };
    let value = i32::try_from(value).ok().filter(|value| *value > 0)?;
    (value.count_ones() == 1).then_some(value.trailing_zeros() as i32)
}

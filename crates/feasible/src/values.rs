//! Code that computes the constraints of witnesses, by the rules of C or of mathematics.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_formats::expression::{Binary, Expression, Rules, Unary};
use effigy_ir::function::{Function, InstKind, Operand, RegDecl};
use std::cmp::Ordering;

/// The width at which numbers of mathematics are computed, and the bits that one may need with its sign.
const WIDE: u32 = 128;

/// The width of an `int`.
const INT: u32 = 32;

/// A number of the program.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Its bits.
    pub(super) operand: Operand,
    /// Whether it has a sign, where that is known.
    pub(super) signed: Option<bool>,
}

/// A value of an expression.
enum Value {
    Truth(Operand),
    Number(Number),
}

struct Number {
    operand: Operand,
    width: u32,
    signed: Option<bool>,
    /// The bits that it may need with its sign, by the rules of mathematics.
    bits: u32,
    /// Its value, of a constant.
    constant: Option<i128>,
}

impl Number {
    fn constant(value: i128, width: u32, signed: bool) -> Self {
        let bits = 129 - value.unsigned_abs().leading_zeros();
        let operand = Operand::bits(width, value as u128);
        Self { operand, width, signed: Some(signed), bits, constant: Some(value) }
    }
}

/// What a leaf of an expression is in the program.
pub(super) type Find<'f> =
    &'f mut dyn FnMut(&mut Function, &mut Vec<InstKind>, &Expression) -> Result<Known, String>;

/// Adds code for a condition, and gives its truth.
///
/// # Errors
/// What of it is not understood.
pub(super) fn condition(
    body: &mut Function,
    code: &mut Vec<InstKind>,
    (expression, rules): (&Expression, Rules),
    find: Find<'_>,
) -> Result<Operand, String> {
    let mut writer = Writer { body, code, rules };
    let value = writer.value(expression, find)?;
    writer.truth(value)
}

struct Writer<'w> {
    body: &'w mut Function,
    code: &'w mut Vec<InstKind>,
    rules: Rules,
}

impl Writer<'_> {
    fn emit(&mut self, op: Op, args: Vec<Operand>, sort: Sort) -> Operand {
        let dst = self.body.regs.push(RegDecl { sort });
        self.code.push(InstKind::Op { dst, op, args });
        Operand::Reg(dst)
    }

    fn value(&mut self, expression: &Expression, find: Find<'_>) -> Result<Value, String> {
        match expression {
            Expression::Number { value, natural, long } => {
                let width = match self.rules {
                    Rules::Acsl => WIDE,
                    Rules::C if *long => 64,
                    Rules::C => INT,
                };
                let signed = !natural || self.rules == Rules::Acsl;
                Ok(Value::Number(Number::constant(*value, width, signed)))
            }
            Expression::Variable(_) | Expression::Result => {
                let Known { operand, signed } = find(self.body, self.code, expression)?;
                self.leaf(operand, signed, expression)
            }
            Expression::Unary(Unary::Not, operand) => {
                let value = self.value(operand, find)?;
                let truth = self.truth(value)?;
                Ok(Value::Truth(self.emit(Op::Not, vec![truth], Sort::Bool)))
            }
            Expression::Unary(unary, operand) => {
                let value = self.value(operand, find)?;
                let number = self.number(value, expression)?;
                let (width, signed) = (number.width, number.signed);
                if let (Some(constant), Unary::Minus, Some(true)) = (number.constant, unary, signed)
                {
                    return Ok(Value::Number(Number::constant(-constant, width, true)));
                }
                let op = if *unary == Unary::Minus { Op::BvNeg } else { Op::BvNot };
                let bits = self.bounded(number.bits + 1)?;
                let operand = self.emit(op, vec![number.operand], Sort::BitVec(width));
                Ok(Value::Number(Number { operand, width, signed, bits, constant: None }))
            }
            Expression::Binary(binary @ (Binary::And | Binary::Or), a, b) => {
                let (a, b) = (self.value(a, find)?, self.value(b, find)?);
                let args = vec![self.truth(a)?, self.truth(b)?];
                let op = if *binary == Binary::And { Op::And } else { Op::Or };
                Ok(Value::Truth(self.emit(op, args, Sort::Bool)))
            }
            Expression::Binary(binary, a, b) => {
                let (x, y) = (self.value(a, find)?, self.value(b, find)?);
                self.binary(*binary, (x, y), expression)
            }
        }
    }

    /// A number of the program. By the rules of mathematics it is as wide as all numbers at once.
    fn leaf(
        &mut self,
        operand: Operand,
        signed: Option<bool>,
        expression: &Expression,
    ) -> Result<Value, String> {
        let width = match operand.sort(self.body) {
            Some(Sort::Bool) => return Ok(Value::Truth(operand)),
            Some(Sort::BitVec(width)) if width <= 64 => width,
            _ => return Err(format!("`{expression}` is no integer")),
        };
        let value = Number { operand, width, signed, bits: width + 1, constant: None };
        Ok(Value::Number(match (self.rules, signed) {
            (Rules::Acsl, Some(_)) => self.widened(value, WIDE, expression)?,
            _ => value,
        }))
    }

    fn truth(&mut self, value: Value) -> Result<Operand, String> {
        match value {
            Value::Truth(operand) => Ok(operand),
            Value::Number(Number { operand, width, .. }) => {
                let zero = Operand::bits(width, 0);
                let is_zero = self.emit(Op::Eq, vec![operand, zero], Sort::Bool);
                Ok(self.emit(Op::Not, vec![is_zero], Sort::Bool))
            }
        }
    }

    /// A value as a number that arithmetic is done with, in C at least an `int`.
    fn number(&mut self, value: Value, expression: &Expression) -> Result<Number, String> {
        let least = if self.rules == Rules::Acsl { WIDE } else { INT };
        match value {
            Value::Truth(truth) => {
                let op = Op::BoolToBv { width: least };
                let operand = self.emit(op, vec![truth], Sort::BitVec(least));
                let signed = Some(true);
                Ok(Number { operand, width: least, signed, bits: 2, constant: None })
            }
            Value::Number(number) if number.width < least => {
                let promoted = self.widened(number, least, expression)?;
                Ok(Number { signed: Some(true), ..promoted })
            }
            Value::Number(number) => self.widened(number, least, expression),
        }
    }

    /// A number at another width, unless it is wider, by its sign.
    fn widened(
        &mut self,
        number: Number,
        to: u32,
        expression: &Expression,
    ) -> Result<Number, String> {
        let Number { operand, width, signed, bits, constant } = number;
        let signed = signed.ok_or_else(|| {
            format!(
                "whether a part of `{expression}` has a sign is not known: only == and != with a small constant are understood of it"
            )
        })?;
        if width >= to {
            return Ok(Number { operand, width, signed: Some(signed), bits, constant });
        }
        if let Some(constant) = constant {
            return Ok(Number::constant(constant, to, signed));
        }
        let op = match signed {
            true => Op::SignExtend { width: to },
            false => Op::ZeroExtend { width: to },
        };
        let operand = self.emit(op, vec![operand], Sort::BitVec(to));
        let signed = Some(signed || self.rules == Rules::Acsl);
        Ok(Number { operand, width: to, signed, bits, constant: None })
    }

    /// That a number of mathematics fits.
    fn bounded(&self, bits: u32) -> Result<u32, String> {
        match self.rules {
            Rules::Acsl if bits > WIDE => Err("the numbers of a constraint are too large".into()),
            _ => Ok(bits),
        }
    }

    /// Whether a number of unknown sign is a constant: where it has the same value with a sign and without.
    fn equals(&mut self, a: &Value, b: &Value) -> Option<Operand> {
        let (Value::Number(a), Value::Number(b)) = (a, b) else { return None };
        let (number, constant) = match (a, b) {
            (Number { signed: None, .. }, Number { constant: Some(constant), .. }) => {
                (a, *constant)
            }
            (Number { constant: Some(constant), .. }, Number { signed: None, .. }) => {
                (b, *constant)
            }
            _ => return None,
        };
        let half = 1 << (number.width - 1);
        // By the rules of C what is below zero wraps around for a wide number without a sign.
        let wraps = self.rules == Rules::C && number.width >= INT;
        let fits = constant < half && constant >= if wraps { -half } else { 0 };
        let constant = Operand::bits(number.width, constant as u128);
        fits.then(|| self.emit(Op::Eq, vec![number.operand.clone(), constant], Sort::Bool))
    }

    fn binary(
        &mut self,
        binary: Binary,
        (a, b): (Value, Value),
        expression: &Expression,
    ) -> Result<Value, String> {
        if matches!(binary, Binary::Equal | Binary::Differs)
            && let Some(equal) = self.equals(&a, &b)
        {
            return Ok(Value::Truth(match binary {
                Binary::Equal => equal,
                _ => self.emit(Op::Not, vec![equal], Sort::Bool),
            }));
        }
        let (mut a, mut b) = (self.number(a, expression)?, self.number(b, expression)?);
        let by = b.constant;
        if let Binary::ShiftLeft | Binary::ShiftRight = binary {
            let fits = by.is_some_and(|by| (0..i128::from(a.width)).contains(&by));
            if !fits || self.rules == Rules::Acsl {
                return Err(format!("a shift as in `{expression}` is not understood"));
            }
            let op = match (binary, a.signed) {
                (Binary::ShiftLeft, _) => Op::BvShl,
                (_, Some(false)) => Op::BvLshr,
                _ => Op::BvAshr,
            };
            let by = Operand::bits(a.width, by.unwrap_or_default() as u128);
            let operand = self.emit(op, vec![a.operand, by], Sort::BitVec(a.width));
            return Ok(Value::Number(Number { operand, constant: None, ..a }));
        }
        // The usual conversions: to the wider type, of equal ones to the one without a sign.
        let width = a.width.max(b.width);
        let signed = match a.width.cmp(&b.width) {
            Ordering::Less => b.signed,
            Ordering::Greater => a.signed,
            Ordering::Equal => Some(a.signed == Some(true) && b.signed == Some(true)),
        };
        a = self.widened(a, width, expression)?;
        b = self.widened(b, width, expression)?;
        let (of_a, of_b) = (a.bits, b.bits);
        let (mut a, mut b) = (a.operand, b.operand);
        let has_sign = signed == Some(true);
        let less = |or_equal: bool| match (has_sign, or_equal) {
            (true, true) => Op::BvSle,
            (true, false) => Op::BvSlt,
            (false, true) => Op::BvUle,
            (false, false) => Op::BvUlt,
        };
        let (op, bits) = match binary {
            Binary::Equal => (Op::Eq, 0),
            Binary::Differs => {
                let equal = self.emit(Op::Eq, vec![a, b], Sort::Bool);
                return Ok(Value::Truth(self.emit(Op::Not, vec![equal], Sort::Bool)));
            }
            Binary::Below => (less(false), 0),
            Binary::AtMost => (less(true), 0),
            Binary::Above | Binary::AtLeast => {
                std::mem::swap(&mut a, &mut b);
                (less(binary == Binary::AtLeast), 0)
            }
            Binary::Plus => (Op::BvAdd, of_a.max(of_b) + 1),
            Binary::Minus => (Op::BvSub, of_a.max(of_b) + 1),
            Binary::Times => (Op::BvMul, of_a + of_b),
            Binary::Quotient | Binary::Remainder => {
                if by.is_none_or(|divisor| divisor == 0) {
                    return Err(format!(
                        "a division by what is no constant, as in `{expression}`, is not understood"
                    ));
                }
                match (binary, has_sign) {
                    (Binary::Quotient, true) => (Op::BvSdiv, of_a + 1),
                    (Binary::Quotient, false) => (Op::BvUdiv, of_a),
                    (_, true) => (Op::BvSrem, of_a),
                    (_, false) => (Op::BvUrem, of_a),
                }
            }
            Binary::BitOr => (Op::BvOr, of_a.max(of_b)),
            Binary::BitXor => (Op::BvXor, of_a.max(of_b)),
            Binary::BitAnd => (Op::BvAnd, of_a.max(of_b)),
            Binary::And | Binary::Or | Binary::ShiftLeft | Binary::ShiftRight => {
                return Err(format!("`{expression}` is not understood"));
            }
        };
        if bits == 0 {
            return Ok(Value::Truth(self.emit(op, vec![a, b], Sort::Bool)));
        }
        let bits = self.bounded(bits)?;
        let operand = self.emit(op, vec![a, b], Sort::BitVec(width));
        Ok(Value::Number(Number { operand, width, signed, bits, constant: None }))
    }
}

//! Integers to words. Every operation is computed exactly, in a word that is wide enough; then it is cut to the width of
//! integers, and overflowed if that changed it.

use std::rc::Rc;

use effigy_solver::circuit::{Lit, Shift};

use super::{Number, Translator};
use crate::declaration::Declaration;
use crate::found::Why;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::node::{Int, IntComparison, IntOp};

/// The shortest word that is this number.
fn word(number: i64) -> Vec<Lit> {
    let significant = if number < 0 { !number } else { number };
    let width = 65 - significant.leading_zeros();
    (0..width).map(|bit| Lit::constant(number >> bit.min(63) & 1 == 1)).collect()
}

/// The word at a width: with copies of its sign, or without its highest bits.
fn resized(word: &[Lit], width: usize) -> Vec<Lit> {
    let sign = word.last().copied().unwrap_or(Lit::FALSE);
    let mut word = word.to_vec();
    word.resize(width, sign);
    word
}

impl Translator<'_> {
    pub(super) fn width(&self) -> usize {
        self.problem.integer_width().unwrap_or(1) as usize
    }

    pub(super) fn make_int(&mut self, id: IntId) -> Result<Number, Why> {
        let problem = self.problem;
        match problem.ints.node(id) {
            Int::Constant(number) => Ok(self.number(word(*number), Lit::FALSE)),
            Int::Cardinality(expr) => self.cardinality(*expr),
            Int::Sum(expr) => self.sum(*expr),
            Int::SumOver(declarations, body) => self.sum_over(declarations, *body),
            Int::Negate(a) => {
                let a = self.int(*a)?;
                let width = a.bits.len() + 1;
                let zero = vec![Lit::FALSE; width];
                let exact = self.room.circuit.subtract(&zero, &resized(&a.bits, width));
                Ok(self.number(exact, a.undefined))
            }
            Int::Not(a) => {
                let a = self.int(*a)?;
                let bits = a.bits.iter().map(|bit| !*bit).collect();
                Ok(self.number(bits, a.undefined))
            }
            Int::Binary(op, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                let undefined = self.room.circuit.or(a.undefined, b.undefined);
                let (exact, more) = self.operate(*op, &a.bits, &b.bits);
                let number = self.number(exact, more);
                let undefined = self.room.circuit.or(undefined, number.undefined);
                Ok(Number { undefined: self.if_forbidden(undefined), ..number })
            }
            Int::If(condition, then, otherwise) => self.if_int(*condition, *then, *otherwise),
        }
    }

    fn if_forbidden(&self, undefined: Lit) -> Lit {
        if self.forbid { undefined } else { Lit::FALSE }
    }

    /// Cuts an exact word to the width of integers.
    fn number(&mut self, mut exact: Vec<Lit>, undefined: Lit) -> Number {
        let width = self.width();
        let mut overflow = Lit::FALSE;
        if exact.len() > width {
            let sign = exact[width - 1];
            for bit in exact.drain(width..) {
                let differs = self.room.circuit.xor(bit, sign);
                overflow = self.room.circuit.or(overflow, differs);
            }
        }
        while let [.., next, last] = exact.as_slice()
            && next == last
        {
            exact.pop();
        }
        let undefined = self.room.circuit.or(undefined, overflow);
        Number { bits: exact.into(), undefined: self.if_forbidden(undefined) }
    }

    /// Adds words by columns, modulo 2^width.
    fn add_columns(&mut self, words: &[Vec<Lit>], width: usize) -> Vec<Lit> {
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); width];
        for word in words {
            for (column, bit) in columns.iter_mut().zip(resized(word, width)) {
                column.push(bit);
            }
        }
        let mut sum = Vec::with_capacity(width);
        let mut carries: Vec<Lit> = Vec::new();
        for column in columns {
            let mut bits = std::mem::take(&mut carries);
            bits.extend(column.into_iter().filter(|bit| *bit != Lit::FALSE));
            let mut next = 0;
            while bits.len() - next > 1 {
                let (a, b) = (bits[next], bits[next + 1]);
                let c = bits.get(next + 2).copied().unwrap_or(Lit::FALSE);
                next += if bits.len() - next > 2 { 3 } else { 2 };
                let (total, carry) = self.room.circuit.add(&[a], &[b], c);
                carries.push(carry);
                bits.extend(total);
            }
            carries.retain(|bit| *bit != Lit::FALSE);
            sum.push(bits.get(next).copied().unwrap_or(Lit::FALSE));
        }
        sum
    }

    /// The exact sum of words.
    fn total(&mut self, words: &[Vec<Lit>]) -> Vec<Lit> {
        let widest = words.iter().map(Vec::len).max().unwrap_or(1);
        let more = usize::BITS - words.len().leading_zeros();
        self.add_columns(words, widest + more as usize)
    }

    fn cardinality(&mut self, expr: ExprId) -> Result<Number, Why> {
        let value = self.expr(expr)?;
        let words: Vec<Vec<Lit>> =
            value.matrix.entries.iter().map(|(_, lit)| vec![*lit, Lit::FALSE]).collect();
        let exact = self.total(&words);
        Ok(self.number(exact, value.undefined))
    }

    fn sum(&mut self, expr: ExprId) -> Result<Number, Why> {
        let value = self.expr(expr)?;
        let mut words = Vec::new();
        for &(atom, number) in self.problem.integer_atoms() {
            let member = value.matrix.get(u64::from(atom.0));
            if member != Lit::FALSE {
                words.push(self.masked(&word(number), member));
            }
        }
        let exact = self.total(&words);
        Ok(self.number(exact, value.undefined))
    }

    /// The word where `lit` holds, else zero.
    fn masked(&mut self, word: &[Lit], lit: Lit) -> Vec<Lit> {
        word.iter().map(|bit| self.room.circuit.and(*bit, lit)).collect()
    }

    fn sum_over(&mut self, declarations: &[Declaration], body: IntId) -> Result<Number, Why> {
        let place = self.environment.enter();
        let (mut words, mut undefined) = (Vec::new(), Vec::new());
        let result = self.summands(declarations, body, Lit::TRUE, &mut words, &mut undefined);
        self.environment.place = place;
        result?;
        let exact = self.total(&words);
        let undefined = self.room.circuit.or_all(undefined);
        Ok(self.number(exact, undefined))
    }

    fn summands(
        &mut self,
        declarations: &[Declaration],
        body: IntId,
        guard: Lit,
        words: &mut Vec<Vec<Lit>>,
        undefined: &mut Vec<Lit>,
    ) -> Result<(), Why> {
        let Some((first, rest)) = declarations.split_first() else {
            let number = self.int(body)?;
            words.push(self.masked(&number.bits, guard));
            undefined.push(self.room.circuit.and(guard, number.undefined));
            return Ok(());
        };
        let bound = self.expr(first.bound)?;
        undefined.push(self.room.circuit.and(guard, bound.undefined));
        self.for_each(first, &bound.matrix, None, |this, _, member| {
            let guard = this.room.circuit.and(guard, member);
            if guard != Lit::FALSE {
                this.summands(rest, body, guard, words, undefined)?;
            }
            Ok(true)
        })
    }

    fn if_int(
        &mut self,
        condition: FormulaId,
        then: IntId,
        otherwise: IntId,
    ) -> Result<Number, Why> {
        let (condition, open) = self.condition(condition)?;
        let (a, b) = (self.int(then)?, self.int(otherwise)?);
        let width = a.bits.len().max(b.bits.len());
        let (then, otherwise) = (resized(&a.bits, width), resized(&b.bits, width));
        let bits = self.room.circuit.mux_words(condition, &then, &otherwise);
        let chosen = self.room.circuit.mux(condition, a.undefined, b.undefined);
        let undefined = self.room.circuit.or(open, chosen);
        Ok(self.number(bits, undefined))
    }

    /// The exact result of an operation, and where it has none.
    fn operate(&mut self, op: IntOp, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let wider = a.len().max(b.len());
        let circuit = &mut *self.room.circuit;
        let bitwise = |mut gate: Box<dyn FnMut(Lit, Lit) -> Lit + '_>| {
            let (a, b) = (resized(a, wider), resized(b, wider));
            (a.into_iter().zip(b).map(|(x, y)| gate(x, y)).collect(), Lit::FALSE)
        };
        match op {
            IntOp::Add => {
                let (a, b) = (resized(a, wider + 1), resized(b, wider + 1));
                (circuit.add(&a, &b, Lit::FALSE).0, Lit::FALSE)
            }
            IntOp::Sub => {
                let (a, b) = (resized(a, wider + 1), resized(b, wider + 1));
                (circuit.subtract(&a, &b), Lit::FALSE)
            }
            IntOp::Mul => {
                let width = a.len() + b.len();
                (circuit.multiply(&resized(a, width), &resized(b, width)), Lit::FALSE)
            }
            IntOp::Div | IntOp::Rem => {
                let by_zero = circuit.is_zero(b);
                let (a, b) = (resized(a, wider + 1), resized(b, wider + 1));
                let (quotient, remainder) = circuit.divide_signed(&a, &b);
                (if op == IntOp::Div { quotient } else { remainder }, by_zero)
            }
            IntOp::Shl | IntOp::Shr | IntOp::Sar => self.shifted(op, a, b),
            IntOp::And => bitwise(Box::new(|x, y| circuit.and(x, y))),
            IntOp::Or => bitwise(Box::new(|x, y| circuit.or(x, y))),
            IntOp::Xor => bitwise(Box::new(|x, y| circuit.xor(x, y))),
        }
    }

    fn shifted(&mut self, op: IntOp, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let width = self.width();
        let (a, by) = (resized(a, width), resized(b, width));
        let circuit = &mut *self.room.circuit;
        match op {
            IntOp::Shr => (circuit.shift(Shift::Logical, &a, &by), Lit::FALSE),
            IntOp::Sar => (circuit.shift(Shift::Arithmetic, &a, &by), Lit::FALSE),
            _ => {
                // A shift by less than the width is exact in twice the width; a longer one keeps nothing but zero.
                let mut amount = by;
                amount.resize(2 * width, Lit::FALSE);
                let bound = i64::try_from(width).unwrap_or(i64::MAX);
                let near = circuit.signed_less(&amount, &resized(&word(bound), 2 * width));
                let zero = circuit.is_zero(&a);
                let far = circuit.and(!near, !zero);
                (circuit.shift(Shift::Left, &resized(&a, 2 * width), &amount), far)
            }
        }
    }

    /// Whether a word is a number.
    pub(super) fn is_number(&mut self, bits: &[Lit], number: i64) -> Lit {
        let constant = word(number);
        let width = bits.len().max(constant.len());
        self.room.circuit.equal(&resized(bits, width), &resized(&constant, width))
    }

    pub(super) fn compared(&mut self, how: IntComparison, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len().max(b.len());
        let (a, b): (Rc<[Lit]>, Rc<[Lit]>) = (resized(a, width).into(), resized(b, width).into());
        match how {
            IntComparison::Equal => self.room.circuit.equal(&a, &b),
            IntComparison::Less => self.room.circuit.signed_less(&a, &b),
            IntComparison::LessOrEqual => !self.room.circuit.signed_less(&b, &a),
        }
    }
}

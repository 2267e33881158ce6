//! Integers and quantifiers.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use num_bigint::Sign;

use super::Printer;
use super::piece::{Level, Piece, compared, enclosed, integer};
use crate::node::Term;

/// A constant of a sum: whether it is added, and its size; `None` for the integer zero, which a sum may start with.
pub(super) fn summand(value: &Value, sign: bool) -> Option<(bool, Piece)> {
    let n = value.as_int()?;
    (n.sign() != Sign::NoSign)
        .then(|| (sign == (n.sign() == Sign::Plus), integer(&n.magnitude().clone().into())))
}

impl Printer<'_> {
    /// `base ** exponent`.
    pub(super) fn power(&self, base: Term, exponent: Term) -> Piece {
        let (base, exponent) = (self.at(base, Level::Atom), self.at(exponent, Level::Unary));
        let text = format!("{base} ** {exponent}");
        Piece { text, level: Level::Power, sort: Some(Sort::Int) }
    }

    /// A comparison with a constant in the strictness in which it was asked for, where the store keeps that.
    pub(super) fn as_asked(&self, t: Term, op: Op, a: Term, b: Term) -> Option<Piece> {
        let strict = *self.store.strict.as_ref()?.get(&t)?;
        let (constant, other) = match (self.store.as_int(a), self.store.as_int(b)) {
            (Some(constant), None) => (constant, b),
            (None, Some(constant)) => (constant, a),
            _ => return None,
        };
        let is_below = other == a;
        // `x <= 4` is `x < 5`, `5 < x` is `6 <= x`.
        let shift = match (op == Op::IntLt, strict, is_below) {
            (false, true, true) | (true, false, false) => 1,
            (false, true, false) | (true, false, true) => -1,
            _ => 0,
        };
        let constant = constant.checked_add(shift)?;
        if !strict && constant == 1 && !is_below {
            return None;
        }
        let symbol = match (is_below, strict) {
            (true, true) => "<",
            (true, false) => "<=",
            (false, true) => ">",
            (false, false) => ">=",
        };
        let mut sides = [self.expression(other)];
        self.settle(&mut sides, Sort::Int);
        let [other] = sides;
        Some(compared(format!("{} {symbol} {constant}", enclosed(other, Level::BitOr))))
    }

    /// `forall i in lo..hi: body`.
    pub(super) fn quantifier(&self, [lo, hi, variable, body]: [Term; 4]) -> Piece {
        let text = format!(
            "forall {} in {}..{}: {}",
            self.expression(variable).text,
            self.at(lo, Level::Unary),
            self.at(hi, Level::Unary),
            self.expression(body).text
        );
        Piece { text, level: Level::Quantifier, sort: Some(Sort::Bool) }
    }
}

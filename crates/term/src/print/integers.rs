//! Integers and quantifiers.

use effigy_base::value::Value;
use num_bigint::{BigInt, Sign};

use super::expression::Level;
use super::{Piece, Printer};
use crate::node::Term;

/// An integer constant.
pub(super) fn integer(n: &BigInt) -> Piece {
    let level = if n.sign() == Sign::Minus { Level::Unary } else { Level::Atom };
    Piece { text: n.to_string(), level }
}

/// A constant of a sum: whether it is added, and its size; `None` for the integer zero, which a sum may start with.
pub(super) fn summand(value: &Value, sign: bool) -> Option<(bool, String)> {
    let n = value.as_int()?;
    (n.sign() != Sign::NoSign)
        .then(|| (sign == (n.sign() == Sign::Plus), n.magnitude().to_string()))
}

impl Printer<'_> {
    /// `base ** exponent`.
    pub(super) fn power(&self, base: Term, exponent: Term) -> Piece {
        let (base, exponent) = (self.at(base, Level::Atom), self.at(exponent, Level::Unary));
        Piece { text: format!("{base} ** {exponent}"), level: Level::Power }
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
        Piece { text, level: Level::Quantifier }
    }
}

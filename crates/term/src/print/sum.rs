//! Sums.

use effigy_base::eval::wide;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;

use super::Printer;
use super::declared::fraction;
use super::integers::summand;
use super::piece::{Level, Piece, Reading, alphabetical, number};
use crate::node::{Node, Term};

impl Printer<'_> {
    /// A sum of signed parts: positive ones in alphabetical order, then negative ones, then the constant.
    pub(super) fn sum(&self, of: &[(Term, bool)]) -> Piece {
        let (mut positive, mut negative, mut constants) = (Vec::new(), Vec::new(), Vec::new());
        let mut pending = of.to_vec();
        while let Some((part, sign)) = pending.pop() {
            match self.store.node(part) {
                Node::App(Op::BvAdd | Op::IntAdd | Op::RealAdd, [a, b])
                    if self.inlined(part, of) =>
                {
                    pending.extend([(*a, sign), (*b, sign)])
                }
                Node::App(Op::BvSub | Op::IntSub | Op::RealSub, [a, b])
                    if self.inlined(part, of) =>
                {
                    pending.extend([(*a, sign), (*b, !sign)])
                }
                Node::App(Op::BvNeg, [a]) if self.inlined(part, of) => pending.push((*a, !sign)),
                Node::Const(value @ Value::Int(_)) => constants.extend(summand(&value, sign)),
                Node::Const(Value::Real(number)) => constants.extend(fraction(&number, sign)),
                Node::Const(value) if let Some(bits) = value.scalar() => {
                    let width = self.store.width(part);
                    let minus = wide::sign(width, bits) && width > 1;
                    let size = if minus { wide::neg(width, bits) } else { bits };
                    constants.push((sign != minus, number(width, size, Reading::Unsigned)));
                }
                _ if sign => positive.push(self.tighter(part, Level::Sum)),
                _ => negative.push(self.tighter(part, Level::Sum)),
            }
        }
        positive.sort_by(|a, b| alphabetical(&a.text).cmp(&alphabetical(&b.text)));
        negative.sort_by(|a, b| alphabetical(&a.text).cmp(&alphabetical(&b.text)));
        let first = constants.iter().position(|(sign, _)| *sign).filter(|_| positive.is_empty());
        let mut parts: Vec<(bool, Piece)> = Vec::new();
        parts.extend(first.map(|first| constants.remove(first)));
        parts.extend(positive.into_iter().map(|piece| (true, piece)));
        parts.extend(negative.into_iter().map(|piece| (false, piece)));
        parts.extend(constants);
        self.added(of, parts)
    }

    fn added(&self, of: &[(Term, bool)], parts: Vec<(bool, Piece)>) -> Piece {
        let (signs, mut pieces): (Vec<bool>, Vec<Piece>) = parts.into_iter().unzip();
        if let (Some(false), Some(first), Some((whole, _))) =
            (signs.first(), pieces.first_mut(), of.first())
        {
            // A sign binds more tightly than a quotient, and than a product of bits without a constant.
            let sort = self.store.sort(*whole);
            let is_multiple = |text: &str| {
                matches!(sort, Sort::Int | Sort::Real)
                    || text.starts_with(|c: char| c.is_ascii_digit())
            };
            if first.sort.is_some() && first.sort != Some(sort) {
                *first = self.with_sort(first.clone(), sort);
            } else if first.level < Level::Unary
                && (first.text.contains(' ') || !is_multiple(&first.text))
            {
                let text = format!("({})", first.text);
                *first = Piece { text, level: Level::Atom, ..first.clone() };
            }
        }
        let sort = of.first().and_then(|(t, _)| self.agree(&mut pieces, self.store.sort(*t)));
        let level = match pieces.as_slice() {
            [one] => one.level.min(Level::Unary),
            _ => Level::Sum,
        };
        let mut text = String::new();
        for (index, (sign, part)) in signs.into_iter().zip(pieces).enumerate() {
            text.push_str(match (index, sign) {
                (0, true) => "",
                (0, false) => "-",
                (_, true) => " + ",
                (_, false) => " - ",
            });
            text.push_str(&part.text);
        }
        Piece { text, level, sort }
    }

    /// Whether a part of a sum is written within it.
    fn inlined(&self, part: Term, of: &[(Term, bool)]) -> bool {
        of.iter().any(|(whole, _)| *whole == part) || !self.names.contains_key(&part)
    }
}

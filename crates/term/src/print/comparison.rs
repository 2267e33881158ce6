//! Comparisons.

use effigy_base::eval::wide;
use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::Printer;
use super::bytes::text_of;
use super::piece::{Level, Piece, Reading, alphabetical, compared, enclosed, number};
use super::words::Word;
use crate::node::Term;

impl Printer<'_> {
    /// A comparison, the constant on the right.
    pub(super) fn comparison(&self, a: Term, symbol: &str, b: Term, reading: Reading) -> Piece {
        // Of values that are not negative both readings are the same.
        let symbol = match self.is_natural(a) && self.is_natural(b) {
            true => symbol.trim_end_matches('u'),
            false => symbol,
        };
        let element_first = self.is_element(a) && self.store.as_variable(b).is_some();
        let (a, symbol, b) = match self.store.is_constant(a) || element_first {
            true => (b, symbol.replace('<', ">"), a),
            false => (a, symbol.to_owned(), b),
        };
        let sort = self.store.sort(a);
        if let Some(text) = self.text_comparison(a, &symbol, b) {
            return compared(text);
        }
        // `x > -1` asks for a sign.
        let minus_one = reading == Reading::Signed
            && self.store.as_bits(b).is_some_and(|bits| bits == wide::mask(self.store.width(b)));
        if let (true, Some(sign)) = (
            minus_one,
            match symbol.as_str() {
                ">" => Some(">= 0"),
                "<=" => Some("< 0"),
                _ => None,
            },
        ) {
            let mut sides = [self.read(a, reading)];
            self.settle(&mut sides, sort);
            let [left] = sides;
            return compared(format!("{} {sign}", enclosed(left, Level::BitOr)));
        }
        let mut sides =
            [self.read(a, reading), self.null(a, b).unwrap_or_else(|| self.read(b, reading))];
        if matches!(symbol.as_str(), "==" | "!=") && !self.store.is_constant(b) {
            // Of integers, the side that is no sum comes first: `x == y + 1`.
            let is_sum = |text: &str| sort == Sort::Int && text.contains(' ');
            if !(self.is_element(b) && self.store.as_variable(a).is_some()) {
                sides.sort_by(|a, b| {
                    let (a, b) = (a.text.as_str(), b.text.as_str());
                    (is_sum(a), alphabetical(a)).cmp(&(is_sum(b), alphabetical(b)))
                });
            }
        }
        self.settle(&mut sides, sort);
        let [left, right] = sides.map(|side| enclosed(side, Level::BitOr));
        let symbol = self.style.symbol(&symbol);
        compared(format!("{left} {symbol} {right}"))
    }

    /// Whether a term is an element of an array that stands on the right of variables.
    fn is_element(&self, t: Term) -> bool {
        self.style.elements_last && self.store.op(t) == Some(Op::Select)
    }

    /// A byte of text compared with a character: `x[0] == 'r'`; `x[0] <u 128` asks for ASCII, whatever the sign of a byte.
    fn text_comparison(&self, a: Term, symbol: &str, b: Term) -> Option<String> {
        let (of, bits) = (text_of(self.store, a)?, self.store.as_bits(b)?);
        let byte = enclosed(self.exact(a), Level::BitOr);
        match (symbol, bits, self.store.width(b)) {
            (">", 0xff, 8) | (">=", 0, 8) if of != 1 => Some(format!("{byte} <u 128")),
            ("<", 0, 8) | ("<=", 0xff, 8) if of != 1 => Some(format!("{byte} >=u 128")),
            _ => printable(bits).map(|c| format!("{byte} {} {c}", self.style.symbol(symbol))),
        }
    }

    pub(super) fn word_comparison(&self, word: &Word, equal: bool) -> Piece {
        let value = number(word.width, word.value, Reading::Either).text;
        let symbol = if equal { self.style.equal } else { self.style.not_equal };
        compared(format!("{} {symbol} {value}", word.name))
    }
}

/// A printable character in quotes.
fn printable(bits: u128) -> Option<String> {
    let byte = u8::try_from(bits).ok().filter(|b| (b' '..=b'~').contains(b))?;
    Some(match byte {
        b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
        _ => format!("'{}'", char::from(byte)),
    })
}

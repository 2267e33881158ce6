//! Texts with how tightly they bind, and those of constants.

use effigy_base::eval::wide;
use effigy_base::sort::Sort;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;

use crate::node::ConstArray;

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Quantifier,
    Choice,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Power,
    Unary,
    Atom,
}

/// How a constant is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
    /// Negative where that is much shorter.
    Either,
}

/// A text and how tightly its outermost operator binds.
#[derive(Clone)]
pub(super) struct Piece {
    /// The text.
    pub text: String,
    /// How tightly it binds.
    pub level: Level,
    /// What the text has the sort of when nothing around it says more; a number has none.
    pub sort: Option<Sort>,
}

/// A number: it has the sort of what it stands beside.
pub(super) fn open(text: impl Into<String>) -> Piece {
    Piece { text: text.into(), level: Level::Atom, sort: None }
}

pub(super) fn number(width: u32, bits: u128, reading: Reading) -> Piece {
    let signed = wide::signed(width, bits);
    let negative = match reading {
        Reading::Signed => signed < 0,
        Reading::Unsigned => false,
        Reading::Either => width >= 16 && (-9999..0).contains(&signed),
    };
    match (negative, bits > 0xffff && reading != Reading::Signed) {
        (true, _) => Piece { level: Level::Unary, ..open(signed.to_string()) },
        (false, true) => open(format!("{bits:#x}")),
        (false, false) => open(bits.to_string()),
    }
}

pub(super) fn enclosed(piece: Piece, level: Level) -> String {
    if piece.level >= level { piece.text } else { format!("({})", piece.text) }
}

/// What operands are ordered by: their names before their factors and signs.
pub(super) fn alphabetical(text: &str) -> (&str, &str) {
    (text.trim_start_matches(|c: char| !c.is_alphabetic() && c != '_'), text)
}

/// The first elements of a constant table.
pub(crate) fn table_text(table: &ConstArray) -> String {
    let mut elements: Vec<String> = table.elements.iter().take(8).map(u64::to_string).collect();
    if table.elements.len() > 8 {
        elements.push(format!("... {} elements", table.elements.len()));
    }
    match table.default_bits() {
        Some(0) if !elements.is_empty() => {}
        _ => elements.push(format!("else {}", table.default)),
    }
    format!("[{}]", elements.join(", "))
}

/// An integer constant.
pub(super) fn integer(n: &BigInt) -> Piece {
    let level = if n.sign() == Sign::Minus { Level::Unary } else { Level::Atom };
    Piece { text: n.to_string(), level, sort: None }
}

/// A real constant, `1/2`.
pub(super) fn rational(number: &BigRational) -> Piece {
    let level = match (*number < BigRational::default(), number.is_integer()) {
        (_, false) => Level::Power,
        (true, _) => Level::Unary,
        _ => Level::Atom,
    };
    Piece { text: number.to_string(), level, sort: None }
}

/// A comparison as a text.
pub(super) fn compared(text: String) -> Piece {
    Piece { text, level: Level::Compare, sort: Some(Sort::Bool) }
}

//! Expressions by their operators.

use effigy_base::eval::wide;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;

use super::bytes::{byte_range, shifted_input, text_of, variable};
use super::integers::{integer, summand};
use super::words::{Word, words};
use super::{Piece, Printer, Quotient};
use crate::node::{ConstArray, Node, Term};

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
enum Reading {
    Signed,
    Unsigned,
    /// Negative where that is much shorter.
    Either,
}

fn atom(text: impl Into<String>) -> Piece {
    Piece { text: text.into(), level: Level::Atom }
}

fn number(width: u32, bits: u128, reading: Reading) -> Piece {
    let signed = wide::signed(width, bits);
    let negative = match reading {
        Reading::Signed => signed < 0,
        Reading::Unsigned => false,
        Reading::Either => width >= 16 && (-9999..0).contains(&signed),
    };
    match (negative, bits > 0xffff && reading != Reading::Signed) {
        (true, _) => Piece { text: signed.to_string(), level: Level::Unary },
        (false, true) => atom(format!("{bits:#x}")),
        (false, false) => atom(bits.to_string()),
    }
}

impl Printer<'_> {
    /// The term, or its name.
    pub(super) fn expression(&self, t: Term) -> Piece {
        self.read(t, Reading::Either)
    }

    fn read(&self, t: Term, reading: Reading) -> Piece {
        if let Some(name) = self.names.get(&t) {
            return atom(name.clone());
        }
        match self.store.node(t) {
            Node::Const(value) => match (value.sort(), value.scalar()) {
                (Sort::BitVec(width), Some(bits)) => number(width, bits, reading),
                (Sort::Int, _) => value.as_int().map_or_else(|| atom(value.to_string()), integer),
                _ => atom(value.to_string()),
            },
            Node::Var(info) => atom(variable(info)),
            Node::ConstArray(table) => atom(table_text(table)),
            Node::App(op, args) => self.application(t, op, args),
        }
    }

    /// The term, in parentheses where its operator binds less tightly than `level`.
    pub(super) fn at(&self, t: Term, level: Level) -> String {
        enclosed(self.expression(t), level)
    }

    fn application(&self, t: Term, op: Op, args: &[Term]) -> Piece {
        if let Some(piece) = self.reference(t) {
            return piece;
        }
        match (op, args) {
            (Op::Not, [a]) => self.negation(*a),
            (Op::Eq, [a, b]) => self.comparison(*a, "==", *b, Reading::Either),
            (Op::BvUlt, [a, b]) => self.comparison(*a, "<u", *b, Reading::Unsigned),
            (Op::BvUle, [a, b]) => self.comparison(*a, "<=u", *b, Reading::Unsigned),
            (Op::BvSlt, [a, b]) => self.comparison(*a, "<", *b, Reading::Signed),
            (Op::BvSle, [a, b]) => self.comparison(*a, "<=", *b, Reading::Signed),
            (Op::Ite, [c, a, b]) if self.style.writes_cases(self.store.sort(t)) => {
                self.cases(*c, *a, *b)
            }
            (Op::Ite, [c, a, b]) => Piece {
                text: format!(
                    "{} ? {} : {}",
                    self.at(*c, Level::Or),
                    self.at(*a, Level::Or),
                    self.at(*b, Level::Choice)
                ),
                level: Level::Choice,
            },
            (Op::IntLe | Op::IntLt, &[a, b]) if let Some(piece) = self.as_asked(t, op, a, b) => {
                piece
            }
            (Op::IntLt, [a, b]) => self.comparison(*a, "<", *b, Reading::Signed),
            (Op::IntLe, [a, b]) => self.comparison(*a, "<=", *b, Reading::Signed),
            (Op::IntPow, [a, b]) => self.power(*a, *b),
            (Op::Forall, &[lo, hi, variable, body]) => self.quantifier([lo, hi, variable, body]),
            (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::IntAdd | Op::IntSub, _) => {
                self.sum(&[(t, true)])
            }
            (Op::BvNot, [a]) => self.prefix("~", *a),
            (Op::Concat, [high, low]) => self.concatenation(t, *high, *low),
            (Op::Extract { hi, lo }, [a]) => self.slice(hi, lo, *a),
            (Op::ZeroExtend { .. } | Op::SignExtend { .. }, [a]) => self.extension(t, op, *a),
            (Op::Select, [array, index]) => self.element(*array, *index),
            (Op::Store, [array, index, element]) => {
                let (index, element) =
                    (self.expression(*index).text, self.expression(*element).text);
                let array = self.at(*array, Level::Atom);
                atom(self.style.element(&array, &format!("{index} := {element}")))
            }
            (Op::IntDiv | Op::IntQuot, [a, b]) if op == self.quotient() => {
                self.chain(op, "/", Level::Product, *a, *b)
            }
            _ => match (operator(op), args) {
                (Some((symbol, level)), [a, b]) => self.chain(op, symbol, level, *a, *b),
                _ => self.call(op.name(), args),
            },
        }
    }

    /// An element of an array: of one that was written what was written there, or else what was there before.
    fn element(&self, array: Term, index: Term) -> Piece {
        match self.store.node(array) {
            Node::App(Op::Store, [before, at, element]) if !self.names.contains_key(&array) => {
                let constant = self.store.is_constant(index) && self.store.is_constant(*at);
                match (*at == index, constant) {
                    (true, _) => self.expression(*element),
                    (_, true) => self.element(*before, index),
                    _ => self.written(*before, index, *at, *element),
                }
            }
            Node::ConstArray(table) if table.elements.is_empty() => atom(table.default.to_string()),
            _ => match self.of_object(array, index) {
                Some(text) => atom(text),
                None => {
                    let (array, index) = (self.at(array, Level::Atom), self.expression(index).text);
                    atom(self.style.element(&array, &index))
                }
            },
        }
    }

    /// An element of an array with another one written, perhaps there.
    fn written(&self, before: Term, index: Term, at: Term, element: Term) -> Piece {
        let same = self.comparison(index, "==", at, Reading::Either);
        let rest = self.element(before, index);
        if self.store.as_bool(element) == Some(true) {
            if rest.text == "false" {
                return same;
            }
            let (same, rest) = (enclosed(same, Level::And), enclosed(rest, Level::Or));
            return Piece { text: format!("{same} {} {rest}", self.style.or), level: Level::Or };
        }
        let (same, element) = (enclosed(same, Level::Or), self.at(element, Level::Or));
        let text = format!("{same} ? {element} : {}", enclosed(rest, Level::Choice));
        Piece { text, level: Level::Choice }
    }

    /// The integer division that is written `/`.
    fn quotient(&self) -> Op {
        match self.style.quotient {
            Quotient::Truncated => Op::IntQuot,
            Quotient::Euclidean => Op::IntDiv,
        }
    }

    /// A choice between conditions: `C & A | ¬C & B`.
    fn cases(&self, c: Term, a: Term, b: Term) -> Piece {
        let (and, or) = (self.style.and, self.style.or);
        let (yes, no) = (self.at(c, Level::Compare), enclosed(self.negation(c), Level::Compare));
        let (a, b) = (self.at(a, Level::Compare), self.at(b, Level::Compare));
        let text = format!("{yes} {and} {a} {or} {no} {and} {b}");
        Piece { text, level: Level::Or }
    }

    fn call(&self, name: &str, args: &[Term]) -> Piece {
        let args: Vec<String> = args.iter().map(|arg| self.expression(*arg).text).collect();
        atom(format!("{name}({})", args.join(", ")))
    }

    fn prefix(&self, symbol: &str, a: Term) -> Piece {
        let (symbol, a) = (self.style.symbol(symbol), self.at(a, Level::Unary));
        Piece { text: format!("{symbol}{a}"), level: Level::Unary }
    }

    fn negation(&self, a: Term) -> Piece {
        match (self.store.node(a), self.names.contains_key(&a)) {
            (Node::App(Op::Eq, [x, y]), false) => self.comparison(*x, "!=", *y, Reading::Either),
            (Node::App(op @ (Op::And | Op::Or), [x, y]), false) => {
                let (found, rest) = words(self.store, &self.operands(op, *x, *y), op == Op::And);
                match (found.as_slice(), rest.is_empty()) {
                    ([word], true) => self.word_comparison(word, op != Op::And),
                    _ => self.prefix("!", a),
                }
            }
            _ => self.prefix("!", a),
        }
    }

    /// A comparison, the constant on the right.
    fn comparison(&self, a: Term, symbol: &str, b: Term, reading: Reading) -> Piece {
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
        if let Some(text) = self.text_comparison(a, &symbol, b) {
            return Piece { text, level: Level::Compare };
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
            let left = enclosed(self.read(a, reading), Level::BitOr);
            return Piece { text: format!("{left} {sign}"), level: Level::Compare };
        }
        let (left, right) = (
            enclosed(self.read(a, reading), Level::BitOr),
            enclosed(self.null(a, b).unwrap_or_else(|| self.read(b, reading)), Level::BitOr),
        );
        let mut sides = [left, right];
        if matches!(symbol.as_str(), "==" | "!=") && !self.store.is_constant(b) {
            // Of integers, the side that is no sum comes first: `x == y + 1`.
            let is_sum = |text: &str| self.store.sort(a) == Sort::Int && text.contains(' ');
            if !(self.is_element(b) && self.store.as_variable(a).is_some()) {
                sides.sort_by(|a, b| {
                    (is_sum(a), alphabetical(a)).cmp(&(is_sum(b), alphabetical(b)))
                });
            }
        }
        let [left, right] = sides;
        let symbol = self.style.symbol(&symbol);
        Piece { text: format!("{left} {symbol} {right}"), level: Level::Compare }
    }

    /// Whether a term is an element of an array that stands on the right of variables.
    fn is_element(&self, t: Term) -> bool {
        self.style.elements_last && self.store.op(t) == Some(Op::Select)
    }

    /// A byte of text compared with a character: `x[0] == 'r'`; `x[0] <u 128` asks for ASCII, whatever the sign of a byte.
    fn text_comparison(&self, a: Term, symbol: &str, b: Term) -> Option<String> {
        let (of, bits) = (text_of(self.store, a)?, self.store.as_bits(b)?);
        let byte = self.at(a, Level::BitOr);
        match (symbol, bits, self.store.width(b)) {
            (">", 0xff, 8) | (">=", 0, 8) if of != 1 => Some(format!("{byte} <u 128")),
            ("<", 0, 8) | ("<=", 0xff, 8) if of != 1 => Some(format!("{byte} >=u 128")),
            _ => printable(bits).map(|c| format!("{byte} {} {c}", self.style.symbol(symbol))),
        }
    }

    /// An operator of two arguments; an associative one as a list in alphabetical order, constants last.
    fn chain(&self, op: Op, symbol: &str, level: Level, a: Term, b: Term) -> Piece {
        if !op.is_commutative() {
            let right = if level == Level::Shift { Level::Sum } else { Level::Unary };
            return Piece {
                text: format!("{} {symbol} {}", self.at(a, level), self.at(b, right)),
                level,
            };
        }
        let mut parts = self.operands(op, a, b);
        let symbol = self.style.symbol(symbol);
        let is_product = matches!(op, Op::BvMul | Op::IntMul);
        let mut operands = Vec::new();
        if matches!(op, Op::And | Op::Or) {
            let (found, rest) = words(self.store, &parts, op == Op::And);
            let equal = op == Op::And;
            operands
                .extend(found.iter().map(|word| (false, self.word_comparison(word, equal).text)));
            parts = rest;
        }
        for t in parts {
            let last = self.store.is_constant(t) != is_product;
            operands.push((last, self.tighter(t, level)));
        }
        if let ([(_, text)], true) =
            (operands.as_slice(), level == Level::And || level == Level::Or)
        {
            return Piece { text: text.clone(), level: Level::Compare };
        }
        operands.sort_by(|a, b| (a.0, alphabetical(&a.1)).cmp(&(b.0, alphabetical(&b.1))));
        let texts: Vec<String> = operands.into_iter().map(|(_, text)| text).collect();
        let separator = if is_product { "*".to_owned() } else { format!(" {symbol} ") };
        Piece { text: texts.join(&separator), level }
    }

    /// The operands of an associative operator, those of the same operator within it included.
    fn operands(&self, op: Op, a: Term, b: Term) -> Vec<Term> {
        let mut operands = Vec::new();
        let mut pending = vec![b, a];
        while let Some(t) = pending.pop() {
            match self.store.node(t) {
                Node::App(inner, [a, b]) if inner == op && !self.names.contains_key(&t) => {
                    pending.extend([*b, *a]);
                }
                _ => operands.push(t),
            }
        }
        operands
    }

    /// The term as an operand of an operator of this level, in parentheses unless it binds more tightly.
    fn tighter(&self, t: Term, level: Level) -> String {
        let piece = self.expression(t);
        if piece.level > level { piece.text } else { format!("({})", piece.text) }
    }

    /// A sum of signed parts: positive ones in alphabetical order, then negative ones, then the constant.
    pub(super) fn sum(&self, of: &[(Term, bool)]) -> Piece {
        let (mut positive, mut negative, mut constants) = (Vec::new(), Vec::new(), Vec::new());
        let mut pending = of.to_vec();
        while let Some((part, sign)) = pending.pop() {
            match self.store.node(part) {
                Node::App(Op::BvAdd | Op::IntAdd, [a, b]) if self.inlined(part, of) => {
                    pending.extend([(*a, sign), (*b, sign)])
                }
                Node::App(Op::BvSub | Op::IntSub, [a, b]) if self.inlined(part, of) => {
                    pending.extend([(*a, sign), (*b, !sign)])
                }
                Node::App(Op::BvNeg, [a]) if self.inlined(part, of) => pending.push((*a, !sign)),
                Node::Const(value @ Value::Int(_)) => constants.extend(summand(&value, sign)),
                Node::Const(value) => match value.scalar() {
                    Some(bits) => {
                        let width = self.store.width(part);
                        let minus = wide::sign(width, bits) && width > 1;
                        let size = if minus { wide::neg(width, bits) } else { bits };
                        constants
                            .push((sign != minus, number(width, size, Reading::Unsigned).text));
                    }
                    None => positive.push(value.to_string()),
                },
                _ if sign => positive.push(self.tighter(part, Level::Sum)),
                _ => negative.push(self.tighter(part, Level::Sum)),
            }
        }
        positive.sort_by(|a, b| alphabetical(a).cmp(&alphabetical(b)));
        negative.sort_by(|a, b| alphabetical(a).cmp(&alphabetical(b)));
        let parts = positive.into_iter().map(|text| (true, text));
        let parts = parts.chain(negative.into_iter().map(|text| (false, text)));
        let mut parts: Vec<(bool, String)> = parts.collect();
        let first = constants
            .iter()
            .position(|(sign, _)| *sign)
            .filter(|_| parts.iter().all(|(sign, _)| !sign));
        if let Some(first) = first {
            parts.insert(0, constants.remove(first));
        }
        parts.extend(constants);
        let mut text = String::new();
        for (index, (sign, part)) in parts.iter().enumerate() {
            text.push_str(match (index, sign) {
                (0, true) => "",
                (0, false) => "-",
                (_, true) => " + ",
                (_, false) => " - ",
            });
            text.push_str(part);
        }
        Piece { text, level: if parts.len() == 1 { Level::Unary } else { Level::Sum } }
    }

    /// Whether a part of a sum is written within it.
    fn inlined(&self, part: Term, of: &[(Term, bool)]) -> bool {
        of.iter().any(|(whole, _)| *whole == part) || !self.names.contains_key(&part)
    }

    fn concatenation(&self, t: Term, high: Term, low: Term) -> Piece {
        if let Some(text) = byte_range(self.store, t) {
            return atom(text);
        }
        if let Some((name, shift)) = shifted_input(self.store, t) {
            return Piece { text: format!("{}*{name}", 1u32 << shift), level: Level::Product };
        }
        let low_bits = self.store.as_bits(low);
        if low_bits == Some(0) {
            let shift = self.store.width(low);
            return self.multiple(high, self.store.width(t), shift);
        }
        let mut parts = vec![self.at(high, Level::Atom)];
        let mut rest = low;
        loop {
            match self.store.node(rest) {
                Node::App(Op::Concat, [next, below])
                    if !self.names.contains_key(&rest)
                        && byte_range(self.store, rest).is_none() =>
                {
                    parts.push(self.at(*next, Level::Atom));
                    rest = *below;
                }
                _ => break,
            }
        }
        parts.push(self.at(rest, Level::Atom));
        Piece { text: parts.join(":"), level: Level::Unary }
    }

    /// `2^shift` times what `high` are the low bits of.
    fn multiple(&self, high: Term, width: u32, shift: u32) -> Piece {
        let whole = match self.store.node(high) {
            Node::App(Op::Extract { lo: 0, .. }, [x]) if self.store.width(*x) == width => *x,
            _ => high,
        };
        if shift > 16 {
            let text = format!("{} << {shift}", self.at(whole, Level::Shift));
            return Piece { text, level: Level::Shift };
        }
        Piece {
            text: format!("{}*{}", 1u32 << shift, self.at(whole, Level::Product)),
            level: Level::Product,
        }
    }

    fn slice(&self, hi: u32, lo: u32, a: Term) -> Piece {
        if lo == 0 && matches!(hi, 7 | 15 | 31 | 63) {
            return atom(format!("u{}({})", hi + 1, self.expression(a).text));
        }
        let whole = self.at(a, Level::Atom);
        atom(if hi == lo { format!("{whole}{{{hi}}}") } else { format!("{whole}{{{hi}:{lo}}}") })
    }

    fn extension(&self, t: Term, op: Op, a: Term) -> Piece {
        let signed = matches!(op, Op::SignExtend { .. });
        if let Node::App(Op::Extract { hi, lo }, [x]) = self.store.node(a)
            && lo > 0
            && hi + 1 == self.store.width(*x)
            && self.store.sort(*x) == self.store.sort(t)
        {
            let symbol = if signed { ">>" } else { ">>u" };
            return Piece {
                text: format!("{} {symbol} {lo}", self.at(*x, Level::Shift)),
                level: Level::Shift,
            };
        }
        if signed { self.call("sext", &[a]) } else { self.expression(a) }
    }

    fn word_comparison(&self, word: &Word, equal: bool) -> Piece {
        let value = number(word.width, word.value, Reading::Either).text;
        let symbol = if equal { self.style.equal } else { self.style.not_equal };
        Piece { text: format!("{} {symbol} {value}", word.name), level: Level::Compare }
    }
}

fn enclosed(piece: Piece, level: Level) -> String {
    if piece.level >= level { piece.text } else { format!("({})", piece.text) }
}

/// What operands are ordered by: their names before their factors and signs.
fn alphabetical(text: &str) -> (&str, &str) {
    (text.trim_start_matches(|c: char| !c.is_alphabetic() && c != '_'), text)
}

/// A printable character in quotes.
fn printable(bits: u128) -> Option<String> {
    let byte = u8::try_from(bits).ok().filter(|b| (b' '..=b'~').contains(b))?;
    Some(match byte {
        b'\'' | b'\\' => format!("'\\{}'", char::from(byte)),
        _ => format!("'{}'", char::from(byte)),
    })
}

fn operator(op: Op) -> Option<(&'static str, Level)> {
    Some(match op {
        Op::And => ("&&", Level::And),
        Op::Or => ("||", Level::Or),
        Op::BvAnd => ("&", Level::BitAnd),
        Op::BvOr => ("|", Level::BitOr),
        Op::BvXor => ("^", Level::BitXor),
        Op::BvShl => ("<<", Level::Shift),
        Op::BvLshr => (">>u", Level::Shift),
        Op::BvAshr => (">>", Level::Shift),
        Op::BvMul | Op::IntMul => ("*", Level::Product),
        Op::BvUdiv => ("/u", Level::Product),
        Op::BvSdiv => ("/", Level::Product),
        Op::BvUrem => ("%u", Level::Product),
        Op::BvSrem => ("%", Level::Product),
        _ => return None,
    })
}

/// The first elements of a constant table.
fn table_text(table: &ConstArray) -> String {
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

//! Expressions by their operators.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use super::bytes::{byte_range, shifted_input, variable};
use super::piece::{
    Level, Piece, Reading, alphabetical, enclosed, integer, number, open, rational, table_text,
};
use super::words::words;
use super::{Printer, Quotient};
use crate::node::{Node, Term};

impl Printer<'_> {
    /// The term, or its name.
    pub(super) fn expression(&self, t: Term) -> Piece {
        self.read(t, Reading::Either)
    }

    pub(super) fn read(&self, t: Term, reading: Reading) -> Piece {
        if let Some(name) = self.names.get(&t) {
            return self.atom(t, name.clone());
        }
        match self.store.node(t) {
            Node::Const(value) => match (value.sort(), value.scalar()) {
                (Sort::BitVec(width), Some(bits)) => number(width, bits, reading),
                (Sort::Real, _) => {
                    value.as_real().map_or_else(|| open(value.to_string()), rational)
                }
                (Sort::Int, _) => value.as_int().map_or_else(|| open(value.to_string()), integer),
                _ => self.atom(t, value.to_string()),
            },
            Node::Var(info) => self.atom(t, variable(info)),
            Node::ConstArray(table) => self.atom(t, table_text(table)),
            Node::App(op, args) => self.application(t, op, args),
            Node::Apply(function, args) => self.declared(t, function, args),
            Node::Quantifier(quantifier) => self.unbounded(quantifier),
        }
    }

    /// A text of the sort of a term.
    fn atom(&self, t: Term, text: impl Into<String>) -> Piece {
        self.of(t, text, Level::Atom)
    }

    pub(super) fn of(&self, t: Term, text: impl Into<String>, level: Level) -> Piece {
        Piece { text: text.into(), level, sort: Some(self.store.sort(t)) }
    }

    /// The term, in parentheses where its operator binds less tightly than `level`.
    pub(super) fn at(&self, t: Term, level: Level) -> String {
        enclosed(self.expression(t), level)
    }

    /// The term as a text of its own sort, whatever it stands beside.
    pub(super) fn exact(&self, t: Term) -> Piece {
        self.with_sort(self.expression(t), self.store.sort(t))
    }

    fn exactly(&self, t: Term, level: Level) -> String {
        enclosed(self.exact(t), level)
    }

    /// The text with a sort: of a number, or of fewer bits, the sort is written.
    pub(super) fn with_sort(&self, piece: Piece, sort: Sort) -> Piece {
        let text = match sort {
            _ if piece.sort == Some(sort) => return piece,
            Sort::BitVec(width) => format!("u{width}({})", piece.text),
            Sort::Real | Sort::Named(_) => piece.text,
            _ => format!("int({})", piece.text),
        };
        Piece { text, level: Level::Atom, sort: Some(sort) }
    }

    /// Operands of one operator, which are read with the sort of the widest: one of them is made to have theirs. Numbers
    /// beside nothing else are left.
    pub(super) fn agree(&self, pieces: &mut [Piece], sort: Sort) -> Option<Sort> {
        if !pieces.iter().any(|piece| piece.sort == Some(sort)) {
            let narrow = pieces.iter_mut().find(|piece| piece.sort.is_some())?;
            *narrow = self.with_sort(narrow.clone(), sort);
        }
        Some(sort)
    }

    /// As [`Printer::agree`] where nothing around says what numbers are.
    pub(super) fn settle(&self, pieces: &mut [Piece], sort: Sort) {
        if self.agree(pieces, sort).is_none()
            && sort != self.style.numbers()
            && let Some(first) = pieces.first_mut()
        {
            *first = self.with_sort(first.clone(), sort);
        }
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
            (Op::Ite, [c, a, b]) => {
                let condition = self.at(*c, Level::Or);
                self.choice(t, condition, self.expression(*a), self.expression(*b))
            }
            (Op::IntLe | Op::IntLt, &[a, b]) if let Some(piece) = self.as_asked(t, op, a, b) => {
                piece
            }
            (Op::IntLt, [a, b]) => self.comparison(*a, "<", *b, Reading::Signed),
            (Op::IntLe, [a, b]) => self.comparison(*a, "<=", *b, Reading::Signed),
            (Op::RealLt, [a, b]) => self.comparison(*a, "<", *b, Reading::Signed),
            (Op::RealLe, [a, b]) => self.comparison(*a, "<=", *b, Reading::Signed),
            (Op::IntPow, [a, b]) => self.power(*a, *b),
            (Op::Forall, &[lo, hi, variable, body]) => self.quantifier([lo, hi, variable, body]),
            (
                Op::BvAdd
                | Op::BvSub
                | Op::BvNeg
                | Op::IntAdd
                | Op::IntSub
                | Op::RealAdd
                | Op::RealSub,
                _,
            ) => self.sum(&[(t, true)]),
            (Op::BvNot, [a]) if !self.style.is_logical() => self.prefix("~", *a),
            (Op::Concat, [high, low]) => self.concatenation(t, *high, *low),
            (Op::Extract { hi, lo }, [a]) => self.slice(t, hi, lo, *a),
            (Op::ZeroExtend { .. } | Op::SignExtend { .. }, [a]) => self.extension(t, op, *a),
            (Op::Select, [array, index]) => self.element(t, *array, *index),
            (Op::Store, [array, index, element]) => {
                let (index, element) =
                    (self.expression(*index).text, self.expression(*element).text);
                let array = self.at(*array, Level::Atom);
                self.atom(t, self.style.element(&array, &format!("{index} := {element}")))
            }
            (Op::IntDiv | Op::IntQuot, [a, b]) if op == self.quotient() => {
                self.chain(t, op, "/", Level::Product, *a, *b)
            }
            _ => match (self.operator(op), args) {
                (Some((symbol, level)), [a, b]) => self.chain(t, op, symbol, level, *a, *b),
                _ => self.call(t, op, args),
            },
        }
    }

    /// `condition ? a : b`
    fn choice(&self, t: Term, condition: String, a: Piece, b: Piece) -> Piece {
        let mut sides = [a, b];
        let sort = self.agree(&mut sides, self.store.sort(t));
        let [a, b] = sides;
        let (a, b) = (enclosed(a, Level::Or), enclosed(b, Level::Choice));
        Piece { text: format!("{condition} ? {a} : {b}"), level: Level::Choice, sort }
    }

    /// An element of an array: of one that was written what was written there, or else what was there before. `t` is of
    /// the element's sort.
    fn element(&self, t: Term, array: Term, index: Term) -> Piece {
        match self.store.node(array) {
            Node::App(Op::Store, [before, at, element]) if !self.names.contains_key(&array) => {
                let constant = self.store.is_constant(index) && self.store.is_constant(*at);
                match (*at == index, constant) {
                    (true, _) => self.expression(*element),
                    (_, true) => self.element(t, *before, index),
                    _ => self.written(t, *before, index, *at, *element),
                }
            }
            Node::ConstArray(table) if table.elements.is_empty() => {
                self.atom(t, table.default.to_string())
            }
            _ => match self.of_object(array, index) {
                Some(text) => self.atom(t, text),
                None => {
                    let (array, index) = (self.at(array, Level::Atom), self.expression(index).text);
                    self.atom(t, self.style.element(&array, &index))
                }
            },
        }
    }

    /// An element of an array with another one written, perhaps there.
    fn written(&self, t: Term, before: Term, index: Term, at: Term, element: Term) -> Piece {
        let same = self.comparison(index, "==", at, Reading::Either);
        let rest = self.element(t, before, index);
        if self.store.as_bool(element) == Some(true) {
            if rest.text == "false" {
                return same;
            }
            let (same, rest) = (enclosed(same, Level::And), enclosed(rest, Level::Or));
            return self.of(t, format!("{same} {} {rest}", self.style.or), Level::Or);
        }
        self.choice(t, enclosed(same, Level::Or), self.expression(element), rest)
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
        self.of(c, format!("{yes} {and} {a} {or} {no} {and} {b}"), Level::Or)
    }

    /// An operator by its name, with the width of its result where its arguments do not say that.
    fn call(&self, t: Term, op: Op, args: &[Term]) -> Piece {
        let mut pieces: Vec<Piece> = args.iter().map(|arg| self.expression(*arg)).collect();
        if let Some(first) = args.first() {
            self.settle(&mut pieces, self.store.sort(*first));
        }
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let width: String = op.params().iter().map(u32::to_string).collect();
        self.atom(t, format!("{}{width}({})", op.name(), texts.join(", ")))
    }

    fn prefix(&self, symbol: &str, a: Term) -> Piece {
        let mut operands = [self.expression(a)];
        let sort = self.agree(&mut operands, self.store.sort(a));
        let [a] = operands;
        let text = format!("{}{}", self.style.symbol(symbol), enclosed(a, Level::Unary));
        Piece { text, level: Level::Unary, sort }
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

    /// An operator of two arguments; an associative one as a list in alphabetical order, constants last.
    fn chain(&self, t: Term, op: Op, symbol: &str, level: Level, a: Term, b: Term) -> Piece {
        let sort = self.store.sort(t);
        if !op.is_commutative() {
            let right = if level == Level::Shift { Level::Sum } else { Level::Unary };
            let mut sides = [self.expression(a), self.expression(b)];
            // A part with fewer bits is not one of this chain.
            if let [left, _] = &mut sides
                && left.sort.is_some_and(|of| of != sort)
            {
                *left = self.tighter(a, level);
            }
            let sort = self.agree(&mut sides, sort);
            let [a, b] = sides;
            let text = format!("{} {symbol} {}", enclosed(a, level), enclosed(b, right));
            return Piece { text, level, sort };
        }
        let mut parts = self.operands(op, a, b);
        let symbol = self.style.symbol(symbol);
        let is_product = matches!(op, Op::BvMul | Op::IntMul | Op::RealMul);
        let mut operands = Vec::new();
        if matches!(op, Op::And | Op::Or) {
            let (found, rest) = words(self.store, &parts, op == Op::And);
            let equal = op == Op::And;
            operands.extend(found.iter().map(|word| (false, self.word_comparison(word, equal))));
            parts = rest;
        }
        for t in parts {
            let last = self.store.is_constant(t) != is_product;
            operands.push((last, self.tighter(t, level)));
        }
        if let ([(_, piece)], true) =
            (operands.as_slice(), level == Level::And || level == Level::Or)
        {
            return Piece { level: Level::Compare, ..piece.clone() };
        }
        operands
            .sort_by(|a, b| (a.0, alphabetical(&a.1.text)).cmp(&(b.0, alphabetical(&b.1.text))));
        let mut pieces: Vec<Piece> = operands.into_iter().map(|(_, piece)| piece).collect();
        let sort = self.agree(&mut pieces, sort);
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let separator = if is_product { "*".to_owned() } else { format!(" {symbol} ") };
        Piece { text: texts.join(&separator), level, sort }
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
    pub(super) fn tighter(&self, t: Term, level: Level) -> Piece {
        let piece = self.expression(t);
        match piece.level > level {
            true => piece,
            false => Piece { text: format!("({})", piece.text), level: Level::Atom, ..piece },
        }
    }

    fn concatenation(&self, t: Term, high: Term, low: Term) -> Piece {
        if let Some(text) = byte_range(self.store, t) {
            return self.atom(t, text);
        }
        if let Some((name, shift)) = shifted_input(self.store, t) {
            return self.of(t, format!("{}*{name}", 1u32 << shift), Level::Product);
        }
        if self.is_natural(t) {
            return self.atom(t, self.expression(low).text);
        }
        let low_bits = self.store.as_bits(low);
        if low_bits == Some(0) {
            return self.multiple(t, high, self.store.width(low));
        }
        let mut parts = vec![self.part(high)];
        let mut rest = low;
        loop {
            match self.store.node(rest) {
                Node::App(Op::Concat, [next, below])
                    if !self.names.contains_key(&rest)
                        && byte_range(self.store, rest).is_none() =>
                {
                    parts.push(self.part(*next));
                    rest = *below;
                }
                _ => break,
            }
        }
        parts.push(self.part(rest));
        self.of(t, parts.join(":"), Level::Unary)
    }

    /// A part of a concatenation: a constant with all of its digits.
    fn part(&self, t: Term) -> String {
        match self.store.node(t) {
            Node::Const(value) => value.to_string(),
            _ => self.exactly(t, Level::Atom),
        }
    }

    /// `2^shift` times what `high` are the low bits of.
    fn multiple(&self, t: Term, high: Term, shift: u32) -> Piece {
        let sort = self.store.sort(t);
        let whole = match self.store.node(high) {
            Node::App(Op::Extract { lo: 0, .. }, [x]) if self.store.sort(*x) == sort => *x,
            _ => high,
        };
        let whole = self.with_sort(self.exact(whole), sort);
        if shift > 16 {
            return self.of(
                t,
                format!("{} << {shift}", enclosed(whole, Level::Shift)),
                Level::Shift,
            );
        }
        let text = format!("{}*{}", 1u32 << shift, enclosed(whole, Level::Unary));
        self.of(t, text, Level::Product)
    }

    fn slice(&self, t: Term, hi: u32, lo: u32, a: Term) -> Piece {
        if lo == 0 && matches!(hi, 7 | 15 | 31 | 63) {
            return self.atom(t, format!("u{}({})", hi + 1, self.exact(a).text));
        }
        let whole = self.exactly(a, Level::Atom);
        let text =
            if hi == lo { format!("{whole}{{{hi}}}") } else { format!("{whole}{{{hi}:{lo}}}") };
        self.atom(t, text)
    }

    fn extension(&self, t: Term, op: Op, a: Term) -> Piece {
        let signed = matches!(op, Op::SignExtend { .. });
        if let Node::App(Op::Extract { hi, lo }, [x]) = self.store.node(a)
            && !self.names.contains_key(&a)
            && lo > 0
            && hi + 1 == self.store.width(*x)
            && self.store.sort(*x) == self.store.sort(t)
        {
            let symbol = if signed { ">>" } else { ">>u" };
            let text = format!("{} {symbol} {lo}", self.exactly(*x, Level::Shift));
            return self.of(t, text, Level::Shift);
        }
        match signed {
            true => self.atom(t, format!("i{}({})", self.store.width(t), self.exact(a).text)),
            // A length has no sign, whatever its width.
            false if self.is_natural(t) => self.atom(t, self.expression(a).text),
            false => self.exact(a),
        }
    }

    /// The sign of an operator between two operands, and how tightly it binds.
    fn operator(&self, op: Op) -> Option<(&'static str, Level)> {
        let bits = matches!(op, Op::BvAnd | Op::BvOr | Op::BvXor);
        operator(op).filter(|_| !(bits && self.style.is_logical()))
    }
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
        Op::BvMul | Op::IntMul | Op::RealMul => ("*", Level::Product),
        Op::RealDiv => ("/", Level::Product),
        Op::BvUdiv => ("/u", Level::Product),
        Op::BvSdiv => ("/", Level::Product),
        Op::BvUrem => ("%u", Level::Product),
        Op::BvSrem => ("%", Level::Product),
        _ => return None,
    })
}

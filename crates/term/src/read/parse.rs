//! The grammar of printed terms, and of what people type about programs.

use effigy_base::bits::BitVec;
use num_bigint::BigInt;

use super::ReadError;
use super::lexer::{JOIN, Token, tokens};
use crate::print::Style;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number, which has the sort of what it stands beside.
    Number(BigInt),
    /// A bit-vector with all of its digits.
    Bits(BitVec),
    /// A truth value.
    Truth(bool),
    /// A name.
    Name(String),
    /// What stands between quotes.
    Quoted(String),
    /// A constant table as it is printed.
    Table(String),
    /// `e[i]`, in some languages `e(i)`.
    Index(Box<Expression>, Box<Expression>),
    /// `e[from..to]`: bytes of an input.
    Range(Box<Expression>, u64, u64),
    /// `e[i := v]`: an array with another element.
    Written(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `e.f`; with the flag `e->f`.
    Member(Box<Expression>, String, bool),
    /// `e{hi:lo}`: these bits.
    Slice(Box<Expression>, u32, u32),
    /// `name(e, e)`
    Call(String, Vec<Expression>),
    /// An operator before its operand.
    Prefix(Prefix, Box<Expression>),
    /// Operands with operators between them that bind equally tight, from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// `a:b:c`, the highest bits first.
    Join(Vec<Expression>),
    /// `c ? a : b`
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `forall i in lo..hi: body`
    Forall(String, Box<Expression>, Box<Expression>, Box<Expression>),
    /// `e where t1 = e, t2 = e`
    Where(Box<Expression>, Vec<(String, Expression)>),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `-e`
    Minus,
    /// Negation of a condition.
    Not,
    /// `~e`
    Complement,
    /// `*e`: what a pointer points to.
    Follow,
}

/// An operator between its operands. Those of one sign whose meaning depends on signs are of the operands' own reading,
/// except those with `u`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Disjunction.
    Or,
    /// Conjunction.
    And,
    /// Equality.
    Equal,
    /// Its negation.
    Differs,
    /// `<`
    Below(Reading),
    /// `<=`
    AtMost(Reading),
    /// `>`
    Above(Reading),
    /// `>=`
    AtLeast(Reading),
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight(Reading),
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide(Reading),
    /// `%`
    Remainder(Reading),
    /// `**`
    Power,
}

/// How an operator reads its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As they are read themselves.
    Own,
    /// Without signs.
    Unsigned,
}

use Reading::{Own, Unsigned};

type Level = &'static [(&'static str, Operator)];

const OR: Level = &[("||", Operator::Or)];
const AND: Level = &[("&&", Operator::And)];
const LOGICAL_OR: Level = &[("||", Operator::Or), ("|", Operator::Or)];
const LOGICAL_AND: Level = &[("&&", Operator::And), ("&", Operator::And)];
const RELATIONS: Level = &[
    ("==", Operator::Equal),
    ("=", Operator::Equal),
    ("!=", Operator::Differs),
    ("¬=", Operator::Differs),
    ("<", Operator::Below(Own)),
    ("<u", Operator::Below(Unsigned)),
    ("<=", Operator::AtMost(Own)),
    ("<=u", Operator::AtMost(Unsigned)),
    (">", Operator::Above(Own)),
    (">u", Operator::Above(Unsigned)),
    (">=", Operator::AtLeast(Own)),
    (">=u", Operator::AtLeast(Unsigned)),
];
const SHIFTS: Level = &[
    ("<<", Operator::ShiftLeft),
    (">>", Operator::ShiftRight(Own)),
    (">>u", Operator::ShiftRight(Unsigned)),
];
const SUMS: Level = &[("+", Operator::Add), ("-", Operator::Subtract)];
const PRODUCTS: Level = &[
    ("*", Operator::Multiply),
    ("/", Operator::Divide(Own)),
    ("/u", Operator::Divide(Unsigned)),
    ("%", Operator::Remainder(Own)),
    ("%u", Operator::Remainder(Unsigned)),
];
const POWERS: Level = &[("**", Operator::Power)];

/// Operators on bits by their signs, loosest first; loosest of all are the connectives.
const OF_BITS: &[Level] = &[
    OR,
    AND,
    RELATIONS,
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    SHIFTS,
    SUMS,
    PRODUCTS,
    POWERS,
];

/// Where `&` and `|` are connectives.
const LOGICAL: &[Level] = &[LOGICAL_OR, LOGICAL_AND, RELATIONS, SHIFTS, SUMS, PRODUCTS, POWERS];

/// Deepest nesting.
const DEEPEST: u32 = 300;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: u32,
    levels: &'static [Level],
    /// Whether an index stands in parentheses.
    parentheses: bool,
}

/// Reads an expression in the style of a language.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn parse(text: &str, style: &Style) -> Result<Expression, ReadError> {
    let levels = if style.is_logical() { LOGICAL } else { OF_BITS };
    let parentheses = style.element == crate::print::Element::Parentheses;
    let mut parser = Parser { text, tokens: tokens(text)?, at: 0, depth: 0, levels, parentheses };
    let expression = parser.whole()?;
    match parser.peek() {
        Token::End => Ok(expression),
        _ => Err(parser.wrong("an operator or the end is expected here")),
    }
}

type Parse = Result<Expression, ReadError>;

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.look(0)
    }

    fn look(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |(_, at)| *at)
    }

    fn wrong(&self, message: &str) -> ReadError {
        ReadError { at: Some(self.place()), message: message.to_owned() }
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), ReadError> {
        match self.eat(sign) {
            true => Ok(()),
            false => Err(self.wrong(&format!("`{sign}` is expected here"))),
        }
    }

    /// Reads what is nested within something.
    fn within(&mut self, read: impl FnOnce(&mut Self) -> Parse) -> Parse {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("this is nested too deeply"));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// An expression with the definitions of its parts.
    fn whole(&mut self) -> Parse {
        let body = self.expression()?;
        if !self.is_word("where") {
            return Ok(body);
        }
        self.at += 1;
        let mut parts = Vec::new();
        loop {
            let name = self.word("the name of a part is expected here")?;
            self.expect("=")?;
            parts.push((name, self.expression()?));
            if !self.eat(",") {
                return Ok(Expression::Where(Box::new(body), parts));
            }
        }
    }

    fn word(&mut self, expected: &str) -> Result<String, ReadError> {
        let Token::Word(word) = self.peek() else { return Err(self.wrong(expected)) };
        let word = word.clone();
        self.at += 1;
        Ok(word)
    }

    fn expression(&mut self) -> Parse {
        self.within(|p| {
            if p.is_word("forall") && matches!(p.look(1), Token::Word(_)) {
                return p.quantified();
            }
            let condition = p.level(0)?;
            if !p.eat("?") {
                return Ok(condition);
            }
            let yes = p.level(0)?;
            p.expect(":")?;
            let no = p.expression()?;
            Ok(Expression::Choice(Box::new(condition), Box::new(yes), Box::new(no)))
        })
    }

    fn quantified(&mut self) -> Parse {
        self.at += 1;
        let name = self.word("a name is expected here")?;
        if !self.is_word("in") {
            return Err(self.wrong("`in` is expected here"));
        }
        self.at += 1;
        let low = self.prefixed()?;
        self.expect("..")?;
        let high = self.prefixed()?;
        self.expect(":")?;
        let body = self.expression()?;
        Ok(Expression::Forall(name, Box::new(low), Box::new(high), Box::new(body)))
    }

    /// Operands and operators that bind at least as tight as those of a level.
    fn level(&mut self, level: usize) -> Parse {
        let mut left = self.prefixed()?;
        for at in (level..self.levels.len()).rev() {
            let mut rest = Vec::new();
            while let Some(operator) = self.operator(at) {
                self.at += 1;
                rest.push((operator, self.level(at + 1)?));
            }
            if !rest.is_empty() {
                left = Expression::Chain(Box::new(left), rest);
            }
        }
        Ok(left)
    }

    fn operator(&self, level: usize) -> Option<Operator> {
        let mut operators = self.levels.get(level)?.iter();
        operators.find(|(sign, _)| self.is(sign)).map(|(_, operator)| *operator)
    }

    fn prefixed(&mut self) -> Parse {
        if self.eat("**") {
            let operand = self.within(Self::prefixed)?;
            let inner = Expression::Prefix(Prefix::Follow, Box::new(operand));
            return Ok(Expression::Prefix(Prefix::Follow, Box::new(inner)));
        }
        let operators = [
            ("-", Prefix::Minus),
            ("!", Prefix::Not),
            ("¬", Prefix::Not),
            ("~", Prefix::Complement),
            ("*", Prefix::Follow),
        ];
        if let Some((_, operator)) = operators.iter().find(|(sign, _)| self.eat(sign)) {
            let operand = self.within(Self::prefixed)?;
            return Ok(Expression::Prefix(*operator, Box::new(operand)));
        }
        let first = self.postfix()?;
        if !self.is(JOIN) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(JOIN) {
            parts.push(self.postfix()?);
        }
        Ok(Expression::Join(parts))
    }

    fn postfix(&mut self) -> Parse {
        let mut value = self.primary()?;
        loop {
            let before = Box::new(value);
            value = if self.eat("[") {
                self.indexed(before, "]")?
            } else if self.parentheses && self.eat("(") {
                self.indexed(before, ")")?
            } else if self.eat("{") {
                let hi = self.bit()?;
                let lo = if self.eat(JOIN) || self.eat(":") { self.bit()? } else { hi };
                self.expect("}")?;
                Expression::Slice(before, hi, lo)
            } else if self.eat(".") {
                Expression::Member(before, self.member()?, false)
            } else if self.eat("->") {
                Expression::Member(before, self.member()?, true)
            } else {
                return Ok(*before);
            };
        }
    }

    /// What stands between the brackets of an index.
    fn indexed(&mut self, base: Box<Expression>, close: &str) -> Parse {
        if let (Token::Number(from), Token::Sign(".."), Token::Number(to)) =
            (self.peek(), self.look(1), self.look(2))
            && let (Ok(from), Ok(to)) = (u64::try_from(from), u64::try_from(to))
        {
            self.at += 3;
            self.expect(close)?;
            return Ok(Expression::Range(base, from, to));
        }
        let index = Box::new(self.expression()?);
        let found = match self.eat(":=") {
            true => Expression::Written(base, index, Box::new(self.expression()?)),
            false => Expression::Index(base, index),
        };
        self.expect(close)?;
        Ok(found)
    }

    fn bit(&mut self) -> Result<u32, ReadError> {
        let bit = match self.peek() {
            Token::Number(number) => u32::try_from(number).ok(),
            _ => None,
        };
        let bit = bit.ok_or_else(|| self.wrong("the number of a bit is expected here"))?;
        self.at += 1;
        Ok(bit)
    }

    fn member(&mut self) -> Result<String, ReadError> {
        let name = match self.peek() {
            Token::Word(name) => name.clone(),
            Token::Number(number) => number.to_string(),
            _ => return Err(self.wrong("the name of a member is expected here")),
        };
        self.at += 1;
        Ok(name)
    }

    fn primary(&mut self) -> Parse {
        let expression = match self.peek().clone() {
            Token::Number(number) => Expression::Number(number),
            Token::Bits(bits) => Expression::Bits(bits),
            Token::Quoted(name) => Expression::Quoted(name),
            Token::Word(word) if word == "true" || word == "false" => {
                Expression::Truth(word == "true")
            }
            Token::Word(word) if matches!(self.look(1), Token::Sign("(")) => {
                return self.call(word);
            }
            Token::Word(word) => Expression::Name(word),
            Token::Sign("[") => return self.table(),
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            _ => return Err(self.wrong("a value is expected here")),
        };
        self.at += 1;
        Ok(expression)
    }

    /// `name(e, e)`; where an index stands in parentheses, an element of what is no function.
    fn call(&mut self, name: String) -> Parse {
        self.at += 1;
        if self.parentheses && !super::functions::is_function(&name) {
            self.at += 1;
            return self.indexed(Box::new(Expression::Name(name)), ")");
        }
        self.at += 1;
        let mut args = vec![self.expression()?];
        while self.eat(",") {
            args.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(Expression::Call(name, args))
    }

    /// The text of a table, up to its closing bracket.
    fn table(&mut self) -> Parse {
        let from = self.place();
        while !self.is("]") {
            if matches!(self.peek(), Token::End) {
                return Err(self.wrong("`]` is expected here"));
            }
            self.at += 1;
        }
        let text = self.text.get(from..=self.place()).unwrap_or_default().to_owned();
        self.at += 1;
        Ok(Expression::Table(text))
    }
}

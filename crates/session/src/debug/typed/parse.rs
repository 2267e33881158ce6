//! The syntax of what is typed: expressions as in C and Rust.

use super::super::data::DebugError;
use effigy_base::source::{Diagnostic, Severity};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Expr {
    Number(u128),
    Truth(bool),
    /// A symbolic input by its name.
    Symbol(String),
    Name(String),
    Index(Box<Expr>, Box<Expr>),
    /// `e.f`; with the flag `e->f`.
    Member(Box<Expr>, String, bool),
    Unary(Unary, Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Unary {
    Minus,
    Not,
    Follow,
}

/// An operator between its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Operator {
    Or,
    And,
    Equal,
    Differs,
    Below,
    AtMost,
    Above,
    AtLeast,
    BitOr,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The operators by how tightly they bind, loosest first; longer spellings before their beginnings.
const LEVELS: &[&[(&str, Operator)]] = &[
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::Differs),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Below),
        (">", Operator::Above),
        ("=", Operator::Equal),
    ],
    &[("|", Operator::BitOr)],
    &[("^", Operator::BitXor)],
    &[("&", Operator::BitAnd)],
    &[("<<", Operator::ShiftLeft), (">>", Operator::ShiftRight)],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

/// All signs, longer ones first.
const SIGNS: &[&str] = &[
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "->", "<", ">", "=", "|", "^", "&", "+", "-",
    "*", "/", "%", "!", "(", ")", "[", "]", ".",
];

/// Deepest nesting of what is typed.
const DEEPEST: u32 = 200;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(u128),
    Symbol(String),
    Word(String),
    Sign(&'static str),
    End,
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: u32,
}

/// Reads an expression.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub(in super::super) fn parse(text: &str) -> Result<Expr, DebugError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, at: 0, depth: 0 };
    let expression = parser.level(0)?;
    match parser.peek() {
        Token::End => Ok(expression),
        _ => Err(parser.wrong("an operator or the end is expected here")),
    }
}

fn error(text: &str, at: usize, message: &str) -> DebugError {
    DebugError::Typed(vec![Diagnostic {
        severity: Severity::Error,
        message: message.to_owned(),
        path: "command".to_owned(),
        line: 1,
        column: at as u32 + 1,
        excerpt: text.to_owned(),
    }])
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, DebugError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or(' ');
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let (token, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            let length = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
            let digits: String =
                rest.get(..length).unwrap_or("").chars().filter(|c| *c != '_').collect();
            let number = match digits.strip_prefix("0x") {
                Some(hex) => u128::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            let number = number.map_err(|_| error(text, at, "this is no number"))?;
            (Token::Number(number), length)
        } else if word(first) {
            let end = |c: char| !(word(c) || c == ':' || c == '#');
            let length = rest.find(end).unwrap_or(rest.len());
            (Token::Word(rest.get(..length).unwrap_or("").to_owned()), length)
        } else if first == '"' {
            let inner = rest.get(1..).and_then(|r| r.find('"').and_then(|end| r.get(..end)));
            let name = inner.ok_or_else(|| error(text, at, "this quote has no closing `\"`"))?;
            (Token::Symbol(name.to_owned()), name.len() + 2)
        } else if first == '\'' {
            let mut characters = rest.chars().skip(1);
            match (characters.next(), characters.next()) {
                (Some(c), Some('\'')) => (Token::Number(c as u128), c.len_utf8() + 2),
                _ => return Err(error(text, at, "a character is written as in 'a'")),
            }
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| error(text, at, "this sign has no meaning here"))?;
            (Token::Sign(sign), sign.len())
        };
        found.push((token, at));
        at += length;
    }
    found.push((Token::End, text.len()));
    Ok(found)
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn wrong(&self, message: &str) -> DebugError {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |(_, at)| *at);
        error(self.text, at, message)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(s) if *s == sign);
        self.at += usize::from(found);
        found
    }

    fn level(&mut self, level: usize) -> Result<Expr, DebugError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.eat(sign)) {
            let right = self.level(level + 1)?;
            left = Expr::Binary(*operator, Box::new(left), Box::new(right));
            self.deeper()?;
        }
        Ok(left)
    }

    fn deeper(&mut self) -> Result<(), DebugError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("this is too long"));
        }
        Ok(())
    }

    fn unary(&mut self) -> Result<Expr, DebugError> {
        let operators = [("-", Unary::Minus), ("!", Unary::Not), ("*", Unary::Follow)];
        if let Some((_, operator)) = operators.iter().find(|(sign, _)| self.eat(sign)) {
            self.deeper()?;
            return Ok(Expr::Unary(*operator, Box::new(self.unary()?)));
        }
        let mut value = self.primary()?;
        loop {
            if self.eat("[") {
                let index = self.level(0)?;
                if !self.eat("]") {
                    return Err(self.wrong("`]` is expected here"));
                }
                value = Expr::Index(Box::new(value), Box::new(index));
            } else if self.eat(".") {
                value = Expr::Member(Box::new(value), self.member()?, false);
            } else if self.eat("->") {
                value = Expr::Member(Box::new(value), self.member()?, true);
            } else {
                return Ok(value);
            }
            self.deeper()?;
        }
    }

    fn member(&mut self) -> Result<String, DebugError> {
        let name = match self.peek() {
            Token::Word(name) => name.clone(),
            Token::Number(number) => number.to_string(),
            _ => return Err(self.wrong("the name of a member is expected here")),
        };
        self.at += 1;
        Ok(name)
    }

    fn primary(&mut self) -> Result<Expr, DebugError> {
        let expression = match self.peek().clone() {
            Token::Number(number) => Expr::Number(number),
            Token::Symbol(name) => Expr::Symbol(name),
            Token::Word(word) if word == "true" || word == "false" => Expr::Truth(word == "true"),
            Token::Word(word) => Expr::Name(word),
            Token::Sign("(") => {
                self.at += 1;
                self.deeper()?;
                let inner = self.level(0)?;
                if !self.eat(")") {
                    return Err(self.wrong("`)` is expected here"));
                }
                return Ok(inner);
            }
            _ => return Err(self.wrong("a value is expected here")),
        };
        self.at += 1;
        Ok(expression)
    }
}

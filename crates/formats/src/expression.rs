//! Expressions of C and ACSL over integers, as constraints of witnesses are.

use std::fmt;

/// Deepest nesting that is read.
const MOST_DEEP: usize = 64;

/// By which rules an expression has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of C: operands are converted, results wrap around.
    C,
    /// Those of mathematics.
    Acsl,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A constant.
    Number {
        /// Its value.
        value: i128,
        /// Whether it is written as one without a sign.
        natural: bool,
        /// Whether it is written as a `long`.
        long: bool,
    },
    /// A variable.
    Variable(String),
    /// What a call returns, `\result`.
    Result,
    /// An operator with one operand.
    Unary(Unary, Box<Expression>),
    /// An operator with two.
    Binary(Binary, Box<Expression>, Box<Expression>),
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `!`.
    Not,
    /// `~`.
    Complement,
    /// `-`.
    Minus,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `&`.
    BitAnd,
    /// `==`.
    Equal,
    /// `!=`.
    Differs,
    /// `<`.
    Below,
    /// `<=`.
    AtMost,
    /// `>`.
    Above,
    /// `>=`.
    AtLeast,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`.
    Quotient,
    /// `%`.
    Remainder,
}

/// The operators with their signs, those first that bind least; a longer sign before those that it begins with.
const BINARY: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Equal), ("!=", Binary::Differs)],
    &[("<=", Binary::AtMost), (">=", Binary::AtLeast), ("<", Binary::Below), (">", Binary::Above)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Quotient), ("%", Binary::Remainder)],
];

/// Signs that are no operator of a level though they begin like one.
const OTHERS: [&str; 4] = ["||", "&&", "<<", ">>"];

impl Binary {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        let all = BINARY.iter().flat_map(|level| level.iter());
        all.clone().find(|(_, binary)| *binary == self).map_or("", |(sign, _)| sign)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = |part: &Expression| match part {
            Expression::Binary(..) => format!("({part})"),
            _ => part.to_string(),
        };
        match self {
            Expression::Number { value, natural, long } => {
                let natural = if *natural { "u" } else { "" };
                write!(f, "{value}{natural}{}", if *long { "l" } else { "" })
            }
            Expression::Variable(name) => f.write_str(name),
            Expression::Result => f.write_str("\\result"),
            Expression::Unary(operator, operand) => {
                let sign = match operator {
                    Unary::Not => "!",
                    Unary::Complement => "~",
                    Unary::Minus => "-",
                };
                write!(f, "{sign}{}", inner(operand))
            }
            Expression::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                let inner = |part: &Expression| match part {
                    Expression::Binary(Binary::And | Binary::Or, ..) => format!("({part})"),
                    _ => part.to_string(),
                };
                write!(f, "{} {} {}", inner(a), operator.sign(), inner(b))
            }
            Expression::Binary(operator, a, b) => {
                write!(f, "{} {} {}", inner(a), operator.sign(), inner(b))
            }
        }
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// What of the text is not understood.
    pub fn read(text: &str) -> Result<Expression, String> {
        let mut reader = Reader { text, rest: text.trim_start() };
        let expression = reader.binary(0, 0)?;
        match reader.rest {
            "" => Ok(expression),
            _ => Err(reader.refused()),
        }
    }

    /// Calls `visit` with each part that has no parts.
    pub fn leaves(&self, visit: &mut dyn FnMut(&Expression)) {
        match self {
            Expression::Number { .. } | Expression::Variable(_) | Expression::Result => visit(self),
            Expression::Unary(_, operand) => operand.leaves(visit),
            Expression::Binary(_, a, b) => {
                a.leaves(visit);
                b.leaves(visit);
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn refused(&self) -> String {
        let at = match self.rest.split_whitespace().next() {
            Some(word) => format!("at `{word}`"),
            None => "at its end".to_owned(),
        };
        format!(
            "`{}` is not understood {at}: expressions of integers and variables are, without calls, casts, pointers, arrays and structures",
            self.text
        )
    }

    fn take(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn operator(&mut self, level: usize) -> Option<Binary> {
        let all = BINARY.get(level)?;
        let longer = |sign: &str, other: &str| other.len() > sign.len() && other.starts_with(sign);
        let (sign, operator) = all.iter().find(|(sign, _)| {
            let is_other = |other: &&str| longer(sign, other) && self.rest.starts_with(*other);
            self.rest.starts_with(sign) && !OTHERS.iter().any(is_other)
        })?;
        self.take(sign);
        Some(*operator)
    }

    fn binary(&mut self, level: usize, depth: usize) -> Result<Expression, String> {
        if level == BINARY.len() {
            return self.unary(depth + 1);
        }
        let mut left = self.binary(level + 1, depth)?;
        while let Some(operator) = self.operator(level) {
            let right = self.binary(level + 1, depth)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > MOST_DEEP {
            return Err(format!("`{}` is nested too deep", self.text));
        }
        if self.rest.starts_with("--") || self.rest.starts_with("++") {
            return Err(self.refused());
        }
        for (sign, operator) in [("!", Unary::Not), ("~", Unary::Complement), ("-", Unary::Minus)] {
            if self.take(sign) {
                return Ok(Expression::Unary(operator, Box::new(self.unary(depth + 1)?)));
            }
        }
        if self.take("+") {
            return self.unary(depth + 1);
        }
        if self.take("(") {
            let inner = self.binary(0, depth + 1)?;
            // `(name)(...)` and `(name) name` are a cast or a call.
            return match self.take(")") && self.ends_operand() {
                true => Ok(inner),
                false => Err(self.refused()),
            };
        }
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if let Some(rest) = self.rest.strip_prefix("\\result")
            && !rest.starts_with(word)
        {
            self.rest = rest.trim_start();
            return Ok(Expression::Result);
        }
        let end = self.rest.find(|c| !word(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        let leaf = match name.chars().next() {
            Some(first) if first.is_ascii_digit() => number(name),
            Some(_) if !matches!(name, "sizeof" | "_Alignof") => {
                Some(Expression::Variable(name.to_owned()))
            }
            Some(_) => None,
            None if rest.starts_with('\'') => {
                let parts: Vec<char> = rest.chars().take(3).collect();
                let &['\'', character, '\''] = parts.as_slice() else { return Err(self.refused()) };
                if !character.is_ascii() || character == '\\' {
                    return Err(self.refused());
                }
                self.rest = rest[3..].trim_start();
                return Ok(Expression::Number {
                    value: i128::from(u32::from(character)),
                    natural: false,
                    long: false,
                });
            }
            None => None,
        };
        let Some(leaf) = leaf else { return Err(self.refused()) };
        self.rest = rest.trim_start();
        match self.ends_operand() {
            true => Ok(leaf),
            false => Err(self.refused()),
        }
    }

    /// Whether no further operand stands where an operator has to be.
    fn ends_operand(&self) -> bool {
        let next = self.rest.chars().next();
        next.is_none_or(|c| {
            !c.is_ascii_alphanumeric() && !matches!(c, '(' | '[' | '.' | '_' | '\\' | '~')
        }) && !self.rest.starts_with("->")
    }
}

/// An integer constant of C.
fn number(text: &str) -> Option<Expression> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    let value = match (
        digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")),
        digits.strip_prefix('0'),
    ) {
        (Some(hex), _) => i128::from_str_radix(hex, 16).ok()?,
        (None, Some(octal)) if !octal.is_empty() => i128::from_str_radix(octal, 8).ok()?,
        _ => digits.parse().ok()?,
    };
    let is_hex = digits.starts_with('0');
    // What does not fit an `int` is of the next type that it fits.
    let fits = |bits: u32| value < 1 << bits;
    let mut natural = suffix.contains('u');
    let mut long = suffix.contains('l');
    if !natural && !fits(31) {
        natural = is_hex && !long && fits(32) || is_hex && !fits(63);
    }
    long |= if natural { !fits(32) } else { !fits(31) };
    fits(64).then_some(Expression::Number { value, natural, long })
}

#[cfg(test)]
mod tests;

//! Operators of expressions and queries.

use crate::value::Value;

/// Comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether it holds between two values that are in this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Different => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }

    /// Whether it asks for more than equality.
    pub fn is_order(self) -> bool {
        !matches!(self, Comparison::Equal | Comparison::Different)
    }
}

/// Arithmetic operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, which cuts towards zero; null when the divisor is 0
    Divide,
    /// `%`, with the sign of the dividend; null when the divisor is 0
    Remainder,
}

impl Arithmetic {
    /// The result as SQLite has it: null where there is none, `None` where it does not fit 64 bits.
    pub fn apply(self, a: i64, b: i64) -> Option<Value> {
        let result = match self {
            Arithmetic::Add => a.checked_add(b)?,
            Arithmetic::Subtract => a.checked_sub(b)?,
            Arithmetic::Multiply => a.checked_mul(b)?,
            Arithmetic::Divide | Arithmetic::Remainder if b == 0 => return Some(Value::Null),
            Arithmetic::Divide => a.checked_div(b)?,
            Arithmetic::Remainder => a.checked_rem(b)?,
        };
        Some(Value::Int(result))
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "%",
        }
    }
}

//! Values of variables and fields, and permission amounts.

use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A permission amount.
pub type Amount = BigRational;

/// `over / under`, where `under` is not zero.
pub(crate) fn amount(over: i64, under: i64) -> Amount {
    BigRational::new(BigInt::from(over), BigInt::from(under))
}

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A permission amount.
    Perm(Amount),
    /// An object by its number; 0 is `null`.
    Ref(u32),
    /// A sequence.
    Seq(Vec<Value>),
    /// A set.
    Set(BTreeSet<Value>),
    /// A multiset; no element has the multiplicity 0.
    Multiset(BTreeMap<Value, u32>),
    /// A map.
    Map(BTreeMap<Value, Value>),
    /// An element of a domain.
    Element(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, name: &str, texts: Vec<String>| {
            write!(f, "{name}({})", texts.join(", "))
        };
        match self {
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Int(number) => write!(f, "{number}"),
            Value::Perm(amount) => write!(f, "{amount}"),
            Value::Ref(0) => f.write_str("null"),
            Value::Ref(object) => write!(f, "r{object}"),
            Value::Seq(all) => list(f, "Seq", all.iter().map(Value::to_string).collect()),
            Value::Set(all) => list(f, "Set", all.iter().map(Value::to_string).collect()),
            Value::Multiset(all) => {
                let times =
                    |(value, times): (&Value, &u32)| vec![value.to_string(); *times as usize];
                list(f, "Multiset", all.iter().flat_map(times).collect())
            }
            Value::Map(all) => {
                list(f, "Map", all.iter().map(|(key, value)| format!("{key} := {value}")).collect())
            }
            Value::Element(number) => write!(f, "element {number}"),
        }
    }
}

//! Values of columns and the types that they have.

use std::fmt;
use std::sync::Arc;

/// The index of a table in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// The type of an expression, of a column or of a variable. Every scalar may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Texts, compared byte by byte.
    Text,
    /// Seconds since 1970.
    Time,
    /// Identities of rows.
    Key,
    /// A type that only has equality.
    Opaque,
    /// The type of null alone.
    Null,
    /// A row of a table, or null.
    Record(TableId),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Text => "text",
            Type::Time => "time",
            Type::Key => "key",
            Type::Opaque => "opaque",
            Type::Null => "null",
            Type::Record(_) => "record",
        })
    }
}

/// A scalar. The order is that of SQLite within a type, with null first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// SQL's NULL and the languages' nil and None.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// Seconds since 1970.
    Time(i64),
    /// The identity of a row: its number in its table.
    Key(u32),
    /// An invented value of an opaque type.
    Opaque(u32),
    /// A constant of an opaque type, by its text.
    Named(Arc<str>),
}

impl Value {
    /// The type of the value.
    pub fn ty(&self) -> Type {
        match self {
            Value::Null => Type::Null,
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Text(_) => Type::Text,
            Value::Time(_) => Type::Time,
            Value::Key(_) => Type::Key,
            Value::Opaque(_) | Value::Named(_) => Type::Opaque,
        }
    }

    /// The value as it stands in an answer.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Value::Null => serde_json::Value::Null,
            Value::Bool(b) => (*b).into(),
            Value::Int(n) | Value::Time(n) => (*n).into(),
            Value::Text(t) | Value::Named(t) => t.as_ref().into(),
            Value::Key(n) | Value::Opaque(n) => (*n).into(),
        }
    }
}

/// Whether values of two types can be compared: null with everything, else the same.
pub fn comparable(a: Type, b: Type) -> bool {
    a == b || a == Type::Null || b == Type::Null
}

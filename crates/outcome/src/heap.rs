//! The objects of an initial state, as far as a path depends on them.

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

/// The variables and objects that a path begins with. What the path does not depend on is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// The variables that hold references.
    pub variables: Vec<HeapSlot>,
    /// The objects that can be reached from them, in the order in which they are met.
    pub objects: Vec<HeapObject>,
}

/// An object or an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapObject {
    /// Its type and its number among those of the type: `Node 1`, `int[] 2`.
    pub name: String,
    /// Its fields, or its length and elements.
    pub slots: Vec<HeapSlot>,
}

/// A variable, a field or an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapSlot {
    /// Its name: `next`, `length`, `[3]`.
    pub name: String,
    /// What it holds.
    pub value: HeapValue,
}

/// What a variable, field or element holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeapValue {
    /// An integer, in decimal.
    Integer(String),
    /// A truth value.
    Truth(bool),
    /// No object.
    Null,
    /// The object with this index.
    Object(usize),
}

impl HeapValue {
    /// An integer.
    pub fn integer(value: &BigInt) -> Self {
        HeapValue::Integer(value.to_string())
    }
}

impl Heap {
    /// A value as people read it: the name of the object for a reference.
    pub fn text(&self, value: &HeapValue) -> String {
        match value {
            HeapValue::Integer(digits) => digits.clone(),
            HeapValue::Truth(truth) => truth.to_string(),
            HeapValue::Null => "null".to_owned(),
            HeapValue::Object(index) => {
                self.objects.get(*index).map_or_else(String::new, |object| object.name.clone())
            }
        }
    }
}

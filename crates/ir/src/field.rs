//! Heap functions: what programs with objects keep, as functions from references (de Boer and Bonsangue 2021, sections
//! 2.1 and 4.1).
//!
//! A reference is a scalar. [`NULL`] is none; odd numbers are objects that the run made, in their order; even ones are
//! objects that were there before, so that a new object is different from all of them.

use effigy_base::define_id;
use effigy_base::sort::Scalar;

define_id! {
    /// A heap function of a program.
    FieldId
}

/// The reference to no object.
pub const NULL: u128 = 0;

/// The reference to the `n`th object that the run makes, counted from 0.
pub const fn created(n: u64) -> u128 {
    2 * n as u128 + 1
}

/// A heap function: a global variable when it has no key, a field when it has one, the contents of arrays when it has two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDecl {
    /// Its name for people, unique in the program.
    pub name: String,
    /// The sorts of the keys, at most two: a reference, and an index.
    pub keys: Vec<Scalar>,
    /// The sort of the elements.
    pub element: Scalar,
    /// What the elements are before the run.
    pub initial: Initial,
}

/// What a value from before the run can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Initial {
    /// Anything.
    Value,
    /// Null or an object that was there before.
    Reference,
    /// Not negative.
    Length,
}

impl Initial {
    /// All of them.
    pub const ALL: [Self; 3] = [Initial::Value, Initial::Reference, Initial::Length];

    /// Its word in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Initial::Value => "value",
            Initial::Reference => "reference",
            Initial::Length => "length",
        }
    }
}

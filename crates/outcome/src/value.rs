//! Values of variables that a proof speaks of.

use effigy_formats::test_case::Datum;

/// The value of a variable as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The variable's name.
    pub name: String,
    /// Its value: a decimal number, `unset`, or the elements of an array as in `[1: 4, 2: 7, else: 0]`.
    pub text: String,
    /// The value as data; `None` when it is not set.
    pub datum: Option<Datum>,
}

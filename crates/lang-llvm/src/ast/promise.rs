//! What the text of a module promises of values.

use super::MdRef;

/// What the text promises of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Promise {
    /// It lies in one of these ranges: the node of `!range`.
    pub range: Option<MdRef>,
    /// It lies in this range, from the first number up to the one before the second: `range(...)`.
    pub between: Option<(i128, i128)>,
    /// It is a value at all: `noundef`. Where another promise is broken there is none.
    pub defined: bool,
    /// It is no null pointer: `!nonnull`, `nonnull`, `dereferenceable`.
    pub nonnull: bool,
    /// It points to so many bytes that may be read: `dereferenceable`.
    pub bytes: u64,
    /// It is a multiple of this power of two: `align`; 0 where nothing is said.
    pub align: u64,
    /// The same of the value of a load: the node of `!align`.
    pub aligned: Option<MdRef>,
}

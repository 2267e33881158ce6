//! Standard input and output. Output is not looked at, so a number or a string that is symbolic is written to a stream
//! without a fork; what goes to memory is exact.

mod float;
pub(crate) mod format;
pub(crate) mod input;
pub(crate) mod number;
pub(crate) mod output;
pub(crate) mod scan;
mod spec;
pub(crate) mod stream;
pub(crate) mod wide;

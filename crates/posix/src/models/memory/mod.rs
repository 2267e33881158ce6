//! The heap, and ranges of bytes.

pub(crate) mod alloc;
pub(crate) mod bytes;

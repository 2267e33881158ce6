//! Symbolic objects.

/// What a symbolic object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Kind {
    /// Bytes, one input each.
    Bytes = 0,
    /// One little-endian integer over all its bytes.
    Integer = 1,
}

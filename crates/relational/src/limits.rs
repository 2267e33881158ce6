//! Limits of problems.

/// The largest width of integers in bits.
pub(crate) const MOST_WIDTH: u32 = 32;

/// The deepest that nodes are nested: translation and evaluation recurse.
pub(crate) const MOST_DEPTH: u32 = 1000;

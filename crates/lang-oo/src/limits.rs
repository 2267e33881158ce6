//! How large the constructs of a text may be.

/// How deep statements and expressions nest.
pub const MAX_NESTING: usize = 256;
/// How many operators one expression has above each other.
pub const MAX_OPERATORS: usize = 500;

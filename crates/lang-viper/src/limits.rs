//! How large the constructs of a text may be.

/// How deep statements and expressions nest.
pub const MAX_NESTING: usize = 256;
/// How many operators one expression has above each other.
pub const MAX_OPERATORS: u32 = 500;
/// How many operands and operators one expression has.
pub const MAX_SIZE: u32 = 200_000;

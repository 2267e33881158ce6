//! What a native program compared in a run.

/// A comparison of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Where in the program: the same number for the same place, in all runs.
    pub place: u32,
    /// Whether one side is a constant of the program.
    pub constant: bool,
    /// What was compared.
    pub sides: Sides,
}

/// The two values of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Numbers of so many bytes.
    Numbers(u8, u64, u64),
    /// The bytes of two texts, which may be only the beginning of what was compared.
    Texts(Box<[u8]>, Box<[u8]>),
    /// A number that a switch has a case for.
    Case(Option<u64>),
}

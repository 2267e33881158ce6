//! The atoms that relations relate.

/// An indivisible thing; its number is its place in the universe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub u32);

impl Atom {
    /// Its place in the universe.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

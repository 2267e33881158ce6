//! A generator of random numbers for searches: small, fast, and the same on every machine.

/// A generator of random numbers (xorshift).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 };
        random.number();
        random
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number below `bound`; 0 when that is 0.
    pub fn below(&mut self, bound: u64) -> usize {
        (self.number() >> 11).checked_rem(bound).unwrap_or_default() as usize
    }

    /// One of some by chance.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len() as u64))
    }
}

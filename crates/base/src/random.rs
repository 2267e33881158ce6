//! Generators of random numbers: small, fast, and the same on every machine.
//!
//! There are two because what each one has drawn so far must stay: searches and mutations go by [`Random`], choices of values and
//! tests by [`SplitMix`].

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of random numbers (xorshift).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Self::undrawn(seed);
        random.number();
        random
    }

    /// The generator of a seed, one number earlier.
    pub fn undrawn(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(GOLDEN) | 1 }
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

    /// One of some at random.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len() as u64))
    }
}

/// A generator of random numbers (SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// The generator of a seed; every seed gives its own sequence.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when that is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound.max(1)
    }

    /// True in so many of 100 cases.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// One of some at random.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests;

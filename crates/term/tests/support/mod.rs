//! What the tests of this crate share: expressions as text, random terms, and Z3.
#![allow(dead_code)]

pub mod examples;
pub mod expression;
pub mod random;
pub mod z3;

/// A deterministic generator of random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number that is often small, large or near a power of two.
    pub fn number(&mut self) -> u128 {
        let wide = (u128::from(self.next()) << 64) | u128::from(self.next());
        match self.below(6) {
            0 => u128::from(self.below(4)),
            1 => u128::MAX - u128::from(self.below(4)),
            2 => (1u128 << self.below(128)).wrapping_add(u128::from(self.below(3))).wrapping_sub(1),
            _ => wide,
        }
    }
}

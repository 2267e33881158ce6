//! Random numbers for tests.

use crate::choices::draw;
use effigy_base::random::SplitMix;

/// Random numbers that depend on the seed alone, on every machine. In a test by [`cases`](crate::cases()) they shrink.
#[derive(Clone, Debug)]
pub struct Rng(SplitMix);

impl Rng {
    /// A generator; every seed gives its own sequence.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix::new(seed))
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        draw(u64::MAX, || self.0.number())
    }

    /// 128 random bits.
    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }

    /// A number below `end`, which is above 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        draw(end - 1, || self.0.below(end)) as usize
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

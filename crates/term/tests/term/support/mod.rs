//! What the tests of this crate share: expressions as text, random terms, and Z3.

pub mod examples;
pub mod expression;
pub mod random;
pub mod z3;

pub use effigy_testkit::Rng;

/// A number that is often small, large or near a power of two.
pub fn number(random: &mut Rng) -> u128 {
    match random.below(6) {
        0 => random.below(4) as u128,
        1 => u128::MAX - random.below(4) as u128,
        2 => (1u128 << random.below(128)).wrapping_add(random.below(3) as u128).wrapping_sub(1),
        _ => random.next_u128(),
    }
}

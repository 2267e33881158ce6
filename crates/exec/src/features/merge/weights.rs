//! Which part of all that enters a region a path stands for.
//!
//! All paths of a region together have the weight 1; a fork divides the weight of its path among its feasible sides, and a
//! merged path has the sum of both. So paths whose weights add up to that of the path that they all came from cover it,
//! and their disjunction is implied: no formula has to be simplified, and no solver asked, to see it.

use num_rational::BigRational;
use num_traits::One;

/// A part of what enters a region; `None` when it is not known, because an assumption took something away.
pub(in crate::features) type Weight = Option<BigRational>;

/// All that enters a region.
pub(super) fn whole() -> Weight {
    Some(BigRational::one())
}

/// An equal share of a weight for each of `sides` sides.
pub(super) fn share(weight: &Weight, sides: usize) -> Weight {
    weight.as_ref().map(|weight| weight / BigRational::from_integer(sides.max(1).into()))
}

/// The weight of two paths together.
pub(super) fn sum(a: &Weight, b: &Weight) -> Weight {
    Some(a.as_ref()? + b.as_ref()?)
}

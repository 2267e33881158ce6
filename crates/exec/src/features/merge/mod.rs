//! Merging: paths that part at a fork and meet again become one path, whose condition is a disjunction.
//!
//! What runs between a fork and the place where its sides meet is a region. The explorer runs all paths of a region side
//! by side, those that are behind first, and merges them wherever they meet: at the region's end, and on the way there at
//! every place that several blocks lead to and behind returns (Kuznetsov, Kinder, Bucur and Candea, *Efficient state merging
//! in symbolic execution*, 2012; Avgerinos et al., *Enhancing symbolic execution with veritesting*, 2014). What is left of a region is one fork of
//! the tree: one side for each path that is left. A region in which nothing was merged leaves the forks that it had.

pub mod budget;
pub(crate) mod item;
mod join;
pub(crate) mod merge_record;
pub(crate) mod place;
mod reach;
pub(crate) mod region;
mod weights;

#[cfg(test)]
mod tests;

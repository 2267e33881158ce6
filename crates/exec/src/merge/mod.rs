//! Merging: paths that part at a fork and meet again become one path, whose condition is a disjunction.
//!
//! What runs between a fork and the place where its sides meet is a region. The explorer runs all paths of a region side
//! by side, those that are behind first, and merges them wherever they meet: at the region's end, and on the way there at
//! every place that several blocks lead to and behind returns (Kuznetsov, Kinder, Bucur and Candea, *Efficient state merging
//! in symbolic execution*, 2012; Avgerinos et al., *Enhancing symbolic execution with veritesting*, 2014). What is left of a region is one fork of
//! the tree: one side for each path that is left. A region in which nothing was merged leaves the forks that it had.

pub mod budget;
pub(crate) mod induction;
pub(crate) mod instances;
pub(crate) mod join;
mod masses;
mod meld;
pub(crate) mod met;
pub(crate) mod place;
mod reach;
mod references;
pub(crate) mod region;
pub(crate) mod rounds;

/// When paths are merged where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Merge {
    /// Never: every feasible side of every fork is a path of its own.
    #[default]
    Never,
    /// Where it is likely to pay: what differs is not used as an address, a length or the bound of a loop.
    Auto,
    /// Wherever it is possible.
    Always,
}

#[cfg(test)]
mod tests;

//! Features: what some runs do besides executing a program.

pub(crate) mod alone;
pub mod bmc;
pub mod concolic;
pub mod coverage;
pub(crate) mod distance;
pub mod guides;
pub(crate) mod leaks;
pub mod merge;
pub mod route;
pub(crate) mod summary;
pub(crate) mod unspecified;
pub(crate) mod way;

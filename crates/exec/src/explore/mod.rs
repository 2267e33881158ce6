//! Walking execution trees: workers, the order in which states run, what is left to walk, and who is told.

pub mod exploration;
pub mod explorer;
pub mod frontier;
pub mod leaves;
pub mod observer;
pub mod searcher;
mod shared;
pub mod walked;
mod worker;

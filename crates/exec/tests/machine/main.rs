//! The machine and the explorer, driven by the text form of the program representation.

mod arrays;
mod calls;
mod concolic;
mod endless;
mod forks;
mod frontier;
mod guides;
mod limits;
mod memory;
mod merged;
mod models;
mod objects;
mod pointers;
mod replay;
mod searches;
mod sides;
mod stress;
mod support;
mod validity;
mod ways;

//! The tests of the solver, as one program: a module is what one file is about.

mod circuit;
mod common;
mod diagrams;
mod embedded;
mod facts;
mod floats;
mod incremental;
mod integers;
mod layers;
mod order;
mod process;
mod relations;
mod sets;

//! The tests of relational problems, as one program: a module is what one file is about.

mod common;
mod cores;
mod overflow;
mod problems;
mod random;
mod search;

//! The tests of the library for harnesses, as one program: a module is what one file is about.

mod invariants;
mod macros;
mod values;

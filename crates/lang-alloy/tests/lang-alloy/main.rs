//! The tests of the front end for Alloy, as one program: a module is what one file is about.

mod damage;
mod refused;
mod verdicts;

//! The tests of terms, as one program: a module is what one file is about.

mod batch;
mod cases;
mod declared;
mod infix;
mod integers;
mod model;
mod proofs;
mod reading;
mod rules;
mod store;
mod support;

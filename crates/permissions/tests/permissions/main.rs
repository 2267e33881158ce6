//! The tests of proofs with permissions, as one program: a module is what one file is about.

mod decided;
mod examples;
mod mutants;
mod readings;
mod soundness;

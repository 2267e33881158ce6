//! The tests of the front end for LLVM IR, as one program: a module is what one file is about.

mod lower;
mod parse;

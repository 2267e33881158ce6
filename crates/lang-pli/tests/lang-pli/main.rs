//! The tests of the front end for PL/I, as one program: a module is what one file is about.

mod lower;
mod parse;

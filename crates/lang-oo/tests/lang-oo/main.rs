//! The tests of the object language, as one program: a module is what one file is about.

mod damage;
mod lower;
mod parse;
mod proof;
mod viper;
mod writer;

//! The tests of runs of Viper programs, as one program: a module is what one file is about.

mod examples;
mod runs;

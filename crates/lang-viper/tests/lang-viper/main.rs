//! The tests of the front end for Viper, as one program: a module is what one file is about.

mod core;
mod damage;
mod errors;
mod limits;
mod print;
mod shared;
mod smoke;
mod sugar;

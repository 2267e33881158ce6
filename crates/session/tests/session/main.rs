//! The tests of the facade, as one program: a module is what one file is about.

mod definitions;
mod fuzz;
mod king;
mod mutations;
mod objects;
mod pli;
mod printing;
mod theorems;
mod toy;
mod traces;
mod verify;

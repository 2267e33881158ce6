//! The tests of sessions, as one program: a module is what one file is about.

mod proof;
mod session;

//! The tests of what is printed and written, as one program: a module is what one file is about.

mod browser;
mod fixture;
mod folder;
mod outputs;
mod package_outputs;
mod page;
mod progress;
mod readers;
mod terminal;
mod tree;

//! The LLVM front end: textual LLVM IR in, the program representation out.

pub mod ast;
pub mod demangle;
mod index;
pub mod layout;
mod lexer;
mod metadata;
pub mod module;
mod parse;

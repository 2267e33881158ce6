//! The LLVM front end: textual LLVM IR in, the program representation out.

pub mod ast;
pub mod module;

//! Tokens with places, a cursor over them, and the parts that parsers by recursive descent share.
//!
//! A language brings its kinds of tokens ([`Kind`]), its messages and its grammar. This crate has the rest: two ways to
//! make tokens ([`lex`] for lexers by `logos`, [`Scanner`] for those written by hand), the [`Cursor`], and
//! [`TokenParser`]: what was expected and what was found, lists, and the limit on nesting.
//!
//! Architecture Invariant: this crate names no source language. Grammars, tables of operators, recovery behind errors,
//! messages and syntax trees differ by language and are absent (checked by `cargo xtask tidy`).

mod cursor;
mod lex;
mod parser;
mod scanner;
mod token;

pub use cursor::Cursor;
pub use lex::{comment, lex};
pub use parser::{Parse, Reported, TokenParser};
pub use scanner::Scanner;
pub use token::{Kind, Token, Tokens};

//! The one program representation: functions of basic blocks over typed registers, with a byte memory.
//!
//! A front end gives a [`program::Program`]: declarations at once, bodies and initial contents when they are first
//! asked for. The text form ([`text`]) round-trips and is what tests are written in.
//!
//! Architecture Invariant: the IR does not know terms and names no source language (checked by `cargo xtask tidy`).

pub mod builder;
pub mod cfg;
pub mod field;
pub mod function;
mod ids;
pub mod link;
mod operator;
pub mod program;
pub mod source_type;
pub mod text;
pub mod verify;

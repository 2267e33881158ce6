//! Specifications over the records of a web application: expressions and SQL to bounded relational logic, and back to rows.
//!
//! Architecture Invariant: nothing here runs an application or writes to a stream; requests come in as JSON and answers
//! leave as data. Every counterexample was evaluated by `evaluate`, which shares nothing with the translation.

mod answer;
mod database;
mod decide;
mod domain;
mod error;
mod evaluate;
mod expression;
mod members;
mod operators;
mod print;
mod protocol;
mod query;
mod read;
mod request;
mod schema;
mod solve;
mod sql;
mod translate;
mod value;

#[cfg(test)]
mod tests;

pub use answer::{CheckAnswer, CounterExample, Feasible, FeasibleAnswer, Said, Verdict};
pub use error::RecordsError;
pub use protocol::{Conversation, VERSION};

//! Proofs by symbolic execution with permissions: implicit dynamic frames (Smans, Jacobs and Piessens, *Symbolic
//! Execution for Implicit Dynamic Frames*), for programs in the tree of the Viper language.
//!
//! Architecture Invariant: what was not decided is never proved: an obligation that the solver could not decide is
//! unknown, and a member with one is not proved.

mod access;
mod annotations;
mod chunks;
mod consume;
mod contracts;
mod definitions;
mod eval;
mod exec;
mod functions;
mod history;
mod infer;
mod jumps;
mod logic;
mod names;
mod predicates;
mod prelude;
mod produce;
mod prover;
mod purity;
mod quantified;
mod quantifier;
mod readable;
mod reason;
mod refuted;
mod report;
mod rules;
mod schedule;
mod shapes;
mod state;
mod symbols;
mod taking;
mod terms;
mod theory;
mod values;
mod variables;
mod walk;
mod wands;
mod wildcards;

pub use report::{
    Failure, Member, MemberKind, Options, Report, Snapshot, Statistics, Status, Verdict, Visit,
};
pub use schedule::prove;

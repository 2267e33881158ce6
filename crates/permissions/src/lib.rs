//! Proofs by symbolic execution with permissions: implicit dynamic frames (Smans, Jacobs and Piessens, *Symbolic
//! Execution for Implicit Dynamic Frames*), for programs in the tree of the Viper language.
//!
//! Architecture Invariant: what was not decided is never proved: an obligation that the solver could not decide is
//! unknown, and a member with one is not proved.

mod chunks;
mod consume;
mod eval;
mod exec;
mod functions;
mod hint;
mod history;
mod infer;
mod jumps;
mod produce;
mod prover;
mod purity;
mod quantified;
mod quantifier;
mod readable;
mod report;
mod schedule;
mod state;
mod symbols;
mod theory;
mod values;
mod walk;
mod wands;

pub use report::{
    Failure, Member, MemberKind, Options, Report, Snapshot, Statistics, Status, Verdict, Visit,
};
pub use schedule::prove;

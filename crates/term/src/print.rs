//! Printing terms the way people write them.

use crate::node::{Node, Term};
use crate::store::TermStore;

/// The term in infix notation.
pub fn infix(store: &TermStore, t: Term) -> String {
    match store.node(t) {
        Node::Const(value) => value.to_string(),
        Node::Var(info) => info.name.clone(),
        Node::ConstArray(table) => table.value().to_string(),
        Node::App(op, args) => {
            let args: Vec<String> = args.iter().map(|arg| infix(store, *arg)).collect();
            format!("{}({})", op.name(), args.join(", "))
        }
    }
}

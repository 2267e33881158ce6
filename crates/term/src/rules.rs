//! The rewrite rules.

mod boolean;

use effigy_base::op::Op;

use crate::node::Term;
use crate::store::TermStore;

/// A rewrite rule. Both sides of its law have the same value under every model.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The rule's name.
    pub name: &'static str,
    /// What it does, in one line.
    pub law: &'static str,
    /// Gives the rewritten application, or `None` where the rule does not apply.
    apply: fn(&mut TermStore, Op, &[Term]) -> Option<Term>,
}

/// All rules.
pub fn rules() -> &'static [Rule] {
    boolean::RULES
}

/// Applies the first rule that fits.
#[inline]
pub(crate) fn rewrite(store: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    for (index, rule) in rules().iter().enumerate() {
        if let Some(t) = (rule.apply)(store, op, args) {
            store.fired[index] += 1;
            return Some(t);
        }
    }
    None
}

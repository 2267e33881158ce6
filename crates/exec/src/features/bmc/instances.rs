//! The memoryless form of symbolic execution (Strejček's lecture, slides 81 to 84): each assignment makes another instance of a
//! variable, and what is assigned is an equation beside the path condition. A symbol stands where a term would.

use crate::data::slot::Slot;
use crate::machine::feature::Assigns;
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, TermStore, Trace, VarInfo};
use rustc_hash::FxHashMap;

/// The instances that were made.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    /// What each of them is equal to.
    equations: Vec<Term>,
    /// The terms that they stand for, without instances.
    terms: FxHashMap<Term, Term>,
}

impl Trace for Instances {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Instances { equations, terms } = self;
        equations.trace(visit);
        terms.iter().for_each(|(instance, term)| (*instance, *term).trace(visit));
    }
}

impl Assigns for Instances {
    /// Another instance of a variable for what is assigned to it. What may depend on memory that was never initialised stays as it
    /// is: whether it does is seen in the term.
    fn assigned(&mut self, store: &mut TermStore, value: Slot) -> Slot {
        let Some(term) = value.term else { return value };
        let sort = store.sort(term);
        let plain = matches!(sort, Sort::Bool | Sort::BitVec(_) | Sort::Int);
        let is_name = store.as_variable(term).is_some();
        if !plain || is_name || store.has_unspecified(term) {
            return value;
        }
        let stands_for = self.expanded(store, term);
        let name = format!("instance {}", self.equations.len() + 1);
        let instance = store.variable(&VarInfo { name, sort, role: Role::Input });
        self.equations.push(store.eq(instance, term));
        self.terms.insert(instance, stands_for);
        Slot::symbolic(instance)
    }

    /// A term without instances.
    fn expanded(&self, store: &mut TermStore, term: Term) -> Term {
        match self.terms.is_empty() {
            true => term,
            false => store.substitute(term, &self.terms),
        }
    }

    /// What instances are equal to.
    fn equations(&self) -> &[Term] {
        &self.equations
    }
}

//! What chunks hold, as terms.

use crate::state::{Chunk, Content, Heap, Resource, State};
use crate::terms::Terms;
use effigy_base::op::Op;
use effigy_term::Term;

impl Terms<'_> {
    /// Whether two instances differ by what their arguments are, which needs no term.
    pub(crate) fn apart(&self, a: &[Term], b: &[Term]) -> bool {
        a.iter().zip(b).any(|(a, b)| self.store.differ(*a, *b))
    }

    /// The chunks of a resource that are not seen to be for other instances.
    pub(crate) fn candidates<'h>(
        &self,
        heap: &'h Heap,
        resource: Resource,
        arguments: &[Term],
    ) -> Vec<&'h Chunk> {
        let may_be = |chunk: &&Chunk| match &chunk.content {
            Content::One { arguments: own, .. } => !self.apart(own, arguments),
            Content::Many { .. } => true,
        };
        heap.iter().filter(|chunk| chunk.resource == resource).filter(may_be).collect()
    }

    /// How much of a resource instance a heap holds.
    pub(crate) fn held(&mut self, heap: &Heap, resource: Resource, arguments: &[Term]) -> Term {
        let mut sum = self.none();
        for chunk in self.candidates(heap, resource, arguments) {
            let amount = self.amount_at(chunk, arguments);
            sum = self.store.app(Op::RealAdd, &[sum, amount]);
        }
        sum
    }

    /// How much of an instance a chunk gives.
    pub(crate) fn amount_at(&mut self, chunk: &Chunk, arguments: &[Term]) -> Term {
        match &chunk.content {
            Content::One { arguments: own, .. } => {
                let same = self.same(own, arguments);
                let none = self.none();
                self.store.ite(same, chunk.amount, none)
            }
            Content::Many { .. } => self.instantiate(chunk.resource, chunk.amount, arguments),
        }
    }

    /// That an instance is held as much as the assertion asks so far.
    pub(crate) fn is_wanted(
        &mut self,
        s: &State,
        resource: Resource,
        arguments: &[Term],
        wanted: &[(Resource, Term)],
    ) -> Term {
        let heap = s.heap.clone();
        let held = self.held(&heap, resource, arguments);
        let mut total = self.none();
        for (_, amount) in wanted.iter().filter(|(other, _)| *other == resource) {
            let amount = self.instantiate(resource, *amount, arguments);
            total = self.store.app(Op::RealAdd, &[total, amount]);
        }
        self.store.app(Op::RealLe, &[total, held])
    }

    /// The condition and the sides of an amount that depends on a condition.
    pub(crate) fn choice(&self, amount: Term) -> Option<(Term, Term, Term)> {
        match (self.store.op(amount), self.store.args(amount)) {
            (Some(Op::Ite), &[condition, yes, no]) => Some((condition, yes, no)),
            _ => None,
        }
    }
}

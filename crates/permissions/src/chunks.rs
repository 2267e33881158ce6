//! Chunks: what is held, and what chunks say of each other. Nothing here is an obligation.

mod compare;
mod hint;
mod maps;

use crate::logic::Logic;
use crate::state::{Chunk, Content, Heap, Resource, State, Wanted};
use crate::terms::Terms;
use crate::wildcards::Wildcards;
use effigy_base::op::Op;
use effigy_term::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a summary of a resource's values was made from.
pub(crate) type SummaryKey = (Resource, Vec<(Term, Vec<Term>)>);

/// The parts of a prover that what is said of chunks needs.
pub(crate) struct Chunks<'a, 'p> {
    pub(crate) terms: &'a mut Terms<'p>,
    pub(crate) logic: &'a mut Logic,
    pub(crate) wildcards: &'a mut Wildcards,
    /// The maps that summaries are, by what they were made from.
    pub(crate) summaries: &'a mut FxHashMap<SummaryKey, Term>,
}

impl Chunks<'_, '_> {
    /// Whether what is held is seen to be enough for an amount in little time.
    pub(crate) fn has_enough(&mut self, s: &State, amount: Term, held: Term) -> bool {
        let enough = self.wildcards.enough(self.terms, amount, held);
        self.logic.holds(self.terms, s, enough)
    }

    /// Whether an amount is positive, as far as takes little time to see.
    pub(crate) fn is_positive(&mut self, s: &State, amount: Term) -> bool {
        let positive = self.terms.positive(amount);
        self.logic.holds(self.terms, s, positive)
    }

    /// The chunk for one instance that surely is the one with these arguments.
    pub(crate) fn find(
        &mut self,
        s: &State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
        mut good: impl FnMut(&mut Self, Term) -> bool,
    ) -> Option<usize> {
        let mut maybe = Vec::new();
        for (index, chunk) in heap.iter().enumerate() {
            let Content::One { arguments: own, .. } = &chunk.content else { continue };
            if chunk.resource != resource {
                continue;
            }
            if **own == *arguments {
                if good(self, chunk.amount) {
                    return Some(index);
                }
                continue;
            }
            if self.terms.apart(own, arguments) {
                continue;
            }
            let same = self.terms.same(own, arguments);
            if self.terms.as_bool(same) != Some(false) {
                maybe.push((index, same, chunk.amount));
            }
        }
        maybe
            .into_iter()
            .find(|(_, same, amount)| self.logic.holds(self.terms, s, *same) && good(self, *amount))
            .map(|(index, _, _)| index)
    }

    /// The snapshot of an instance that some permission is held to.
    pub(crate) fn value(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
    ) -> Term {
        let mut candidates = Vec::new();
        let mut quantified = false;
        for chunk in self.terms.candidates(heap, resource, arguments) {
            let at = self.terms.amount_at(chunk, arguments);
            let positive = self.terms.positive(at);
            if self.terms.as_bool(positive) == Some(false) {
                continue;
            }
            match &chunk.content {
                Content::One { snapshot, .. } => candidates.push((positive, *snapshot)),
                Content::Many { snapshots } => {
                    quantified = true;
                    let value = self.terms.lookup(resource, *snapshots, arguments);
                    candidates.push((positive, value));
                }
            }
        }
        if candidates.len() > 1 && quantified {
            let summary = self.summary(s, heap, resource);
            return self.terms.lookup(resource, summary, arguments);
        }
        let Some((_, last)) = candidates.pop() else {
            let sort = self.terms.snapshot_sort(resource);
            return self.terms.fresh("value", sort);
        };
        candidates
            .into_iter()
            .rev()
            .fold(last, |value, (positive, other)| self.terms.ite(positive, other, value))
    }

    /// Puts an amount of an instance into the heap.
    pub(crate) fn put(
        &mut self,
        s: &mut State,
        resource: Resource,
        arguments: &[Term],
        amount: Term,
        snapshot: Term,
    ) {
        let none = self.terms.none();
        if amount == none {
            return;
        }
        if s.scale.is_none() {
            self.wildcards.fix(self.terms, amount);
        }
        let full = self.terms.full();
        let positive = self.terms.positive(amount);
        if let (Resource::Field(_), Some(receiver)) = (resource, arguments.first()) {
            if !s.reads {
                let most = self.terms.app(Op::RealLe, &[amount, full]);
                s.assume(self.terms, most);
            }
            let null = self.terms.null();
            let object = self.terms.unequal(*receiver, null);
            let object = self.terms.implies(positive, object);
            s.assume(self.terms, object);
        }
        let known = s.heap.iter().position(|chunk| {
            chunk.resource == resource
                && matches!(&chunk.content, Content::One { arguments: own, .. } if **own == *arguments)
        });
        let Some(index) = known else {
            let content = Content::One { arguments: arguments.into(), snapshot };
            s.add(Chunk { resource, amount, content });
            return;
        };
        let old = s.heap[index].clone();
        let Content::One { snapshot: other, .. } = old.content else { return };
        let sum = self.terms.app(Op::RealAdd, &[old.amount, amount]);
        if let (Resource::Field(_), false) = (resource, s.reads) {
            let most = self.terms.app(Op::RealLe, &[sum, full]);
            s.assume(self.terms, most);
        }
        let old_positive = self.terms.positive(old.amount);
        let both = self.terms.and(positive, old_positive);
        let equal = self.terms.eq(snapshot, other);
        let equal = self.terms.implies(both, equal);
        s.assume(self.terms, equal);
        // Where nothing was held before, the value is the new one.
        let snapshot = self.terms.ite(old_positive, other, snapshot);
        let chunk = &mut Rc::make_mut(&mut s.heap)[index];
        chunk.amount = sum;
        chunk.content = Content::One { arguments: arguments.into(), snapshot };
    }

    /// Whether a chunk is all that is held of an instance, over all names that the instance may have.
    pub(crate) fn is_all(
        &mut self,
        s: &State,
        heap: &Heap,
        wanted: Wanted<'_>,
        index: usize,
    ) -> bool {
        let Wanted { resource, arguments, .. } = wanted;
        let others: Vec<Chunk> = heap
            .iter()
            .enumerate()
            .filter(|(other, chunk)| *other != index && chunk.resource == resource)
            .map(|(_, chunk)| chunk.clone())
            .collect();
        let more = self.terms.held(&Rc::new(others), resource, arguments);
        let none = self.terms.none();
        let all = self.terms.app(Op::RealLe, &[more, none]);
        self.terms.as_bool(all) == Some(true) || self.logic.holds(self.terms, s, all)
    }

    /// How much of what is needed a heap surely gives; of the outermost one all that may be the instance counts.
    pub(crate) fn part_here(
        &mut self,
        s: &State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
        needed: Term,
        outermost: bool,
    ) -> Term {
        let quantified = heap.iter().any(|chunk| {
            chunk.resource == resource && matches!(chunk.content, Content::Many { .. })
        });
        let held = match self.find(s, heap, resource, arguments, |_, _| true) {
            Some(index) if !quantified && (!outermost || heap[index].amount == needed) => {
                heap[index].amount
            }
            None if !quantified && !outermost => self.terms.none(),
            _ => self.terms.held(heap, resource, arguments),
        };
        let fits = self.terms.app(Op::RealLe, &[needed, held]);
        self.terms.ite(fits, needed, held)
    }

    /// Takes as much as there is, up to what is needed, out of a heap; both amounts are over the formal arguments. The
    /// result is what is left and what was taken.
    pub(crate) fn drain(
        &mut self,
        heap: &Heap,
        resource: Resource,
        needed: &mut Term,
    ) -> (Heap, Vec<Chunk>) {
        let formals = self.terms.formals(resource);
        let none = self.terms.none();
        let mut left = Vec::with_capacity(heap.len());
        let mut parts = Vec::new();
        for chunk in heap.iter() {
            let mut chunk = chunk.clone();
            if chunk.resource == resource && *needed != none {
                let at = self.terms.amount_at(&chunk, &formals);
                let fits = self.terms.app(Op::RealLe, &[*needed, at]);
                let taken = self.terms.ite(fits, *needed, at);
                *needed = self.terms.app(Op::RealSub, &[*needed, taken]);
                let lost = match &chunk.content {
                    Content::One { arguments, .. } => {
                        let arguments = arguments.to_vec();
                        self.terms.instantiate(resource, taken, &arguments)
                    }
                    Content::Many { .. } => taken,
                };
                parts.push(Chunk { amount: lost, ..chunk.clone() });
                chunk.amount = self.terms.app(Op::RealSub, &[chunk.amount, lost]);
            }
            if chunk.amount != none {
                left.push(chunk);
            }
        }
        (Rc::new(left), parts)
    }
}

//! What chunks of one resource say of each other.

use super::Chunks;
use crate::state::{Chunk, Content, Heap, Resource, State};
use effigy_base::op::Op;
use effigy_term::Term;
use std::rc::Rc;

/// More pairs of chunks than this are not compared with each other.
const MOST_PAIRS: usize = 2000;

/// Chunks that are compared when an instance is taken that may be any of them.
const MOST_SOURCES: usize = 16;

impl Chunks<'_, '_> {
    /// Adds to the facts what chunks of one resource say of each other: two amounts of one field are at most all of it, and
    /// an instance has one value. Whether something was added.
    pub(crate) fn consolidate(&mut self, s: &mut State) -> bool {
        let before = s.facts.len();
        let heaps = [&s.heap].into_iter().chain(s.olds.values()).chain(&s.outer);
        let heaps: Vec<Heap> = heaps.cloned().collect();
        for heap in heaps {
            if !s.consolidated.iter().any(|other| Rc::ptr_eq(other, &heap)) {
                s.consolidated.push(heap.clone());
                self.consolidate_heap(s, &heap);
            }
        }
        s.facts.len() > before
    }

    fn consolidate_heap(&mut self, s: &mut State, heap: &Heap) {
        let mut pairs = 0;
        for (index, a) in heap.iter().enumerate() {
            if let Content::Many { .. } = a.content {
                self.bound_amounts(s, heap, a);
                for b in heap.iter().filter(|b| b.resource == a.resource) {
                    self.compare_with_many(s, heap, a, b);
                }
                continue;
            }
            for b in &heap[index + 1..] {
                if b.resource == a.resource && pairs < MOST_PAIRS {
                    pairs += self.compare_chunks(s, a, b);
                }
            }
        }
    }

    /// What a chunk for many instances and one for a single instance say of each other.
    fn compare_with_many(&mut self, s: &mut State, heap: &Heap, many: &Chunk, one: &Chunk) {
        let (Content::Many { snapshots }, Content::One { arguments, snapshot }) =
            (&many.content, &one.content)
        else {
            return;
        };
        let resource = one.resource;
        if let (Resource::Field(_), false) = (resource, s.reads) {
            let total = self.terms.held(heap, resource, arguments);
            let full = self.terms.full();
            let most = self.terms.app(Op::RealLe, &[total, full]);
            s.assume(self.terms, most);
        }
        // The snapshot of a wand matters where the wand is applied, and nowhere else.
        if let Resource::Wand(_) = resource {
            return;
        }
        let at = self.terms.amount_at(many, arguments);
        let (p, q) = (self.terms.positive(at), self.terms.positive(one.amount));
        let both = self.terms.and(p, q);
        let value = self.terms.lookup(resource, *snapshots, arguments);
        let equal = self.terms.eq(value, *snapshot);
        let fact = self.terms.implies(both, equal);
        s.assume(self.terms, fact);
    }

    fn compare_chunks(&mut self, s: &mut State, a: &Chunk, b: &Chunk) -> usize {
        let (
            Content::One { arguments: left, snapshot: first },
            Content::One { arguments: right, snapshot: second },
        ) = (&a.content, &b.content)
        else {
            return 0;
        };
        if self.terms.apart(left, right) {
            return 0;
        }
        let same = self.terms.same(left, right);
        if self.terms.as_bool(same) == Some(false) {
            return 0;
        }
        if let (Resource::Field(_), false) = (a.resource, s.reads) {
            let sum = self.terms.app(Op::RealAdd, &[a.amount, b.amount]);
            let full = self.terms.full();
            let most = self.terms.app(Op::RealLe, &[sum, full]);
            let fact = self.terms.implies(same, most);
            s.assume(self.terms, fact);
        }
        let (p, q) = (self.terms.positive(a.amount), self.terms.positive(b.amount));
        let both = self.terms.and(p, q);
        let both = self.terms.and(same, both);
        let equal = self.terms.eq(*first, *second);
        let fact = self.terms.implies(both, equal);
        s.assume(self.terms, fact);
        1
    }

    /// What a quantified chunk of a field says of amounts: at most all.
    fn bound_amounts(&mut self, s: &mut State, heap: &Heap, chunk: &Chunk) {
        let (Resource::Field(_), Content::Many { snapshots }, false) =
            (chunk.resource, &chunk.content, s.reads)
        else {
            return;
        };
        let formals = self.terms.formals(chunk.resource);
        let total = self.terms.held(heap, chunk.resource, &formals);
        let full = self.terms.full();
        let body = self.terms.app(Op::RealLe, &[total, full]);
        let value = self.terms.lookup(chunk.resource, *snapshots, &formals);
        let mut triggers = vec![vec![value]];
        triggers.extend(self.terms.find_triggers(&formals, total));
        let fact = self.terms.close(false, &formals, triggers, body, "most", None);
        s.learn(self.terms, fact);
    }

    /// What the chunks that an instance may be taken from say of each other: afterwards their amounts say less.
    pub(crate) fn compare_sources(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
    ) {
        let mut sources: Vec<&Chunk> = Vec::new();
        for chunk in heap.iter() {
            let Content::One { arguments: own, .. } = &chunk.content else { continue };
            if chunk.resource != resource
                || sources.len() == MOST_SOURCES
                || self.terms.apart(own, arguments)
            {
                continue;
            }
            let same = self.terms.same(own, arguments);
            if self.terms.as_bool(same) == Some(false) {
                continue;
            }
            for other in &sources {
                self.compare_chunks(s, other, chunk);
            }
            sources.push(chunk);
        }
    }

    /// Names what chunks for many instances say of one of them: quantifiers over instances of a predicate wait for that.
    pub(crate) fn name_values(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
    ) {
        if let Resource::Field(_) = resource {
            return;
        }
        for chunk in heap.iter().filter(|chunk| chunk.resource == resource) {
            if let Content::Many { snapshots } = &chunk.content {
                let value = self.terms.lookup(resource, *snapshots, arguments);
                let name = self.terms.fresh("value", self.terms.sort(value));
                let equal = self.terms.eq(name, value);
                s.assume(self.terms, equal);
            }
        }
    }
}

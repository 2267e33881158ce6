//! Maps: the snapshots of all instances that a quantified chunk speaks of.

use super::Chunks;
use super::SummaryKey;
use crate::state::{Chunk, Content, Heap, Resource, State};
use effigy_term::Term;

impl Chunks<'_, '_> {
    /// One map that agrees with every chunk of a resource where the chunk holds some permission.
    pub(crate) fn summary(&mut self, s: &mut State, heap: &Heap, resource: Resource) -> Term {
        let chunks: Vec<Chunk> =
            heap.iter().filter(|chunk| chunk.resource == resource).cloned().collect();
        if let [Chunk { content: Content::Many { snapshots }, .. }] = &chunks[..] {
            return *snapshots;
        }
        let contents = chunks.iter().map(|chunk| {
            let parts = match &chunk.content {
                Content::One { arguments, snapshot } => {
                    arguments.iter().copied().chain([*snapshot]).collect()
                }
                Content::Many { snapshots } => vec![*snapshots],
            };
            (chunk.amount, parts)
        });
        let key: SummaryKey = (resource, contents.collect());
        let known = self.summaries.get(&key).copied();
        let map = match known {
            Some(map) => map,
            None => {
                let sort = self.terms.map_sort(resource);
                let parts: Vec<Term> = key
                    .1
                    .iter()
                    .flat_map(|(amount, parts)| parts.iter().copied().chain([*amount]))
                    .collect();
                self.terms.unscoped(&parts, |terms| terms.fresh("summary", sort))
            }
        };
        self.summaries.insert(key, map);
        let formals = self.terms.formals(resource);
        for chunk in &chunks {
            let fact = match &chunk.content {
                Content::One { arguments, snapshot } => {
                    let positive = self.terms.positive(chunk.amount);
                    let value = self.terms.lookup(resource, map, arguments);
                    let equal = self.terms.eq(value, *snapshot);
                    self.terms.implies(positive, equal)
                }
                Content::Many { snapshots } => {
                    let positive = self.terms.positive(chunk.amount);
                    let value = self.terms.lookup(resource, map, &formals);
                    let other = self.terms.lookup(resource, *snapshots, &formals);
                    let equal = self.terms.eq(value, other);
                    let body = self.terms.implies(positive, equal);
                    let triggers = vec![vec![value], vec![other]];
                    self.terms.close(false, &formals, triggers, body, "summary", None)
                }
            };
            s.learn(self.terms, fact);
        }
        map
    }

    /// The snapshot of the instances to which an amount is positive: a map that speaks of them alone.
    pub(crate) fn restricted(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        amount: Term,
    ) -> Term {
        let summary = self.summary(s, heap, resource);
        let formals = self.terms.formals(resource);
        let key = (resource, vec![(amount, vec![summary])]);
        let sort = self.terms.map_sort(resource);
        let map = match self.summaries.get(&key) {
            Some(map) => *map,
            None => self.terms.unscoped(&[amount, summary], |terms| terms.fresh("values", sort)),
        };
        self.summaries.insert(key, map);
        let positive = self.terms.positive(amount);
        let covers = self.terms.covers(resource, map, &formals);
        let equal = self.terms.eq(covers, positive);
        let domain = self.terms.close(false, &formals, vec![vec![covers]], equal, "covers", None);
        s.learn(self.terms, domain);
        let (mine, all) = (
            self.terms.lookup(resource, map, &formals),
            self.terms.lookup(resource, summary, &formals),
        );
        let equal = self.terms.eq(mine, all);
        let body = self.terms.implies(positive, equal);
        let triggers = vec![vec![mine], vec![all]];
        let values = self.terms.close(false, &formals, triggers, body, "values", None);
        s.learn(self.terms, values);
        self.know_maps(resource);
        map
    }

    /// Maps that cover the same instances and agree on them are one snapshot.
    fn know_maps(&mut self, resource: Resource) {
        let sort = self.terms.map_sort(resource);
        if !self.logic.known.insert(format!("maps {}", self.terms.resource_key(resource))) {
            return;
        }
        let (a, b) = (self.terms.bound("a", sort), self.terms.bound("b", sort));
        let formals = self.terms.formals(resource);
        let (in_a, in_b) =
            (self.terms.covers(resource, a, &formals), self.terms.covers(resource, b, &formals));
        let (at_a, at_b) =
            (self.terms.lookup(resource, a, &formals), self.terms.lookup(resource, b, &formals));
        let domain = self.terms.eq(in_a, in_b);
        let equal = self.terms.eq(at_a, at_b);
        let value = self.terms.implies(in_a, equal);
        let agree = self.terms.and(domain, value);
        let triggers = vec![vec![in_a], vec![in_b], vec![at_a], vec![at_b]];
        let agree = self.terms.forall(&formals, &triggers, agree, "agree", None);
        let same = self.terms.eq(a, b);
        let body = self.terms.implies(agree, same);
        let (snap_a, snap_b) = (self.terms.snapped(a), self.terms.snapped(b));
        let axiom = self.terms.forall(&[a, b], &[vec![snap_a, snap_b]], body, "maps", None);
        self.logic.solver.background(axiom);
    }
}

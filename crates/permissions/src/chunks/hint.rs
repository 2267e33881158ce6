//! What a message adds about an object to whose field there is no permission.

use super::Chunks;
use crate::state::{Content, Resource, State};
use effigy_base::sort::Sort;
use effigy_term::{Node, Term};

impl Chunks<'_, '_> {
    /// Why permission to a field of an object may be missing, behind a comma.
    pub(crate) fn object_hint(
        &mut self,
        s: &State,
        resource: Option<Resource>,
        object: Term,
    ) -> &'static str {
        if resource.is_some_and(|resource| self.is_beyond(s, resource, object)) {
            ", whose index may be out of range"
        } else if self.may_be_null(s, object) {
            ", whose object may be null"
        } else {
            ""
        }
    }

    /// Whether an object is found by an index, permission is held to objects of many indices, and this may be none of them.
    fn is_beyond(&mut self, s: &State, resource: Resource, object: Term) -> bool {
        let Node::Apply(_, arguments) = self.terms.node(object) else { return false };
        if !arguments.iter().any(|t| self.terms.sort(*t) == Sort::Int) {
            return false;
        }
        let is_many = |content: &Content| matches!(content, Content::Many { .. });
        let heap = s.heap.clone();
        let mut chunks =
            heap.iter().filter(|chunk| chunk.resource == resource && is_many(&chunk.content));
        let Some(first) = chunks.next() else { return false };
        for chunk in std::iter::once(first).chain(chunks) {
            let amount = self.terms.amount_at(chunk, &[object]);
            let covered = self.terms.positive(amount);
            if self.logic.holds(self.terms, s, covered) {
                return false;
            }
        }
        true
    }

    /// Whether a reference may be null, as far as takes little time to see.
    fn may_be_null(&mut self, s: &State, reference: Term) -> bool {
        let null = self.terms.null();
        let object = self.terms.unequal(reference, null);
        !self.logic.holds(self.terms, s, object)
    }
}

//! The ghost operations of methods that have none (Smans, Jacobs and Piessens, section 4): a predicate that is missing is
//! closed, and what is missing is taken out of a predicate that has it.
//!
//! A method asks for this with the annotation `@infer`. A read opens a predicate for itself alone, so that the predicate
//! keeps its snapshot; a write, and a permission that is given away, leave it open.

use crate::consume::Consumed;
use crate::prover::Prover;
use crate::report::Failure;
use crate::state::{Blame, Content, Heap, MemberId, Resource, State, Stop};
use crate::walk;
use effigy_lang_viper::tree::{
    Access, Annotation, Expr, ExprKind, Location, MethodId, Place, PredicateId, Program,
};
use effigy_term::Term;

/// The annotation of methods whose ghost operations are found here.
const INFER: &str = "infer";

/// How many operations are tried within each other.
const DEEPEST: usize = 4;

/// How many predicates are tried for one permission.
const MOST_CANDIDATES: usize = 8;

/// A permission that is needed: its resource, arguments and place.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) resource: Resource,
    pub(crate) arguments: &'a [Term],
    pub(crate) place: Place,
    pub(crate) blame: Blame,
}

/// What an attempt came to.
enum Attempt<T> {
    Done(T),
    /// It failed so.
    Failed(Option<Box<Failure>>),
}

impl<'p> Prover<'p> {
    /// Begins with a method: whether its ghost operations are found.
    pub(crate) fn infer_in(&mut self, method: MethodId) {
        let is_infer = |annotation: &Annotation| &*annotation.key == INFER;
        let inferred = self.program.methods[method].annotations.iter().any(is_infer);
        self.inferring = inferred.then_some(0);
    }

    /// Tries something one level deeper; failures on the way are none.
    fn attempt<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Attempt<T>, Stop> {
        let Some(depth) = self.inferring.filter(|depth| *depth < DEEPEST) else {
            return Ok(Attempt::Failed(None));
        };
        self.inferring = Some(depth + 1);
        let before = self.failures.len();
        let result = act(self);
        self.inferring = Some(depth);
        let failure = self.failures.get(before).cloned().map(Box::new);
        self.failures.truncate(before);
        match (result, failure) {
            (Err(Stop::Cancelled), _) => Err(Stop::Cancelled),
            (Ok(value), None) => Ok(Attempt::Done(value)),
            (_, failure) => Ok(Attempt::Failed(failure)),
        }
    }

    /// The snapshot of an instance that only a closed predicate has, or that is a predicate to close.
    pub(crate) fn read_inside(
        &mut self,
        s: &mut State,
        heap: &Heap,
        wanted: Wanted<'_>,
    ) -> Result<Option<Term>, Stop> {
        if self.inferring.is_none() || self.has(s, heap, wanted) {
            return Ok(None);
        }
        let full = self.full();
        let closed = match wanted.resource {
            Resource::Predicate(predicate) => self.closed(s, heap, predicate, wanted, full)?,
            _ => Attempt::Failed(None),
        };
        if let Attempt::Done(outcomes) = closed {
            let base = s.facts.len();
            let mut joined: Option<Term> = None;
            for outcome in outcomes {
                let side = self.merge_facts(s, base, &outcome.state);
                joined = Some(match joined {
                    Some(other) => self.terms.ite(side, outcome.snapshot, other),
                    None => outcome.snapshot,
                });
            }
            return Ok(joined);
        }
        self.locally(s, |this, s| {
            s.heap = heap.clone();
            let Some(opened) = this.opened(s, wanted)? else { return Ok(None) };
            let Wanted { resource, arguments, place, blame } = wanted;
            let value = this.join_values(s, opened, |this, s| {
                let heap = s.heap.clone();
                this.peek(s, &heap, resource, arguments, place, blame)
            });
            value.map(Some)
        })
    }

    /// The states in which a permission that is missing in the heap is there, because a predicate was opened.
    pub(crate) fn opened_to_write(
        &mut self,
        s: State,
        wanted: Wanted<'_>,
    ) -> Result<Vec<State>, Stop> {
        let heap = s.heap.clone();
        if self.inferring.is_none() || self.has(&s, &heap, wanted) {
            return Ok(vec![s]);
        }
        Ok(self.opened(&s, wanted)?.unwrap_or_else(|| vec![s]))
    }

    /// Consumes an access that is missing in `heap`, by closing its predicate or by opening one that has it. `None` where
    /// that is not needed or does not help.
    pub(crate) fn consume_inferred(
        &mut self,
        s: &State,
        heap: &Heap,
        a: &'p Expr,
        access: &'p Access,
        blame: Blame,
    ) -> Result<Option<Vec<Consumed>>, Stop> {
        if self.inferring.is_none() || s.reads {
            return Ok(None);
        }
        let mut inner = s.clone();
        let (resource, arguments) = self.location(&mut inner, &access.location, blame)?;
        let amount = self.scaled_amount(&mut inner, access, blame)?;
        let wanted = Wanted { resource, arguments: &arguments, place: access.place, blame };
        if self.has(&inner, heap, wanted) {
            return Ok(None);
        }
        let mut failed = None;
        if let Resource::Predicate(predicate) = resource {
            match self.closed(&inner, heap, predicate, wanted, amount)? {
                Attempt::Done(outcomes) => return Ok(Some(outcomes)),
                Attempt::Failed(failure) => {
                    failed = failure.filter(|f| self.says_more(f, predicate));
                }
            }
        }
        let mut open = inner.clone();
        open.heap = heap.clone();
        let Some(states) = self.opened(&open, wanted)? else {
            return match failed {
                Some(failure) => {
                    self.failures.push(*failure);
                    Err(Stop::Failed)
                }
                None => Ok(None),
            };
        };
        let mut all = Vec::new();
        for mut state in states {
            let left = std::mem::replace(&mut state.heap, s.heap.clone());
            all.extend(self.consume(state, left, a, blame)?);
        }
        Ok(Some(all))
    }

    /// Whether a failure to close a predicate says more than that the predicate is missing: a value in it is wrong.
    fn says_more(&self, failure: &Failure, predicate: PredicateId) -> bool {
        let place = self.program.predicates[predicate].place;
        !failure.id.ends_with(":insufficient.permission") && failure.conjunct != place
    }

    /// Whether a heap holds a permission, as far as takes little time to see.
    fn has(&mut self, s: &State, heap: &Heap, wanted: Wanted<'_>) -> bool {
        let total = self.held(heap, wanted.resource, wanted.arguments);
        let positive = self.positive(total);
        self.terms.as_bool(positive) != Some(false) && self.holds(s, positive)
    }

    /// Consumes the body of a predicate in the predicate's place.
    fn closed(
        &mut self,
        s: &State,
        heap: &Heap,
        predicate: PredicateId,
        wanted: Wanted<'_>,
        amount: Term,
    ) -> Result<Attempt<Vec<Consumed>>, Stop> {
        let program = self.program;
        let declared = &program.predicates[predicate];
        let Some(body) = &declared.body else { return Ok(Attempt::Failed(None)) };
        let member = MemberId::Predicate(predicate);
        let mut inner = self.bind(s, member, &declared.parameters, wanted.arguments);
        inner.scale = self.scaled(None, amount);
        let consumed =
            self.attempt(|this| this.consume(inner, heap.clone(), body, wanted.blame))?;
        let Attempt::Done(mut outcomes) = consumed else { return Ok(consumed) };
        for outcome in &mut outcomes {
            outcome.state.store = s.store.clone();
            outcome.state.scale = s.scale;
            outcome.snapshot = self.to_snap(outcome.snapshot);
            self.trigger(&mut outcome.state, predicate, outcome.snapshot, wanted.arguments);
        }
        Ok(Attempt::Done(outcomes))
    }

    /// The states after a predicate was opened that has a permission; nested ones are opened, too.
    fn opened(&mut self, s: &State, wanted: Wanted<'_>) -> Result<Option<Vec<State>>, Stop> {
        let mut candidates = Vec::new();
        for chunk in s.heap.iter() {
            let (Resource::Predicate(predicate), Content::One { arguments, .. }) =
                (chunk.resource, &chunk.content)
            else {
                continue;
            };
            if mentions(self.program, predicate, wanted.resource) {
                let far = arguments.first() != wanted.arguments.first();
                candidates.push((far, predicate, arguments.clone(), chunk.amount));
            }
        }
        candidates.sort_by_key(|(far, ..)| *far);
        for (_, predicate, arguments, amount) in candidates.into_iter().take(MOST_CANDIDATES) {
            let attempt = self.attempt(|this| {
                let mut state = s.clone();
                let Wanted { place, blame, .. } = wanted;
                let states = this.open(&mut state, predicate, &arguments, amount, place, blame)?;
                let mut all = Vec::new();
                for state in states {
                    let heap = state.heap.clone();
                    if this.has(&state, &heap, wanted) {
                        all.push(state);
                        continue;
                    }
                    match this.opened(&state, wanted)? {
                        Some(states) => all.extend(states),
                        None => return Err(Stop::Failed),
                    }
                }
                Ok(all)
            })?;
            if let Attempt::Done(states) = attempt
                && !states.is_empty()
            {
                return Ok(Some(states));
            }
        }
        Ok(None)
    }
}

/// Whether the body of a predicate, or of one in it, demands access to a resource.
fn mentions(program: &Program, predicate: PredicateId, wanted: Resource) -> bool {
    let (mut seen, mut open) = (Vec::new(), vec![predicate]);
    while let Some(predicate) = open.pop() {
        let Some(body) = program.predicates.get(predicate).and_then(|p| p.body.as_ref()) else {
            continue;
        };
        if seen.contains(&predicate) {
            continue;
        }
        seen.push(predicate);
        let mut found = false;
        walk::each(body, &mut |e| {
            let ExprKind::Access(access) = &*e.kind else { return };
            match &access.location {
                Location::Field(_, field) => found |= wanted == Resource::Field(*field),
                Location::Predicate(inner, _) => {
                    found |= wanted == Resource::Predicate(*inner);
                    open.push(*inner);
                }
                Location::Wand(_) => {}
            }
        });
        if found {
            return true;
        }
    }
    false
}

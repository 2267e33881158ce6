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

/// Which predicates are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Those of the object that is spoken of, and those that have a missing predicate in them.
    Near,
    /// The others, whose object may turn out to be the same.
    Far,
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
        if self.inferring.is_none() || self.surely_has(s, heap, wanted) {
            return Ok(None);
        }
        let full = self.full();
        for how in [How::Near, How::Far] {
            if how == How::Far && self.has(s, heap, wanted) {
                return Ok(None);
            }
            if let Attempt::Done(outcomes) = self.closed(s, heap, wanted, full, how)? {
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
            let value = self.locally(s, |this, s| {
                s.heap = heap.clone();
                let Some(opened) = this.opened(s, wanted, how)? else { return Ok(None) };
                let value = this.join_values(s, opened, |this, s| {
                    let heap = s.heap.clone();
                    this.peek(s, &heap, wanted)
                });
                value.map(Some)
            })?;
            if value.is_some() {
                return Ok(value);
            }
        }
        Ok(None)
    }

    /// The states in which a permission that is missing in the heap is there, because a predicate was opened.
    pub(crate) fn opened_to_write(
        &mut self,
        s: State,
        wanted: Wanted<'_>,
    ) -> Result<Vec<State>, Stop> {
        let heap = s.heap.clone();
        if self.inferring.is_none() || self.surely_has(&s, &heap, wanted) {
            return Ok(vec![s]);
        }
        for how in [How::Near, How::Far] {
            if how == How::Far && self.has(&s, &heap, wanted) {
                return Ok(vec![s]);
            }
            if let Some(states) = self.opened(&s, wanted, how)? {
                return Ok(states);
            }
        }
        Ok(vec![s])
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
        if self.surely_has(&inner, heap, wanted) {
            return Ok(None);
        }
        let mut failed = None;
        let mut open = inner.clone();
        open.heap = heap.clone();
        for how in [How::Near, How::Far] {
            if how == How::Far && self.has(&inner, heap, wanted) {
                return Ok(None);
            }
            match self.closed(&inner, heap, wanted, amount, how)? {
                Attempt::Done(outcomes) => {
                    return self.closed_before(outcomes, &s.heap, wanted, amount).map(Some);
                }
                Attempt::Failed(failure) => {
                    failed = failed.or(failure.filter(|f| self.says_more(f, resource)));
                }
            }
            let Some(states) = self.opened(&open, wanted, how)? else { continue };
            let mut all = Vec::new();
            for mut state in states {
                let left = std::mem::replace(&mut state.heap, s.heap.clone());
                all.extend(self.consume(state, left, a, blame)?);
            }
            return Ok(Some(all));
        }
        match failed {
            Some(failure) => {
                self.failures.push(*failure);
                Err(Stop::Failed)
            }
            None => Ok(None),
        }
    }

    /// The outcomes with the predicate closed in the heap in which the rest is evaluated, too, so that it is closed once.
    fn closed_before(
        &mut self,
        outcomes: Vec<Consumed>,
        whole: &Heap,
        wanted: Wanted<'_>,
        amount: Term,
    ) -> Result<Vec<Consumed>, Stop> {
        let mut all = Vec::new();
        for outcome in outcomes {
            let again = self.closed(&outcome.state, whole, wanted, amount, How::Near)?;
            let Attempt::Done(again) = again else {
                all.push(outcome);
                continue;
            };
            for mut closed in again {
                closed.state.heap = closed.heap;
                let Wanted { resource, arguments, .. } = wanted;
                self.put(&mut closed.state, resource, arguments, amount, closed.snapshot);
                let (heap, snapshot) = (outcome.heap.clone(), outcome.snapshot);
                all.push(Consumed { state: closed.state, heap, snapshot });
            }
        }
        Ok(all)
    }

    /// Whether a failure to close a predicate says more than that the predicate is missing: a value in it is wrong.
    fn says_more(&self, failure: &Failure, resource: Resource) -> bool {
        let Resource::Predicate(predicate) = resource else { return false };
        let place = self.program.predicates[predicate].place;
        !failure.id.ends_with(":insufficient.permission") && failure.conjunct != place
    }

    /// Whether terms are the same or are known to be.
    fn surely_same(&mut self, s: &State, a: Option<&Term>, b: Option<&Term>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let equal = self.terms.eq(*a, *b);
        self.terms.as_bool(equal) == Some(true) || s.facts.contains(&equal)
    }

    /// Whether a heap holds a permission, as far as can be seen without a search.
    fn surely_has(&mut self, s: &State, heap: &Heap, wanted: Wanted<'_>) -> bool {
        heap.iter().filter(|chunk| chunk.resource == wanted.resource).any(|chunk| {
            let Content::One { arguments, .. } = &chunk.content else { return false };
            let positive = self.positive(chunk.amount);
            self.terms.as_bool(positive) == Some(true)
                && arguments
                    .iter()
                    .zip(wanted.arguments)
                    .all(|(a, b)| self.surely_same(s, Some(a), Some(b)))
        })
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
        wanted: Wanted<'_>,
        amount: Term,
        how: How,
    ) -> Result<Attempt<Vec<Consumed>>, Stop> {
        let Resource::Predicate(predicate) = wanted.resource else {
            return Ok(Attempt::Failed(None));
        };
        let program = self.program;
        let declared = &program.predicates[predicate];
        let Some(body) = &declared.body else { return Ok(Attempt::Failed(None)) };
        let near = heap.iter().any(|chunk| {
            let Content::One { arguments, .. } = &chunk.content else { return false };
            mentions(program, predicate, chunk.resource)
                && self.surely_same(s, arguments.first(), wanted.arguments.first())
        });
        if near != (how == How::Near) {
            return Ok(Attempt::Failed(None));
        }
        let member = MemberId::Predicate(predicate);
        let mut inner = self.bind(s, member, &declared.parameters, wanted.arguments);
        inner.scale = self.scaled(None, amount);
        let consumed =
            self.attempt(|this| this.consume(inner, heap.clone(), body, wanted.blame))?;
        let Attempt::Done(mut outcomes) = consumed else { return Ok(consumed) };
        for outcome in &mut outcomes {
            outcome.state.store = s.store.clone();
            outcome.state.scale = s.scale;
            outcome.snapshot = self.snapped(outcome.snapshot);
            self.trigger(&mut outcome.state, predicate, outcome.snapshot, wanted.arguments);
        }
        Ok(Attempt::Done(outcomes))
    }

    /// The states after a predicate was opened that has a permission; nested ones are opened, too.
    fn opened(
        &mut self,
        s: &State,
        wanted: Wanted<'_>,
        how: How,
    ) -> Result<Option<Vec<State>>, Stop> {
        let mut candidates = Vec::new();
        for chunk in s.heap.iter() {
            let (Resource::Predicate(predicate), Content::One { arguments, .. }) =
                (chunk.resource, &chunk.content)
            else {
                continue;
            };
            if !mentions(self.program, predicate, wanted.resource) {
                continue;
            }
            let near = matches!(wanted.resource, Resource::Predicate(_))
                || self.surely_same(s, arguments.first(), wanted.arguments.first());
            if near == (how == How::Near) {
                candidates.push((predicate, arguments.clone(), chunk.amount));
            }
        }
        for (predicate, arguments, amount) in candidates.into_iter().take(MOST_CANDIDATES) {
            let attempt = self.attempt(|this| {
                let mut state = s.clone();
                let Wanted { place, blame, .. } = wanted;
                let states = this.open(&mut state, predicate, &arguments, amount, place, blame)?;
                let mut all = Vec::new();
                for state in states {
                    all.extend(this.with(state, wanted)?);
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

    /// The state if it has a permission, or those in which more is opened.
    fn with(&mut self, state: State, wanted: Wanted<'_>) -> Result<Vec<State>, Stop> {
        let heap = state.heap.clone();
        if self.surely_has(&state, &heap, wanted) {
            return Ok(vec![state]);
        }
        if let Some(states) = self.opened(&state, wanted, How::Near)? {
            return Ok(states);
        }
        if self.has(&state, &heap, wanted) {
            return Ok(vec![state]);
        }
        self.opened(&state, wanted, How::Far)?.ok_or(Stop::Failed)
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

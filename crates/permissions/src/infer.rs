//! The ghost operations of methods that have none (Smans, Jacobs and Piessens, section 4): a predicate that is missing is
//! closed, and what is missing is taken out of a predicate that has it.
//!
//! A method asks for this with the annotation `@infer`. A read opens a predicate for itself alone, so that the predicate
//! keeps its snapshot; a write, and a permission that is given away, leave it open.

use crate::access;
use crate::predicates;
use crate::prover::{Consumed, Prover};
use crate::report::Failure;
use crate::state::{Blame, Content, Heap, MemberId, Resource, State, Stop, Wanted};
use crate::taking;
use crate::walk;
use effigy_lang_viper::tree::{
    Access, Annotation, Expr, ExprKind, Location, MethodId, PredicateId, Program,
};
use effigy_term::Term;

/// The annotation of methods whose ghost operations are found here.
const INFER: &str = "infer";

/// How many operations are tried within each other.
const DEEPEST: usize = 4;

/// How many predicates are tried for one permission.
const MOST_CANDIDATES: usize = 8;

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

/// Begins with a method: whether its ghost operations are found.
pub(crate) fn begin(p: &mut Prover<'_>, method: MethodId) {
    let is_infer = |annotation: &Annotation| &*annotation.key == INFER;
    let inferred = p.program.methods[method].annotations.iter().any(is_infer);
    p.inferring = inferred.then_some(0);
}

/// Tries something one level deeper; failures on the way are none.
fn attempt<'p, T>(
    p: &mut Prover<'p>,
    act: impl FnOnce(&mut Prover<'p>) -> Result<T, Stop>,
) -> Result<Attempt<T>, Stop> {
    let Some(depth) = p.inferring.filter(|depth| *depth < DEEPEST) else {
        return Ok(Attempt::Failed(None));
    };
    p.inferring = Some(depth + 1);
    let before = p.failures.len();
    let result = act(p);
    p.inferring = Some(depth);
    let failure = p.failures.get(before).cloned().map(Box::new);
    p.failures.truncate(before);
    match (result, failure) {
        (Err(Stop::Cancelled), _) => Err(Stop::Cancelled),
        (Ok(value), None) => Ok(Attempt::Done(value)),
        (_, failure) => Ok(Attempt::Failed(failure)),
    }
}

/// The snapshot of an instance that only a closed predicate has, or that is a predicate to close.
pub(crate) fn read_inside(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: &Heap,
    wanted: Wanted<'_>,
) -> Result<Option<Term>, Stop> {
    if p.inferring.is_none() || surely_has(p, s, heap, wanted) {
        return Ok(None);
    }
    let full = p.terms.full();
    for how in [How::Near, How::Far] {
        if how == How::Far && has(p, s, heap, wanted) {
            return Ok(None);
        }
        if let Attempt::Done(outcomes) = closed(p, s, heap, wanted, full, how)? {
            let base = s.facts.len();
            let mut joined: Option<Term> = None;
            for outcome in outcomes {
                let side = p.merge_facts(s, base, &outcome.state);
                joined = Some(match joined {
                    Some(other) => p.terms.ite(side, outcome.snapshot, other),
                    None => outcome.snapshot,
                });
            }
            return Ok(joined);
        }
        let value = p.locally(s, |p, s| {
            s.heap = heap.clone();
            let Some(opened) = opened(p, s, wanted, how)? else { return Ok(None) };
            let value = p.join_values(s, opened, |p, s| {
                let heap = s.heap.clone();
                taking::peek(p, s, &heap, wanted)
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
    p: &mut Prover<'_>,
    s: State,
    wanted: Wanted<'_>,
) -> Result<Vec<State>, Stop> {
    let heap = s.heap.clone();
    if p.inferring.is_none() || surely_has(p, &s, &heap, wanted) {
        return Ok(vec![s]);
    }
    for how in [How::Near, How::Far] {
        if how == How::Far && has(p, &s, &heap, wanted) {
            return Ok(vec![s]);
        }
        if let Some(states) = opened(p, &s, wanted, how)? {
            return Ok(states);
        }
    }
    Ok(vec![s])
}

/// Consumes an access that is missing in `heap`, by closing its predicate or by opening one that has it. `None` where
/// that is not needed or does not help.
pub(crate) fn consume<'p>(
    p: &mut Prover<'p>,
    s: &State,
    heap: &Heap,
    a: &'p Expr,
    access: &'p Access,
    blame: Blame,
) -> Result<Option<Vec<Consumed>>, Stop> {
    if p.inferring.is_none() || s.reads {
        return Ok(None);
    }
    let mut inner = s.clone();
    let (resource, arguments) = access::of_location(p, &mut inner, &access.location, blame)?;
    let amount = access::scaled_amount(p, &mut inner, access, blame)?;
    let wanted = Wanted { resource, arguments: &arguments, place: access.place, blame };
    if surely_has(p, &inner, heap, wanted) {
        return Ok(None);
    }
    let mut failed = None;
    let mut open = inner.clone();
    open.heap = heap.clone();
    for how in [How::Near, How::Far] {
        if how == How::Far && has(p, &inner, heap, wanted) {
            return Ok(None);
        }
        match closed(p, &inner, heap, wanted, amount, how)? {
            Attempt::Done(outcomes) => {
                return closed_before(p, outcomes, &s.heap, wanted, amount).map(Some);
            }
            Attempt::Failed(failure) => {
                failed = failed.or(failure.filter(|f| says_more(p, f, resource)));
            }
        }
        let Some(states) = opened(p, &open, wanted, how)? else { continue };
        let mut all = Vec::new();
        for mut state in states {
            let left = std::mem::replace(&mut state.heap, s.heap.clone());
            all.extend(p.consume(state, left, a, blame)?);
        }
        return Ok(Some(all));
    }
    match failed {
        Some(failure) => {
            p.failures.push(*failure);
            Err(Stop::Failed)
        }
        None => Ok(None),
    }
}

/// The outcomes with the predicate closed in the heap in which the rest is evaluated, too, so that it is closed once.
fn closed_before(
    p: &mut Prover<'_>,
    outcomes: Vec<Consumed>,
    whole: &Heap,
    wanted: Wanted<'_>,
    amount: Term,
) -> Result<Vec<Consumed>, Stop> {
    let mut all = Vec::new();
    for outcome in outcomes {
        let again = closed(p, &outcome.state, whole, wanted, amount, How::Near)?;
        let Attempt::Done(again) = again else {
            all.push(outcome);
            continue;
        };
        for mut closed in again {
            closed.state.heap = closed.heap;
            let Wanted { resource, arguments, .. } = wanted;
            p.chunks().put(&mut closed.state, resource, arguments, amount, closed.snapshot);
            let (heap, snapshot) = (outcome.heap.clone(), outcome.snapshot);
            all.push(Consumed { state: closed.state, heap, snapshot });
        }
    }
    Ok(all)
}

/// Whether a failure to close a predicate says more than that the predicate is missing: a value in it is wrong.
fn says_more(p: &Prover<'_>, failure: &Failure, resource: Resource) -> bool {
    let Resource::Predicate(predicate) = resource else { return false };
    let place = p.program.predicates[predicate].place;
    !failure.id.ends_with(":insufficient.permission") && failure.conjunct != place
}

/// Whether terms are the same or are known to be.
fn surely_same(p: &mut Prover<'_>, s: &State, a: Option<&Term>, b: Option<&Term>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let equal = p.terms.eq(*a, *b);
    p.terms.as_bool(equal) == Some(true) || s.facts.contains(&equal)
}

/// Whether a heap holds a permission, as far as can be seen without a search.
fn surely_has(p: &mut Prover<'_>, s: &State, heap: &Heap, wanted: Wanted<'_>) -> bool {
    heap.iter().filter(|chunk| chunk.resource == wanted.resource).any(|chunk| {
        let Content::One { arguments, .. } = &chunk.content else { return false };
        let positive = p.terms.positive(chunk.amount);
        p.terms.as_bool(positive) == Some(true)
            && arguments
                .iter()
                .zip(wanted.arguments)
                .all(|(a, b)| surely_same(p, s, Some(a), Some(b)))
    })
}

/// Whether a heap holds a permission, as far as takes little time to see.
fn has(p: &mut Prover<'_>, s: &State, heap: &Heap, wanted: Wanted<'_>) -> bool {
    let total = p.terms.held(heap, wanted.resource, wanted.arguments);
    let positive = p.terms.positive(total);
    p.terms.as_bool(positive) != Some(false) && p.logic.holds(&mut p.terms, s, positive)
}

/// Consumes the body of a predicate in the predicate's place.
fn closed(
    p: &mut Prover<'_>,
    s: &State,
    heap: &Heap,
    wanted: Wanted<'_>,
    amount: Term,
    how: How,
) -> Result<Attempt<Vec<Consumed>>, Stop> {
    let Resource::Predicate(predicate) = wanted.resource else {
        return Ok(Attempt::Failed(None));
    };
    let program = p.program;
    let declared = &program.predicates[predicate];
    let Some(body) = &declared.body else { return Ok(Attempt::Failed(None)) };
    let near = heap.iter().any(|chunk| {
        let Content::One { arguments, .. } = &chunk.content else { return false };
        mentions(program, predicate, chunk.resource)
            && surely_same(p, s, arguments.first(), wanted.arguments.first())
    });
    if near != (how == How::Near) {
        return Ok(Attempt::Failed(None));
    }
    let member = MemberId::Predicate(predicate);
    let mut inner = s.bind(member, &declared.parameters, wanted.arguments);
    inner.scale = p.terms.scaled(None, amount);
    let consumed = attempt(p, |p| p.consume(inner, heap.clone(), body, wanted.blame))?;
    let Attempt::Done(mut outcomes) = consumed else { return Ok(consumed) };
    for outcome in &mut outcomes {
        outcome.state.store = s.store.clone();
        outcome.state.scale = s.scale;
        outcome.snapshot = p.terms.snapped(outcome.snapshot);
        predicates::trigger(p, &mut outcome.state, predicate, outcome.snapshot, wanted.arguments);
    }
    Ok(Attempt::Done(outcomes))
}

/// The states after a predicate was opened that has a permission; nested ones are opened, too.
fn opened(
    p: &mut Prover<'_>,
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
        if !mentions(p.program, predicate, wanted.resource) {
            continue;
        }
        let near = matches!(wanted.resource, Resource::Predicate(_))
            || surely_same(p, s, arguments.first(), wanted.arguments.first());
        if near == (how == How::Near) {
            candidates.push((predicate, arguments.clone(), chunk.amount));
        }
    }
    for (predicate, arguments, amount) in candidates.into_iter().take(MOST_CANDIDATES) {
        let attempt = attempt(p, |p| {
            let mut state = s.clone();
            let Wanted { place, blame, .. } = wanted;
            let states =
                predicates::open(p, &mut state, predicate, &arguments, amount, place, blame)?;
            let mut all = Vec::new();
            for state in states {
                all.extend(with(p, state, wanted)?);
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
fn with(p: &mut Prover<'_>, state: State, wanted: Wanted<'_>) -> Result<Vec<State>, Stop> {
    let heap = state.heap.clone();
    if surely_has(p, &state, &heap, wanted) {
        return Ok(vec![state]);
    }
    if let Some(states) = opened(p, &state, wanted, How::Near)? {
        return Ok(states);
    }
    if has(p, &state, &heap, wanted) {
        return Ok(vec![state]);
    }
    opened(p, &state, wanted, How::Far)?.ok_or(Stop::Failed)
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

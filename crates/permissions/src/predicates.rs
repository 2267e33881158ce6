//! Predicates: folded, unfolded, and open around an expression.

use crate::access;
use crate::contracts;
use crate::prover::{Prover, Source};
use crate::state::{Blame, MemberId, Opened, Resource, State, Stop, Wanted};
use crate::taking;
use effigy_lang_viper::tree::{Access, Expr, Location, Place, PredicateId};
use effigy_term::Term;

/// How often a predicate is unfolded within its own body.
const MOST_UNFOLDINGS: usize = 1;

/// Takes a predicate's instance out and puts its body in.
pub(crate) fn open(
    p: &mut Prover<'_>,
    s: &mut State,
    predicate: PredicateId,
    arguments: &[Term],
    amount: Term,
    place: Place,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let program = p.program;
    let declared = &program.predicates[predicate];
    let resource = Resource::Predicate(predicate);
    let heap = s.heap.clone();
    let wanted = Wanted { resource, arguments, place, blame };
    if s.reads {
        let (arguments, before) = (arguments.to_vec(), heap.clone());
        s.open.push(Opened { resource, arguments, before });
    }
    let (rest, snapshot) = taking::take(p, s, heap, wanted, amount)?;
    s.heap = rest;
    p.wildcards.fix(&p.terms, amount);
    trigger(p, s, predicate, snapshot, arguments);
    let seen = p.terms.seen(predicate, snapshot, arguments);
    p.definitions.opened.push(seen);
    let Some(body) = &declared.body else { return Ok(vec![s.clone()]) };
    let member = MemberId::Predicate(predicate);
    let mut inner = s.bind(member, &declared.parameters, arguments);
    inner.scale = p.terms.scaled(None, amount);
    inner.bodies.push(predicate);
    let produced = p.produce(inner, Source::Term(snapshot), body, blame)?;
    Ok(produced
        .into_iter()
        .map(|mut state| {
            state.store = s.store.clone();
            state.scale = s.scale;
            state.reads = s.reads;
            state.bodies.clone_from(&s.bodies);
            state
        })
        .collect())
}

/// A value that is found where the instance of an `unfolding` around `body` is open.
pub(crate) fn opened_for<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    access: &'p Access,
    body: &'p Expr,
    blame: Blame,
    value: impl FnMut(&mut Prover<'p>, &mut State) -> Result<Term, Stop>,
) -> Result<Term, Stop> {
    let Location::Predicate(predicate, arguments) = &access.location else {
        return Err(p.unsupported(s, body, blame, "only predicates can be unfolded"));
    };
    let arguments = p.eval_all(s, arguments, blame)?;
    let amount = access::amount(p, s, access, blame)?;
    access::show_positive(p, s, amount, access, blame)?;
    let full = p.terms.full();
    let amount = p.terms.scaled(s.scale, amount).unwrap_or(full);
    // A predicate whose body unfolds it again says as much as one unfolding of that tells.
    if s.bodies.iter().filter(|other| *other == predicate).count() > MOST_UNFOLDINGS {
        let sort = p.terms.type_sort(&body.ty);
        return Ok(p.terms.fresh("unfolding", sort));
    }
    p.locally(s, |p, s| {
        let opened = open(p, s, *predicate, &arguments, amount, access.place, blame)?;
        p.join_values(s, opened, value)
    })
}

/// `unfolding acc(P(x), p) in e`: the instance is opened for `e` alone.
pub(crate) fn unfolding<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    access: &'p Access,
    body: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    opened_for(p, s, access, body, blame, |p, s| p.eval(s, body, blame))
}

/// Says that a predicate's instance was looked at: definitions of functions that unfold it are used then. What a
/// definition itself looks at is left out: a recursion would be unrolled without an end.
pub(crate) fn trigger(
    p: &mut Prover<'_>,
    s: &mut State,
    predicate: PredicateId,
    snapshot: Term,
    arguments: &[Term],
) {
    if p.trusting {
        return;
    }
    let seen = p.terms.seen(predicate, snapshot, arguments);
    s.assume(&p.terms, seen);
}

pub(crate) fn fold<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    access: &'p Access,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let Location::Predicate(predicate, arguments) = &access.location else {
        return Ok(vec![s]);
    };
    let arguments = p.eval_all(&mut s, arguments, blame)?;
    let amount = access::amount(p, &mut s, access, blame)?;
    access::show_positive(p, &mut s, amount, access, blame)?;
    let program = p.program;
    let declared = &program.predicates[*predicate];
    let arguments =
        p.terms.coerced(&arguments, MemberId::Predicate(*predicate), &declared.parameters);
    let Some(body) = &declared.body else { return Ok(vec![s]) };
    let store = s.store.clone();
    let member = MemberId::Predicate(*predicate);
    let mut inner = s.bind(member, &declared.parameters, &arguments);
    inner.scale = p.terms.scaled(None, amount);
    let mut all = Vec::new();
    for (mut state, snapshot) in
        contracts::exhale(p, inner, std::slice::from_ref(body), &|_| blame)?
    {
        state.store = store.clone();
        state.scale = None;
        let snapshot = p.terms.snapped(snapshot);
        p.wildcards.fix(&p.terms, amount);
        p.chunks().put(&mut state, Resource::Predicate(*predicate), &arguments, amount, snapshot);
        trigger(p, &mut state, *predicate, snapshot, &arguments);
        all.push(state);
    }
    Ok(all)
}

pub(crate) fn unfold<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    access: &'p Access,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let Location::Predicate(predicate, arguments) = &access.location else {
        return Ok(vec![s]);
    };
    let arguments = p.eval_all(&mut s, arguments, blame)?;
    let amount = access::amount(p, &mut s, access, blame)?;
    access::show_positive(p, &mut s, amount, access, blame)?;
    open(p, &mut s, *predicate, &arguments, amount, access.place, blame)
}

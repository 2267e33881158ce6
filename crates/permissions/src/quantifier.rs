//! Quantified expressions, the triggers that they give, and `forperm`.

use crate::access;
use crate::annotations;
use crate::prover::Prover;
use crate::state::{Blame, Content, State, Stop};
use crate::variables;
use effigy_lang_viper::tree::{Expr, ExprKind, LocalId, Location, Place, Quantifier};
use effigy_term::Term;

/// `forall`, `exists`.
pub(crate) fn eval<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    quantifier: &'p Quantifier,
    place: Place,
    blame: Blame,
) -> Result<Term, Stop> {
    let store = s.store.clone();
    let variables = variables::quantified_variables(p, s, &quantifier.variables);
    let result = p.for_any(s, &variables, |p, s| {
        let body = p.eval(s, &quantifier.body, blame)?;
        let triggers = triggers(p, s, quantifier, false, blame);
        Ok(((body, triggers.clone()), triggers))
    });
    s.store = store;
    let (body, triggers) = result?;
    let weight = annotations::weight(&quantifier.annotations);
    let name = format!("l{}", place.span.start.line);
    Ok(p.terms.close(quantifier.exists, &variables, triggers, body, &name, weight))
}

/// The triggers that the text gives. What they would have to show is shown where the body is.
pub(crate) fn triggers<'p>(
    p: &mut Prover<'p>,
    s: &State,
    quantifier: &'p Quantifier,
    produced: bool,
    blame: Blame,
) -> Vec<Vec<Term>> {
    let trusting = std::mem::replace(&mut p.trusting, true);
    let mut all = Vec::new();
    for trigger in &quantifier.triggers {
        let mut inner = s.clone();
        let terms: Result<Vec<Term>, Stop> =
            trigger.iter().map(|e| trigger_term(p, &mut inner, e, produced, blame)).collect();
        if let Ok(terms) = terms {
            all.push(terms);
        }
    }
    p.trusting = trusting;
    all
}

fn trigger_term<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    e: &'p Expr,
    produced: bool,
    blame: Blame,
) -> Result<Term, Stop> {
    // Where the permission to a field is what the quantifier is about, its value is not known by a term yet.
    if let (true, ExprKind::Field(receiver, _)) = (produced, &*e.kind) {
        let t = p.eval(s, receiver, blame)?;
        return Ok(p.terms.waiting_form(t));
    }
    if let ExprKind::Wand(..) = &*e.kind {
        let (resource, arguments) = access::of_wand(p, s, e, blame)?;
        let heap = s.heap.clone();
        return Ok(p.chunks().value(s, &heap, resource, &arguments));
    }
    if let ExprKind::Access(access) = &*e.kind {
        let (resource, arguments) = access::of_location(p, s, &access.location, blame)?;
        let heap = s.heap.clone();
        return Ok(p.chunks().value(s, &heap, resource, &arguments));
    }
    let t = p.eval(s, e, blame)?;
    Ok(p.terms.waiting_form(t))
}

/// `forperm x [x.f] :: e`.
pub(crate) fn for_perm<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    variables: &'p [LocalId],
    location: &'p Location,
    body: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let store = s.store.clone();
    let heap = s.rest.clone().unwrap_or_else(|| s.heap.clone());
    let bound = variables::quantified_variables(p, s, variables);
    let (resource, pattern) =
        p.for_any(s, &bound, |p, s| Ok((access::of_location(p, s, location, blame)?, Vec::new())))?;
    let mut all = p.terms.bool(true);
    for chunk in heap.iter().filter(|chunk| chunk.resource == resource) {
        let conjunct = match &chunk.content {
            Content::One { arguments, .. } => {
                let positive = p.terms.positive(chunk.amount);
                p.in_heap(s, heap.clone(), |p, s| {
                    let instance = (&arguments[..], positive);
                    for_perm_one(p, s, variables, (&bound, &pattern), instance, body, blame)
                })?
            }
            Content::Many { snapshots } => {
                let snapshots = *snapshots;
                let at = p.terms.amount_at(chunk, &pattern);
                let positive = p.terms.positive(at);
                let trigger = p.terms.lookup(resource, snapshots, &pattern);
                for (local, variable) in variables.iter().zip(&bound) {
                    s.set(*local, *variable);
                }
                let body = p.in_heap(s, heap.clone(), |p, s| {
                    p.for_any(s, &bound, |p, s| {
                        let value = p.under(s, positive, |p, s| p.eval(s, body, blame))?;
                        let value = value.unwrap_or_else(|| p.terms.bool(true));
                        Ok((value, vec![vec![trigger]]))
                    })
                })?;
                let body = p.terms.implies(positive, body);
                p.terms.close(false, &bound, vec![vec![trigger]], body, "forperm", None)
            }
        };
        all = p.terms.and(all, conjunct);
    }
    s.store = store;
    Ok(all)
}

/// The body of `forperm` for the instance of one chunk.
fn for_perm_one<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    variables: &'p [LocalId],
    (bound, pattern): (&[Term], &[Term]),
    (arguments, positive): (&[Term], Term),
    body: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let mut condition = positive;
    let mut open: Vec<usize> = (0..bound.len()).collect();
    for (index, argument) in pattern
        .iter()
        .zip(arguments)
        .filter_map(|(p, a)| Some((bound.iter().position(|b| b == p)?, *a)))
    {
        if open.contains(&index) {
            open.retain(|other| *other != index);
            s.set(variables[index], argument);
        }
    }
    let values: Vec<Term> =
        variables.iter().zip(bound).map(|(v, b)| s.get(*v).unwrap_or(*b)).collect();
    for (part, a) in pattern.iter().zip(arguments) {
        let part = p.terms.replace(*part, bound, &values);
        let equal = p.terms.eq(part, *a);
        condition = p.terms.and(condition, equal);
    }
    let rest: Vec<Term> = open.iter().map(|index| bound[*index]).collect();
    let value = p.for_any(s, &rest, |p, s| {
        let value = p.under(s, condition, |p, s| p.eval(s, body, blame))?;
        Ok((value.unwrap_or_else(|| p.terms.bool(true)), Vec::new()))
    })?;
    let value = p.terms.implies(condition, value);
    Ok(p.terms.close(false, &rest, Vec::new(), value, "forperm", None))
}

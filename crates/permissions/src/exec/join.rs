//! Joins: two states behind a branch become one, so that branches one after the other do not multiply.

use crate::prover::{Exit, Exits, Prover};
use crate::state::{Chunk, Content, Heap, Joined, State};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::Place;
use effigy_term::Term;
use std::rc::Rc;

/// The states behind a branch: one, where both sides end with the same permissions.
pub(crate) fn join_sides(
    p: &mut Prover<'_>,
    base: &State,
    condition: Term,
    place: Place,
    sides: Vec<Exits>,
) -> Exits {
    if let [yes, no] = &sides[..]
        && let ([(yes, Exit::End)], [(no, Exit::End)]) = (&yes[..], &no[..])
        && let Some(mut joined) = join(p, base, condition, yes, no)
    {
        let inside = [yes, no].map(|side| side.joined[base.joined.len()..].to_vec());
        let taken = base.trail.len();
        joined.joined.push(Rc::new(Joined { condition, place, taken, inside }));
        p.joins = p.joins.map(|joins| joins + 1);
        return vec![(joined, Exit::End)];
    }
    sides.into_iter().flatten().collect()
}

/// The two states as one: what differs depends on the condition.
fn join(
    p: &mut Prover<'_>,
    base: &State,
    condition: Term,
    yes: &State,
    no: &State,
) -> Option<State> {
    if yes.outer != no.outer || yes.moved != no.moved {
        return None;
    }
    if !Rc::ptr_eq(&yes.olds, &no.olds) && yes.olds != no.olds {
        return None;
    }
    let heap = join_heaps(p, condition, &yes.heap, &no.heap)?;
    let mut joined = base.clone();
    let from = base.facts.len();
    let not = p.terms.not(condition);
    for (side, state) in [(condition, yes), (not, no)] {
        for fact in &state.facts[from..] {
            let fact = p.logic.fact_under(&mut p.terms, side, *fact);
            joined.assume(&p.terms, fact);
        }
    }
    joined.heap = heap;
    joined.olds = yes.olds.clone();
    joined.outer.clone_from(&yes.outer);
    joined.moved.clone_from(&yes.moved);
    joined.consolidated.clear();
    for (local, value) in yes.store.values() {
        let value = match no.get(local) {
            Some(other) => join_value(p, &mut joined, condition, value, other),
            None => value,
        };
        joined.set(local, value);
    }
    for (local, value) in no.store.values() {
        if yes.get(local).is_none() {
            joined.set(local, value);
        }
    }
    Some(joined)
}

/// One value from two: a symbol of its own, so that terms do not grow from join to join. Where two integers differ by a
/// constant, the symbol's bounds are told too, since no solver finds them without trying all sides.
fn join_value(p: &mut Prover<'_>, s: &mut State, condition: Term, yes: Term, no: Term) -> Term {
    if yes == no {
        return yes;
    }
    let (yes, no) = p.terms.alike(yes, no);
    let value = p.terms.ite(condition, yes, no);
    if p.terms.op(value).is_none() {
        return value;
    }
    let joined = p.terms.fresh("joined", p.terms.sort(value));
    let equal = p.terms.eq(joined, value);
    s.assume(&p.terms, equal);
    if p.terms.sort(value) == Sort::Int {
        let difference = p.terms.app(Op::IntSub, &[yes, no]);
        if let Some(difference) = p.terms.as_int(difference) {
            let (least, most) = if difference > 0 { (no, yes) } else { (yes, no) };
            let above = p.terms.app(Op::IntLe, &[least, joined]);
            let below = p.terms.app(Op::IntLe, &[joined, most]);
            s.assume(&p.terms, above);
            s.assume(&p.terms, below);
        }
    }
    joined
}

/// Two heaps with chunks for the same instances as one.
fn join_heaps(p: &mut Prover<'_>, condition: Term, yes: &Heap, no: &Heap) -> Option<Heap> {
    if Rc::ptr_eq(yes, no) {
        return Some(yes.clone());
    }
    if yes.len() != no.len() {
        return None;
    }
    let mut chunks = Vec::with_capacity(yes.len());
    let mut used = vec![false; no.len()];
    for chunk in yes.iter() {
        let other = no.iter().enumerate().position(|(index, other)| {
            !used[index]
                && chunk.resource == other.resource
                && match (&chunk.content, &other.content) {
                    (Content::One { arguments: a, .. }, Content::One { arguments: b, .. }) => {
                        a == b
                    }
                    _ => chunk == other,
                }
        })?;
        used[other] = true;
        let other = &no[other];
        let amount = p.terms.ite(condition, chunk.amount, other.amount);
        let content = match (&chunk.content, &other.content) {
            (Content::One { arguments, snapshot: a }, Content::One { snapshot: b, .. }) => {
                let snapshot = p.terms.ite(condition, *a, *b);
                Content::One { arguments: arguments.clone(), snapshot }
            }
            _ => chunk.content.clone(),
        };
        chunks.push(Chunk { resource: chunk.resource, amount, content });
    }
    Some(Rc::new(chunks))
}

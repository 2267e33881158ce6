//! Reading permissions, and taking them out of heaps.

use crate::prover::Prover;
use crate::reason::Reason;
use crate::state::{Blame, Chunk, Content, Heap, Resource, State, Stop, Wanted};
use effigy_base::op::Op;
use effigy_lang_viper::tree::{FieldId, Place};
use effigy_term::Term;
use std::rc::Rc;

fn missing(p: &Prover<'_>, resource: Resource, arguments: &[Term], place: Place) -> Reason {
    match resource {
        Resource::Field(_) => {
            let name = p.terms.resource_name(resource);
            let message = format!("there may be no permission to the field `{name}` here");
            let receiver = arguments.first().copied();
            let reason = Reason::new("insufficient.permission", place, message);
            Reason { receiver, ..reason.about(resource) }
        }
        Resource::Predicate(_) => {
            let name = p.terms.resource_name(resource);
            let message = format!("there may be no permission to the predicate `{name}` here");
            Reason::new("insufficient.permission", place, message).about(resource)
        }
        Resource::Wand(_) => {
            Reason::new("wand.not.found", place, "no such magic wand is held here").about(resource)
        }
    }
}

/// The value of a field.
pub(crate) fn read(
    p: &mut Prover<'_>,
    s: &mut State,
    field: FieldId,
    receiver: Term,
    place: Place,
    blame: Blame,
) -> Result<Term, Stop> {
    let heap = s.heap.clone();
    let wanted = Wanted { resource: Resource::Field(field), arguments: &[receiver], place, blame };
    peek(p, s, &heap, wanted)
}

/// The snapshot of an instance, to which some permission is shown to be held.
pub(crate) fn peek(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: &Heap,
    wanted: Wanted<'_>,
) -> Result<Term, Stop> {
    let Wanted { resource, arguments, place, blame } = wanted;
    let trusting = p.trusting;
    let found = p.chunks().find(s, heap, resource, arguments, |chunks, amount| {
        trusting || chunks.is_positive(s, amount)
    });
    if let Some(Chunk { content: Content::One { snapshot, .. }, .. }) =
        found.map(|index| &heap[index])
    {
        return Ok(*snapshot);
    }
    if let Some(value) = p.read_inside(s, heap, wanted)? {
        return Ok(value);
    }
    show_held(p, s, heap, resource, arguments, place, blame)?;
    Ok(p.chunks().value(s, heap, resource, arguments))
}

/// Shows that some permission is held.
fn show_held(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: &Heap,
    resource: Resource,
    arguments: &[Term],
    place: Place,
    blame: Blame,
) -> Result<(), Stop> {
    let total = p.terms.held(heap, resource, arguments);
    let reason = missing(p, resource, arguments, place);
    let positive = p.terms.positive(total);
    if p.terms.as_bool(positive) == Some(false) {
        return Err(p.unreachable(s, blame, reason));
    }
    p.show(s, positive, blame, reason)
}

/// Takes an amount of an instance out of a heap. The result is what is left, and the snapshot.
pub(crate) fn take(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: Heap,
    wanted: Wanted<'_>,
    amount: Term,
) -> Result<(Heap, Term), Stop> {
    let Wanted { resource, arguments, .. } = wanted;
    if s.reads {
        let asked = p.terms.positive(amount);
        let value = p.under(s, asked, |p, s| peek(p, s, &heap, wanted))?;
        // What may not be read is the same in all heaps.
        let nothing = p.terms.nothing(resource);
        let value = value.map_or(nothing, |value| p.terms.ite(asked, value, nothing));
        return Ok((heap, value));
    }
    let none = p.terms.none();
    if amount == none {
        return Ok((heap, p.terms.nothing(resource)));
    }
    let wild = p.wildcards.is_wild(&p.terms, amount);
    let found = p
        .chunks()
        .find(s, &heap, resource, arguments, |chunks, held| chunks.has_enough(s, amount, held));
    if let Some(index) = found.filter(|index| !wild || p.chunks().is_all(s, &heap, wanted, *index))
    {
        let chunk = &heap[index];
        let Content::One { snapshot, .. } = chunk.content else {
            return Ok((heap.clone(), none));
        };
        let below = p.wildcards.below(&mut p.terms, amount, chunk.amount);
        s.assume(&p.terms, below);
        let left = p.terms.app(Op::RealSub, &[chunk.amount, amount]);
        let mut heap = heap;
        let chunks = Rc::make_mut(&mut heap);
        match left == none {
            true => {
                chunks.remove(index);
            }
            false => chunks[index].amount = left,
        }
        return Ok((heap, snapshot));
    }
    if !s.outer.is_empty() && !wild {
        return transfer(p, s, heap, wanted, amount);
    }
    take_parts(p, s, heap, wanted, amount)
}

/// As [`take`], while a wand is packaged: what the heap lacks is taken from the heaps around, the nearest first.
fn transfer(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: Heap,
    wanted: Wanted<'_>,
    amount: Term,
) -> Result<(Heap, Term), Stop> {
    let Wanted { resource, arguments, place, blame } = wanted;
    let none = p.terms.none();
    let mut own = heap;
    let mut needed = amount;
    let mut value: Option<Term> = None;
    let levels = s.outer.len();
    for level in 0..=levels {
        let current = if level == 0 { own.clone() } else { s.outer[levels - level].clone() };
        let part = p.chunks().part_here(s, &current, resource, arguments, needed, level == levels);
        if part == none {
            continue;
        }
        // There is as much as the part says.
        let trusting = std::mem::replace(&mut p.trusting, true);
        let outer = std::mem::take(&mut s.outer);
        let taken = take(p, s, current, wanted, part);
        s.outer = outer;
        p.trusting = trusting;
        let (left, snapshot) = taken?;
        needed = p.terms.app(Op::RealSub, &[needed, part]);
        value = Some(match value {
            Some(value) => {
                let positive = p.terms.positive(part);
                p.terms.ite(positive, snapshot, value)
            }
            None => snapshot,
        });
        if level == 0 {
            own = left;
        } else {
            s.outer[levels - level] = left;
            moved(p, s, resource, arguments, part, snapshot)?;
        }
        if needed == none {
            break;
        }
    }
    if needed != none {
        let met = p.terms.eq(needed, none);
        let reason = missing(p, resource, arguments, place);
        if value.is_none() {
            return Err(p.unreachable(s, blame, reason));
        }
        p.show(s, met, blame, reason)?;
    }
    let sort = p.terms.snapshot_sort(resource);
    Ok((own, value.unwrap_or_else(|| p.terms.fresh("value", sort))))
}

/// Notes what was taken from a heap around: it can be read while the rest is consumed.
fn moved(
    p: &mut Prover<'_>,
    s: &mut State,
    resource: Resource,
    arguments: &[Term],
    amount: Term,
    snapshot: Term,
) -> Result<(), Stop> {
    if let Some(last) = p.transferred.last_mut() {
        *last = Some(s.outer.clone());
    }
    let content = Content::One { arguments: arguments.into(), snapshot };
    s.moved.push(Chunk { resource, amount, content });
    p.chunks().put(s, resource, arguments, amount, snapshot);
    let falsehood = p.terms.bool(false);
    if p.logic.holds(&mut p.terms, s, falsehood) { Err(Stop::Dead) } else { Ok(()) }
}

/// As [`take`], from as many chunks as it takes.
fn take_parts(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: Heap,
    wanted: Wanted<'_>,
    amount: Term,
) -> Result<(Heap, Term), Stop> {
    let Wanted { resource, arguments, place, blame } = wanted;
    let none = p.terms.none();
    let reason = missing(p, resource, arguments, place);
    let total = p.terms.held(&heap, resource, arguments);
    let enough = p.wildcards.enough(&mut p.terms, amount, total);
    let positive = p.terms.positive(amount);
    p.chunks().name_values(s, &heap, resource, arguments);
    if p.terms.as_bool(enough) == Some(false) && p.terms.as_bool(positive) == Some(true) {
        return Err(p.unreachable(s, blame, reason));
    }
    p.show(s, enough, blame, reason)?;
    let below = p.wildcards.below(&mut p.terms, amount, total);
    s.assume(&p.terms, below);
    p.chunks().compare_sources(s, &heap, resource, arguments);
    let value = p.chunks().value(s, &heap, resource, arguments);
    let mut needed = amount;
    let mut left = Vec::with_capacity(heap.len());
    for chunk in heap.iter() {
        let mut chunk = chunk.clone();
        if chunk.resource == resource {
            let at = p.terms.amount_at(&chunk, arguments);
            let fits = p.terms.app(Op::RealLe, &[needed, at]);
            let taken = p.terms.ite(fits, needed, at);
            needed = p.terms.app(Op::RealSub, &[needed, taken]);
            let lost = match &chunk.content {
                Content::One { .. } => taken,
                Content::Many { .. } => {
                    let formals = p.terms.formals(resource);
                    let here = p.terms.same(&formals, arguments);
                    p.terms.ite(here, taken, none)
                }
            };
            chunk.amount = p.terms.app(Op::RealSub, &[chunk.amount, lost]);
        }
        if chunk.amount != none {
            left.push(chunk);
        }
    }
    Ok((Rc::new(left), value))
}

//! Statements that make objects and lose values.

use crate::access;
use crate::prover::Prover;
use crate::quantified;
use crate::state::{Blame, Chunk, Content, Resource, State, Stop};
use crate::symbols;
use crate::theory;
use crate::theory::axioms;
use crate::variables;
use effigy_lang_viper::tree::{Expr, FieldId, LocalId, Location, Place, Type};
use effigy_term::{Role, Term, TermStore};
use std::rc::Rc;

/// `x := new(f)`: an object that differs from all that the state knows.
pub(crate) fn create(
    p: &mut Prover<'_>,
    mut s: State,
    target: LocalId,
    fields: &[FieldId],
) -> State {
    let name = p.terms.locals(s.store.member)[target].name.clone();
    let object = p.terms.object(&name);
    differ_from_known(p, &mut s, object);
    s.set(target, object);
    let full = p.terms.full();
    for field in fields {
        let declared = &p.program.fields[*field];
        let (name, ty) = (declared.name.clone(), declared.ty.clone());
        axioms::know_type(p, &ty);
        let sort = p.terms.type_sort(&ty);
        let value = p.terms.fresh(&name, sort);
        p.chunks().put(&mut s, Resource::Field(*field), &[object], full, value);
    }
    s
}

/// Says of a new object that it is none of those that the state knows. Other new objects are left out: terms say that.
fn differ_from_known(p: &mut Prover<'_>, s: &mut State, object: Term) {
    let locals = p.terms.locals(s.store.member);
    let is_old = |terms: &TermStore, t: Term| {
        let is_object = terms.as_variable(t).is_some_and(|info| info.role == Role::Object);
        !is_object && terms.sort(t) == symbols::reference()
    };
    let mut terms: Vec<Term> = Vec::new();
    let mut collections: Vec<(&Type, Term)> = Vec::new();
    for (local, value) in s.store.values() {
        match &locals[local].ty {
            Type::Ref if is_old(&p.terms, value) => terms.push(value),
            ty @ (Type::Seq(inner) | Type::Set(inner)) if **inner == Type::Ref => {
                collections.push((ty, value));
            }
            _ => {}
        }
    }
    for (ty, value) in collections {
        let within = theory::applied(p, ty, "has", &[object, value]);
        let without = p.terms.not(within);
        s.assume(&p.terms, without);
    }
    let heap = s.heap.clone();
    for chunk in heap.iter() {
        match &chunk.content {
            Content::One { arguments, snapshot } => {
                let named = arguments.iter().chain([snapshot]).copied();
                terms.extend(named.filter(|t| is_old(&p.terms, *t)));
            }
            Content::Many { snapshots } => differ_from_values(p, s, chunk, *snapshots, object),
        }
    }
    terms.sort_unstable();
    terms.dedup();
    for other in terms {
        let differ = p.terms.unequal(object, other);
        s.assume(&p.terms, differ);
    }
}

/// Says of a new object that no field of many has it as its value.
fn differ_from_values(
    p: &mut Prover<'_>,
    s: &mut State,
    chunk: &Chunk,
    values: Term,
    object: Term,
) {
    if p.terms.snapshot_sort(chunk.resource) != symbols::reference() {
        return;
    }
    let formals = p.terms.formals(chunk.resource);
    let value = p.terms.lookup(chunk.resource, values, &formals);
    let positive = p.terms.positive(chunk.amount);
    let other = p.terms.unequal(value, object);
    let body = p.terms.implies(positive, other);
    let fact = p.terms.close(false, &formals, vec![vec![value]], body, "new", None);
    s.assume(&p.terms, fact);
}

/// `quasihavoc`: amounts stay, values are new.
pub(crate) fn lose_values<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    variables: &'p [LocalId],
    condition: Option<&'p Expr>,
    location: &'p Location,
    place: Place,
) -> Result<(), Stop> {
    let error = if variables.is_empty() { "quasihavoc.failed" } else { "quasihavocall.failed" };
    let blame = Blame { error, place };
    let store = s.store.clone();
    let bound = variables::quantified_variables(p, s, variables);
    let (condition, located) = p.for_any(s, &bound, |p, s| {
        let condition = match condition {
            Some(condition) => p.eval(s, condition, blame)?,
            None => p.terms.bool(true),
        };
        let located = p.under(s, condition, |p, s| access::of_location(p, s, location, blame))?;
        Ok(((condition, located), Vec::new()))
    })?;
    s.store = store;
    // Where the condition cannot hold, nothing is lost.
    let Some((resource, arguments)) = located else { return Ok(()) };
    quantified::show_each_once(p, s, &bound, condition, (resource, &arguments), blame)?;
    new_values(p, s, &bound, condition, resource, &arguments);
    Ok(())
}

/// New snapshots for the instances that some values of the bound variables mean.
fn new_values(
    p: &mut Prover<'_>,
    s: &mut State,
    bound: &[Term],
    condition: Term,
    resource: Resource,
    arguments: &[Term],
) {
    let formals = p.terms.formals(resource);
    let mut chunks = s.heap.to_vec();
    for chunk in chunks.iter_mut().filter(|chunk| chunk.resource == resource) {
        match &mut chunk.content {
            Content::One { arguments: own, snapshot } => {
                let same = p.terms.same(own, arguments);
                let met = p.terms.and(condition, same);
                let met = p.terms.close(true, bound, Vec::new(), met, "havoc", None);
                let sort = p.terms.sort(*snapshot);
                let new = p.terms.fresh("havoc", sort);
                *snapshot = p.terms.ite(met, new, *snapshot);
            }
            Content::Many { snapshots } => {
                let sort = p.terms.sort(*snapshots);
                let new = p.terms.fresh("havoc", sort);
                let same = p.terms.same(&formals, arguments);
                let met = p.terms.and(condition, same);
                let met = p.terms.close(true, bound, Vec::new(), met, "havoc", None);
                let old_value = p.terms.lookup(resource, *snapshots, &formals);
                let new_value = p.terms.lookup(resource, new, &formals);
                let kept = p.terms.eq(old_value, new_value);
                let body = p.terms.or(met, kept);
                let triggers = vec![vec![old_value], vec![new_value]];
                let fact = p.terms.close(false, &formals, triggers, body, "havoc", None);
                s.assume(&p.terms, fact);
                *snapshots = new;
            }
        }
    }
    s.heap = Rc::new(chunks);
}

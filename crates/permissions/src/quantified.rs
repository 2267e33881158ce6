//! Quantified permissions: chunks for all instances that a condition names.
//!
//! A quantified assertion says of values of its variables which instance they mean. To say it of the instance instead, the
//! way back is needed: from an instance to the values that mean it. Where the instance is not the variables themselves, the
//! way back is an inverse function, and the assertion must be injective.

mod inverse;

use crate::access;
use crate::contracts;
use crate::prover::{Prover, Source};
use crate::quantifier;
use crate::reason::Reason;
use crate::state::{Blame, Chunk, Content, Heap, Resource, State, Stop};
use crate::symbols;
use crate::variables;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind, LocalId, Place, Quantifier};
use effigy_term::Term;
use std::rc::Rc;

/// A step on the way from a quantifier to an accessibility assertion in its body.
#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Holds(&'p Expr),
    Fails(&'p Expr),
    Let(LocalId, &'p Expr),
    /// The variables of a quantifier inside of the other one.
    Bind(&'p [LocalId]),
}

/// What a quantified assertion says, over bound variables.
struct Instance {
    variables: Vec<Term>,
    condition: Term,
    resource: Resource,
    arguments: Vec<Term>,
    amount: Term,
    triggers: Vec<Vec<Term>>,
    place: Place,
}

/// The way from an instance of a resource to the variables that mean it, over the resource's formal arguments.
struct Inverse {
    /// The values of the variables.
    values: Vec<Term>,
    /// Whether some values mean the instance; `None` where all instances are meant by some.
    image: Option<Term>,
}

/// The accessibility assertions and expressions in the body of a quantifier, each with the way to it.
fn find_leaves<'p>(
    e: &'p Expr,
    steps: &mut Vec<Step<'p>>,
    inhale: bool,
    leaves: &mut Vec<(Vec<Step<'p>>, &'p Expr)>,
) {
    match &*e.kind {
        _ if crate::purity::is_pure(e) => leaves.push((steps.clone(), e)),
        ExprKind::Binary(BinaryOp::And, a, b) => {
            find_leaves(a, steps, inhale, leaves);
            find_leaves(b, steps, inhale, leaves);
        }
        ExprKind::Binary(BinaryOp::Implies, condition, body) => {
            steps.push(Step::Holds(condition));
            find_leaves(body, steps, inhale, leaves);
            steps.pop();
        }
        ExprKind::Conditional(condition, a, b) => {
            steps.push(Step::Holds(condition));
            find_leaves(a, steps, inhale, leaves);
            steps.pop();
            steps.push(Step::Fails(condition));
            find_leaves(b, steps, inhale, leaves);
            steps.pop();
        }
        ExprKind::Let(local, value, body) => {
            steps.push(Step::Let(*local, value));
            find_leaves(body, steps, inhale, leaves);
            steps.pop();
        }
        ExprKind::Quantifier(inner) => {
            steps.push(Step::Bind(&inner.variables));
            find_leaves(&inner.body, steps, inhale, leaves);
            steps.pop();
        }
        ExprKind::InhaleExhale(a, b) => {
            find_leaves(if inhale { a } else { b }, steps, inhale, leaves);
        }
        _ => leaves.push((steps.clone(), e)),
    }
}

/// What a leaf says, evaluated for arbitrary values of the variables. Where it gives no permission, the result is the
/// quantified expression.
fn evaluate_leaf<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    variables: &[Term],
    steps: &[Step<'p>],
    leaf: &'p Expr,
    quantifier: &'p Quantifier,
    blame: Blame,
) -> Result<Result<Instance, Term>, Stop> {
    let mut variables = variables.to_vec();
    for step in steps {
        if let Step::Bind(locals) = step {
            variables.extend(variables::quantified_variables(p, s, locals));
        }
    }
    let variables = &variables[..];
    let parts = p.for_any(s, variables, |p, s| {
        let base = s.facts.len();
        let inner = leaf_parts(p, s, steps, leaf, blame);
        let (condition, inner) = match inner {
            // No values of the variables have the conditions.
            Err(Stop::Dead) if s.facts.len() > base => {
                s.facts.truncate(base);
                s.branches.retain(|at| *at < base);
                let truth = p.terms.bool(true);
                return Ok(((p.terms.bool(false), Err(truth), Vec::new()), Vec::new()));
            }
            other => other?,
        };
        let triggers = quantifier::triggers(p, s, quantifier, inner.is_ok(), blame);
        // The conditions are assumed for this leaf alone.
        let learned = s.facts.split_off(base);
        let sides: Vec<usize> = s.branches.iter().copied().filter(|at| *at >= base).collect();
        s.branches.retain(|at| *at < base);
        for (at, fact) in learned.into_iter().enumerate() {
            if !sides.contains(&(base + at)) {
                let fact = p.logic.fact_under(&mut p.terms, condition, fact);
                s.assume(&p.terms, fact);
            }
        }
        Ok(((condition, inner, triggers.clone()), triggers))
    })?;
    let (condition, inner, triggers) = parts;
    Ok(match inner {
        Ok((resource, arguments, amount, place)) => Ok(Instance {
            variables: variables.to_vec(),
            condition,
            resource,
            arguments,
            amount,
            triggers,
            place,
        }),
        Err(value) => {
            let body = p.terms.implies(condition, value);
            Err(p.terms.close(false, variables, triggers, body, "quantified", None))
        }
    })
}

/// The condition and what the leaf says, evaluated; the conditions are assumed in the state.
#[expect(clippy::type_complexity, reason = "the parts of an instance, or a value")]
fn leaf_parts<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    steps: &[Step<'p>],
    leaf: &'p Expr,
    blame: Blame,
) -> Result<(Term, Result<(Resource, Vec<Term>, Term, Place), Term>), Stop> {
    let mut condition = p.terms.bool(true);
    for step in steps {
        let holds = match step {
            Step::Let(local, value) => {
                let value = p.eval(s, value, blame)?;
                s.set(*local, value);
                continue;
            }
            Step::Bind(_) => continue,
            Step::Holds(e) => p.eval(s, e, blame)?,
            Step::Fails(e) => {
                let value = p.eval(s, e, blame)?;
                p.terms.not(value)
            }
        };
        condition = p.terms.and(condition, holds);
        s.assume_branch(holds);
    }
    let inner = match &*leaf.kind {
        ExprKind::Access(access) => {
            let (resource, arguments) = access::of_location(p, s, &access.location, blame)?;
            let amount = access::scaled_amount(p, s, access, blame)?;
            Ok((resource, arguments, amount, access.place))
        }
        ExprKind::Wand(..) => {
            let (resource, arguments) = access::of_wand(p, s, leaf, blame)?;
            Ok((resource, arguments, p.terms.full(), leaf.place))
        }
        _ => Err(p.eval(s, leaf, blame)?),
    };
    Ok((condition, inner))
}

/// Produces permissions under a quantifier.
pub(crate) fn produce<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    source: Source,
    quantifier: &'p Quantifier,
    place: Place,
    blame: Blame,
) -> Result<(), Stop> {
    let _ = place;
    let store = s.store.clone();
    let mut leaves = Vec::new();
    find_leaves(&quantifier.body, &mut Vec::new(), true, &mut leaves);
    let variables = variables::quantified_variables(p, s, &quantifier.variables);
    let mut source = source;
    for (index, (steps, leaf)) in leaves.iter().enumerate() {
        let mine = match source {
            Source::Term(whole) if index + 1 < leaves.len() => {
                let (first, rest) = p.terms.parts(whole);
                source = Source::Term(rest);
                Source::Term(first)
            }
            other => other,
        };
        match evaluate_leaf(p, s, &variables, steps, leaf, quantifier, blame)? {
            Err(fact) => s.assume(&p.terms, fact),
            Ok(instance) => put(p, s, mine, &instance, blame)?,
        }
    }
    s.store = store;
    Ok(())
}

/// What an assumed assertion under a quantifier says of the heap.
pub(crate) fn wanted<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    quantifier: &'p Quantifier,
    wanted: &mut Vec<(Resource, Term)>,
    blame: Blame,
) -> Result<Term, Stop> {
    let store = s.store.clone();
    let mut leaves = Vec::new();
    find_leaves(&quantifier.body, &mut Vec::new(), true, &mut leaves);
    let variables = variables::quantified_variables(p, s, &quantifier.variables);
    let mut all = p.terms.bool(true);
    for (steps, leaf) in &leaves {
        let said = match evaluate_leaf(p, s, &variables, steps, leaf, quantifier, blame)? {
            Err(fact) => fact,
            Ok(instance) => {
                let inverse = inverse::inverse(p, s, &instance, blame)?;
                let amount = inverse::amount_of(p, &instance, &inverse);
                wanted.push((instance.resource, amount));
                let held = p.terms.is_wanted(s, instance.resource, &instance.arguments, wanted);
                let body = p.terms.implies(instance.condition, held);
                let triggers = instance.triggers.clone();
                p.terms.close(false, &instance.variables, triggers, body, "assumed", None)
            }
        };
        all = p.terms.and(all, said);
    }
    s.store = store;
    Ok(all)
}

fn put(
    p: &mut Prover<'_>,
    s: &mut State,
    source: Source,
    instance: &Instance,
    blame: Blame,
) -> Result<(), Stop> {
    let resource = instance.resource;
    let inverse = inverse::inverse(p, s, instance, blame)?;
    let amount = inverse::amount_of(p, instance, &inverse);
    let sort = p.terms.map_sort(resource);
    let snapshots = contracts::sourced(p, source, "values", sort);
    let formals = p.terms.formals(resource);
    let value = p.terms.lookup(resource, snapshots, &formals);
    if let (Resource::Field(_), [receiver, ..]) = (resource, &instance.arguments[..]) {
        let active = inverse::active(p, instance);
        let object = is_object(p, *receiver);
        let body = p.terms.implies(active, object);
        let triggers = instance.triggers.clone();
        let fact = p.terms.close(false, &instance.variables, triggers, body, "object", None);
        s.assume(&p.terms, fact);
        let positive = p.terms.positive(amount);
        let object = is_object(p, formals[0]);
        let body = p.terms.implies(positive, object);
        let fact = p.terms.close(false, &formals, vec![vec![value]], body, "object", None);
        s.assume(&p.terms, fact);
    }
    if s.scale.is_none() {
        p.wildcards.fix(&p.terms, instance.amount);
    }
    let chunk = Chunk { resource, amount, content: Content::Many { snapshots } };
    s.add(chunk);
    Ok(())
}

/// That a reference is not null, in a form that is said of a reference at a time: a solver would conclude from
/// permission to a field of all references that `null` is none.
fn is_object(p: &mut Prover<'_>, reference: Term) -> Term {
    let sort = symbols::reference();
    let function = Function::new("ref.object", &[sort], Sort::Bool, FunctionKind::Uninterpreted);
    if p.logic.known.insert("objects".to_owned()) {
        let any = p.terms.bound("reference", sort);
        let object = p.terms.apply(function, &[any]);
        let null = p.terms.null();
        let differ = p.terms.unequal(any, null);
        let body = p.terms.implies(object, differ);
        let axiom = p.terms.forall(&[any], &[vec![object]], body, "object", None);
        p.logic.solver.background(axiom);
    }
    p.terms.apply(function, &[reference])
}

/// Shows of `quasihavocall` that different values of the variables mean different instances.
pub(crate) fn show_each_once(
    p: &mut Prover<'_>,
    s: &mut State,
    variables: &[Term],
    condition: Term,
    (resource, arguments): (Resource, &[Term]),
    blame: Blame,
) -> Result<(), Stop> {
    let instance = Instance {
        variables: variables.to_vec(),
        condition,
        resource,
        arguments: arguments.to_vec(),
        amount: p.terms.full(),
        triggers: Vec::new(),
        place: blame.place,
    };
    let identical = variables.iter().all(|v| arguments.contains(v));
    match identical {
        true => Ok(()),
        false => inverse::show_injective(p, s, &instance, "quasihavocall.not.injective", blame),
    }
}

/// Consumes permissions under a quantifier.
pub(crate) fn consume<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    heap: Heap,
    quantifier: &'p Quantifier,
    place: Place,
    blame: Blame,
) -> Result<(Heap, Term), Stop> {
    let store = s.store.clone();
    let mut leaves = Vec::new();
    find_leaves(&quantifier.body, &mut Vec::new(), false, &mut leaves);
    let variables = variables::quantified_variables(p, s, &quantifier.variables);
    let mut heap = heap;
    let mut snapshots = Vec::new();
    for (steps, leaf) in &leaves {
        let snapshot = match evaluate_leaf(p, s, &variables, steps, leaf, quantifier, blame)? {
            Err(goal) => {
                let reason = Reason::new("assertion.false", place, "this may not hold");
                p.show(s, goal, blame, reason)?;
                p.terms.unit()
            }
            Ok(instance) => {
                let (left, snapshot) = take(p, s, heap, &instance, blame)?;
                if s.scale.is_none() {
                    p.wildcards.fix(&p.terms, instance.amount);
                }
                heap = left;
                p.terms.snapped(snapshot)
            }
        };
        snapshots.push(snapshot);
    }
    s.store = store;
    let last = match snapshots.pop() {
        Some(last) => last,
        None => p.terms.unit(),
    };
    let snapshot =
        snapshots.into_iter().rev().fold(last, |rest, first| p.terms.combine(first, rest));
    Ok((heap, snapshot))
}

fn take(
    p: &mut Prover<'_>,
    s: &mut State,
    heap: Heap,
    instance: &Instance,
    blame: Blame,
) -> Result<(Heap, Term), Stop> {
    let resource = instance.resource;
    let inverse = inverse::inverse(p, s, instance, blame)?;
    let amount = inverse::amount_of(p, instance, &inverse);
    let formals = p.terms.formals(resource);
    let mut heaps = vec![heap];
    // While a wand is packaged, the heaps around give what is missing.
    if !s.reads {
        heaps.extend(s.outer.iter().rev().cloned());
    }
    let everything: Heap = match &heaps[..] {
        [heap] => heap.clone(),
        heaps => Rc::new(heaps.iter().flat_map(|heap| heap.iter().cloned()).collect()),
    };
    let total = p.terms.held(&everything, resource, &formals);
    let enough = if s.reads {
        let (needed, held) = (p.terms.positive(amount), p.terms.positive(total));
        p.terms.implies(needed, held)
    } else {
        p.wildcards.enough(&mut p.terms, amount, total)
    };
    let name = p.terms.resource_name(resource);
    let message = format!("there may be no permission to `{name}` for all of these");
    let id = match resource {
        Resource::Wand(_) => "wand.not.found",
        _ => "insufficient.permission",
    };
    let reason = Reason::new(id, instance.place, message).about(resource);
    let mut inner = s.clone();
    p.show(&mut inner, enough, blame, reason)?;
    s.consolidated.clear();
    if s.reads {
        let snapshot = p.chunks().restricted(s, &everything, resource, amount);
        return Ok((heaps.swap_remove(0), snapshot));
    }
    if p.wildcards.is_wild(&p.terms, amount) {
        let body = p.wildcards.below(&mut p.terms, amount, total);
        let fact = p.terms.close(false, &formals, Vec::new(), body, "wildcard", None);
        s.assume(&p.terms, fact);
    }
    let mut needed = amount;
    let mut left = Vec::new();
    let mut taken = Vec::new();
    let mut moved = Vec::new();
    for (index, heap) in heaps.into_iter().enumerate() {
        let before = needed;
        let (rest, parts) = p.chunks().drain(&heap, resource, &mut needed);
        left.push(rest);
        taken.extend(parts);
        if index > 0 && before != needed {
            moved.push(p.terms.app(Op::RealSub, &[before, needed]));
        }
    }
    // What is left around a wand says nothing of the values that the wand has.
    let values = if s.outer.is_empty() { everything } else { Rc::new(taken) };
    let snapshot = p.chunks().restricted(s, &values, resource, amount);
    for amount in moved {
        let content = Content::Many { snapshots: snapshot };
        let chunk = Chunk { resource, amount, content };
        s.add(chunk.clone());
        s.moved.push(chunk);
    }
    let heap = left.remove(0);
    left.reverse();
    s.outer = left;
    if let Some(last) = p.transferred.last_mut() {
        *last = Some(s.outer.clone());
    }
    Ok((heap, snapshot))
}

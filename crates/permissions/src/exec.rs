//! `exec`: what a statement does to a state (Smans, Jacobs and Piessens, Figure 8).

mod assume;
pub(crate) mod flow;
mod graph;
mod heap;
mod join;

use crate::contracts;
use crate::infer;
use crate::predicates;
use crate::prover::{Prover, Source};
use crate::reason::Reason;
use crate::refuted::{Refutation, refutations};
use crate::report::Failure;
use crate::state::{Blame, MemberId, Resource, START, State, Stop, Wanted, alive};
use crate::taking;
use crate::variables;
use crate::wands;
use effigy_lang_viper::tree::{
    Expr, FieldId, LocalId, MethodId, Origin, Place, PredicateId, Stmt, StmtKind, Type,
};
use effigy_solver::Entails;
use effigy_term::{Node, Term};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Proves that a method's contract means something and that its body has what the contract says.
pub(crate) fn prove_method(p: &mut Prover<'_>, method: MethodId) -> Result<(), Stop> {
    let program = p.program;
    let declared = &program.methods[method];
    infer::begin(p, method);
    let mut s = State::new(MemberId::Method(method));
    for local in declared.parameters.iter().chain(&declared.results) {
        variables::havoc(p, &mut s, *local);
    }
    declared.body.iter().for_each(|body| refutations(body, &mut p.refuted));
    let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
    let states = contracts::produce_all(p, s, Source::Fresh, &declared.preconditions, &wellformed)?;
    for mut state in states {
        state.label(START);
        let mut post = state.clone();
        post.heap = Rc::default();
        contracts::produce_all(p, post, Source::Fresh, &declared.postconditions, &wellformed)?;
        let Some(body) = &declared.body else { continue };
        for (mut end, exit) in p.execute(state, body)? {
            p.history.remember_last(&mut end, body.end().unwrap_or(declared.place));
            p.ended(&end, &exit, declared.place)?;
            let violated = |e: &Expr| Blame { error: "postcondition.violated", place: e.place };
            contracts::exhale(p, end, &declared.postconditions, &violated)?;
        }
    }
    Ok(())
}

/// Proves that a predicate's body means something.
pub(crate) fn prove_predicate(p: &mut Prover<'_>, predicate: PredicateId) -> Result<(), Stop> {
    let program = p.program;
    let declared = &program.predicates[predicate];
    let Some(body) = &declared.body else { return Ok(()) };
    let mut s = State::new(MemberId::Predicate(predicate));
    for local in &declared.parameters {
        variables::havoc(p, &mut s, *local);
    }
    let blame = Blame { error: "predicate.not.wellformed", place: declared.place };
    p.produce(s, Source::Fresh, body, blame)?;
    Ok(())
}

/// The states after a statement that goes nowhere else.
pub(crate) fn step<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    statement: &'p Stmt,
) -> Result<Vec<State>, Stop> {
    let place = statement.place;
    let blame = |error| Blame { error, place };
    match &statement.kind {
        StmtKind::Declare(locals) => {
            for local in locals {
                variables::havoc(p, &mut s, *local);
            }
            Ok(vec![s])
        }
        StmtKind::Assign { target, value } => {
            let value = p.eval(&mut s, value, blame("assignment.failed"))?;
            assign(p, &mut s, *target, value);
            Ok(vec![s])
        }
        StmtKind::AssignField { receiver, field, value } => {
            assign_field(p, s, receiver, *field, value, blame("assignment.failed"))
        }
        StmtKind::Call { targets, method, arguments } => {
            call(p, s, targets, *method, arguments, place)
        }
        StmtKind::New { target, fields } => Ok(vec![heap::create(p, s, *target, fields)]),
        StmtKind::Inhale(a) => {
            let blame = Blame { error: "inhale.failed", place: a.place };
            p.produce(s, Source::Fresh, a, blame)
        }
        StmtKind::Assume(a) => {
            let blame = Blame { error: "inhale.failed", place: a.place };
            assume::assume_assertion(p, s, a, blame)
        }
        StmtKind::Exhale(a) => {
            let blame = Blame { error: "exhale.failed", place: a.place };
            let outcomes = contracts::exhale(p, s, std::slice::from_ref(a), &|_| blame)?;
            Ok(outcomes.into_iter().map(|(state, _)| state).collect())
        }
        StmtKind::Assert { condition, origin } => {
            let error = match origin {
                Origin::Text | Origin::Smoke | Origin::Language { .. } => "assert.failed",
                Origin::Termination { .. } => "termination.failed",
            };
            let mut blame = Blame { error, place: condition.place };
            if let Origin::Termination { error } = origin {
                blame.place = place;
                p.renamed = Some(error.clone());
            }
            let shown = match s.outer.is_empty() {
                true => contracts::assert_assertion(p, &mut s, condition, blame).map(|()| vec![s]),
                false => contracts::assert_in_package(p, s, condition, blame),
            };
            p.renamed = None;
            if let (Err(Stop::Failed), Origin::Language { message }) = (&shown, origin)
                && let Some(failure) = p.failures.last_mut()
            {
                failure.message = message.to_string();
            }
            shown
        }
        StmtKind::Refute { condition, .. } => refute(p, s, condition),
        StmtKind::Fold(access) => predicates::fold(p, s, access, blame("fold.failed")),
        StmtKind::Unfold(access) => predicates::unfold(p, s, access, blame("unfold.failed")),
        StmtKind::Package { wand, script } => {
            wands::package(p, s, wand, script, blame("package.failed"))
        }
        StmtKind::Apply(wand) => wands::apply(p, s, wand, blame("apply.failed")),
        StmtKind::Havoc { variables, condition, location } => {
            heap::lose_values(p, &mut s, variables, condition.as_ref(), location, place)?;
            Ok(vec![s])
        }
        StmtKind::Label { name, .. } => {
            s.label(name);
            Ok(vec![s])
        }
        StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Goto(_) | StmtKind::Block(_) => {
            Ok(vec![s])
        }
    }
}

fn assign(p: &mut Prover<'_>, s: &mut State, target: LocalId, value: Term) {
    let perm = p.terms.locals(s.store.member)[target].ty == Type::Perm;
    let value = if perm { p.terms.real_of(value) } else { value };
    mention(p, s, target, value);
    s.set(target, value);
}

/// Names a value that applies functions, so that the solver has met the applications: quantifiers wait for them.
fn mention(p: &mut Prover<'_>, s: &mut State, target: LocalId, value: Term) {
    // A value shares its parts: what many branches chose has few terms and many ways to them.
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    let mut applies = false;
    while let Some(t) = pending.pop().filter(|_| !applies) {
        if seen.insert(t) {
            applies = matches!(p.terms.node(t), Node::Apply(_, [_, ..]));
            pending.extend_from_slice(p.terms.args(t));
        }
    }
    if applies {
        let name = p.terms.locals(s.store.member)[target].name.clone();
        let sort = p.terms.sort(value);
        let fresh = p.terms.fresh(&name, sort);
        let equal = p.terms.eq(fresh, value);
        p.logic.mentions.insert(equal);
        s.assume(&p.terms, equal);
    }
}

fn assign_field<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    receiver: &'p Expr,
    field: FieldId,
    value: &'p Expr,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let place = receiver.place;
    let receiver = p.eval(&mut s, receiver, blame)?;
    let value = p.eval(&mut s, value, blame)?;
    let perm = p.program.fields[field].ty == Type::Perm;
    let value = if perm { p.terms.real_of(value) } else { value };
    let full = p.terms.full();
    let resource = Resource::Field(field);
    let wanted = Wanted { resource, arguments: &[receiver], place, blame };
    let mut all = Vec::new();
    for mut s in infer::opened_to_write(p, s, wanted)? {
        let heap = s.heap.clone();
        // One state that is none says nothing of the others.
        let Some((heap, _)) = alive(taking::take(p, &mut s, heap, wanted, full))? else { continue };
        s.heap = heap;
        p.chunks().put(&mut s, resource, &[receiver], full, value);
        all.push(s);
    }
    Ok(all)
}

fn call<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    targets: &[LocalId],
    method: MethodId,
    arguments: &'p [Expr],
    place: Place,
) -> Result<Vec<State>, Stop> {
    let program = p.program;
    let declared = &program.methods[method];
    let blame = Blame { error: "call.failed", place };
    let mut values = p.eval_all(&mut s, arguments, blame)?;
    for (value, local) in values.iter_mut().zip(&declared.parameters) {
        if declared.locals[*local].ty == Type::Perm {
            *value = p.terms.real_of(*value);
        }
    }
    let (store, olds) = (s.store.clone(), s.olds.clone());
    let mut inner = s.bind(MemberId::Method(method), &declared.parameters, &values);
    inner.olds = Rc::default();
    inner.label(START);
    let before = Blame { error: "call.precondition", place };
    let mut all = Vec::new();
    for (mut after, _) in contracts::exhale(p, inner, &declared.preconditions, &|_| before)? {
        for local in &declared.results {
            variables::havoc(p, &mut after, *local);
        }
        let states =
            contracts::produce_all(p, after, Source::Fresh, &declared.postconditions, &|_| blame)?;
        for mut state in states {
            let results: Vec<Option<Term>> =
                declared.results.iter().map(|local| state.get(*local)).collect();
            state.store = store.clone();
            state.olds = olds.clone();
            for (target, result) in targets.iter().zip(results) {
                if let Some(result) = result {
                    state.set(*target, result);
                }
            }
            all.push(state);
        }
    }
    Ok(all)
}

/// `refute A`: notes whether `A` may fail here.
fn refute<'p>(p: &mut Prover<'p>, s: State, a: &'p Expr) -> Result<Vec<State>, Stop> {
    let blame = Blame { error: "refute.failed", place: a.place };
    let failures = p.failures.len();
    let mut inner = s.clone();
    let shown = contracts::assert_assertion(p, &mut inner, a, blame);
    let failures = p.failures.split_off(failures);
    p.history.answer(&s, failures);
    if shown == Err(Stop::Cancelled) {
        return Err(Stop::Cancelled);
    }
    if let Some(refutation) = p.refuted.get_mut(&std::ptr::from_ref(a)) {
        refutation.failed |= shown == Err(Stop::Failed);
    }
    Ok(vec![s])
}

/// Failures of `refute`: what held wherever it was reached. Of a member that was not proved to its end (`complete`)
/// nothing is known of what comes behind.
pub(crate) fn judge_refuted(
    p: &mut Prover<'_>,
    refuted: BTreeMap<*const Expr, Refutation>,
    complete: bool,
) -> Vec<Failure> {
    for refutation in refuted.into_values().filter(|one| complete && !one.failed) {
        let place = refutation.place;
        let s = State::new(MemberId::Method(effigy_base::id::Id::from_index(0)));
        let blame = Blame { error: "refute.failed", place };
        let message = match refutation.origin {
            Origin::Smoke => {
                "nothing gets to the end of this: what is known there is contradictory, or each way ends before"
            }
            _ => "this holds whenever it is reached",
        };
        let reason = Reason::new("refutation.true", place, message);
        p.fail(&s, blame, reason, Entails::No);
    }
    std::mem::take(&mut p.failures)
}

//! Functions of the heap: a term over the snapshot of the precondition and the arguments (Smans, Jacobs and Piessens,
//! section 3.2).
//!
//! The definition is an axiom that is used where the function is applied; applications inside of it that lead back to it are
//! of a second, limited function without a definition, so that a recursion is unrolled once. It is also used where a
//! predicate that the body unfolds was opened or closed: then the recursion is unrolled as far as the program looked.

use crate::contracts;
use crate::definitions::Axioms;
use crate::prover::{Prover, Source};
use crate::reason::Reason;
use crate::state::{Blame, Content, Heap, MemberId, State, Stop, nowhere};
use crate::symbols;
use crate::terms::Form;
use crate::theory::axioms;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Expr, FunctionId};
use effigy_term::Term;
use std::rc::Rc;

/// The annotation of functions whose value is the snapshot of their precondition.
const SNAPSHOT: &str = "snapshot";

/// The value of a call.
pub(crate) fn call<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    function: FunctionId,
    arguments: &[Term],
    reveal: bool,
    e: &'p Expr,
) -> Result<Term, Stop> {
    let program = p.program;
    let declared = &program.functions[function];
    let sorts = p.terms.form(function, Form::Asked).parameters();
    let arguments: Vec<Term> = arguments
        .iter()
        .zip(sorts)
        .map(|(t, sort)| if *sort == Sort::Real { p.terms.real_of(*t) } else { *t })
        .collect();
    define(p, function);
    show_smaller(p, s, function, &arguments, e)?;
    let blame = Blame { error: "application.precondition", place: e.place };
    let snapshot = p.locally(s, |p, s| {
        let member = MemberId::Function(function);
        let mut inner = s.bind(member, &declared.parameters, &arguments);
        inner.reads = !p.options.exact_amounts;
        if inner.reads {
            inner.scale = None;
        }
        let heap = inner.heap.clone();
        let outcomes = contracts::consume_all(p, inner, heap, &declared.preconditions, &|_| blame)?;
        let base = s.facts.len();
        let mut joined: Option<Term> = None;
        for outcome in outcomes {
            let side = p.merge_facts(s, base, &outcome.state);
            let snapshot = p.terms.snapped(outcome.snapshot);
            joined = Some(match joined {
                Some(other) => p.terms.ite(side, snapshot, other),
                None => snapshot,
            });
        }
        joined.ok_or(Stop::Dead)
    })?;
    let mut all = vec![snapshot];
    all.extend_from_slice(&arguments);
    let allowed = p.terms.form(function, Form::Allowed);
    let allowed = p.terms.apply(allowed, &all);
    s.assume(&p.terms, allowed);
    let inside = p.definitions.group == Some(p.definitions.groups.of(function));
    let form = match inside || declared.opaque && !reveal {
        true => Form::Limited,
        false => Form::Full,
    };
    let form = p.terms.form(function, form);
    Ok(p.terms.apply(form, &all))
}

/// Shows that a call leaves some chunk of the heap alone, or takes what the open predicates gave, where that is why it
/// ends.
fn show_smaller<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    function: FunctionId,
    arguments: &[Term],
    e: &'p Expr,
) -> Result<(), Stop> {
    let MemberId::Function(caller) = s.store.member else { return Ok(()) };
    let program = p.program;
    if p.trusting || !program.functions[caller].shrinking.contains(&e.place) {
        return Ok(());
    }
    let declared = &program.functions[function];
    let blame = Blame { error: "termination.failed", place: e.place };
    if takes_opened(p, s, function, arguments, blame)? {
        return Ok(());
    }
    p.locally(s, |p, s| {
        let member = MemberId::Function(function);
        let mut inner = s.bind(member, &declared.parameters, arguments);
        inner.reads = false;
        let heap = inner.heap.clone();
        // What is open is held as it was, beside what it gave.
        let own = inner.open.first().map_or(heap.clone(), |open| open.before.clone());
        for mut rest in contracts::consume_all(p, inner, heap, &declared.preconditions, &|_| blame)? {
            let alone = rest.heap.iter().filter(|chunk| {
                matches!(chunk.content, Content::One { .. }) && own.contains(chunk)
            });
            let amounts: Vec<Term> = alone.map(|chunk| chunk.amount).collect();
            let mut some = p.terms.bool(false);
            for amount in amounts {
                let positive = p.terms.positive(amount);
                some = p.terms.or(some, positive);
            }
            let message = "this call may not end: what is called does not stand before in the text, it may take the \
                           whole heap, and no `opening` around it gives what it takes";
            let reason = Reason::new("tuple.false", e.place, message);
            p.show(&mut rest.state, some, blame, reason)?;
        }
        Ok(())
    })
}

/// Whether a call takes its permissions from a heap in which the predicates that are open around it are not closed: then
/// the heap of the call is closed less deep.
fn takes_opened(
    p: &mut Prover<'_>,
    s: &mut State,
    function: FunctionId,
    arguments: &[Term],
    blame: Blame,
) -> Result<bool, Stop> {
    let Some(heap) = without_open(p, s) else { return Ok(false) };
    let declared = &p.program.functions[function];
    let failures = p.failures.len();
    let taken = p.locally(s, |p, s| {
        let member = MemberId::Function(function);
        let mut inner = s.bind(member, &declared.parameters, arguments);
        inner.reads = false;
        contracts::consume_all(p, inner, heap, &declared.preconditions, &|_| blame)
    });
    p.failures.truncate(failures);
    match taken {
        Err(Stop::Cancelled) => Err(Stop::Cancelled),
        taken => Ok(taken.is_ok()),
    }
}

/// The heap without the predicates that are open; `None` where none is.
fn without_open(p: &mut Prover<'_>, s: &State) -> Option<Heap> {
    let mut heap = s.heap.clone();
    for open in &s.open {
        let index = p.chunks().find(s, &heap, open.resource, &open.arguments, |_, _| true)?;
        Rc::make_mut(&mut heap).remove(index);
    }
    (!s.open.is_empty()).then_some(heap)
}

/// Puts the axioms of a function into the background.
pub(crate) fn define(p: &mut Prover<'_>, function: FunctionId) {
    if p.definitions.axioms.contains_key(&function) {
        return;
    }
    p.definitions.axioms.insert(function, Axioms::Pending);
    let scope = std::mem::take(&mut p.terms.scope);
    let trusting = std::mem::replace(&mut p.trusting, true);
    let group = p.definitions.group.replace(p.definitions.groups.of(function));
    let opened = std::mem::take(&mut p.definitions.opened);
    let inferring = p.inferring.take();
    let failures = p.failures.len();
    let axioms = axioms(p, function);
    p.failures.truncate(failures);
    p.terms.scope = scope;
    p.trusting = trusting;
    p.definitions.group = group;
    p.definitions.opened = opened;
    p.inferring = inferring;
    for axiom in axioms {
        p.logic.solver.background(axiom);
    }
    p.definitions.axioms.insert(function, Axioms::Ready);
}

fn axioms(p: &mut Prover<'_>, function: FunctionId) -> Vec<Term> {
    let program = p.program;
    let declared = &program.functions[function];
    let snapshot = p.terms.bound("heap", symbols::snap());
    let mut variables = vec![snapshot];
    let mut s = State::new(MemberId::Function(function));
    s.reads = !p.options.exact_amounts;
    for local in &declared.parameters {
        let local_type = declared.locals[*local].ty.clone();
        axioms::know_type(p, &local_type);
        let sort = p.terms.type_sort(&local_type);
        let variable = p.terms.bound(&declared.locals[*local].name, sort);
        s.set(*local, variable);
        variables.push(variable);
    }
    axioms::know_type(p, &declared.result);
    p.terms.scope = variables.clone();
    let mut apply = |form| {
        let form = p.terms.form(function, form);
        match form.parameters().len() == variables.len() {
            true => p.terms.apply(form, &variables),
            false => p.terms.apply(form, &variables[1..]),
        }
    };
    let (full, limited) = (apply(Form::Full), apply(Form::Limited));
    let (allowed, asked) = (apply(Form::Allowed), apply(Form::Asked));
    let equal = p.terms.eq(limited, full);
    let mut axioms = vec![p.terms.forall(&variables, &[vec![full]], equal, "limited", None)];
    axioms.push(p.terms.forall(&variables, &[vec![limited]], asked, "asked", None));
    let blame = Blame { error: "function", place: nowhere() };
    let produced = contracts::produce_all(
        p,
        s.clone(),
        Source::Term(snapshot),
        &declared.preconditions,
        &|_| blame,
    );
    let Ok(states) = produced else { return axioms };
    if !declared.postconditions.is_empty() {
        let mut post = s.clone();
        let value = p.join_values(&mut post, states.clone(), |p, s| {
            s.result = Some(limited);
            let mut all = p.terms.bool(true);
            for e in &declared.postconditions {
                let holds = p.eval(s, e, blame)?;
                s.assume(&p.terms, holds);
                all = p.terms.and(all, holds);
            }
            Ok(all)
        });
        if let Ok(value) = value {
            let learned = p.terms.and_all(&post.facts);
            let body = p.terms.and(learned, value);
            let body = p.terms.implies(allowed, body);
            axioms.push(p.terms.forall(&variables, &[vec![limited]], body, "post", None));
        }
    }
    if declared.annotations.iter().any(|annotation| &*annotation.key == SNAPSHOT) {
        axioms.push(p.terms.snapshot_back(&variables, limited));
    }
    if let Some(body) = &declared.body {
        let mut s = s;
        p.definitions.opened.clear();
        let value = p.join_values(&mut s, states, |p, s| p.eval(s, body, blame));
        if let Ok(value) = value {
            let value = p.terms.coerce(value, full);
            let equal = p.terms.eq(full, value);
            let learned = p.logic.needed(&s.facts);
            let learned = p.terms.and_all(&learned);
            let body = p.terms.and(learned, equal);
            let body = p.terms.implies(allowed, body);
            let triggers = vec![vec![full]];
            axioms.push(p.terms.forall(&variables, &triggers, body, "definition", None));
            // An axiom of its own: a solver that has both kinds of triggers at one quantifier misses matches.
            let mut triggers = Vec::new();
            for seen in std::mem::take(&mut p.definitions.opened) {
                let trigger = vec![asked, seen];
                let covered = |v: &Term| trigger.iter().any(|t| p.terms.mentions(*t, &[*v]));
                if !declared.opaque && variables.iter().all(covered) {
                    triggers.push(trigger);
                }
            }
            if !triggers.is_empty() {
                axioms.push(p.terms.forall(&variables, &triggers, body, "unfolded", None));
            }
        }
    }
    axioms
}

/// Proves that a function's contract and body mean something and that the body has what the contract says.
pub(crate) fn prove(p: &mut Prover<'_>, function: FunctionId) -> Result<(), Stop> {
    let program = p.program;
    let declared = &program.functions[function];
    let mut s = State::new(MemberId::Function(function));
    s.reads = !p.options.exact_amounts;
    let snapshot = p.terms.fresh("heap", symbols::snap());
    for local in &declared.parameters {
        let ty = declared.locals[*local].ty.clone();
        axioms::know_type(p, &ty);
        let sort = p.terms.type_sort(&ty);
        let value = p.terms.fresh(&declared.locals[*local].name, sort);
        s.set(*local, value);
    }
    let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
    let states =
        contracts::produce_all(p, s, Source::Term(snapshot), &declared.preconditions, &wellformed)?;
    define(p, function);
    p.definitions.group = Some(p.definitions.groups.of(function));
    let sort = p.terms.type_sort(&declared.result);
    let value = p.terms.fresh("result", sort);
    for state in &states {
        let mut state = state.clone();
        state.result = Some(value);
        contracts::produce_all(p, state, Source::Fresh, &declared.postconditions, &wellformed)?;
    }
    let Some(body) = &declared.body else { return Ok(()) };
    let blame = Blame { error: "function.not.wellformed", place: declared.place };
    for mut state in states {
        let value = match p.eval(&mut state, body, blame) {
            Ok(value) => p.terms.coerce(value, value),
            Err(Stop::Dead) => continue,
            Err(stop) => return Err(stop),
        };
        state.result = Some(value);
        let violated = |e: &Expr| Blame { error: "postcondition.violated", place: e.place };
        contracts::exhale(p, state, &declared.postconditions, &violated)?;
    }
    Ok(())
}

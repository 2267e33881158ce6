//! Lists of assertions, and the snapshots of what is made of parts.

use crate::prover::{Consumed, Prover, Source};
use crate::state::{Blame, Content, Heap, State, Stop};
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::Expr;
use effigy_term::Term;
use std::time::Duration;

/// States of one contract that are not looked at before they are followed.
const FEW: usize = 2;

/// How long it may take to find that a state among several cannot be.
const PRUNE: Duration = Duration::from_millis(25);

/// The sources of two parts; one that never has permissions leaves the snapshot to the other.
pub(crate) fn halves(p: &mut Prover<'_>, source: Source, pure: [bool; 2]) -> (Source, Source) {
    match source {
        _ if pure != [false, false] => (source, source),
        Source::Fresh => (Source::Fresh, Source::Fresh),
        Source::Term(snapshot) => {
            let (first, second) = p.terms.parts(snapshot);
            (Source::Term(first), Source::Term(second))
        }
    }
}

/// A snapshot of a sort.
pub(crate) fn sourced(p: &mut Prover<'_>, source: Source, name: &str, sort: Sort) -> Term {
    match source {
        Source::Fresh => p.terms.fresh(name, sort),
        Source::Term(snapshot) => p.terms.unsnapped(snapshot, sort),
    }
}

/// Several assertions, each with a blame of its own.
pub(crate) fn produce_all<'p>(
    p: &mut Prover<'p>,
    s: State,
    source: Source,
    assertions: &'p [Expr],
    blame: &dyn Fn(&Expr) -> Blame,
) -> Result<Vec<State>, Stop> {
    let states = produce_each(p, s, source, assertions, blame)?;
    Ok(if states.len() > FEW && !p.trusting { prune(p, states) } else { states })
}

/// The states without those that are quickly found to be contradictory. What follows is done once a state, and conditions
/// of permissions often exclude each other; it is given up where they do not.
fn prune(p: &mut Prover<'_>, states: Vec<State>) -> Vec<State> {
    let falsehood = p.terms.bool(false);
    let (mut alive, mut dead) = (Vec::new(), 0);
    for state in states {
        match alive.len() <= dead + 1
            && p.logic.holds_within(&mut p.terms, &state, falsehood, PRUNE)
        {
            true => dead += 1,
            false => alive.push(state),
        }
    }
    alive
}

fn produce_each<'p>(
    p: &mut Prover<'p>,
    s: State,
    source: Source,
    assertions: &'p [Expr],
    blame: &dyn Fn(&Expr) -> Blame,
) -> Result<Vec<State>, Stop> {
    let Some((first, others)) = assertions.split_first() else { return Ok(vec![s]) };
    if others.is_empty() {
        return p.produce(s, source, first, blame(first));
    }
    let pure = [p.purity.is_pure(first), others.iter().all(|a| p.purity.is_pure(a))];
    let (one, rest) = halves(p, source, pure);
    let mut all = Vec::new();
    for state in p.produce(s, one, first, blame(first))? {
        all.extend(produce_each(p, state, rest, others, blame)?);
    }
    Ok(all)
}

/// Shows assertions and takes their permissions.
pub(crate) fn exhale<'p>(
    p: &mut Prover<'p>,
    s: State,
    assertions: &'p [Expr],
    blame: &dyn Fn(&Expr) -> Blame,
) -> Result<Vec<(State, Term)>, Stop> {
    let heap = s.heap.clone();
    let consumed = consume_all(p, s, heap, assertions, blame)?;
    let finish = |outcome: Consumed| {
        let mut state = outcome.state;
        state.heap = outcome.heap;
        state.rest = None;
        (state, outcome.snapshot)
    };
    Ok(consumed.into_iter().map(finish).collect())
}

/// Consumes several assertions, each with a blame of its own.
pub(crate) fn consume_all<'p>(
    p: &mut Prover<'p>,
    s: State,
    heap: Heap,
    assertions: &'p [Expr],
    blame: &dyn Fn(&Expr) -> Blame,
) -> Result<Vec<Consumed>, Stop> {
    let Some((first, others)) = assertions.split_first() else {
        let snapshot = p.terms.unit();
        return Ok(vec![Consumed { state: s, heap, snapshot }]);
    };
    let firsts = p.consume(s, heap, first, blame(first))?;
    if others.is_empty() {
        return Ok(firsts);
    }
    let pure = [p.purity.is_pure(first), others.iter().all(|a| p.purity.is_pure(a))];
    let mut all = Vec::new();
    for one in firsts {
        for mut two in consume_all(p, one.state, one.heap, others, blame)? {
            two.snapshot = joined_snapshot(p, pure, one.snapshot, two.snapshot);
            all.push(two);
        }
    }
    Ok(all)
}

/// The snapshot of two parts. A part that never has permissions has none. What has permissions is looked for in its
/// part, also where it has none this time.
pub(crate) fn joined_snapshot(
    p: &mut Prover<'_>,
    pure: [bool; 2],
    first: Term,
    second: Term,
) -> Term {
    match pure {
        [true, true] => p.terms.unit(),
        [true, false] => p.terms.snapped(second),
        [false, true] => p.terms.snapped(first),
        [false, false] => {
            let (first, second) = (p.terms.snapped(first), p.terms.snapped(second));
            p.terms.combine(first, second)
        }
    }
}

/// Shows an assertion without giving anything away.
pub(crate) fn assert_assertion<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    assertion: &'p Expr,
    blame: Blame,
) -> Result<(), Stop> {
    let base = s.facts.len();
    let heap = s.heap.clone();
    let consumed = p.consume(s.clone(), heap, assertion, blame)?;
    let mut any = false;
    for outcome in consumed {
        any = true;
        p.merge_facts(s, base, &outcome.state);
    }
    if any { Ok(()) } else { Err(Stop::Dead) }
}

/// `assert` while a wand is packaged: what it needs of the heaps around is available from there on.
pub(crate) fn assert_in_package<'p>(
    p: &mut Prover<'p>,
    s: State,
    assertion: &'p Expr,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let before = s.heap.clone();
    let mut inner = s;
    inner.moved.clear();
    let heap = inner.heap.clone();
    let mut all = Vec::new();
    for outcome in p.consume(inner, heap, assertion, blame)? {
        let mut state = outcome.state;
        state.heap = before.clone();
        state.rest = None;
        for chunk in std::mem::take(&mut state.moved) {
            match &chunk.content {
                Content::One { arguments, snapshot } => {
                    let (resource, amount) = (chunk.resource, chunk.amount);
                    let arguments = arguments.to_vec();
                    p.chunks().put(&mut state, resource, &arguments, amount, *snapshot);
                }
                Content::Many { .. } => state.add(chunk),
            }
        }
        all.push(state);
    }
    Ok(all)
}

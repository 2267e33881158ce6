//! Magic wands: `A --* B` gives up `A` and itself, and gets `B`.
//!
//! A wand is held like a predicate: its resource is its shape, its arguments are the values of the expressions in it that
//! do not depend on the heap. Its snapshot is a function from the snapshot of the left side to that of the right side.

use crate::access;
use crate::contracts;
use crate::prover::{Prover, Source};
use crate::state::{Blame, LEFT, State, Stop, Wanted};
use crate::symbols;
use crate::taking;
use effigy_base::function::{Function, FunctionKind};
use effigy_lang_viper::tree::{Block, Expr, ExprKind};
use effigy_term::Term;
use std::rc::Rc;

/// The snapshot of a wand's right side for one of its left side.
fn wand_result(p: &mut Prover<'_>, wand: Term, left: Term) -> Term {
    let snap = symbols::snap();
    let function = Function::new("wand.apply", &[snap, snap], snap, FunctionKind::Uninterpreted);
    p.terms.apply(function, &[wand, left])
}

/// `apply A --* B`.
pub(crate) fn apply<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    wand: &'p Expr,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let ExprKind::Wand(left, right) = &*wand.kind else {
        return Err(p.unsupported(&s, wand, blame, "only magic wands can be applied"));
    };
    let (resource, arguments) = access::of_wand(p, &mut s, wand, blame)?;
    let before = s.heap.clone();
    let full = p.terms.full();
    let heap = s.heap.clone();
    let wanted = Wanted { resource, arguments: &arguments, place: wand.place, blame };
    let (heap, snapshot) = taking::take(p, &mut s, heap, wanted, full)?;
    s.heap = heap;
    let olds = s.olds.clone();
    let mut all = Vec::new();
    for (mut state, given) in contracts::exhale(p, s, std::slice::from_ref(left), &|_| blame)? {
        Rc::make_mut(&mut state.olds).insert(LEFT.into(), before.clone());
        let given = p.terms.snapped(given);
        let result = wand_result(p, snapshot, given);
        for mut after in p.produce(state, Source::Term(result), right, blame)? {
            after.olds = olds.clone();
            all.push(after);
        }
    }
    Ok(all)
}

/// `applying (A --* B) in e`.
pub(crate) fn applying<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    wand: &'p Expr,
    body: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    p.locally(s, |p, s| {
        let states = apply(p, s.clone(), wand, blame)?;
        p.join_values(s, states, |p, s| p.eval(s, body, blame))
    })
}

/// `package A --* B { script }`: shows that the right side follows from the left side and what is held; what it needs of
/// that is given up.
pub(crate) fn package<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    wand: &'p Expr,
    script: &'p Block,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    let ExprKind::Wand(left, right) = &*wand.kind else {
        return Err(p.unsupported(&s, wand, blame, "only magic wands can be packaged"));
    };
    let (resource, arguments) = access::of_wand(p, &mut s, wand, blame)?;
    let snapshot = p.terms.fresh("wand", symbols::snap());
    let given = p.terms.bound("left", symbols::snap());
    let base = s.facts.len();
    let mut inner = s.clone();
    inner.outer.push(std::mem::take(&mut inner.heap));
    inner.consolidated.clear();
    p.terms.scope.push(given);
    p.transferred.push(None);
    let result = packaged(p, inner, (left, right), given, script, blame);
    let transferred = p.transferred.pop().flatten();
    p.terms.scope.pop();
    let mut all = Vec::new();
    let result = result?;
    if result.is_empty() {
        // The left side contradicts what was taken, which is given up, since the wand relies on it.
        let mut after = s.clone();
        if let Some(mut outer) = transferred {
            after.heap = outer.pop().unwrap_or_default();
            after.outer = outer;
        }
        let full = p.terms.full();
        p.chunks().put(&mut after, resource, &arguments, full, snapshot);
        all.push(after);
    }
    for (state, assumed, result) in result {
        let mut after = s.clone();
        for at in state.branches.iter().filter(|at| **at >= base) {
            let side = state.facts[*at];
            if !p.terms.mentions(side, &[given]) {
                after.assume_branch(side);
            }
        }
        let value = wand_result(p, snapshot, given);
        let left_holds = p.logic.needed(&state.facts[base..assumed]);
        let left_holds = p.terms.and_all(&left_holds);
        // Where the left side gives nothing and no script assumes anything, what was learned of the heaps around holds
        // whether the wand is applied or not.
        let no_sides = state.branches.iter().all(|at| *at < base);
        if script.statements.is_empty() && p.purity.is_pure(left) && assumed == base && no_sides {
            for fact in &state.facts[base..] {
                if !p.terms.mentions(*fact, &[given]) {
                    after.assume(&p.terms, *fact);
                }
            }
        }
        let learned = p.logic.needed(&state.facts[assumed..]);
        let mut learned = p.terms.and_all(&learned);
        let equal = p.terms.eq(value, result);
        learned = p.terms.and(learned, equal);
        let body = p.terms.implies(left_holds, learned);
        let fact = p.terms.close(false, &[given], vec![vec![value]], body, "wand", None);
        after.assume(&p.terms, fact);
        after.outer = state.outer;
        after.heap = after.outer.pop().unwrap_or_default();
        after.consolidated.clear();
        let full = p.terms.full();
        p.chunks().put(&mut after, resource, &arguments, full, snapshot);
        all.push(after);
    }
    Ok(all)
}

/// The ends of a wand's proof: the state, how many of its facts are assumptions, and the right side's snapshot.
fn packaged<'p>(
    p: &mut Prover<'p>,
    s: State,
    (left, right): (&'p Expr, &'p Expr),
    given: Term,
    script: &'p Block,
    blame: Blame,
) -> Result<Vec<(State, usize, Term)>, Stop> {
    let mut all = Vec::new();
    for mut state in p.produce(s, Source::Term(given), left, blame)? {
        let assumed = state.facts.len();
        state.label(LEFT);
        for (end, exit) in p.execute(state, script)? {
            p.ended(&end, &exit, blame.place)?;
            for (end, result) in contracts::exhale(p, end, std::slice::from_ref(right), &|_| blame)?
            {
                let result = p.terms.snapped(result);
                all.push((end, assumed, result));
            }
        }
    }
    Ok(all)
}

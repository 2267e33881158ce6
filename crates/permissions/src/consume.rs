//! `consume`: an assertion is shown and its permissions are taken (Smans, Jacobs and Piessens, Figure 7).
//!
//! Expressions are evaluated in the heap before anything was taken; `perm` in what is left.

use crate::access;
use crate::contracts;
use crate::infer;
use crate::prover::{Consumed, Prover};
use crate::quantified;
use crate::reason::Reason;
use crate::state::{Blame, Heap, State, Stop, Wanted, alive};
use crate::taking;
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind};
use effigy_term::Term;

/// The states after an assertion was shown and its permissions were taken out of `heap`.
pub(crate) fn consume<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    heap: Heap,
    a: &'p Expr,
    blame: Blame,
) -> Result<Vec<Consumed>, Stop> {
    match &*a.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let pure = [p.purity.is_pure(left), p.purity.is_pure(right)];
            let mut all = Vec::new();
            for one in consume(p, s, heap, left, blame)? {
                for mut two in consume(p, one.state, one.heap, right, blame)? {
                    two.snapshot = contracts::joined_snapshot(p, pure, one.snapshot, two.snapshot);
                    all.push(two);
                }
            }
            Ok(all)
        }
        ExprKind::InhaleExhale(_, exhaled) => consume(p, s, heap, exhaled, blame),
        _ if p.purity.is_pure(a) => {
            s.rest = Some(heap.clone());
            match show_pure(p, &mut s, a, blame) {
                Ok(()) => {
                    let snapshot = p.terms.unit();
                    Ok(vec![Consumed { state: s, heap, snapshot }])
                }
                Err(Stop::Dead) => Ok(Vec::new()),
                Err(stop) => Err(stop),
            }
        }
        ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
            s.rest = Some(heap.clone());
            let Some(condition) = alive(p.eval(&mut s, condition, blame))? else {
                return Ok(Vec::new());
            };
            let (yes, no) = p.fork(s, condition);
            let mut all = Vec::new();
            if let Some(state) = yes {
                all.extend(consume(p, state, heap.clone(), conclusion, blame)?);
            }
            if let Some(state) = no {
                let snapshot = p.terms.unit();
                all.push(Consumed { state, heap, snapshot });
            }
            Ok(all)
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            s.rest = Some(heap.clone());
            let Some(condition) = alive(p.eval(&mut s, condition, blame))? else {
                return Ok(Vec::new());
            };
            let (yes, no) = p.fork(s, condition);
            let mut all = Vec::new();
            for (state, side) in [(yes, then), (no, otherwise)] {
                if let Some(state) = state {
                    all.extend(consume(p, state, heap.clone(), side, blame)?);
                }
            }
            Ok(all)
        }
        ExprKind::Let(local, value, body) => {
            s.rest = Some(heap.clone());
            let Some(value) = alive(p.eval(&mut s, value, blame))? else {
                return Ok(Vec::new());
            };
            s.set(*local, value);
            consume(p, s, heap, body, blame)
        }
        _ => {
            s.rest = Some(heap.clone());
            if let ExprKind::Access(access) = &*a.kind {
                match infer::consume(p, &s, &heap, a, access, blame) {
                    Ok(Some(outcomes)) => return Ok(outcomes),
                    Ok(None) => {}
                    Err(Stop::Dead) => return Ok(Vec::new()),
                    Err(stop) => return Err(stop),
                }
            }
            match consume_access(p, &mut s, heap, a, blame) {
                Ok((heap, snapshot)) => Ok(vec![Consumed { state: s, heap, snapshot }]),
                Err(Stop::Dead) => Ok(Vec::new()),
                Err(stop) => Err(stop),
            }
        }
    }
}

/// Shows an expression.
fn show_pure<'p>(p: &mut Prover<'p>, s: &mut State, a: &'p Expr, blame: Blame) -> Result<(), Stop> {
    let value = p.eval(s, a, blame)?;
    let reason = Reason::new("assertion.false", a.place, in_words(a));
    if p.terms.as_bool(value) == Some(false) {
        return Err(p.unreachable(s, blame, reason));
    }
    p.show(s, value, blame, reason)
}

fn consume_access<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    heap: Heap,
    a: &'p Expr,
    blame: Blame,
) -> Result<(Heap, Term), Stop> {
    match &*a.kind {
        ExprKind::Access(access) => {
            let (resource, arguments) = access::of_location(p, s, &access.location, blame)?;
            let amount = access::scaled_amount(p, s, access, blame)?;
            let wanted = Wanted { resource, arguments: &arguments, place: access.place, blame };
            let (heap, snapshot) = taking::take(p, s, heap, wanted, amount)?;
            if s.scale.is_none() {
                p.wildcards.fix(&p.terms, amount);
            }
            Ok((heap, p.terms.snapped(snapshot)))
        }
        ExprKind::Wand(..) => {
            let (resource, arguments) = access::of_wand(p, s, a, blame)?;
            let full = p.terms.full();
            let amount = s.scale.unwrap_or(full);
            let wanted = Wanted { resource, arguments: &arguments, place: a.place, blame };
            taking::take(p, s, heap, wanted, amount)
        }
        ExprKind::Quantifier(quantifier) => {
            quantified::consume(p, s, heap, quantifier, a.place, blame)
        }
        _ => Err(p.unsupported(s, a, blame, "this assertion cannot be consumed")),
    }
}

/// What it means that an assertion may not hold.
fn in_words(a: &Expr) -> &'static str {
    let is_null = |e: &Expr| matches!(*e.kind, ExprKind::Null);
    match &*a.kind {
        ExprKind::Bool(false) => "this may be reached",
        ExprKind::Binary(BinaryOp::Ne, left, right) if is_null(left) || is_null(right) => {
            "this reference may be null"
        }
        _ => "this may not hold",
    }
}

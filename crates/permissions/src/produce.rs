//! `produce`: an assertion is assumed and its permissions are added (Smans, Jacobs and Piessens, Figure 6).

use crate::access;
use crate::contracts;
use crate::predicates;
use crate::prover::{Prover, Source};
use crate::quantified;
use crate::state::{Blame, Resource, State, Stop, alive};
use crate::symbols;
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind};
use effigy_term::Node;

/// The states in which an assertion holds and its permissions are held.
pub(crate) fn produce<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    source: Source,
    a: &'p Expr,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    match &*a.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let pure = [p.purity.is_pure(left), p.purity.is_pure(right)];
            let (one, rest) = contracts::halves(p, source, pure);
            let mut all = Vec::new();
            for state in produce(p, s, one, left, blame)? {
                all.extend(produce(p, state, rest, right, blame)?);
            }
            Ok(all)
        }
        ExprKind::InhaleExhale(inhaled, _) => produce(p, s, source, inhaled, blame),
        _ if p.purity.is_pure(a) => match p.eval(&mut s, a, blame) {
            Ok(value) => {
                s.assume(&p.terms, value);
                Ok(if p.terms.as_bool(value) == Some(false) { Vec::new() } else { vec![s] })
            }
            Err(Stop::Dead) => Ok(Vec::new()),
            Err(stop) => Err(stop),
        },
        ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
            let Some(condition) = alive(p.eval(&mut s, condition, blame))? else {
                return Ok(Vec::new());
            };
            let (yes, no) = p.fork(s, condition);
            let mut all = Vec::new();
            if let Some(state) = yes {
                all.extend(produce(p, state, source, conclusion, blame)?);
            }
            if let Some(mut state) = no {
                produce_nothing(p, &mut state, source);
                all.push(state);
            }
            Ok(all)
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let Some(condition) = alive(p.eval(&mut s, condition, blame))? else {
                return Ok(Vec::new());
            };
            let (yes, no) = p.fork(s, condition);
            let mut all = Vec::new();
            for (state, side) in [(yes, then), (no, otherwise)] {
                if let Some(mut state) = state {
                    if p.purity.is_pure(side) {
                        produce_nothing(p, &mut state, source);
                    }
                    all.extend(produce(p, state, source, side, blame)?);
                }
            }
            Ok(all)
        }
        ExprKind::Let(local, value, body) => {
            let Some(value) = alive(p.eval(&mut s, value, blame))? else {
                return Ok(Vec::new());
            };
            s.set(*local, value);
            produce(p, s, source, body, blame)
        }
        _ => match produce_access(p, &mut s, source, a, blame) {
            Ok(()) => Ok(vec![s]),
            Err(Stop::Dead) => Ok(Vec::new()),
            Err(stop) => Err(stop),
        },
    }
}

/// A side without permissions has the snapshot that it has where it is consumed, and what it is a part of is made of its
/// parts. Definitions say it of what was consumed.
fn produce_nothing(p: &mut Prover<'_>, s: &mut State, source: Source) {
    let (Source::Term(snapshot), false) = (source, p.trusting) else { return };
    let unit = p.terms.unit();
    let is_unit = p.terms.eq(snapshot, unit);
    s.assume(&p.terms, is_unit);
    let mut part = snapshot;
    while let Node::Apply(function, &[whole]) = p.terms.node(part)
        && [symbols::part(0), symbols::part(1)].contains(&function)
    {
        let (first, second) = p.terms.parts(whole);
        let made = p.terms.apply(symbols::combine(), &[first, second]);
        let is_made = p.terms.eq(whole, made);
        s.assume(&p.terms, is_made);
        part = whole;
    }
}

fn produce_access<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    source: Source,
    a: &'p Expr,
    blame: Blame,
) -> Result<(), Stop> {
    match &*a.kind {
        ExprKind::Access(access) => {
            let (resource, arguments) = access::of_location(p, s, &access.location, blame)?;
            let amount = access::scaled_amount(p, s, access, blame)?;
            let sort = p.terms.snapshot_sort(resource);
            let name = p.terms.resource_name(resource);
            let snapshot = contracts::sourced(p, source, &name, sort);
            p.chunks().put(s, resource, &arguments, amount, snapshot);
            if let Resource::Predicate(predicate) = resource {
                predicates::trigger(p, s, predicate, snapshot, &arguments);
            }
            Ok(())
        }
        ExprKind::Wand(..) => {
            let (resource, arguments) = access::of_wand(p, s, a, blame)?;
            let snapshot = contracts::sourced(p, source, "wand", symbols::snap());
            let full = p.terms.full();
            let amount = s.scale.unwrap_or(full);
            p.chunks().put(s, resource, &arguments, amount, snapshot);
            Ok(())
        }
        ExprKind::Quantifier(quantifier) => {
            quantified::produce(p, s, source, quantifier, a.place, blame)
        }
        _ => Err(p.unsupported(s, a, blame, "this assertion cannot be produced")),
    }
}

//! `assume A`: permissions in it are compared with what is held, and none are added.

use crate::access;
use crate::predicates;
use crate::prover::{Prover, Source};
use crate::quantified;
use crate::state::{Blame, Resource, State, Stop};
use effigy_lang_viper::tree::{Access, BinaryOp, Expr, ExprKind};
use effigy_term::Term;

/// What an assertion asks of a heap so far: amounts over the formal arguments of a resource.
type Wanted = Vec<(Resource, Term)>;

pub(crate) fn assume_assertion<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    a: &'p Expr,
    blame: Blame,
) -> Result<Vec<State>, Stop> {
    if p.purity.is_pure(a) {
        return p.produce(s, Source::Fresh, a, blame);
    }
    match asserted(p, &mut s, a, &mut Vec::new(), blame) {
        Ok(fact) => {
            s.assume(&p.terms, fact);
            Ok(vec![s])
        }
        Err(Stop::Dead) => Ok(Vec::new()),
        Err(stop) => Err(stop),
    }
}

/// What an assertion says of a heap that is held already.
fn asserted<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    a: &'p Expr,
    wanted: &mut Wanted,
    blame: Blame,
) -> Result<Term, Stop> {
    match &*a.kind {
        _ if p.purity.is_pure(a) => p.eval(s, a, blame),
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let left = asserted(p, s, left, wanted, blame)?;
            s.assume(&p.terms, left);
            let right = asserted(p, s, right, wanted, blame)?;
            Ok(p.terms.and(left, right))
        }
        ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
            let condition = p.eval(s, condition, blame)?;
            wanted_under(p, s, condition, conclusion, wanted, blame)
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let condition = p.eval(s, condition, blame)?;
            let not = p.terms.not(condition);
            let then = wanted_under(p, s, condition, then, wanted, blame)?;
            let otherwise = wanted_under(p, s, not, otherwise, wanted, blame)?;
            Ok(p.terms.and(then, otherwise))
        }
        ExprKind::Let(local, value, body) => {
            let value = p.eval(s, value, blame)?;
            s.set(*local, value);
            asserted(p, s, body, wanted, blame)
        }
        ExprKind::Unfolding(access, body) => {
            let base = s.facts.len();
            let before = wanted.clone();
            let none = p.terms.none();
            predicates::opened_for(p, s, access, body, blame, |p, s| {
                let mut inner = before.clone();
                let said = asserted(p, s, body, &mut inner, blame)?;
                let side = p.terms.side(base, s);
                for (resource, amount) in inner.into_iter().skip(before.len()) {
                    wanted.push((resource, p.terms.ite(side, amount, none)));
                }
                Ok(said)
            })
        }
        ExprKind::InhaleExhale(inhaled, _) => asserted(p, s, inhaled, wanted, blame),
        ExprKind::Access(access) => wanted_access(p, s, access, wanted, blame),
        ExprKind::Quantifier(quantifier) => quantified::wanted(p, s, quantifier, wanted, blame),
        _ => Err(p.unsupported(s, a, blame, "this assertion cannot be assumed")),
    }
}

fn wanted_under<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    condition: Term,
    a: &'p Expr,
    wanted: &mut Wanted,
    blame: Blame,
) -> Result<Term, Stop> {
    let mut inner = Wanted::new();
    let before = wanted.clone();
    let said = p.under(s, condition, |p, s| {
        inner.clone_from(&before);
        asserted(p, s, a, &mut inner, blame)
    })?;
    let none = p.terms.none();
    for (resource, amount) in inner.drain(..).skip(before.len()) {
        let amount = p.terms.ite(condition, amount, none);
        wanted.push((resource, amount));
    }
    let said = said.unwrap_or_else(|| p.terms.bool(true));
    Ok(p.terms.implies(condition, said))
}

fn wanted_access<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    access: &'p Access,
    wanted: &mut Wanted,
    blame: Blame,
) -> Result<Term, Stop> {
    let (resource, arguments) = access::of_location(p, s, &access.location, blame)?;
    let amount = access::scaled_amount(p, s, access, blame)?;
    let formals = p.terms.formals(resource);
    let here = p.terms.same(&formals, &arguments);
    let none = p.terms.none();
    let amount = p.terms.ite(here, amount, none);
    wanted.push((resource, amount));
    Ok(p.terms.is_wanted(s, resource, &arguments, wanted))
}

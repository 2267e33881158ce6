//! What an accessibility assertion speaks of: the resource, the arguments and the amount.

use crate::prover::Prover;
use crate::reason::Reason;
use crate::shapes;
use crate::state::{Blame, Resource, State, Stop};
use effigy_base::op::Op;
use effigy_lang_viper::tree::{Access, Expr, Location};
use effigy_term::Term;

/// The resource of a wand and the values of its fixed expressions.
pub(crate) fn of_wand<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    wand: &'p Expr,
    blame: Blame,
) -> Result<(Resource, Vec<Term>), Stop> {
    let mut found = Vec::new();
    shapes::holes(p.program, wand, &mut Vec::new(), &mut found);
    let mut values = Vec::new();
    for e in found {
        values.push(p.eval(s, e, blame)?);
    }
    let sorts = values.iter().map(|t| p.terms.sort(*t)).collect();
    let shape = p.terms.shapes.of(p.program, wand, sorts);
    Ok((Resource::Wand(shape), values))
}

/// The resource and the arguments of a location.
pub(crate) fn of_location<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    location: &'p Location,
    blame: Blame,
) -> Result<(Resource, Vec<Term>), Stop> {
    match location {
        Location::Field(receiver, field) => {
            let receiver = p.eval(s, receiver, blame)?;
            Ok((Resource::Field(*field), vec![receiver]))
        }
        Location::Predicate(predicate, arguments) => {
            let arguments = p.eval_all(s, arguments, blame)?;
            Ok((Resource::Predicate(*predicate), arguments))
        }
        Location::Wand(wand) => of_wand(p, s, wand, blame),
    }
}

/// The permission amount of an accessibility assertion, before scaling.
pub(crate) fn amount<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    access: &'p Access,
    blame: Blame,
) -> Result<Term, Stop> {
    match &access.amount {
        Some(amount) => {
            let amount = p.eval(s, amount, blame)?;
            Ok(p.terms.real_of(amount))
        }
        None => Ok(p.terms.full()),
    }
}

/// The amount of an accessibility assertion, scaled; shown not to be negative.
pub(crate) fn scaled_amount<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    access: &'p Access,
    blame: Blame,
) -> Result<Term, Stop> {
    let amount = amount(p, s, access, blame)?;
    let none = p.terms.none();
    let not_negative = p.terms.app(Op::RealLe, &[none, amount]);
    let place = access.amount.as_ref().map_or(access.place, |amount| amount.place);
    let message = "the permission amount may be negative";
    p.show(s, not_negative, blame, Reason::new("negative.permission", place, message))?;
    Ok(match s.scale {
        Some(scale) => p.terms.app(Op::RealMul, &[scale, amount]),
        None => amount,
    })
}

pub(crate) fn show_positive<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    amount: Term,
    access: &'p Access,
    blame: Blame,
) -> Result<(), Stop> {
    let positive = p.terms.positive(amount);
    let place = access.amount.as_ref().map_or(access.place, |amount| amount.place);
    let message = "the permission amount may not be positive";
    p.show(s, positive, blame, Reason::new("permission.not.positive", place, message))
}

/// `perm(location)`: how much is held.
pub(crate) fn perm<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    location: &'p Location,
    blame: Blame,
) -> Result<Term, Stop> {
    let (resource, arguments) = of_location(p, s, location, blame)?;
    let heap = s.rest.clone().unwrap_or_else(|| s.heap.clone());
    Ok(p.terms.held(&heap, resource, &arguments))
}

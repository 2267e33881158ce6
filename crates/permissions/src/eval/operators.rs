//! Operators on values, and the values of collections.

use crate::prover::Prover;
use crate::reason::Reason;
use crate::state::{Blame, State, Stop};
use crate::theory;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{BinaryOp, Expr, Type};
use effigy_term::Term;

/// An operator whose operands are both evaluated.
pub(crate) fn strict<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    e: &'p Expr,
    op: BinaryOp,
    (a, left): (&'p Expr, Term),
    (b, right): (&'p Expr, Term),
    blame: Blame,
) -> Result<Term, Stop> {
    match op {
        BinaryOp::IntDiv | BinaryOp::Mod | BinaryOp::PermDiv => {
            let zero = match p.terms.sort(right) {
                Sort::Int => p.terms.int(0),
                _ => p.terms.none(),
            };
            let nonzero = p.terms.unequal(right, zero);
            let reason = Reason::new("division.by.zero", b.place, "the divisor may be zero");
            p.show(s, nonzero, blame, reason)?;
        }
        BinaryOp::Index if matches!(a.ty, Type::Seq(_)) => {
            show_index(p, s, left, right, (a, b), blame)?;
        }
        BinaryOp::Index => {
            let keys = theory::applied(p, &a.ty, "keys", &[left]);
            let key = key_type(&a.ty);
            let has = theory::applied(p, &Type::Set(key.into()), "has", &[right, keys]);
            let reason =
                Reason::new("map.key.contains", e.place, "the map may not contain this key");
            p.show(s, has, blame, reason)?;
        }
        _ => {}
    }
    Ok(theory::operation(p, op, &a.ty, &b.ty, left, right))
}

fn key_type(ty: &Type) -> Type {
    match ty {
        Type::Map(key, _) => (**key).clone(),
        _ => Type::Int,
    }
}

/// Shows that an index is one of a sequence.
fn show_index<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    sequence: Term,
    index: Term,
    (whole, at): (&'p Expr, &'p Expr),
    blame: Blame,
) -> Result<(), Stop> {
    let zero = p.terms.int(0);
    let not_negative = p.terms.app(Op::IntLe, &[zero, index]);
    let message = "the index may be negative";
    let reason = Reason::new("seq.index.negative", at.place, message);
    p.show(s, not_negative, blame, reason)?;
    let length = theory::applied(p, &whole.ty, "size", &[sequence]);
    let below = p.terms.app(Op::IntLt, &[index, length]);
    let message = "the index may be beyond the end of the sequence";
    p.show(s, below, blame, Reason::new("seq.index.length", at.place, message))
}

/// `Seq(e1, e2)`.
pub(crate) fn sequence<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    ty: &Type,
    elements: &'p [Expr],
    blame: Blame,
) -> Result<Term, Stop> {
    let elements = p.eval_all(s, elements, blame)?;
    let count = elements.len();
    let mut whole: Option<Term> = None;
    for element in elements {
        let element = as_element(p, ty, element);
        let one = theory::applied(p, ty, "one", &[element]);
        whole = Some(match whole {
            Some(whole) => theory::applied(p, ty, "append", &[whole, one]),
            None => one,
        });
    }
    let Some(whole) = whole else { return Ok(theory::applied(p, ty, "empty", &[])) };
    let size = theory::applied(p, ty, "size", &[whole]);
    let count = p.terms.int(count as i128);
    let fact = p.terms.eq(size, count);
    s.assume(&p.terms, fact);
    Ok(whole)
}

/// An element as the element type of a collection asks for it.
fn as_element(p: &mut Prover<'_>, ty: &Type, element: Term) -> Term {
    match ty {
        Type::Seq(inner) | Type::Set(inner) | Type::Multiset(inner) if **inner == Type::Perm => {
            p.terms.real_of(element)
        }
        _ => element,
    }
}

/// `Set(e1, e2)`, `Multiset(e1, e2)`.
pub(crate) fn collection<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    ty: &Type,
    elements: &'p [Expr],
    blame: Blame,
) -> Result<Term, Stop> {
    let elements = p.eval_all(s, elements, blame)?;
    let mut whole: Option<Term> = None;
    for element in elements {
        let element = as_element(p, ty, element);
        whole = Some(match whole {
            Some(whole) => theory::applied(p, ty, "add", &[whole, element]),
            None => theory::applied(p, ty, "one", &[element]),
        });
    }
    Ok(match whole {
        Some(whole) => whole,
        None => theory::applied(p, ty, "empty", &[]),
    })
}

/// `Map(k := v)`.
pub(crate) fn map<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    ty: &Type,
    entries: &'p [(Expr, Expr)],
    blame: Blame,
) -> Result<Term, Stop> {
    let mut whole = theory::applied(p, ty, "empty", &[]);
    for (key, value) in entries {
        let key = p.eval(s, key, blame)?;
        let value = p.eval(s, value, blame)?;
        whole = theory::applied(p, ty, "put", &[whole, key, value]);
    }
    Ok(whole)
}

/// `s[i := v]`.
pub(crate) fn update<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    whole: &'p Expr,
    at: &'p Expr,
    value: &'p Expr,
    e: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let old = p.eval(s, whole, blame)?;
    let index = p.eval(s, at, blame)?;
    let new = p.eval(s, value, blame)?;
    let new = as_element(p, &e.ty, new);
    if matches!(whole.ty, Type::Seq(_)) {
        show_index(p, s, old, index, (whole, at), blame)?;
    }
    Ok(theory::applied(p, &e.ty, "put", &[old, index, new]))
}

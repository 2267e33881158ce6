//! `eval`: the value of an expression in a state (Smans, Jacobs and Piessens, Figure 5).
//!
//! An expression has one value: sides of a conditional are evaluated under its condition and joined again, so that the
//! number of states does not grow.

mod operators;

use crate::access;
use crate::contracts;
use crate::functions;
use crate::predicates;
use crate::prover::Prover;
use crate::quantifier;
use crate::reason::Reason;
use crate::state::{Blame, LEFT, START, State, Stop};
use crate::taking;
use crate::theory;
use crate::wands;
use effigy_base::op::Op;
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind, UnaryOp};
use effigy_term::Term;

/// The value of an expression.
pub(crate) fn eval<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    e: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    match &*e.kind {
        ExprKind::Bool(truth) => Ok(p.terms.bool(*truth)),
        ExprKind::Int(n) => Ok(p.terms.int_big(n)),
        ExprKind::Null => Ok(p.terms.null()),
        ExprKind::NoPerm => Ok(p.terms.none()),
        ExprKind::FullPerm => Ok(p.terms.full()),
        ExprKind::Wildcard => Ok(wildcard(p, s)),
        ExprKind::Local(local) => match s.get(*local) {
            Some(value) => Ok(value),
            None => Err(p.unsupported(s, e, blame, "this variable has no value here")),
        },
        ExprKind::Result => match s.result {
            Some(value) => Ok(value),
            None => Err(p.unsupported(s, e, blame, "`result` has no value here")),
        },
        ExprKind::Unary(op, operand) => unary(p, s, *op, operand, blame),
        ExprKind::Binary(op, a, b) => binary(p, s, e, *op, a, b, blame),
        ExprKind::Conditional(condition, then, otherwise) => {
            let condition = eval(p, s, condition, blame)?;
            conditional(p, s, condition, then, otherwise, blame)
        }
        ExprKind::Let(local, value, body) => {
            let value = eval(p, s, value, blame)?;
            s.set(*local, value);
            eval(p, s, body, blame)
        }
        ExprKind::Field(receiver, field) => {
            let receiver = eval(p, s, receiver, blame)?;
            taking::read(p, s, *field, receiver, e.place, blame)
        }
        ExprKind::Call { function, arguments, reveal } => {
            let arguments = p.eval_all(s, arguments, blame)?;
            functions::call(p, s, *function, &arguments, *reveal, e)
        }
        ExprKind::DomainCall { function, instance, arguments } => {
            let arguments = p.eval_all(s, arguments, blame)?;
            Ok(theory::domain_call(p, *function, instance, &arguments))
        }
        ExprKind::Old(label, body) => {
            let label = label.as_deref().unwrap_or(START);
            let label = if label == "lhs" { LEFT } else { label };
            eval_old(p, s, label, body, e, blame)
        }
        ExprKind::Unfolding(access, body) => predicates::unfolding(p, s, access, body, blame),
        ExprKind::Applying(wand, body) => wands::applying(p, s, wand, body, blame),
        ExprKind::Asserting(condition, body) => {
            let blame_here = Blame { error: blame.error, place: blame.place };
            contracts::assert_assertion(p, s, condition, blame_here)?;
            eval(p, s, body, blame)
        }
        ExprKind::Quantifier(quantifier) => quantifier::eval(p, s, quantifier, e.place, blame),
        ExprKind::ForPerm { variables, location, body } => {
            quantifier::for_perm(p, s, variables, location, body, blame)
        }
        ExprKind::Perm(location) => access::perm(p, s, location, blame),
        ExprKind::Seq(elements) => operators::sequence(p, s, &e.ty, elements, blame),
        ExprKind::Set(elements) | ExprKind::Multiset(elements) => {
            operators::collection(p, s, &e.ty, elements, blame)
        }
        ExprKind::Map(entries) => operators::map(p, s, &e.ty, entries, blame),
        ExprKind::Update(whole, at, value) => operators::update(p, s, whole, at, value, e, blame),
        ExprKind::InhaleExhale(first, second) => {
            let chosen = if s.rest.is_some() { second } else { first };
            eval(p, s, chosen, blame)
        }
        ExprKind::Epsilon => Err(p.unsupported(s, e, blame, "`epsilon` has no value")),
        ExprKind::Access(_) | ExprKind::Wand(..) => {
            Err(p.unsupported(s, e, blame, "an accessibility assertion is no expression"))
        }
    }
}

/// Something positive, of which it is only known that it is at most all.
fn wildcard(p: &mut Prover<'_>, s: &mut State) -> Term {
    if s.reads {
        return p.terms.full();
    }
    let amount = p.terms.fresh("wildcard", effigy_base::sort::Sort::Real);
    p.wildcards.add(&p.terms, amount);
    let positive = p.terms.positive(amount);
    s.assume(&p.terms, positive);
    let full = p.terms.full();
    let below = p.terms.app(Op::RealLt, &[amount, full]);
    s.assume(&p.terms, below);
    amount
}

fn conditional<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    condition: Term,
    then: &'p Expr,
    otherwise: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let not = p.terms.not(condition);
    let a = p.under(s, condition, |p, s| eval(p, s, then, blame))?;
    let b = p.under(s, not, |p, s| eval(p, s, otherwise, blame))?;
    match (a, b) {
        (Some(a), Some(b)) => {
            let (a, b) = p.terms.alike(a, b);
            Ok(p.terms.ite(condition, a, b))
        }
        (Some(t), None) | (None, Some(t)) => Ok(t),
        (None, None) => Err(Stop::Dead),
    }
}

fn unary<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    op: UnaryOp,
    operand: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let t = eval(p, s, operand, blame)?;
    Ok(match op {
        UnaryOp::Not => p.terms.not(t),
        UnaryOp::Negate if p.terms.sort(t) == effigy_base::sort::Sort::Int => {
            let zero = p.terms.int(0);
            p.terms.app(Op::IntSub, &[zero, t])
        }
        UnaryOp::Negate => {
            let none = p.terms.none();
            p.terms.app(Op::RealSub, &[none, t])
        }
        UnaryOp::Cardinality => theory::applied(p, &operand.ty, "size", &[t]),
        UnaryOp::Domain => theory::applied(p, &operand.ty, "keys", &[t]),
        UnaryOp::Range => theory::applied(p, &operand.ty, "values", &[t]),
    })
}

fn binary<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    e: &'p Expr,
    op: BinaryOp,
    a: &'p Expr,
    b: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let left = eval(p, s, a, blame)?;
    // The second operand of these is evaluated where the first one does not decide.
    let (guard, otherwise) = match op {
        BinaryOp::And => (left, false),
        BinaryOp::Or => (p.terms.not(left), true),
        BinaryOp::Implies => (left, true),
        _ => {
            let right = eval(p, s, b, blame)?;
            return operators::strict(p, s, e, op, (a, left), (b, right), blame);
        }
    };
    let right = match p.under(s, guard, |p, s| eval(p, s, b, blame))? {
        Some(right) => right,
        None => p.terms.bool(otherwise),
    };
    Ok(match op {
        BinaryOp::And => p.terms.and(left, right),
        BinaryOp::Or => p.terms.or(left, right),
        _ => p.terms.implies(left, right),
    })
}

fn eval_old<'p>(
    p: &mut Prover<'p>,
    s: &mut State,
    label: &str,
    body: &'p Expr,
    e: &'p Expr,
    blame: Blame,
) -> Result<Term, Stop> {
    let Some(old) = s.olds.get(label).cloned() else {
        let message = format!("the label `{label}` may not have been reached");
        let reason = Reason::new("labelled.state.not.reached", e.place, message);
        return Err(p.unreachable(s, blame, reason));
    };
    p.in_heap(s, old, |p, s| eval(p, s, body, blame))
}

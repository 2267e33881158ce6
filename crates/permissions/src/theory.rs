//! Operators on values, and functions of theories and domains: the axioms of what a term speaks of enter the background.

pub(crate) mod axioms;

use crate::prelude::is_collection;
use crate::prover::Prover;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{BinaryOp, DomainFunctionId, Program, Type};
use effigy_term::Term;

/// A function of a built-in type applied. The type's axioms are known from here on.
pub(crate) fn applied(p: &mut Prover<'_>, ty: &Type, function: &str, arguments: &[Term]) -> Term {
    axioms::know_type(p, ty);
    p.terms.of_theory(ty, function, arguments)
}

/// An operator on values, without the obligations that it brings.
pub(crate) fn operation(
    p: &mut Prover<'_>,
    op: BinaryOp,
    left_type: &Type,
    right_type: &Type,
    left: Term,
    right: Term,
) -> Term {
    match op {
        BinaryOp::And => p.terms.and(left, right),
        BinaryOp::Or => p.terms.or(left, right),
        BinaryOp::Implies => p.terms.implies(left, right),
        BinaryOp::Iff => p.terms.eq(left, right),
        BinaryOp::Eq => equal(p, left_type, left, right),
        BinaryOp::Ne => {
            let equal = equal(p, left_type, left, right);
            p.terms.not(equal)
        }
        BinaryOp::Lt => compare(p, Op::IntLt, Op::RealLt, left, right),
        BinaryOp::Le => compare(p, Op::IntLe, Op::RealLe, left, right),
        BinaryOp::Gt => compare(p, Op::IntLt, Op::RealLt, right, left),
        BinaryOp::Ge => compare(p, Op::IntLe, Op::RealLe, right, left),
        BinaryOp::Add => compare(p, Op::IntAdd, Op::RealAdd, left, right),
        BinaryOp::Sub => compare(p, Op::IntSub, Op::RealSub, left, right),
        BinaryOp::Mul => compare(p, Op::IntMul, Op::RealMul, left, right),
        BinaryOp::IntDiv => p.terms.app(Op::IntDiv, &[left, right]),
        BinaryOp::Mod => p.terms.app(Op::IntMod, &[left, right]),
        BinaryOp::PermDiv => {
            let (left, right) = (p.terms.real_of(left), p.terms.real_of(right));
            p.terms.app(Op::RealDiv, &[left, right])
        }
        BinaryOp::In => match right_type {
            Type::Map(key, _) => {
                let keys = applied(p, right_type, "keys", &[right]);
                applied(p, &Type::Set(key.clone()), "has", &[left, keys])
            }
            _ => applied(p, right_type, "has", &[left, right]),
        },
        BinaryOp::Append => applied(p, left_type, "append", &[left, right]),
        BinaryOp::Index => applied(p, left_type, "at", &[left, right]),
        BinaryOp::Take => applied(p, left_type, "take", &[left, right]),
        BinaryOp::Drop => applied(p, left_type, "drop", &[left, right]),
        BinaryOp::Range => {
            let integers = Type::Seq(Type::Int.into());
            applied(p, &integers, "interval", &[left, right])
        }
        BinaryOp::Union => applied(p, left_type, "joined", &[left, right]),
        BinaryOp::Intersection => applied(p, left_type, "intersect", &[left, right]),
        BinaryOp::SetMinus => applied(p, left_type, "minus", &[left, right]),
        BinaryOp::Subset => applied(p, left_type, "within", &[left, right]),
    }
}

/// An operator of integers or of permission amounts, by what the operands are.
fn compare(p: &mut Prover<'_>, integers: Op, reals: Op, left: Term, right: Term) -> Term {
    let (left, right) = p.terms.alike(left, right);
    let op = if p.terms.sort(left) == Sort::Int { integers } else { reals };
    p.terms.app(op, &[left, right])
}

/// Equality; of collections by what they contain.
fn equal(p: &mut Prover<'_>, ty: &Type, left: Term, right: Term) -> Term {
    let (left, right) = p.terms.alike(left, right);
    if is_collection(ty) && left != right {
        return applied(p, ty, "same", &[left, right]);
    }
    p.terms.eq(left, right)
}

pub(crate) fn domain_call<'p>(
    p: &mut Prover<'p>,
    function: DomainFunctionId,
    instance: &[Type],
    arguments: &[Term],
) -> Term {
    let program: &'p Program = p.program;
    let declared = &program.domain_functions[function];
    axioms::know_domain(p, declared.domain, instance);
    for ty in instance {
        axioms::know_type(p, ty);
    }
    let function = crate::symbols::domain_function(program, declared, instance);
    let arguments: Vec<Term> = arguments
        .iter()
        .zip(function.parameters())
        .map(|(t, sort)| if *sort == Sort::Real { p.terms.real_of(*t) } else { *t })
        .collect();
    p.terms.apply(function, &arguments)
}

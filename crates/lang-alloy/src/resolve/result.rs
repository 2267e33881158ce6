//! The type of a call's result, made from the types of its arguments.

use super::Resolver;
use crate::sig::SigId;
use crate::syntax::{BinaryOp, Constant, Quantifier, UnaryOp};
use crate::tree::{Expr, FunctionId, Kind, VarId};
use crate::types::Type;

impl Resolver<'_> {
    /// The declared result with the arguments' types for those of the parameters; what is declared where that says nothing.
    pub(super) fn result_type(&self, id: FunctionId, result: &Expr, args: &[Expr]) -> Type {
        let mut known = Vec::new();
        for (var, arg) in self.tree.functions[id].vars().zip(args) {
            let arity = self.tree.vars[var].ty.arity().unwrap_or(0);
            known.push((var, arg.ty.extract(arity)));
        }
        let found = self.deduced(&mut known, result);
        if found.boolean || found.is_int() || found.arity() != result.ty.arity() {
            return result.ty.clone();
        }
        found
    }

    fn deduced(&self, known: &mut Vec<(VarId, Type)>, expr: &Expr) -> Type {
        let types = &self.hierarchy;
        match &expr.kind {
            Kind::Var(var) => {
                let found = known.iter().rev().find(|(other, ty)| other == var && !ty.is_empty());
                found.map_or_else(|| expr.ty.clone(), |(_, ty)| ty.clone())
            }
            Kind::Unary(op, operand) => {
                let ty = self.deduced(known, operand);
                match op {
                    UnaryOp::Transpose => types.transpose(&ty),
                    UnaryOp::Closure => types.closure(&ty),
                    _ if op.is_multiplicity() => ty,
                    _ => expr.ty.clone(),
                }
            }
            Kind::Join(left, right) => {
                let (a, b) = (self.deduced(known, left), self.deduced(known, right));
                types.join(&a, &b)
            }
            Kind::Binary(op, left, right) => {
                let (a, b) = (self.deduced(known, left), self.deduced(known, right));
                match op {
                    BinaryOp::Plus | BinaryOp::Override => types.union_of_common_arity(&a, &b),
                    BinaryOp::Minus => a.common_arity(&b),
                    BinaryOp::Intersect => types.intersect(&a, &b),
                    BinaryOp::Domain => types.restrict_domain(&b, &a),
                    BinaryOp::Range => types.restrict_range(&a, &b),
                    _ if op.is_arrow() => types.product(&a, &b),
                    _ => expr.ty.clone(),
                }
            }
            Kind::IfElse(_, then, other) => {
                let (a, b) = (self.deduced(known, then), self.deduced(known, other));
                types.union_of_common_arity(&a, &b)
            }
            Kind::Let(var, value, body) => {
                let ty = self.deduced(known, value);
                known.push((*var, ty));
                let found = self.deduced(known, body);
                known.pop();
                found
            }
            Kind::Quantified(Quantifier::Comprehension, declared, _) => {
                let mut all: Option<Type> = None;
                for d in declared.iter() {
                    let ty = self.deduced(known, &d.expr);
                    for _ in &d.vars {
                        all = Some(all.map_or_else(|| ty.clone(), |all| types.product(&all, &ty)));
                    }
                }
                all.unwrap_or_default()
            }
            Kind::Constant(Constant::Iden) => Type::of(&[SigId::UNIV, SigId::UNIV]),
            _ => expr.ty.clone(),
        }
    }
}

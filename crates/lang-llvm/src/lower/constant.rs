//! Constants as operands.

use super::body::BodyLowering;
use super::context::Place;
use super::emit::{bits, zero};
use super::types::{Lower, lanes, leaf_sorts, scalar_sort, unsupported};
use crate::ast::{ConstExpr, Constant, Type, TypedConstant};
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

impl BodyLowering<'_> {
    /// The scalars of a constant of type `ty`. May emit instructions for constant expressions.
    pub fn constant(&mut self, value: &Constant, ty: &Type) -> Lower<Vec<Operand>> {
        let types = self.context.types();
        Ok(match value {
            Constant::Int(n) => match scalar_sort(ty)? {
                Some(Sort::Bool) => vec![Operand::Bool(n & 1 == 1)],
                Some(Sort::BitVec(width)) => vec![bits(width, *n)],
                _ => return unsupported("an integer constant of another type"),
            },
            Constant::Float(n) => match scalar_sort(ty)? {
                Some(Sort::BitVec(width)) => vec![bits(width, *n)],
                _ => return unsupported("a float constant of another type"),
            },
            Constant::WideInt(_) => return unsupported("integers of more than 128 bits"),
            Constant::Null => vec![bits(64, 0)],
            Constant::Zero => leaf_sorts(types, ty)?.into_iter().map(zero).collect(),
            Constant::Undef | Constant::Poison => {
                leaf_sorts(types, ty)?.into_iter().map(Operand::Undef).collect()
            }
            Constant::NoToken => Vec::new(),
            Constant::Bytes(data) => data.iter().map(|b| bits(8, u128::from(*b))).collect(),
            Constant::Aggregate(elements) => {
                let mut leaves = Vec::new();
                for element in elements.iter() {
                    leaves.extend(self.constant(&element.value, &element.ty)?);
                }
                leaves
            }
            Constant::Splat(element) => {
                let one = self.constant(&element.value, &element.ty)?;
                one.iter().cloned().cycle().take(one.len() * lanes(ty).0).collect()
            }
            Constant::Symbol(symbol) if self.context.is_absent(*symbol) => vec![bits(64, 0)],
            Constant::Symbol(symbol) => match self.context.place(*symbol)? {
                Place::Function(f) => vec![Operand::Function(f)],
                Place::Global(g, offset) => vec![Operand::Global(g, offset)],
            },
            Constant::BlockAddress { function, label } => {
                vec![bits(64, u128::from(self.context.block_address(*function, label)?))]
            }
            Constant::Expr(expr) => self.constant_expression(expr)?,
            Constant::Unsupported(text) => return unsupported(format!("constant {text}")),
        })
    }

    fn typed(&mut self, constant: &TypedConstant) -> Lower<Vec<Operand>> {
        self.constant(&constant.value, &constant.ty)
    }

    fn constant_expression(&mut self, expr: &ConstExpr) -> Lower<Vec<Operand>> {
        match expr {
            ConstExpr::GetElementPtr { source, base, indices } => {
                let leaves = self.typed(base)?;
                let mut values = Vec::with_capacity(indices.len());
                for index in indices.iter() {
                    values.push((self.typed(index)?, index.ty.clone()));
                }
                self.element_pointer(source, (leaves, &base.ty), &values)
            }
            ConstExpr::Cast { op, value, to } => {
                let leaves = self.typed(value)?;
                self.cast(*op, leaves, &value.ty, to)
            }
            ConstExpr::Binary { op, lhs, rhs } => {
                let (a, b) = (self.typed(lhs)?, self.typed(rhs)?);
                self.binary(*op, &lhs.ty, a, b)
            }
            ConstExpr::ICmp { predicate, lhs, rhs } => {
                let (a, b) = (self.typed(lhs)?, self.typed(rhs)?);
                Ok(self.compare_integers(*predicate, a, b))
            }
            ConstExpr::FCmp { predicate, lhs, rhs } => {
                let (a, b) = (self.typed(lhs)?, self.typed(rhs)?);
                self.compare_floats(*predicate, &lhs.ty, a, b)
            }
            ConstExpr::Select { condition, then, otherwise } => {
                let condition = self.typed(condition)?;
                let (a, b) = (self.typed(then)?, self.typed(otherwise)?);
                self.choose(condition, a, b)
            }
        }
    }
}

//! What constants are: numbers, or addresses of symbols with an offset.

use super::emit::{mask, signed};
use super::types::{Lower, Unsupported, fields, scalar_sort, size_of, unsupported};
use crate::ast::{BinaryOp, CastOp, ConstExpr, Constant, Symbol, Type, TypedConstant};
use crate::layout::TypeTable;

/// A scalar constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A number.
    Number(u128),
    /// The address of a symbol and an offset.
    Address(Symbol, i64),
    /// Not initialised.
    Undef,
}

/// The symbol and the offset that a constant address consists of.
pub(super) fn symbol_and_offset(types: &TypeTable, value: &TypedConstant) -> Lower<(Symbol, i64)> {
    match evaluate(types, value)? {
        Scalar::Address(symbol, offset) => Ok((symbol, offset)),
        _ => unsupported("an address that is a number"),
    }
}

/// The symbol and the offset that an entry `trunc (sub (ptrtoint target), (ptrtoint table))` of `table` means.
pub(super) fn distance_target(
    types: &TypeTable,
    entry: &TypedConstant,
    table: Symbol,
) -> Lower<(Symbol, i64)> {
    let other = || unsupported("a table of distances with another entry");
    let Constant::Expr(trunc) = &entry.value else { return other() };
    let ConstExpr::Cast { op: CastOp::Trunc, value, .. } = &**trunc else { return other() };
    let Constant::Expr(difference) = &value.value else { return other() };
    let ConstExpr::Binary { op: BinaryOp::Sub, lhs, rhs } = &**difference else { return other() };
    let (origin, 0) = symbol_and_offset(types, rhs)? else { return other() };
    if origin != table {
        return other();
    }
    symbol_and_offset(types, lhs)
}

pub(super) fn evaluate(types: &TypeTable, constant: &TypedConstant) -> Lower<Scalar> {
    Ok(match &constant.value {
        Constant::Int(n) | Constant::Float(n) => Scalar::Number(*n),
        Constant::Null | Constant::Zero => Scalar::Number(0),
        Constant::Undef | Constant::Poison => Scalar::Undef,
        Constant::Symbol(symbol) => Scalar::Address(*symbol, 0),
        Constant::Expr(expr) => expression(types, expr)?,
        Constant::Unsupported(text) => return unsupported(format!("constant {text}")),
        _ => return unsupported("an aggregate where a scalar is expected"),
    })
}

fn expression(types: &TypeTable, expr: &ConstExpr) -> Lower<Scalar> {
    match expr {
        ConstExpr::GetElementPtr { source, base, indices } => {
            let offset = constant_offset(types, source, indices)?;
            add(evaluate(types, base)?, Scalar::Number(offset as u64 as u128), 64)
        }
        ConstExpr::Cast { op, value, to } => cast(types, *op, value, to),
        ConstExpr::Binary { op, lhs, rhs } => {
            let width = scalar_sort(&lhs.ty)?.and_then(|s| s.width()).unwrap_or(64);
            let (a, b) = (evaluate(types, lhs)?, evaluate(types, rhs)?);
            match op {
                BinaryOp::Add => add(a, b, width),
                BinaryOp::Sub => subtract(a, b, width),
                BinaryOp::Mul => numbers(a, b, width, u128::wrapping_mul),
                BinaryOp::And => numbers(a, b, width, |a, b| a & b),
                BinaryOp::Or => numbers(a, b, width, |a, b| a | b),
                BinaryOp::Xor => numbers(a, b, width, |a, b| a ^ b),
                BinaryOp::Shl => numbers(a, b, width, |a, b| a.checked_shl(b as u32).unwrap_or(0)),
                BinaryOp::LShr => numbers(a, b, width, |a, b| a.checked_shr(b as u32).unwrap_or(0)),
                op => unsupported(format!("constant {}", op.name())),
            }
        }
        ConstExpr::ICmp { .. } => unsupported("constant icmp"),
        ConstExpr::FCmp { .. } => unsupported("constant fcmp"),
        ConstExpr::Select { .. } => unsupported("constant select"),
    }
}

fn cast(types: &TypeTable, op: CastOp, value: &TypedConstant, to: &Type) -> Lower<Scalar> {
    let inner = evaluate(types, value)?;
    let width = |ty: &Type| Ok(scalar_sort(ty)?.and_then(|s| s.width()).unwrap_or(0));
    let (from, to) = (width(&value.ty)?, width(to)?);
    match (op, inner) {
        (_, Scalar::Undef) => Ok(Scalar::Undef),
        (CastOp::SExt, Scalar::Number(n)) => Ok(Scalar::Number(signed(from, n) as u128 & mask(to))),
        (
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::Bitcast
            | CastOp::AddrSpaceCast,
            Scalar::Number(n),
        ) => Ok(Scalar::Number(n & mask(to))),
        (_, Scalar::Address(..)) if to == 64 => Ok(inner),
        (_, Scalar::Address(..)) => unsupported("a part of an address"),
        (op, Scalar::Number(_)) => unsupported(format!("constant {}", op.name())),
    }
}

fn add(a: Scalar, b: Scalar, width: u32) -> Lower<Scalar> {
    match (a, b) {
        (Scalar::Address(symbol, offset), Scalar::Number(n))
        | (Scalar::Number(n), Scalar::Address(symbol, offset)) => {
            Ok(Scalar::Address(symbol, offset.wrapping_add(n as u64 as i64)))
        }
        (a, b) => numbers(a, b, width, u128::wrapping_add),
    }
}

fn subtract(a: Scalar, b: Scalar, width: u32) -> Lower<Scalar> {
    match (a, b) {
        (Scalar::Address(symbol, offset), Scalar::Number(n)) => {
            Ok(Scalar::Address(symbol, offset.wrapping_sub(n as u64 as i64)))
        }
        (Scalar::Address(s, x), Scalar::Address(t, y)) if s == t => {
            Ok(Scalar::Number(x.wrapping_sub(y) as u128 & mask(width)))
        }
        (a, b) => numbers(a, b, width, u128::wrapping_sub),
    }
}

fn numbers(a: Scalar, b: Scalar, width: u32, f: impl Fn(u128, u128) -> u128) -> Lower<Scalar> {
    match (a, b) {
        (Scalar::Number(a), Scalar::Number(b)) => Ok(Scalar::Number(f(a, b) & mask(width))),
        (Scalar::Undef, _) | (_, Scalar::Undef) => Ok(Scalar::Undef),
        _ => unsupported("the difference of two addresses"),
    }
}

/// The bytes that constant indices lead away from the base.
fn constant_offset(types: &TypeTable, source: &Type, indices: &[TypedConstant]) -> Lower<i64> {
    let mut offset = 0i64;
    let mut ty = source.clone();
    for (i, index) in indices.iter().enumerate() {
        let width = scalar_sort(&index.ty)?.and_then(|s| s.width()).unwrap_or(64);
        let Scalar::Number(n) = evaluate(types, index)? else {
            return unsupported("an address as an index");
        };
        let n = signed(width, n) as i64;
        let element = match &ty {
            _ if i == 0 => ty,
            Type::Array(_, element) | Type::Vector(_, element) => Type::clone(element),
            _ => {
                let body = fields(types, &ty)?.clone();
                let index = usize::try_from(n).unwrap_or(usize::MAX);
                let Some(field) = body.fields.get(index) else {
                    return unsupported("a field that its type does not have");
                };
                let start = types.field_offset(&body, index);
                let start = start.map_err(|e| Unsupported(e.to_string()))?;
                offset = offset.wrapping_add(start as i64);
                ty = field.clone();
                continue;
            }
        };
        offset = offset.wrapping_add(n.wrapping_mul(size_of(types, &element)? as i64));
        ty = element;
    }
    Ok(offset)
}

//! How LLVM types come apart into scalars.

use crate::ast::{FloatKind, StructType, Type};
use crate::layout::TypeTable;
use effigy_base::sort::Sort;
use std::sync::Arc;

/// A construct that is not supported, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsupported(pub String);

/// A step of the lowering; an error becomes an instruction that stops the path.
pub(super) type Lower<T> = Result<T, Unsupported>;

/// The most scalars that one value is taken apart into.
const MOST_LEAVES: u64 = 4096;

/// Says that `what` is not supported.
pub(super) fn unsupported<T>(what: impl Into<String>) -> Lower<T> {
    Err(Unsupported(what.into()))
}

/// The sort of a scalar type; `None` for aggregates, vectors and types without values.
pub(super) fn scalar_sort(ty: &Type) -> Lower<Option<Sort>> {
    Ok(Some(match ty {
        Type::Int(1) => Sort::Bool,
        Type::Int(width @ 1..=128) => Sort::BitVec(*width),
        Type::Int(width) => return unsupported(format!("integers of {width} bits")),
        Type::Float(kind) => Sort::BitVec(kind.bits()),
        Type::Ptr(_) => Sort::BitVec(64),
        Type::Unsupported(text) => return unsupported(format!("type {text}")),
        _ => return Ok(None),
    }))
}

/// The number of scalars in a type.
pub(super) fn leaf_count(types: &TypeTable, ty: &Type) -> Lower<usize> {
    count(types, ty, 0).map(|n| n as usize)
}

fn count(types: &TypeTable, ty: &Type, depth: u32) -> Lower<u64> {
    if depth > 64 {
        return unsupported("a type nested deeper than 64 levels");
    }
    if is_empty(types, ty)? {
        return Ok(0);
    }
    let n = match ty {
        Type::Array(n, element) => n.saturating_mul(count(types, element, depth + 1)?),
        Type::Vector(n, element) => u64::from(*n).saturating_mul(count(types, element, depth + 1)?),
        Type::Struct(_) | Type::Named(_) => {
            let mut sum = 0u64;
            for field in fields(types, ty)?.fields.iter() {
                sum = sum.saturating_add(count(types, field, depth + 1)?);
            }
            sum
        }
        Type::Void | Type::Metadata => 0,
        Type::Label | Type::Token | Type::Function(_) => {
            return unsupported(format!("a value of type {}", type_name(ty)));
        }
        _ => return scalar_sort(ty).map(|_| 1),
    };
    if n > MOST_LEAVES {
        return unsupported(format!("a value of {n} scalars"));
    }
    Ok(n)
}

/// Whether an aggregate takes no memory; then it is not worth a walk, however often it is repeated.
fn is_empty(types: &TypeTable, ty: &Type) -> Lower<bool> {
    match ty {
        Type::Array(..) | Type::Struct(_) | Type::Named(_) => Ok(size_of(types, ty)? == 0),
        _ => Ok(false),
    }
}

/// The sorts of the scalars in a type, in order.
pub(super) fn leaf_sorts(types: &TypeTable, ty: &Type) -> Lower<Vec<Sort>> {
    let mut sorts = Vec::with_capacity(leaf_count(types, ty)?);
    collect(types, ty, &mut sorts)?;
    Ok(sorts)
}

fn collect(types: &TypeTable, ty: &Type, sorts: &mut Vec<Sort>) -> Lower<()> {
    match ty {
        _ if is_empty(types, ty)? => {}
        Type::Array(n, element) => {
            for _ in 0..*n {
                collect(types, element, sorts)?;
            }
        }
        Type::Vector(n, element) => {
            for _ in 0..*n {
                collect(types, element, sorts)?;
            }
        }
        Type::Struct(_) | Type::Named(_) => {
            for field in fields(types, ty)?.fields.iter() {
                collect(types, field, sorts)?;
            }
        }
        _ => sorts.extend(scalar_sort(ty)?),
    }
    Ok(())
}

/// The fields of a struct type.
pub(super) fn fields<'t>(types: &'t TypeTable, ty: &'t Type) -> Lower<&'t Arc<StructType>> {
    match types.fields(ty) {
        Some(fields) => Ok(fields),
        None => unsupported(format!("a value of {}", type_name(ty))),
    }
}

/// The number of lanes and the element of a vector, one lane for anything else.
pub(super) fn lanes(ty: &Type) -> (usize, &Type) {
    match ty {
        Type::Vector(n, element) => (*n as usize, element),
        _ => (1, ty),
    }
}

/// The format of a float or of a vector's floats.
pub(super) fn float_kind(ty: &Type) -> Option<FloatKind> {
    match lanes(ty).1 {
        Type::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// The size of a type in memory, with its padding.
pub(super) fn size_of(types: &TypeTable, ty: &Type) -> Lower<u64> {
    types.size_of(ty).map_err(|e| Unsupported(e.to_string()))
}

/// The type of the member at `path` and the place of its first scalar.
pub(super) fn member(types: &TypeTable, ty: &Type, path: &[u32]) -> Lower<(usize, Type)> {
    let (mut first, mut ty) = (0, ty.clone());
    for index in path {
        let next = match &ty {
            Type::Array(_, element) => {
                first += leaf_count(types, element)? * *index as usize;
                Type::clone(element)
            }
            Type::Struct(_) | Type::Named(_) => {
                let fields = fields(types, &ty)?;
                for field in fields.fields.iter().take(*index as usize) {
                    first += leaf_count(types, field)?;
                }
                match fields.fields.get(*index as usize) {
                    Some(field) => field.clone(),
                    None => return unsupported("a member that its type does not have"),
                }
            }
            _ => return unsupported(format!("a member of {}", type_name(&ty))),
        };
        ty = next;
    }
    Ok((first, ty))
}

/// A type for people.
pub(super) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(kind) => kind.name().to_owned(),
        Type::Ptr(_) => "ptr".to_owned(),
        Type::Array(n, element) => format!("[{n} x {}]", type_name(element)),
        Type::Vector(n, element) => format!("<{n} x {}>", type_name(element)),
        Type::Struct(_) => "a struct".to_owned(),
        Type::Named(_) => "an opaque struct".to_owned(),
        Type::Function(_) => "a function".to_owned(),
        Type::Label => "label".to_owned(),
        Type::Token => "token".to_owned(),
        Type::Metadata => "metadata".to_owned(),
        Type::Unsupported(text) => text.to_string(),
    }
}

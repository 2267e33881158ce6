//! Integers of both kinds as data, and back.

use crate::outcome::Datum;
use effigy_base::sort::Scalar;
use effigy_base::value::{ArrayValue, Value};
use effigy_lang_pli::lower::Integers;
use num_bigint::BigInt;

/// An integer, or an array of integers; `None` for any other value.
pub(crate) fn datum(value: &Value) -> Option<Datum> {
    let Value::Array(array) = value else { return integer(value).map(Datum::Integer) };
    let elements = array.entries().map(|(index, element)| integer(index).zip(integer(element)));
    Some(Datum::Array {
        default: integer(array.default_element())?,
        elements: elements.collect::<Option<_>>()?,
    })
}

fn integer(value: &Value) -> Option<BigInt> {
    if let Some(integer) = value.as_int() {
        return Some(integer.clone());
    }
    let width = value.sort().width().filter(|width| *width <= 128)?;
    let unused = 128 - width;
    Some(BigInt::from((value.scalar()? << unused) as i128 >> unused))
}

/// The value of a datum for a run on integers of this kind; `None` when it does not fit them.
pub(super) fn value(datum: &Datum, integers: Integers) -> Option<Value> {
    match datum {
        Datum::Integer(n) => scalar(n, integers),
        Datum::Array { default, elements } => {
            let index = integers.sort().scalar()?;
            let mut array = ArrayValue::new(index, scalar(default, integers)?);
            for (at, element) in elements {
                array.store(scalar(at, integers)?, scalar(element, integers)?);
            }
            Some(Value::Array(array))
        }
    }
}

fn scalar(n: &BigInt, integers: Integers) -> Option<Value> {
    match integers.sort().scalar()? {
        Scalar::Int => Some(Value::Int(n.clone())),
        Scalar::BitVec(width) => {
            let n = i32::try_from(n).ok()?;
            Some(Value::bits(width, n as u32 as u128))
        }
        Scalar::Bool => None,
    }
}

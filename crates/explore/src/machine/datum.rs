//! Values as data of integers, and back.

use effigy_base::sort::Scalar;
use effigy_base::value::{ArrayValue, Value};
use effigy_outcome::Datum;
use num_bigint::BigInt;

/// An integer, or an array of integers; truth values are 0 and 1. `None` for a value of more than 128 bits.
pub fn datum(value: &Value) -> Option<Datum> {
    let Value::Array(array) = value else { return integer(value).map(Datum::Integer) };
    let elements = array.entries().map(|(index, element)| integer(index).zip(integer(element)));
    Some(Datum::Array {
        default: integer(array.default_element())?,
        elements: elements.collect::<Option<_>>()?,
    })
}

fn integer(value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(n) => return Some(n.clone()),
        Value::Bool(truth) => return Some(BigInt::from(u8::from(*truth))),
        _ => {}
    }
    let width = value.sort().width().filter(|width| *width <= 128)?;
    let unused = 128 - width;
    Some(BigInt::from((value.scalar()? << unused) as i128 >> unused))
}

/// The value of a datum, of integers without bounds: a run takes it for the sort that it needs.
pub fn value(datum: &Datum) -> Value {
    match datum {
        Datum::Integer(n) => Value::Int(n.clone()),
        Datum::Array { default, elements } => {
            let mut array = ArrayValue::new(Scalar::Int, Value::Int(default.clone()));
            for (at, element) in elements {
                array.store(Value::Int(at.clone()), Value::Int(element.clone()));
            }
            Value::Array(array)
        }
    }
}

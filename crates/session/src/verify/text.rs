//! Values as people read them.

use crate::outcome::value::Value;
use effigy_base::value::{ArrayValue, Value as Concrete};
use effigy_explore::machine::datum;
use effigy_floyd::VariableValue;

/// Elements of an array that are written out.
const MOST_ELEMENTS: i128 = 16;

/// A variable with its value.
pub(super) fn value(variable: &VariableValue) -> Value {
    let text = match (&variable.value, &variable.bounds) {
        (None, _) => "unset".to_owned(),
        (Some(Concrete::Array(array)), Some((low, high))) => bounded(array, low, high),
        (Some(value), _) => concrete(value),
    };
    let datum = variable.value.as_ref().and_then(datum);
    Value { name: variable.name.clone(), text, datum }
}

/// What a path read.
pub(super) fn input((name, value): &(String, Concrete)) -> Value {
    Value { name: name.clone(), text: concrete(value), datum: datum(value) }
}

/// An array between its bounds, all elements when they are few.
fn bounded(array: &ArrayValue, low: &Concrete, high: &Concrete) -> String {
    let (Some(first), Some(last)) = (number(low), number(high)) else { return table(array) };
    // Bounds that exclude each other are those of an array whose bounds nobody knows.
    if first > last || last.checked_sub(first).is_none_or(|more| more >= MOST_ELEMENTS) {
        return table(array);
    }
    let element = |index: i128| {
        let at = match low {
            Concrete::BitVec(bits) => Concrete::bits(bits.width(), index as u128),
            _ => Concrete::int(index),
        };
        format!("{index}: {}", concrete(array.select(&at)))
    };
    let elements: Vec<String> = (first..=last).map(element).collect();
    format!("[{}]", elements.join(", "))
}

fn table(array: &ArrayValue) -> String {
    let entries = array.entries().map(|(i, e)| format!("{}: {}", concrete(i), concrete(e)));
    let rest = format!("else: {}", concrete(array.default_element()));
    let all: Vec<String> = entries.chain([rest]).collect();
    format!("[{}]", all.join(", "))
}

fn concrete(value: &Concrete) -> String {
    match value {
        Concrete::Array(array) => table(array),
        Concrete::BitVec(_) => number(value).map_or_else(|| value.to_string(), |n| n.to_string()),
        other => other.to_string(),
    }
}

/// A number with its sign.
fn number(value: &Concrete) -> Option<i128> {
    match value {
        Concrete::Int(n) => i128::try_from(n).ok(),
        Concrete::BitVec(bits) => {
            let (width, unsigned) = (bits.width(), bits.to_u128()?);
            let negative = width < 128 && unsigned >> (width - 1) & 1 == 1;
            Some(if negative { unsigned as i128 - (1 << width) } else { unsigned as i128 })
        }
        _ => None,
    }
}

//! Values as solvers write them.

use effigy_base::bits::BitVec;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::sexpr::{Expressions, Place};

/// The value of an expression of a known sort; `None` when it is not one.
pub(crate) fn value(all: &Expressions<'_>, place: Place, sort: Sort) -> Option<Value> {
    match sort {
        Sort::Bool => match all.atom(place)? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::BitVec(width) => bits(all, place, width).map(Value::BitVec),
        Sort::Int => integer(all, place).map(Value::Int),
        Sort::Real => real(all, place).map(Value::Real),
        Sort::Named(sort) => Some(Value::Element { sort, name: all.text(place).as_str().into() }),
        Sort::Array { index, element } => array(all, place, index, element).map(Value::Array),
    }
}

/// `#x..`, `#b..` or `(_ bvN width)`.
fn bits(all: &Expressions<'_>, place: Place, width: u32) -> Option<BitVec> {
    let Some(atom) = all.atom(place) else {
        let [underscore, number, _] = all.list(place)? else { return None };
        let digits =
            all.atom(*number)?.strip_prefix("bv").filter(|_| all.atom(*underscore) == Some("_"))?;
        return BitVec::parse(width, digits, 10);
    };
    match (atom.strip_prefix("#x"), atom.strip_prefix("#b")) {
        (Some(digits), _) if digits.len() as u32 * 4 == width => BitVec::parse(width, digits, 16),
        (_, Some(digits)) if digits.len() as u32 == width => BitVec::parse(width, digits, 2),
        _ => None,
    }
}

/// Decimal digits, or `(- digits)`.
fn integer(all: &Expressions<'_>, place: Place) -> Option<BigInt> {
    let digits = |place| BigInt::parse_bytes(all.atom(place)?.as_bytes(), 10);
    match all.list(place) {
        None => digits(place),
        Some([minus, number]) if all.atom(*minus) == Some("-") => digits(*number).map(|n| -n),
        Some(_) => None,
    }
}

/// `1.5`, `(/ 1.0 2.0)`, or one of them negated.
fn real(all: &Expressions<'_>, place: Place) -> Option<BigRational> {
    let Some(items) = all.list(place) else {
        let (whole, fraction) = all.atom(place)?.split_once('.').unwrap_or((all.atom(place)?, ""));
        let over = BigInt::parse_bytes(format!("{whole}{fraction}").as_bytes(), 10)?;
        let under = BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?);
        return Some(BigRational::new(over, under));
    };
    match (all.atom(*items.first()?)?, items) {
        ("-", [_, size]) => real(all, *size).map(|size| -size),
        ("/", [_, over, under]) => {
            let under = real(all, *under).filter(|under| *under != BigRational::default())?;
            Some(real(all, *over)? / under)
        }
        _ => None,
    }
}

/// A chain of `store` on a constant array, possibly with `let`s around parts of it.
fn array(
    all: &Expressions<'_>,
    place: Place,
    index: Scalar,
    element: Scalar,
) -> Option<ArrayValue> {
    let mut names: FxHashMap<&str, Place> = FxHashMap::default();
    let mut stores = Vec::new();
    let mut at = place;
    let default = loop {
        if let Some(name) = all.atom(at) {
            at = names.remove(name)?;
            continue;
        }
        let items = all.list(at)?;
        let head = all.atom(*items.first()?);
        match (head, items) {
            (Some("store"), [_, below, index, element]) => {
                stores.push((*index, *element));
                at = *below;
            }
            (Some("let"), [_, bindings, body]) => {
                for binding in all.list(*bindings)? {
                    let [name, bound] = all.list(*binding)? else { return None };
                    names.insert(all.atom(*name)?, *bound);
                }
                at = *body;
            }
            (None, [sort, default])
                if all.list(*sort)?.first().and_then(|a| all.atom(*a)) == Some("as") =>
            {
                break *default;
            }
            _ => return None,
        }
    };
    let mut result = ArrayValue::new(index, value(all, default, element.into())?);
    for (at, stored) in stores.iter().rev() {
        result.store(value(all, *at, index.into())?, value(all, *stored, element.into())?);
    }
    Some(result)
}

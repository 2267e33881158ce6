//! Inputs that are given by their names, as in `stdin=good`, `arg1=-x`, `N=5`, `A(3)=5`.

use effigy_outcome::{Datum, InputObject, Outcome, TestCase};
use num_bigint::{BigInt, Sign};

/// Bytes of a number that is given: the widest input has as many.
const NUMBER: usize = 16;

/// A test without inputs and without a prediction.
pub fn no_inputs() -> TestCase {
    TestCase {
        number: 0,
        arguments: Vec::new(),
        stdin: None,
        objects: Vec::new(),
        predicted: Outcome::Exit(0),
        results: Vec::new(),
        threads: false,
    }
}

/// Adds an input to a test, or puts it into the place of the one that it has. A run that begins at a function of its own has
/// no arguments of a program: `arg1` is a parameter's name there.
///
/// # Errors
/// What is wrong with the value, or with the name.
pub fn add(
    case: &mut TestCase,
    (name, value): (&str, &str),
    of_program: bool,
) -> Result<(), String> {
    if name == "stdin" {
        case.stdin = Some(value.as_bytes().to_vec());
        return Ok(());
    }
    let number = name.strip_prefix("arg").and_then(|n| n.parse::<usize>().ok());
    if let Some(number) = number.filter(|_| of_program) {
        let known = case.arguments.len();
        match number.checked_sub(1).filter(|index| *index <= known) {
            Some(index) if index < known => case.arguments[index] = value.as_bytes().to_vec(),
            Some(_) => case.arguments.push(value.as_bytes().to_vec()),
            None => return Err(format!("`{name}` is given before `arg{}`", known + 1)),
        }
        return Ok(());
    }
    let wrong = || format!("`{value}` is no integer");
    let value = integer(value).ok_or_else(wrong)?;
    let Some((name, index)) = element(name)? else {
        case.objects.retain(|object| object.name != name);
        case.objects.push(InputObject {
            number: true,
            value: Some(Datum::Integer(value.clone())),
            ..InputObject::new(name, little_endian(&value))
        });
        return Ok(());
    };
    let at = match case.objects.iter().position(|object| object.name == name) {
        Some(at) => at,
        None => {
            case.objects.push(InputObject::new(name, Vec::new()));
            case.objects.len() - 1
        }
    };
    let object = &mut case.objects[at];
    match &mut object.value {
        Some(Datum::Array { elements, .. }) => {
            elements.insert(index, value);
        }
        _ => {
            let elements = [(index, value)].into_iter().collect();
            object.value = Some(Datum::Array { default: BigInt::ZERO, elements });
        }
    }
    Ok(())
}

/// The name of an array and an index.
fn element(name: &str) -> Result<Option<(&str, BigInt)>, String> {
    let inside = name.strip_suffix(')').and_then(|text| text.split_once('('));
    let Some((array, index)) = inside else { return Ok(None) };
    let index = integer(index).ok_or_else(|| format!("`{index}` is no integer"))?;
    Ok(Some((array, index)))
}

/// A decimal number, or a hexadecimal one after `0x`.
fn integer(text: &str) -> Option<BigInt> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (Sign::Minus, digits),
        None => (Sign::Plus, text),
    };
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = BigInt::parse_bytes(digits.as_bytes(), radix).filter(|_| plain)?;
    Some(if sign == Sign::Minus { -value } else { value })
}

/// The low bytes of a number, in two's complement.
fn little_endian(value: &BigInt) -> Vec<u8> {
    let mut bytes = value.to_signed_bytes_le();
    let filling = if value.sign() == Sign::Minus { 0xff } else { 0 };
    bytes.resize(NUMBER, filling);
    bytes
}

#[cfg(test)]
mod tests;

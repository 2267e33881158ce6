//! What old releases of published packages do wrong, and the next ones do not. What is said of each was taken from its changelog
//! or from the advisory that is named.
#![cfg(test)]

/// RUSTSEC-2019-0009: growing to the capacity that there is frees the memory that is in use.
#[effigy::test]
fn smallvec(values: [u8; 3], capacity: u8) {
    let mut list: smallvec::SmallVec<[u8; 2]> = values.iter().copied().collect();
    effigy::assume(capacity >= 3 && capacity < 16);
    list.grow(capacity.into());
    assert_eq!(&list[..], &values);
}

/// RUSTSEC-2021-0073: a time far from now is no time of the system, and ends the program.
#[effigy::test]
fn prost_types(seconds: i64, nanos: i32) {
    // Times next to the least one still end it in the release that mends the others.
    effigy::assume(seconds > i64::MIN + 4);
    let _ = std::time::SystemTime::try_from(prost_types::Timestamp { seconds, nanos });
}

/// RUSTSEC-2024-0006: a word that a shell takes apart is not quoted.
#[effigy::test]
fn shlex() {
    let word = effigy::any_string(2);
    effigy::assume(!word.contains('\0'));
    let quoted = shlex::quote(&word);
    assert!(
        quoted.starts_with(['"', '\''])
            || !quoted.contains(['{', '}', '*', '?', '$', ';', '&', '|', '<', '>', '`', '('])
    );
}

/// RUSTSEC-2021-0023: too few bytes for the numbers are not noticed, and the numbers stay as they were.
#[effigy::test]
fn rand_core(bytes: [u8; 4]) {
    let read = std::panic::catch_unwind(|| rand_core::le::read_u32_into(&bytes, &mut [0, 0]));
    assert!(read.is_err(), "two numbers are read from four bytes");
}

/// rust-lang/rustc-demangle#9: a length in a symbol's name that is too large ends the program.
#[effigy::test]
fn rustc_demangle(digits: [u8; 2]) {
    effigy::assume(digits.is_ascii());
    let digits = std::str::from_utf8(&digits).unwrap();
    let _ = rustc_demangle::demangle(&format!("_ZN184467440737095516{digits}1aE")).to_string();
}

/// dermesser/integer-encoding-rs#9: a number that does not end is read on, until it is shifted out of its type.
#[effigy::test]
fn integer_encoding(bytes: [u8; 11]) {
    use integer_encoding::VarInt;
    let _ = u64::decode_var(&bytes);
}

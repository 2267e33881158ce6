//! A property of each of twenty-two published packages, over all values up to a size.
#![cfg(test)]

/// Any vector of at most six bytes is searched as by a plain loop.
#[effigy::test]
fn memchr(needle: u8) {
    let text = effigy::any_vec::<u8>(6);
    assert_eq!(memchr::memchr(needle, &text), text.iter().position(|byte| *byte == needle));
    assert_eq!(memchr::memrchr(needle, &text), text.iter().rposition(|byte| *byte == needle));
}

/// Two bytes are no value, or one that is written and read again.
#[effigy::test]
fn serde_json(text: [u8; 2]) {
    if let Ok(value) = serde_json::from_slice::<serde_json::Value>(&text) {
        let written = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), value);
    }
}

/// The powers of two from 1/8 to 16 are printed as what reads back.
#[effigy::test]
fn ryu(exponent: u8) {
    effigy::assume(exponent < 8);
    let number = f32::from_bits((124 + u32::from(exponent)) << 23);
    assert_eq!(
        ryu::Buffer::new().format_finite(number).parse::<f32>().unwrap().to_bits(),
        number.to_bits()
    );
}

/// Three insertions, one removal: a map has what a list of pairs has.
#[effigy::test]
fn hashbrown(keys: [u8; 3], removed: u8) {
    let mut map = hashbrown::HashMap::with_hasher(fnv::FnvBuildHasher::default());
    for (value, key) in keys.iter().enumerate() {
        map.insert(key & 7, value);
    }
    map.remove(&(removed & 7));
    let last = keys.iter().rposition(|key| key & 7 == 5).filter(|_| removed & 7 != 5);
    assert_eq!(map.get(&5).copied(), last);
}

/// A number of at most four characters is read as by `std`.
#[effigy::test]
fn nom() {
    use nom::{IResult, Parser, character::complete::u8 as number, combinator::all_consuming};
    let text = effigy::any_string(4);
    let read: IResult<&str, u8> = all_consuming(number).parse(text.as_str());
    let plain = text.parse::<u8>().ok().filter(|_| !text.starts_with('+'));
    assert_eq!(read.ok().map(|(_, value)| value), plain);
}

/// `a(b|c)*d` matches four characters as a loop does.
#[effigy::test]
fn regex_lite(text: [u8; 4]) {
    effigy::assume(text.is_ascii());
    let text = std::str::from_utf8(&text).unwrap();
    let inner = text.strip_prefix('a').and_then(|rest| rest.strip_suffix('d'));
    let plain = inner.is_some_and(|inner| inner.chars().all(|c| c == 'b' || c == 'c'));
    assert_eq!(regex_lite::Regex::new("^a(b|c)*d$").unwrap().is_match(text), plain);
}

/// A request for a path of any four bytes is refused, or its path is what was sent.
#[effigy::test]
fn httparse(path: [u8; 4]) {
    let text = [b"GET ", &path[..], b" HTTP/1.1\r\n\r\n"].concat();
    let mut headers = [httparse::EMPTY_HEADER; 1];
    let mut request = httparse::Request::new(&mut headers);
    let is_whole = request.parse(&text).is_ok_and(|status| status.is_complete());
    effigy::cover!(is_whole, "a request");
    assert!(!is_whole || request.path.map(str::as_bytes) == Some(&path[..]));
}

/// `0.0.` and any three characters are no version, or one that is written as it was read.
#[effigy::test]
fn semver() {
    let text = format!("0.0.{}", effigy::any_string(3));
    if let Ok(version) = semver::Version::parse(&text) {
        assert_eq!(version.to_string(), text);
    }
}

/// An identifier with any four bytes is printed as what reads back.
#[effigy::test]
fn uuid(content: [u8; 4]) {
    let mut bytes = [0x5a; 16];
    bytes[6..10].copy_from_slice(&content);
    let id = uuid::Uuid::from_bytes(bytes);
    assert_eq!(uuid::Uuid::parse_str(&id.to_string()).unwrap(), id);
}

/// Days of the years 2000 to 2003 have the number in their year that they were made from.
#[effigy::test]
fn time(year: u8, day: u16) {
    effigy::assume(year < 4 && day <= 400);
    if let Ok(date) = time::Date::from_ordinal_date(2000 + i32::from(year), day) {
        assert_eq!((date.year(), date.ordinal()), (2000 + i32::from(year), day));
        assert_eq!(time::Date::from_calendar_date(date.year(), date.month(), date.day()), Ok(date));
    }
}

/// Three bytes are encoded as what decodes to them.
#[effigy::test]
fn base64(bytes: [u8; 3]) {
    use base64::{Engine, prelude::BASE64_STANDARD};
    assert_eq!(BASE64_STANDARD.decode(BASE64_STANDARD.encode(bytes)).unwrap(), bytes);
}

/// A stored block of any two bytes, whose length may be wrong, is unpacked to them or refused.
#[effigy::test]
fn miniz_oxide(bytes: [u8; 2], length: u8) {
    let packed = [1, length, 0, !length, 0xff, bytes[0], bytes[1]];
    let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, 8);
    assert_eq!(unpacked.ok(), bytes.get(..length.into()).map(<[u8]>::to_vec));
}

/// A number of two bytes is printed as what reads back.
#[effigy::test]
fn itoa(number: i16) {
    assert_eq!(itoa::Buffer::new().format(number).parse::<i16>(), Ok(number));
}

/// Two characters are refused, or are the digits of a byte.
#[effigy::test]
fn hex(text: [u8; 2]) {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let plain = digit(text[0]).zip(digit(text[1])).map(|(high, low)| vec![(16 * high + low) as u8]);
    assert_eq!(hex::decode(text).ok(), plain);
}

/// Any character is at most three columns wide, and exactly control characters have no width.
#[effigy::test]
fn unicode_width(character: char) {
    let width = unicode_width::UnicodeWidthChar::width(character);
    assert!(width.is_none_or(|width| width <= 3));
    assert_eq!(width.is_none(), character.is_control());
}

/// Three operations on a vector with room for two: it has what a plain one has.
#[effigy::test]
fn smallvec(values: [u8; 3], at: u8, keep: bool) {
    let mut small: smallvec::SmallVec<[u8; 2]> = values.iter().copied().collect();
    let mut plain = values.to_vec();
    effigy::assume(at < 3);
    assert_eq!(small.remove(at.into()), plain.remove(at.into()));
    small.insert(0, at);
    plain.insert(0, at);
    small.truncate(if keep { 3 } else { 1 });
    plain.truncate(if keep { 3 } else { 1 });
    assert_eq!(small.as_slice(), plain);
}

/// Three bytes are encoded as what decodes to them.
#[effigy::test]
fn percent_encoding(bytes: [u8; 3]) {
    use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, percent_encode};
    let encoded = percent_encode(&bytes, NON_ALPHANUMERIC).to_string();
    assert_eq!(percent_decode_str(&encoded).collect::<Vec<u8>>(), bytes);
}

/// Five bytes in two parts are read as the numbers that they are.
#[effigy::test]
fn bytes(content: [u8; 5], at: u8) {
    use bytes::Buf;
    effigy::assume(at <= 5);
    let mut all = bytes::Bytes::copy_from_slice(&content);
    let mut first = all.split_to(at.into());
    assert_eq!([&first[..], &all[..]].concat(), content);
    if first.remaining() >= 2 {
        assert_eq!(first.get_u16(), u16::from_be_bytes([content[0], content[1]]));
    }
}

/// The hash of four bytes is the one of the definition.
#[effigy::test]
fn fnv(bytes: [u8; 4]) {
    use std::hash::Hasher;
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(&bytes);
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    assert_eq!(hasher.finish(), bytes.iter().fold(0xcbf2_9ce4_8422_2325, step));
}

/// Three characters in snake case are in snake case.
#[effigy::test]
fn heck() {
    use heck::ToSnakeCase;
    let once = effigy::any_string(3).to_snake_case();
    assert_eq!(once.to_snake_case(), once);
}

/// The distance of two texts of two characters is the same both ways, and none only when they are equal.
#[effigy::test]
fn strsim(a: [u8; 2], b: [u8; 2]) {
    effigy::assume(a.is_ascii() && b.is_ascii());
    let (a, b) = (std::str::from_utf8(&a).unwrap(), std::str::from_utf8(&b).unwrap());
    let distance = strsim::levenshtein(a, b);
    assert_eq!(distance, strsim::levenshtein(b, a));
    assert_eq!(distance == 0, a == b);
}

/// Four pushes and a removal on a vector for three: it has what a plain one has.
#[effigy::test]
fn arrayvec(values: [u8; 4], at: u8) {
    let mut small = arrayvec::ArrayVec::<u8, 3>::new();
    let pushed = values.iter().filter(|value| small.try_push(**value).is_ok()).count();
    assert_eq!(pushed, 3);
    let removed = small.pop_at(at.into());
    assert_eq!(removed, values[..3].get(usize::from(at)).copied());
    assert_eq!(small.len(), if at < 3 { 2 } else { 3 });
}

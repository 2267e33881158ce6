//! Inputs in the words of a person.

use super::{escaped_json, printable, readable};
use effigy_session::outcome::{Input, InputKind};

fn show(kind: InputKind, bytes: &[u8]) -> String {
    readable(&Input { name: "x".to_owned(), bytes: bytes.to_vec(), kind, value: None }, 8)
}

#[test]
fn integers_are_decimal() {
    assert_eq!(show(InputKind::Integer, &[1, 2, 0, 0]), "513");
    assert_eq!(show(InputKind::Integer, &[0xff, 0xff, 0xff, 0xff]), "4294967295 (signed: -1)");
    assert_eq!(show(InputKind::Integer, &[97]), "97 ('a')");
    assert_eq!(show(InputKind::Integer, &[0x80]), "128 (signed: -128)");
    assert_eq!(
        show(InputKind::Integer, &[0xff; 16]),
        "340282366920938463463374607431768211455 (signed: -1)"
    );
}

#[test]
fn text_is_an_escaped_byte_string() {
    assert_eq!(show(InputKind::Text, b"a\n\xff\"\0"), r#"b"a\n\xff\"\x00""#);
    assert_eq!(show(InputKind::Text, b""), r#"b"""#);
    assert_eq!(show(InputKind::Text, b"0123456789"), r#"b"01234567"... (10 bytes)"#);
}

#[test]
fn other_bytes_are_text_only_when_they_read_as_text() {
    assert_eq!(show(InputKind::Bytes, b"ab\0"), r#"b"ab\x00""#);
    assert_eq!(show(InputKind::Bytes, &[1, 2, 255]), "[01 02 ff]");
    assert_eq!(show(InputKind::Bytes, &[0, 0]), "[00 00]");
}

#[test]
fn control_characters_cannot_reach_a_terminal() {
    assert_eq!(printable("a\u{1b}[31mb\n"), "a\\u{1b}[31mb\\n");
    assert_eq!(printable("é ok"), "é ok");
}

#[test]
fn json_stays_json_whatever_a_program_says() {
    let said = "a \u{80} b \u{7f} c \u{9b}31m \u{1b} é";
    let json = serde_json::to_string_pretty(&[said]).expect("text is JSON");
    let shown = super::escaped_json(&json);
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    let read: Vec<String> = serde_json::from_str(&shown).expect("it is JSON");
    assert_eq!(read, [said]);
}

#[test]
fn characters_that_turn_text_around_are_shown_as_what_they_are() {
    assert_eq!(printable("a\u{202e}b\u{2066}c"), "a\\u{202e}b\\u{2066}c");
    assert_eq!(escaped_json("\"a\u{200f}\"\n"), "\"a\\u200f\"\n");
}

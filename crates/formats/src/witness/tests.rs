use super::{NewWitness, hash, looks_like_one, read, write};
use crate::trace::{Comparison, Relation, What};

fn written() -> String {
    write(&NewWitness {
        file: "a \"b\".c".into(),
        text: b"int main(void) { return 0; }".to_vec(),
        identity: [7; 16],
        time: "2026-11-25T03:00:00Z".into(),
        version: "0.1.0".into(),
        specification: "CHECK( init(main()), LTL(G ! overflow) )".into(),
        returns: vec![(4, 34, -5), (5, 34, 7)],
        target: (9, 5),
    })
}

#[test]
fn what_is_written_is_read_back() {
    let text = written();
    assert!(looks_like_one(&text));
    let witness = read(&text).unwrap();
    assert_eq!(witness.files.len(), 1);
    assert_eq!(witness.files[0].0, "a \"b\".c");
    assert_eq!(witness.files[0].1, hash(b"int main(void) { return 0; }"));
    let places: Vec<_> = witness.steps.iter().map(|s| (s.place.line, s.place.column)).collect();
    assert_eq!(places, [(4, Some(34)), (5, Some(34)), (9, Some(5))]);
    let returns =
        |value| What::Returns(vec![Comparison { name: None, relation: Relation::Equal, value }]);
    let what: Vec<_> = witness.steps.into_iter().map(|s| s.what).collect();
    assert_eq!(what, [returns(-5), returns(7), What::Violates]);
}

#[test]
fn the_hash_is_that_of_the_standard() {
    // FIPS 180-4, the example of one block.
    let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hash(b"abc"), known);
}

#[test]
fn comparisons_of_assumptions_are_read() {
    let text = written().replace("function_return", "assumption");
    let text = text.replace("\\\\result == -5", "x_1 >= 3 && (0x10 > y) && z != -7L");
    let text = text.replace("\\\\result == 7", "u == 4294967295U");
    let witness = read(&text).unwrap();
    let one = |name: &str, relation, value| Comparison { name: Some(name.into()), relation, value };
    let expected = What::Holds(vec![
        one("x_1", Relation::AtLeast, 3),
        one("y", Relation::Below, 16),
        one("z", Relation::Differs, -7),
    ]);
    assert_eq!(witness.steps[0].what, expected);
    let expected = What::Holds(vec![one("u", Relation::Equal, 4_294_967_295)]);
    assert_eq!(witness.steps[1].what, expected);
}

#[test]
fn what_is_damaged_is_refused_with_its_line() {
    let text = written();
    let line_of = |part: &str| 1 + text.lines().position(|l| l.contains(part)).unwrap() as u32;
    for (from, to, line) in [
        ("format_version: \"2.0\"", "format_version: \"3.1\"", line_of("format_version")),
        ("language: \"C\"", "language: \"Java\"", line_of("language")),
        ("data_model: \"LP64\"", "data_model: \"ILP32\"", line_of("data_model")),
        ("\"violation_sequence\"", "\"invariant_set\"", 1),
        ("line: 9", "line: 0", line_of("line: 9")),
        ("column: 5", "column: five", line_of("column: 5")),
        ("type: \"target\"", "type: \"goal\"", line_of("\"target\"")),
        ("type: \"target\"", "type: \"function_enter\"", line_of("\"target\"")),
        ("action: \"follow\"", "action: \"ignore\"", line_of("action")),
        ("action: \"follow\"", "action: \"avoid\"", line_of("action")),
        ("\\\\result == 7", "x + 1 == 7", line_of("== 7")),
        ("\\\\result == 7", "x == 7", line_of("== 7")),
        ("    uuid:", "   uuid:", line_of("uuid")),
        ("  content:\n", "  content: [\n", line_of("content") + 1),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let error = read(&damaged).expect_err(to);
        assert_eq!(error.number, line, "{to}: {error}");
    }
    for text in ["", "- a\n- *b\n", "- {a: 1, a: 2}\n", "just a text"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

//! Damaged programs: whatever is damaged, the parser ends, and says where.

use effigy_lang_oo::parse;
use effigy_testkit::Rng;

const SOURCES: [&str; 2] = [
    include_str!("../../../../examples/oo/cell.oo"),
    include_str!("../../../../examples/oo/list.oo"),
];

const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    "=",
    ":=",
    "==",
    "*",
    "+",
    "-",
    "!",
    "? 1 :",
    "if (",
    "else ",
    "while (",
    "for (",
    "return ",
    "class C {",
    "int ",
    "x",
    "1",
    "null",
    "this",
    "new ",
    "new int[",
    "requires ",
    "ensures ",
    "invariant ",
    "acc(",
    "old(",
    "open ",
    "opening ",
    "in ",
    "predicate ",
    "pure ",
    "ghost ",
    "void f() {",
    "/*",
    "*/",
    "//",
    "\"",
    "\n",
    "\u{1a}",
    "extends ",
    "public ",
    "break;",
    "≠",
    "∧",
    "==>",
    "++",
    "+= ",
    "result",
    "main",
];

#[test]
fn damaged_programs_end_with_located_errors_or_none() {
    let (mut rng, mut refused) = (Rng::new(2021), 0);
    for _ in 0..4000 {
        let mut text = rng.pick(&SOURCES).as_bytes().to_vec();
        for _ in 0..=rng.below(4) {
            damage(&mut text, &mut rng);
        }
        let lines = text.iter().filter(|b| **b == b'\n').count() + 1;
        let (program, errors) = parse("test.oo", &text);
        for error in &errors {
            let located = (1..=lines).contains(&(error.line as usize)) && error.column > 0;
            assert!(located || error.message.starts_with("the file has no class"), "{error}");
        }
        refused += usize::from(!errors.is_empty());
        if errors.is_empty() {
            super::assert_round_trip(&program);
        }
    }
    assert!((2000..3900).contains(&refused), "{refused} were refused");
}

fn damage(text: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(text.len().max(1)).min(text.len());
    match rng.below(4) {
        0 => text.truncate(at),
        1 => {
            let end = (at + rng.below(12)).min(text.len());
            text.drain(at..end);
        }
        2 => drop(text.splice(at..at, rng.pick(PIECES).bytes())),
        _ => text.insert(at, rng.below(256) as u8),
    }
}

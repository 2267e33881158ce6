//! Programs with random damage.

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

/// One of the examples, damaged in one to four places.
pub fn damaged(rng: &mut Rng) -> Vec<u8> {
    let mut text = rng.pick(&SOURCES).as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        damage(&mut text, rng);
    }
    text
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

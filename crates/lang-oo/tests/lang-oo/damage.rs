//! Programs with random damage.

use effigy_testkit::{Rng, damage};

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
    damage(&mut text, PIECES, rng);
    text
}

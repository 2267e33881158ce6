//! Damaged models: whatever is damaged, reading and translating end, and say where.

use super::refused::errors;
use effigy_testkit::{Rng, cases, damage};
use std::path::Path;

const MODELS: [&str; 4] = [
    include_str!("../models/formulas.als"),
    include_str!("../models/fields.als"),
    include_str!("../models/signatures.als"),
    include_str!("../models/graphs.als"),
];

const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "!=",
    "->",
    "<:",
    ":>",
    "++",
    "~",
    "^",
    "*",
    "&",
    "#",
    "=>",
    "<=>",
    "|",
    "/*",
    "*/",
    "//",
    "--",
    "\"",
    "\n",
    "1",
    "x",
    "univ",
    "iden",
    "none",
    "all x: univ | ",
    "some ",
    "no ",
    "lone ",
    "one ",
    "let y = ",
    "sig S {",
    "abstract ",
    "extends ",
    "fact {",
    "pred p[",
    "fun f: ",
    "assert ",
    "run {} for 3",
    "check ",
    "open ",
    "enum E {",
    "seq ",
    "Int",
    "sum x: Int | ",
    "but exactly ",
    "'",
    "this",
    "@",
    "\u{1a}",
];

#[test]
fn damaged_models_end_with_located_errors_or_none() {
    let mut refused = 0;
    cases(0..2000, |seed| {
        let rng = &mut Rng::new(seed);
        let mut bytes = rng.pick(&MODELS).as_bytes().to_vec();
        damage(&mut bytes, PIECES, rng);
        let text = String::from_utf8_lossy(&bytes);
        let errors = errors(Path::new("damaged.als"), &text);
        let lines = text.lines().count() as u32 + 1;
        for error in &errors {
            let is_placed = (1..=lines).contains(&error.line) && error.column > 0;
            assert!(is_placed && !error.message.is_empty(), "{error}\n{text}");
        }
        refused += usize::from(!errors.is_empty());
    });
    assert!((1000..1990).contains(&refused), "{refused} were refused");
}

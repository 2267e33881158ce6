//! Damaged programs: whatever is damaged, the parser ends, and says where.

use super::example;
use effigy_lang_pli::parse;
use effigy_testkit::{Rng, cases, damage};

const PIECES: &[&str] = &[
    "(",
    ")",
    ";",
    ",",
    ":",
    "=",
    "IF ",
    "THEN ",
    "ELSE ",
    "DO ",
    "END ",
    "DO;",
    "END;",
    "X",
    "A(",
    "1",
    "\"",
    "/*",
    "*/",
    "'",
    "¬",
    "\n",
    "P: PROC;",
    "DCL ",
    "**",
    "..",
    "FORALL I IN ",
    "\u{1a}",
    "?",
    "WHILE(",
    "TO ",
    "GO TO ",
    "CALL ",
    "RETURN",
];

#[test]
fn damaged_programs_end_with_located_errors_or_none() {
    let sources: Vec<String> =
        ["sum.pli", "power.pli", "twoloops.pli", "search.pli"].iter().map(|n| example(n)).collect();
    let (mut rng, mut refused) = (Rng::new(1976), 0);
    cases(0..4000, |_| {
        let mut text = rng.pick(&sources).clone().into_bytes();
        damage(&mut text, PIECES, &mut rng);
        let lines = text.iter().filter(|b| **b == b'\n').count() + 1;
        let (program, errors) = parse("test.pli", &text);
        for error in &errors {
            let located = (1..=lines).contains(&(error.line as usize)) && error.column > 0;
            assert!(
                located || error.message.ends_with("more errors are not shown"),
                "{error}\n{}",
                text.escape_ascii()
            );
        }
        refused += usize::from(!errors.is_empty());
        if errors.is_empty() {
            super::assert_round_trip(&program);
        }
    });
    assert!(refused > 2000, "only {refused} were refused");
}

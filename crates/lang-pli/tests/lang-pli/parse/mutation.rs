//! Damaged programs: whatever is damaged, the parser ends, and says where.

use super::example;
use effigy_lang_pli::parse;
use effigy_testkit::Rng;

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
    for _ in 0..4000 {
        let mut text = rng.pick(&sources).clone().into_bytes();
        for _ in 0..=rng.below(4) {
            damage(&mut text, &mut rng);
        }
        let lines = text.iter().filter(|b| **b == b'\n').count() + 1;
        let (program, errors) = parse("test.pli", &text);
        for error in &errors {
            let located = (1..=lines).contains(&(error.line as usize)) && error.column > 0;
            assert!(located || error.message.ends_with("more errors are not shown"), "{error}");
        }
        refused += usize::from(!errors.is_empty());
        if errors.is_empty() {
            super::assert_round_trip(&program);
        }
    }
    assert!(refused > 2000, "only {refused} were refused");
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

//! Random programs that use every construct: each body satisfies the verifier, with integers of both kinds.

use super::support::Run;
use crate::damage::damaged;
use crate::writer::Writer;
use effigy_lang_oo::parse;
use effigy_testkit::{Rng, cases};

#[test]
fn generated_programs_are_lowered() {
    let mut rng = Rng::new(40);
    cases(0..400, |_| {
        let text = Writer::new(&mut rng).program();
        let functions = Run::new(&text).lowered().functions.len();
        assert_eq!(functions, Run::unbounded(&text).lowered().functions.len());
        // Six methods and procedures, each with its start, and what the starts share.
        assert_eq!(functions, 14, "{text}");
    });
}

/// What the parser lets through can be lowered.
#[test]
fn damaged_programs_without_errors_are_lowered() {
    let (mut rng, mut lowered) = (Rng::new(1996), 0);
    cases(0..3000, |_| {
        let text = damaged(&mut rng);
        if parse("test.oo", &text).1.is_empty() {
            let text = String::from_utf8(text).expect("text without errors");
            Run::unbounded(&text).lowered();
            lowered += 1;
        }
    });
    assert!(lowered > 100, "{lowered} were lowered");
}

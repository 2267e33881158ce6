//! Damaged programs: whatever is damaged, the parser ends, and says where.

use crate::damage::damaged;
use effigy_lang_oo::parse;
use effigy_testkit::{Rng, cases};

#[test]
fn damaged_programs_end_with_located_errors_or_none() {
    let (mut rng, mut refused) = (Rng::new(2021), 0);
    cases(0..4000, |_| {
        let text = damaged(&mut rng);
        let lines = text.iter().filter(|b| **b == b'\n').count() + 1;
        let (program, errors) = parse("test.oo", &text);
        for error in &errors {
            let located = (1..=lines).contains(&(error.line as usize)) && error.column > 0;
            assert!(
                located || error.message.starts_with("the file has no class"),
                "{error}\n{}",
                text.escape_ascii()
            );
        }
        refused += usize::from(!errors.is_empty());
        if errors.is_empty() {
            super::assert_round_trip(&program);
        }
    });
    assert!((2000..3900).contains(&refused), "{refused} were refused");
}

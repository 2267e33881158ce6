//! Random programs that use every construct: each body satisfies the verifier, with integers of both kinds.

use crate::support::Run;
use crate::writer::Writer;
use effigy_testkit::Rng;

#[test]
fn generated_programs_are_lowered() {
    let mut rng = Rng::new(40);
    for _ in 0..400 {
        let text = Writer::new(&mut rng).program();
        let functions = Run::new(&text).lowered().functions.len();
        assert_eq!(functions, Run::unbounded(&text).lowered().functions.len());
        // Six methods and procedures, each with its start.
        assert_eq!(functions, 12, "{text}");
    }
}

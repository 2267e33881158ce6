//! Print, parse, print: generated programs come back as the same tree.

use super::{assert_round_trip, program};
use crate::writer::Writer;
use effigy_testkit::{Rng, cases};

#[test]
fn generated_programs_come_back_equal() {
    let mut rng = Rng::new(4);
    cases(0..1500, |_| {
        assert_round_trip(&program(&Writer::new(&mut rng).program()));
    });
}

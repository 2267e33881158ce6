//! Random PL/I programs: the traces are the leaves of the execution tree.

use crate::support::{assert_same, backwards, forwards, pli};
use effigy_lang_pli::lower::Integers;
use effigy_modes::wp::unfolding::UnfoldOptions;
use effigy_testkit::Rng;
use effigy_testkit::pli::{Arithmetic, program};

/// Programs that are compared.
const PROGRAMS: usize = 300;
/// Leaves of a tree beyond which a program is passed over.
const MOST_LEAVES: usize = 60;

#[test]
fn traces_of_random_programs_are_their_leaves() {
    let mut rng = Rng::new(4_2021);
    let (mut compared, mut leaves) = (0, 0);
    while compared < PROGRAMS {
        let source = program(&mut rng, Arithmetic::Easy);
        let mut context = pli(&source, "T", Integers::Fixed);
        let Some(tree) = forwards(&mut context, MOST_LEAVES) else { continue };
        let traces = backwards(&mut context, UnfoldOptions::default());
        assert_same(&mut context, &tree, &traces, &source);
        compared += 1;
        leaves += tree.len();
    }
    assert!(leaves > 5 * PROGRAMS, "{leaves} leaves");
}

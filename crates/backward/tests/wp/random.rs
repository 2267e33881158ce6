//! Random PL/I programs: the traces are the leaves of the execution tree.

use crate::support::{assert_same, backwards, forwards, pli};
use effigy_backward::unfolding::UnfoldOptions;
use effigy_lang_pli::lower::Integers;
use effigy_testkit::pli::{Arithmetic, program};
use effigy_testkit::{Rng, cases};
use std::cell::Cell;

/// Programs that are compared, with machine integers and with unbounded ones.
const PROGRAMS: usize = 300;
const UNBOUNDED: usize = 30;
/// Leaves of a tree beyond which a program is passed over.
const MOST_LEAVES: usize = 60;

#[test]
fn traces_of_random_programs_are_their_leaves() {
    let leaves = compare(Integers::Fixed, PROGRAMS);
    assert!(leaves > 5 * PROGRAMS, "{leaves} leaves");
}

#[test]
fn traces_over_unbounded_integers_are_their_leaves() {
    let Some(_) = effigy_testkit::tool("z3") else { return };
    let leaves = compare(Integers::Unbounded, UNBOUNDED);
    assert!(leaves > 2 * UNBOUNDED, "{leaves} leaves");
}

/// Compares random programs; the number of their leaves.
fn compare(integers: Integers, programs: usize) -> usize {
    let mut rng = Rng::new(4_2021);
    let (compared, mut leaves) = (Cell::new(0), 0);
    cases((0..).take_while(|_| compared.get() < programs), |_| {
        let source = program(&mut rng, Arithmetic::Easy);
        let mut context = pli(&source, "T", integers);
        let Some(tree) = forwards(&mut context, MOST_LEAVES) else { return };
        let traces = backwards(&mut context, UnfoldOptions::default());
        assert_same(&mut context, &tree, &traces, &source);
        compared.set(compared.get() + 1);
        leaves += tree.len();
    });
    leaves
}

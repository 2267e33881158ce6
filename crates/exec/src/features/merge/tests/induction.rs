//! Induction over iterations, and the memoryless form, against concrete runs and against each other.

use super::unwinding::{ends, machine};
use super::{Merge, concrete, job, values};
use crate::features::bmc;
use crate::features::bmc::induction::{Change, Changes, Induction, Key};
use crate::features::bmc::instances::Instances;
use crate::features::bmc::unwinding::Unwinder;
use crate::features::bmc::{BmcOptions, BmcVerdict, Inductive};
use crate::testing;
use crate::testing::random::Program;
use effigy_base::id::Id;
use effigy_ir::field::FieldId;
use effigy_ir::program::FuncId;
use effigy_testkit::{Rng, cases, part};
use std::collections::BTreeSet;

fn options(unwind: u64) -> BmcOptions {
    BmcOptions { unwind, each: false, memoryless: false, induction: false, samples: false }
}

#[test]
fn the_memoryless_form_says_the_same_of_every_input() {
    cases(1..=120, |seed| {
        let source = Program::random(seed);
        let mut context = machine(job(&source, Merge::Always));
        context.features.assigns = Some(Box::new(Instances::default()));
        let unwound = Unwinder::new(&mut context).unwind(8);
        for (x, y) in values(&mut Rng::new(seed)) {
            let found = ends(&mut context, &unwound, x, y);
            let expected = Some(concrete(&source, x, y)).filter(|ending| ending != "Assumed");
            if found != ["open"] {
                assert_eq!(found, Vec::from_iter(expected), "seed {seed}, {x}, {y}\n{source}");
            }
        }
    });
}

#[test]
fn both_forms_have_one_answer() {
    let mut failed = 0;
    cases(1..=60, |seed| {
        let source = Program::random(seed);
        let job = testing::job(&source);
        let plain = bmc::check(&job, options(8), &mut |_| {}).expect("a run");
        let memoryless = BmcOptions { memoryless: true, ..options(8) };
        let memoryless = bmc::check(&job, memoryless, &mut |_| {}).expect("a run");
        assert_eq!(plain.verdict, memoryless.verdict, "seed {seed}\n{source}");
        failed += u64::from(plain.verdict == BmcVerdict::Failed);
    });
    assert!((5..55).contains(&failed), "{failed} of 60 fail");
}

/// A loop without an end over a byte of memory, with a check in it.
fn endless(change: &str, check: &str, first: u8) -> String {
    format!(
        "define @main() -> (bv32) {{
b0:
  %0: bv64 := alloc 1:bv64 align 1
  store %0, {first}:bv8
  jump b1
b1:
  %1: bv8 := load %0
  %2: bv8 := symbolic \"x\"
{change}
  store %0, %3
  %4: bool := {check}
  check %4 assertion \"holds\"
  jump b1
}}
"
    )
}

/// The answers to a program with induction, the last step's among them.
fn proved(source: &str, unwind: u64) -> (BmcVerdict, Option<Inductive>) {
    let options = BmcOptions { induction: true, ..options(unwind) };
    let run = bmc::check(&testing::job(source), options, &mut |_| {}).expect("a run");
    (run.verdict, run.steps.last().and_then(|step| step.induction.clone()))
}

#[test]
fn loops_without_a_bound_are_proved_where_iterations_follow_from_those_before() {
    // Odd stays odd.
    let odd = endless("  %3: bv8 := bvmul %1, 3:bv8", "bvult 0:bv8, %3", 1);
    assert_eq!(proved(&odd, 4), (BmcVerdict::Proved, Some(Inductive::Proved)));
    // It comes to zero from 255, and to that in iteration 254 only.
    let wrong = endless("  %3: bv8 := bvadd %1, 1:bv8", "bvult 0:bv8, %3", 1);
    let (verdict, step) = proved(&wrong, 8);
    assert_eq!((verdict, step), (BmcVerdict::Bounded, Some(Inductive::Refuted)));
    // It fails in iteration 255.
    assert_eq!(proved(&wrong, 256).0, BmcVerdict::Failed);
}

#[test]
fn what_is_unknown_or_was_stopped_is_not_proved() {
    let source = |body: &str| {
        format!(
            "declare @mystery() -> ()\ndefine @main() -> (bv32) {{\nb0:\n  %0: bv8 := symbolic \"x\"\n  \
             %1: bool := bvult %0, 5:bv8\n  branch %1, b1, b2\nb1:\n{body}  return 1:bv32\n\
             b2:\n  return 0:bv32\n}}\n"
        )
    };
    let unknown = source("  call @mystery()\n");
    for options in [options(4), BmcOptions { induction: true, ..options(4) }] {
        let verdict = |source: &str| {
            bmc::check(&testing::job(source), options, &mut |_| {}).expect("a run").verdict
        };
        assert_eq!(verdict(&unknown), BmcVerdict::Open);
        assert_eq!(verdict(&source("")), BmcVerdict::Proved);
        let job = testing::job(&source(""));
        let stopped = bmc::check(&job, options, &mut |_| job.cancel.cancel()).expect("a run");
        assert_eq!(stopped.verdict, BmcVerdict::Open);
    }
}

#[test]
fn a_loop_that_changes_what_it_does_not_show_is_not_proved() {
    // The object that the check is about is changed through a pointer in memory, in every second iteration.
    let hidden = "define @main() -> (bv32) {
b0:
  %0: bv64 := alloc 1:bv64 align 1
  %1: bv64 := alloc 8:bv64 align 8
  %2: bv64 := alloc 1:bv64 align 1
  store %0, 0:bv8
  store %1, %0
  store %2, 0:bv8
  jump b1
b1:
  %3: bv8 := load %2
  %4: bv8 := bvadd %3, 1:bv8
  store %2, %4
  %5: bool := = %4, 100:bv8
  branch %5, b2, b3
b2:
  %6: bv64 := load %1
  store %6, 7:bv8
  jump b3
b3:
  %7: bv8 := load %0
  %8: bool := = %7, 0:bv8
  check %8 assertion \"zero\"
  jump b1
}
";
    for unwind in [1, 4, 32] {
        let (verdict, _) = proved(hidden, unwind);
        assert_eq!(verdict, BmcVerdict::Bounded, "bound {unwind}");
    }
    assert_eq!(proved(hidden, 128).0, BmcVerdict::Failed);
}

#[test]
fn no_input_of_a_random_program_fails_that_is_proved_by_induction() {
    let mut inductive = 0;
    cases(1..=part(400, 3), |seed| {
        let source = Program::random(seed);
        let (verdict, step) = proved(&source, 1);
        if verdict != BmcVerdict::Proved {
            return;
        }
        inductive += u64::from(step == Some(Inductive::Proved));
        for (x, y) in values(&mut Rng::new(seed)) {
            let ending = concrete(&source, x, y);
            let fine = ending == "Assumed" || ending.starts_with("exit ");
            assert!(fine, "seed {seed}, {x}, {y}: {ending}\n{source}");
        }
    });
    assert!(inductive > part(10, 3), "{inductive} programs were proved by induction");
}

#[test]
fn of_many_places_that_a_loop_changes_all_are_changed() {
    let (head, field) = ((FuncId::from_index(0), 0), FieldId::from_index(3));
    let at = |object: u128, index: u128| {
        Change::Field(field, vec![Key::Constant(object), Key::Constant(index)])
    };
    let mut step = Induction::new(1, Changes::new());
    (0..100).for_each(|index| step.note(head, at(2, index)));
    step.note(head, at(4, 0));
    (0..100).for_each(|index| step.note(head, Change::Array(7, Some(index))));
    step.note(head, Change::Array(8, Some(1)));
    let all_of_one = Change::Field(field, vec![Key::Constant(2)]);
    let arrays = [Change::Array(7, None), Change::Array(8, Some(1))];
    let expected = BTreeSet::from_iter([all_of_one, at(4, 0)].into_iter().chain(arrays));
    assert_eq!(step.into_changes()[&head], expected);
}

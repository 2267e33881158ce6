//! Ways to run that must not change what is reported.

use crate::support::{explore, main_job};
use effigy_exec::context::Job;
use effigy_exec::explorer::Exploration;
use effigy_exec::stress::{Stress, UnknownMode};

const DECLARATIONS: &str = "declare @input_x() -> (bv8)
declare @input_y() -> (bv8)
declare @zero(bv8, bv8) -> (bv32)
declare @below(bv8, bv8, bv8) -> (bv32)
declare @larger(bv8, bv8) -> (bv8)";

/// Models that ask several questions, unwritten memory, a value that is split, an assumption, a symbolic address.
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bv64 := alloc 4:bv64 align 4
  %3: bv8 := load %2
  %4: bv8 := bvmul %3, %3
  %5: bv8 := bvadd %4, %3
  %6: bv8 := bvor %5, 1:bv8
  %7: bv32 := call @zero(%6, %0)
  %8: bv32 := call @below(%1, 100:bv8, 50:bv8)
  %9: bv8 := call @larger(%0, %1)
  %10: bv8 := bvand %9, 3:bv8
  %11: bv64 := zero_extend[64] %10
  %12: bv64 := alloc %11 align 1
  %13: bv64 := bvadd %2, %11
  store %13, %0
  %14: bv8 := load %2
  %15: bool := bvult %14, 9:bv8
  branch %15, b1, b2
b1:
  return %7
b2:
  return %8";

fn seen(job: &Job, threads: usize) -> Vec<String> {
    let explored: Exploration = explore(job, threads);
    let path = |p: &effigy_exec::explorer::PathRecord| {
        format!("{:?} {:?} {:?} {:?} {}", p.key, p.ending, p.inputs, p.condition, p.steps)
    };
    explored.paths.iter().map(path).collect()
}

#[test]
fn stress_changes_no_result() {
    let mut job = main_job(DECLARATIONS, BODY);
    job.stress = Stress::default();
    let expected = seen(&job, 1);
    assert!(expected.len() > 20, "{expected:#?}");
    assert!(expected.iter().any(|path| path.contains("Uninitialised")), "{expected:#?}");
    assert!(!expected.iter().any(|path| path.contains("Internal")), "{expected:#?}");
    for (name, stress) in Stress::ALL {
        for threads in [1, 3] {
            job.stress = stress;
            assert_eq!(seen(&job, threads), expected, "{name}, {threads} workers");
        }
    }
}

#[test]
fn modes_are_named_in_a_list() {
    let both = Stress::parse("collect, models").expect("both are modes");
    assert_eq!(both, Stress { collect: true, models: true, ..Stress::default() });
    assert_eq!(Stress::parse(""), Ok(Stress::default()));
    assert_eq!(Stress::parse("collect,haste"), Err(UnknownMode("haste".to_owned())));
}

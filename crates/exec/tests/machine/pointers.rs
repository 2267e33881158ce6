//! Symbolic addresses: read through, chosen by value, forked.

use crate::support::{endings, explore, main_job, run, sorted, value};

const INPUT: &str = "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv8)";

#[test]
fn a_read_of_a_constant_table_does_not_fork() {
    let explored = run(
        &format!("{INPUT}\nconstant $t size 4 align 1 {{\nbytes 0 \"0a141e28\"\n}}"),
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := bvand %0, 3:bv8
  %2: bv64 := zero_extend[64] %1
  %3: bv64 := bvadd $t, %2
  %4: bv8 := load %3
  %5: bool := = %4, 30:bv8
  branch %5, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2"]);
    assert_eq!(explored.counters.forks, 1);
    assert_eq!(value(&explored.paths[0], "x") & 3, 2);
}

#[test]
fn an_index_that_may_be_outside_forks_into_a_finding() {
    let explored = run(
        &format!("{INPUT}\nconstant $t size 4 align 1 {{\nbytes 0 \"0a141e28\"\n}}"),
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := zero_extend[64] %0
  %2: bv64 := bvadd $t, %1
  %3: bv8 := load %2
  return 0:bv32",
    );
    assert_eq!(sorted(&explored), ["exit 0", "out-of-bounds"]);
    for path in &explored.paths {
        let inside = value(path, "x") < 4;
        assert_eq!(inside, path.ending == effigy_exec::stop::Ending::Exit(0));
    }
}

#[test]
fn a_symbolic_write_is_seen_at_each_place_that_it_can_reach() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv64 := alloc 4:bv64 align 1
  fill %0, 7:bv8, 4:bv64
  %1: bv8 := call @input_x()
  %2: bv8 := bvand %1, 3:bv8
  %3: bv64 := zero_extend[64] %2
  %4: bv64 := bvadd %0, %3
  store %4, 9:bv8
  %5: bv64 := bvadd %0, 1:bv64
  %6: bv8 := load %5
  %7: bool := = %6, 9:bv8
  branch %7, b1, b2
b1:
  %8: bool := = %2, 1:bv8
  check %8 assertion \"written where it was told\"
  %9: bv8 := load %4
  %10: bool := = %9, 9:bv8
  check %10 assertion \"read back\"
  return 1:bv32
b2:
  %11: bool := = %6, 7:bv8
  check %11 assertion \"kept elsewhere\"
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2"]);
    assert_eq!(explored.counters.forks, 1);
}

#[test]
fn a_symbolic_read_of_symbolic_bytes_chooses_by_the_index() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv64 := alloc 2:bv64 align 1
  %1: bv8 := call @input_x()
  %2: bv8 := call @input_y()
  store %0, %1
  %3: bv64 := bvadd %0, 1:bv64
  store %3, 5:bv8
  %4: bv8 := bvand %2, 1:bv8
  %5: bv64 := zero_extend[64] %4
  %6: bv64 := bvadd %0, %5
  %7: bv8 := load %6
  %8: bool := = %7, 200:bv8
  branch %8, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2"]);
    let found = &explored.paths[0];
    assert_eq!((value(found, "x"), value(found, "y") & 1), (200, 0));
}

#[test]
fn a_choice_between_two_objects_forks() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv64 := alloc 1:bv64 align 1
  %1: bv64 := alloc 1:bv64 align 1
  store %0, 1:bv8
  store %1, 2:bv8
  %2: bv8 := call @input_x()
  %3: bool := bvult %2, 50:bv8
  %4: bv64 := ite %3, %0, %1
  %5: bv8 := load %4
  %6: bv32 := zero_extend[32] %5
  return %6",
    );
    assert_eq!(endings(&explored), ["exit 1", "exit 2"]);
    assert!(value(&explored.paths[0], "x") < 50 && value(&explored.paths[1], "x") >= 50);
}

#[test]
fn an_address_without_an_object_forks_over_its_values() {
    let explored = run(
        INPUT,
        "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := bvand %0, 3:bv8
  %2: bv64 := zero_extend[64] %1
  %3: bv8 := load %2
  return 0:bv32",
    );
    assert_eq!(endings(&explored), ["null"; 4]);
    assert!(explored.concretised.is_empty());
    let mut values: Vec<u64> = explored.paths.iter().map(|p| value(p, "x") & 3).collect();
    values.sort_unstable();
    assert_eq!(values, [0, 1, 2, 3]);
}

#[test]
fn one_value_for_too_many_is_counted() {
    let mut job = main_job(
        &format!("file f0 \"table.x\"\n{INPUT}"),
        "
  !0 = f0:3:9 \"main\"
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := zero_extend[64] %0
  %2: bv64 := alloc %1 align 1 !0
  return 0:bv32",
    );
    job.max_values = 5;
    let explored = explore(&job, 1);
    assert_eq!(endings(&explored), ["exit 0"; 6]);
    let counted: Vec<_> = explored.concretised.into_values().collect();
    assert_eq!(counted, [("table.x".to_owned(), 3, None)]);
}

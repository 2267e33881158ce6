//! Unwinding against concrete runs: each input of a random program satisfies one condition of what unwinding comes to, and
//! that one says how the run on the input ends.

use super::{Merge, check_job, concrete, inputs, job, said, values};
use crate::data::stop::Ending;
use crate::features::bmc::unwinding::{Unwinder, Unwound};
use crate::machine::{Context, Job};
use crate::testing::context;
use crate::testing::random::Program;
use effigy_base::check::Check;
use effigy_base::sort::Sort;
use effigy_term::{Evaluator, Model, Role, Term, VarInfo};
use effigy_testkit::{Rng, cases, part};
use std::collections::BTreeMap;

/// A machine that unwinds.
pub(super) fn machine(job: Job) -> Context {
    context(Job { merge: Merge::Always, ..job })
}

/// The same without sets of inputs, which leave out what is not possible.
fn machine_without_sets(job: Job) -> Context {
    let mut context = machine(job);
    context.sets = None;
    context
}

/// What the conditions say of an input: how it ends, each that holds.
pub(super) fn ends(context: &mut Context, unwound: &Unwound, x: u8, y: u8) -> Vec<String> {
    let mut model = Model::new();
    for (name, value) in inputs(x, y) {
        let info = VarInfo { name, sort: Sort::BitVec(8), role: Role::Input };
        let variable = context.store.variable(&info);
        model.set(variable, value);
    }
    let mut value = |term: Term| {
        let term = context.instances().expanded(term);
        let value = Evaluator::new().value(&context.store, term, &model);
        value.and_then(|value| value.scalar())
    };
    let mut found = Vec::new();
    for failing in &unwound.failing {
        if value(failing.guard) == Some(1) {
            found.push(said(&Ending::Finding(Box::new(failing.failure.clone()))));
        }
    }
    for (guard, status, code) in &unwound.ends {
        if value(*guard) == Some(1) {
            let status = status.map_or(*code, |term| value(term).expect("a status") as u32 as i32);
            found.push(said(&Ending::Exit(status)));
        }
    }
    for (guard, ..) in &unwound.reached {
        if value(*guard) == Some(1) {
            found.push("reached".into());
        }
    }
    for (guard, ..) in &unwound.open {
        if value(*guard) == Some(1) {
            found.push("open".into());
        }
    }
    found
}

#[test]
fn every_input_of_a_random_program_satisfies_the_condition_of_its_end() {
    check_all(Program::random, [3_000, 500]);
}

#[test]
fn every_input_of_a_random_program_with_objects_satisfies_the_condition_of_its_end() {
    check_all(Program::with_objects, [1_000, 500]);
}

#[test]
fn every_input_of_a_random_program_with_a_heap_satisfies_the_condition_of_its_end() {
    check_all(Program::with_heap, [600, 300]);
}

/// Compares all inputs of random programs, in which paths become one, and reach the bound, at least so many times.
fn check_all(random: fn(u64) -> String, [least_merges, least_bounded]: [u64; 2]) {
    let (mut merges, mut apart, mut bounded, mut open) = (0, 0, 0, 0);
    cases(1..=part(300, 3), |seed| {
        let source = random(seed);
        let values = values(&mut Rng::new(seed));
        let machines = [machine as fn(Job) -> Context, machine_without_sets];
        for (bound, machine) in [1, 8].into_iter().flat_map(|bound| machines.map(|m| (bound, m))) {
            let mut context = machine(job(&source, Merge::Always));
            let unwound = Unwinder::new(&mut context).unwind(bound);
            merges += unwound.merges;
            apart += unwound.apart.values().sum::<u64>();
            for &(x, y) in &values {
                let found = ends(&mut context, &unwound, x, y);
                let expected = Some(concrete(&source, x, y)).filter(|ending| ending != "Assumed");
                match found.as_slice() {
                    [end] if end == "reached" && bound == 1 => bounded += 1,
                    [end] if end == "open" => open += 1,
                    _ => assert_eq!(
                        found,
                        Vec::from_iter(expected),
                        "seed {seed}, bound {bound}, x = {x}, y = {y}\n{source}"
                    ),
                }
            }
        }
    });
    let enough = merges > part(least_merges, 3) && bounded > part(least_bounded, 3);
    assert!(enough && open < 100, "{merges} {bounded} {open}");
    assert!(apart < 10, "{apart}");
}

#[test]
fn what_is_unwound_is_the_same_each_time() {
    cases(1..=40, |seed| {
        let source = Program::random(seed);
        let [first, second] = [0, 1].map(|_| {
            let mut context = machine(job(&source, Merge::Always));
            let unwound = Unwinder::new(&mut context).unwind(4);
            let hash = |term: &Term| context.store.structural_hash(*term);
            let failing: Vec<_> =
                unwound.failing.iter().map(|f| (hash(&f.guard), f.failure.clone())).collect();
            let ends: Vec<_> = unwound.ends.iter().map(|(guard, ..)| hash(guard)).collect();
            let reached: Vec<_> =
                unwound.reached.iter().map(|(guard, place)| (hash(guard), place.clone())).collect();
            (failing, ends, reached, unwound.merges, unwound.forks)
        });
        assert_eq!(first, second, "seed {seed}\n{source}");
    });
}

/// A loop that is left by an end of the program in a function that it calls has a bound, too.
#[test]
fn a_loop_that_a_callee_leaves_and_a_recursion_reach_their_bounds() {
    let looping = "
define @look(%0: bv8, %1: bv8) -> () {
b0:
  %2: bool := bvult %0, %1
  branch %2, b1, b2
b1:
  return
b2:
  fail panic \"over\"
}
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  jump b1(0:bv8)
b1(%1: bv8):
  call @look(%1, %0)
  %2: bv8 := bvadd %1, 1:bv8
  jump b1(%2)
}
";
    let mut context = machine(job(looping, Merge::Always));
    let unwound = Unwinder::new(&mut context).unwind(3);
    assert_eq!(ends(&mut context, &unwound, 2, 0), ["panic over"]);
    assert_eq!(ends(&mut context, &unwound, 200, 0), ["reached"]);
    let recursive = "
define @down(%0: bv8) -> (bv8) {
b0:
  %1: bool := = %0, 0:bv8
  branch %1, b1, b2
b1:
  return 0:bv8
b2:
  %2: bv8 := bvsub %0, 1:bv8
  %3: bv8 := call @down(%2)
  %4: bv8 := bvadd %3, 2:bv8
  return %4
}
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := call @down(%0)
  %2: bv32 := zero_extend[32] %1
  return %2
}
";
    let mut context = machine(job(recursive, Merge::Always));
    let unwound = Unwinder::new(&mut context).unwind(3);
    assert_eq!(ends(&mut context, &unwound, 3, 0), ["exit 6"]);
    assert_eq!(ends(&mut context, &unwound, 4, 0), ["reached"]);
}

/// No square has the bit that a loop's bound is made of: with sets of inputs that is known without a question.
#[test]
fn an_iteration_that_no_input_comes_to_is_not_unwound() {
    let source = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := bvmul %0, %0
  %2: bv8 := bvand %1, 2:bv8
  %3: bv8 := bvshl %2, 3:bv8
  jump b1(0:bv8)
b1(%4: bv8):
  %5: bool := bvult %4, %3
  branch %5, b2, b3
b2:
  %6: bv8 := bvadd %4, 1:bv8
  jump b1(%6)
b3:
  %7: bv32 := zero_extend[32] %4
  return %7
}
";
    let reached = |machine: fn(Job) -> Context| {
        let mut context = machine(job(source, Merge::Always));
        let unwound = Unwinder::new(&mut context).unwind(8);
        assert_eq!(ends(&mut context, &unwound, 3, 0), ["exit 0"]);
        unwound.reached.len()
    };
    assert_eq!([reached(machine), reached(machine_without_sets)], [0, 1]);
}

/// Checks what unwinding says of some inputs.
fn check_ends(source: &str, expected: [((u8, u8), &str); 4]) {
    let mut context = machine(job(source, Merge::Always));
    let unwound = Unwinder::new(&mut context).unwind(4);
    assert!(unwound.merges > 0, "{source}");
    for ((x, y), end) in expected {
        assert_eq!(ends(&mut context, &unwound, x, y), [end], "x = {x}, y = {y}");
        assert_eq!(concrete(source, x, y), end, "x = {x}, y = {y}");
    }
}

/// Two paths of which one makes an object become one, which makes another object: first the path that takes the first side makes
/// it, then the one that takes the second side.
#[test]
fn a_new_object_is_none_that_one_of_two_paths_made() {
    let source = "
field &value (bv32) -> bv8 value
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  %3: bv32 := create
  set &value(%3), 1:bv8
  jump b3(%3)
b2:
  jump b3(0:bv32)
b3(%4: bv32):
  %5: bool := bvult %1, 100:bv8
  branch %5, b4, b5
b4:
  jump b6(0:bv32)
b5:
  %6: bv32 := create
  set &value(%6), 2:bv8
  jump b6(%6)
b6(%7: bv32):
  %8: bv32 := create
  set &value(%8), 4:bv8
  %9: bool := = %4, 0:bv32
  branch %9, b8(0:bv8), b7
b7:
  %10: bv8 := get &value(%4)
  jump b8(%10)
b8(%11: bv8):
  %12: bool := = %7, 0:bv32
  branch %12, b10(0:bv8), b9
b9:
  %13: bv8 := get &value(%7)
  jump b10(%13)
b10(%14: bv8):
  %15: bv8 := get &value(%8)
  %16: bv8 := bvadd %11, %14
  %17: bv8 := bvadd %15, %16
  %18: bv32 := zero_extend[32] %17
  return %18
}
";
    let expected =
        [((0, 0), "exit 5"), ((0, 100), "exit 7"), ((100, 0), "exit 4"), ((100, 100), "exit 6")];
    check_ends(source, expected);
}

/// Behind a write to one of two objects one of two paths writes to a known one: that is no write of the other.
#[test]
fn what_one_of_two_paths_wrote_was_not_there_before() {
    let source = "
field &first (bv32) -> bv8 value
field &second (bv32) -> bv8 value
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv32 := create
  %3: bv32 := create
  set &first(%2), 1:bv8
  set &second(%2), 2:bv8
  %4: bool := bvult %1, 100:bv8
  branch %4, b1(%2), b1(%3)
b1(%5: bv32):
  set &first(%5), 4:bv8
  set &second(%5), 8:bv8
  %6: bool := bvult %0, 100:bv8
  branch %6, b2, b3
b2:
  set &first(%2), 16:bv8
  jump b4
b3:
  set &second(%2), 32:bv8
  jump b4
b4:
  %7: bv8 := get &first(%2)
  %8: bv8 := get &second(%2)
  %9: bv8 := bvadd %7, %8
  %10: bv32 := zero_extend[32] %9
  return %10
}
";
    let expected = [
        ((0, 0), "exit 24"),
        ((0, 100), "exit 18"),
        ((100, 0), "exit 36"),
        ((100, 100), "exit 33"),
    ];
    check_ends(source, expected);
}

/// An access at an offset that is inside on one of two paths that met, and outside on the other one: too many places for one term.
const FAR: &str = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 3000:bv64 align 8
  %3: bv64 := alloc 8:bv64 align 8
  %4: bv32 := zero_extend[32] %0
  store %2, %4
  %5: bv8 := bvand %1, 3:bv8
  %6: bv64 := zero_extend[64] %5
  %7: bool := bvult %0, 100:bv8
  branch %7, b1(5000:bv64), b1(%6)
b1(%8: bv64):
  %9: bv64 := bvadd %2, %8
  ACCESS
  %11: bv32 := zero_extend[32] %10
  return %11
}
";

#[test]
fn a_place_that_contradicts_the_check_before_it_is_none() {
    let accesses = [
        ("%10: bv8 := load %9", ["exit 200", "exit 0"], "read"),
        ("store %9, 9:bv8\n  %10: bv8 := load %2", ["exit 9", "exit 200"], "write"),
        ("copy %3, %9, 1:bv64\n  %10: bv8 := load %3", ["exit 200", "exit 0"], "read"),
    ];
    for (access, [first, second], verb) in accesses {
        let source = FAR.replace("ACCESS", access);
        let mut context = machine_without_sets(job(&source, Merge::Always));
        let unwound = Unwinder::new(&mut context).unwind(4);
        assert!(unwound.merges > 0, "{source}");
        for ((x, y), end) in [((200, 0), first), ((200, 7), second)] {
            assert_eq!(ends(&mut context, &unwound, x, y), [end], "x = {x}, y = {y}\n{source}");
            assert_eq!(concrete(&source, x, y), end, "x = {x}, y = {y}\n{source}");
        }
        let outside =
            format!("out-of-bounds a {verb} of 1 bytes of a local variable of 3000 bytes");
        assert_eq!(ends(&mut context, &unwound, 0, 0), [outside], "{source}");
    }
}

/// An object that one of two paths releases, and what is done with it where the paths are one.
const RELEASED_ON_ONE_SIDE: &str = "
declare @heap(bv64) -> (bv64)
declare @release(bv64) -> ()
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := call @heap(1:bv64)
  store %2, 5:bv8
  %3: bool := bvult %0, 100:bv8
  branch %3, b1, b2
b1:
  call @release(%2)
  jump b2
b2:
  %4: bv64 := call @heap(4:bv64)
  store %4, 9:bv32
  %5: bool := bvult %1, 50:bv8
  branch %5, b3, b4
b3:
  USE
b4:
  return 7:bv32
}
";

#[test]
fn what_one_of_two_paths_released_is_there_on_the_other_one() {
    let uses = [
        ("%6: bv8 := load %2\n  %7: bv32 := zero_extend[32] %6\n  return %7", "exit 5", READ),
        ("store %2, 6:bv8\n  return 6:bv32", "exit 6", WRITE),
        ("call @release(%2)\n  return 8:bv32", "exit 8", TWICE),
    ];
    for (then, there, gone) in uses {
        let source = RELEASED_ON_ONE_SIDE.replace("USE", then);
        let expected =
            [((0, 0), gone), ((0, 50), "exit 7"), ((100, 0), there), ((100, 50), "exit 7")];
        check_ends(&source, expected);
        let mut context = machine(job(&source, Merge::Always));
        assert_eq!(Unwinder::new(&mut context).unwind(4).apart, BTreeMap::new(), "{source}");
    }
}

const READ: &str = "use-after-free a read of 1 bytes in a heap object that was released";
const WRITE: &str = "use-after-free a write of 1 bytes in a heap object that was released";
const TWICE: &str = "double-free a heap object is released a second time";

/// Two paths that make objects of two sizes in either order, and one that only one of them makes.
const OTHER_ORDER: &str = "
declare @heap(bv64) -> (bv64)
declare @release(bv64) -> ()
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  %3: bv64 := call @heap(1:bv64)
  %4: bv64 := call @heap(4:bv64)
  store %3, 1:bv8
  store %4, 10:bv32
  jump b3(%3, %4)
b2:
  %5: bv64 := call @heap(4:bv64)
  %6: bv64 := call @heap(1:bv64)
  %7: bv64 := call @heap(4:bv64)
  store %5, 20:bv32
  store %6, 2:bv8
  store %7, 40:bv32
  jump b3(%6, %7)
b3(%8: bv64, %9: bv64):
  %10: bv64 := call @heap(4:bv64)
  store %10, 100:bv32
  %11: bv8 := load %8
  %12: bv32 := zero_extend[32] %11
  %13: bv32 := load %9
  %14: bv32 := load %10
  %15: bv32 := bvadd %12, %13
  %16: bv32 := bvadd %14, %15
  return %16
}
";

#[test]
fn paths_that_make_objects_in_another_order_become_one() {
    let expected = [
        ((0, 0), "exit 111"),
        ((99, 0), "exit 111"),
        ((100, 0), "exit 142"),
        ((255, 9), "exit 142"),
    ];
    check_ends(OTHER_ORDER, expected);
    let mut context = machine(job(OTHER_ORDER, Merge::Always));
    let unwound = Unwinder::new(&mut context).unwind(4);
    assert_eq!(unwound.apart, BTreeMap::new());
}

/// An object of which two paths hold the address in another way at the end, and one that only one of them released.
const LOST_ON_ONE_SIDE: &str = "
declare @heap(bv64) -> (bv64)
declare @release(bv64) -> ()
global $kept size 8 align 8 {
}
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := call @heap(1:bv64)
  %3: bv64 := call @heap(2:bv64)
  store $kept, %3
  %4: bool := bvult %0, 100:bv8
  branch %4, b1, b2
b1:
  call @release(%2)
  jump b3
b2:
  store $kept, %2
  jump b3
b3:
  %5: bool := bvult %1, 50:bv8
  branch %5, b4, b5
b4:
  call @release(%3)
  return 1:bv32
b5:
  return 2:bv32
}
";

#[test]
fn what_is_lost_on_one_of_two_paths_is_a_leak_there() {
    let leak = "leak a heap object of 2 bytes is never released";
    let expected =
        [((0, 0), "exit 1"), ((0, 50), "exit 2"), ((100, 0), "exit 1"), ((100, 50), leak)];
    let with_leaks = |merge| {
        let job = job(LOST_ON_ONE_SIDE, merge);
        Job { checks: job.checks.with(Check::Leak), ..job }
    };
    let mut context = context(with_leaks(Merge::Always));
    context.sets = None;
    let unwound = Unwinder::new(&mut context).unwind(4);
    assert!(unwound.merges > 0);
    for ((x, y), end) in expected {
        assert_eq!(ends(&mut context, &unwound, x, y), [end], "x = {x}, y = {y}");
    }
    let inputs: Vec<(u8, u8)> = expected.iter().map(|(inputs, _)| *inputs).collect();
    for merge in [Merge::Never, Merge::Always] {
        check_job(LOST_ON_ONE_SIDE, with_leaks(merge), &inputs);
    }
}

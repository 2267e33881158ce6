//! Merged explorations against concrete runs: of random programs every input has exactly one leaf, and the leaf ends as the
//! run on the input does.

mod induction;
mod kept;
mod sizes;
mod unwinding;
mod ways;

use super::item::Item;
use super::join::{Joining, KeptApart};
use super::place::Before;
use super::weights::whole;
use crate::data::options::Merge;
use crate::data::record::PathRecord;
use crate::data::stop::{Ending, Stop};
use crate::data::trail::{Choice, WorkItem};
use crate::explore::exploration::{Earlier, Exploration, ExploreOptions};
use crate::explore::explorer;
use crate::explore::explorer::Start;
use crate::explore::frontier::Queue;
use crate::explore::observer::{Leaf, Observer};
use crate::explore::walked::Walked;
use crate::features::merge::region::{Merging, region_end};
use crate::machine::{Context, Job};
use crate::state::State;
use crate::testing::random::Program;
use crate::testing::{self, context};
use effigy_base::bits::BitVec;
use effigy_base::value::Value;
use effigy_term::{Evaluator, Model};
use effigy_testkit::{Rng, cases, part, times};

use std::sync::{Arc, Mutex};

fn job(source: &str, merge: Merge) -> Job {
    Job { merge, ..testing::job(source) }
}

/// The leaves of a tree.
fn leaves(context: &mut Context) -> Vec<(State, Ending)> {
    let (state, started) = context.initial(Vec::new());
    started.expect("a path begins");
    let mut pending = vec![(state, None)];
    let mut leaves = Vec::new();
    while let Some((mut state, ending)) = pending.pop() {
        if let Some(ending) = ending {
            leaves.push((state, ending));
            continue;
        }
        match context.run(&mut state, 10_000) {
            Stop::Pause => pending.push((state, None)),
            Stop::End(ending) => leaves.push((state, ending)),
            Stop::Fork(sides) => {
                let before = Before::new(&mut state, &sides, context);
                let Some(end) = region_end(context, &state) else {
                    pending.extend(context.take_sides(state, &sides));
                    continue;
                };
                let region = Merging { cx: context }.region(state, &sides, end);
                match region.merged {
                    true => pending.extend(before.place(region.paths, context)),
                    false => pending.extend(region.paths),
                }
            }
        }
    }
    leaves
}

/// How a path ended, for comparison.
fn said(ending: &Ending) -> String {
    match ending {
        Ending::Exit(status) => format!("exit {status}"),
        Ending::Finding(failure) => format!("{} {}", failure.kind.name(), failure.message),
        other => format!("{other:?}"),
    }
}

fn inputs(x: u8, y: u8) -> Vec<(String, Value)> {
    let byte = |value: u8| Value::BitVec(BitVec::new(8, u128::from(value)));
    vec![("x".into(), byte(x)), ("y".into(), byte(y))]
}

/// How the program ends on concrete inputs.
fn concrete(source: &str, x: u8, y: u8) -> String {
    concrete_job(source, job(source, Merge::Never), x, y)
}

fn concrete_job(source: &str, job: Job, x: u8, y: u8) -> String {
    let job = Job { merge: Merge::Never, given: Arc::new(inputs(x, y)), ..job };
    let found = leaves(&mut context(job));
    let [(_, ending)] = found.as_slice() else { panic!("a concrete run forks\n{source}") };
    said(ending)
}

/// Checks a program on these inputs; gives the number of leaves.
fn check(source: &str, merge: Merge, values: &[(u8, u8)]) -> usize {
    check_job(source, job(source, merge), values)
}

fn check_job(source: &str, job: Job, values: &[(u8, u8)]) -> usize {
    check_said(source, job, values, str::to_owned)
}

/// How a path ends where it was not found for which inputs contents matter that were never written.
const UNTOLD: &str = "Unknown(\"whether a decision depends on memory";

/// As [`check_job`], where what is `compared` is a part of what is said of an ending is compared.
fn check_said(source: &str, job: Job, values: &[(u8, u8)], compared: fn(&str) -> String) -> usize {
    let merge = job.merge;
    let run = |x, y| concrete_job(source, job.clone(), x, y);
    let mut context = context(job.clone());
    let found = leaves(&mut context);
    for (x, y) in values {
        let mut model = Model::new();
        for (state, _) in found.iter().take(1) {
            for (input, (name, value)) in state.inputs.iter().zip(inputs(*x, *y)) {
                assert_eq!(input.name, name);
                model.set(input.terms[0], value);
            }
        }
        let mut here = Vec::new();
        for (state, ending) in &found {
            let mut evaluator = Evaluator::new();
            let store = &context.store;
            if !state
                .path
                .condition
                .iter()
                .all(|c| evaluator.truth(store, *c, &model) == Some(true))
            {
                continue;
            }
            let said = match (state.status, ending) {
                (Some(status), Ending::Exit(_)) => {
                    let status = evaluator.value(store, status, &model).and_then(|v| v.scalar());
                    format!("exit {}", status.expect("a status has a value") as u32 as i32)
                }
                (_, ending) => said(ending),
            };
            here.push(compared(&said));
        }
        let expected = Some(compared(&run(*x, *y))).filter(|said| said != "Assumed");
        here.retain(|said| said != "Assumed");
        if here.iter().any(|said| said.starts_with(UNTOLD)) {
            continue;
        }
        assert_eq!(here, Vec::from_iter(expected), "{merge:?} x = {x}, y = {y}\n{source}");
    }
    found.len()
}

/// Inputs to try: the corners, and some at random.
fn values(rng: &mut Rng) -> Vec<(u8, u8)> {
    let mut values = vec![(0, 0), (255, 255), (7, 100), (99, 7)];
    values.extend((0..times(28)).map(|_| (rng.below(256) as u8, rng.below(256) as u8)));
    values
}

#[test]
fn every_input_of_a_random_program_has_one_leaf_that_ends_as_its_run() {
    let mut sums = [0; 3];
    cases(1..=part(200, 3), |seed| {
        let source = Program::random(seed);
        let values = values(&mut Rng::new(seed));
        for (sum, merge) in sums.iter_mut().zip([Merge::Never, Merge::Auto, Merge::Always]) {
            *sum += check(&source, merge, &values);
        }
    });
    let [never, auto, always] = sums;
    assert!(
        2 * never > 3 * auto && 2 * never > 3 * always,
        "{never} leaves, merged {auto} and {always}"
    );
}

#[test]
fn without_sets_every_input_of_a_random_program_has_one_leaf() {
    let mut sums = [0; 2];
    cases(1..=100, |seed| {
        let source = Program::random(seed);
        let values = values(&mut Rng::new(seed));
        for (sum, merge) in sums.iter_mut().zip([Merge::Never, Merge::Always]) {
            let mut job = job(&source, merge);
            job.solver.layers.diagrams = false;
            *sum += check_job(&source, job, &values);
        }
    });
    let [never, always] = sums;
    assert!(2 * never > 3 * always, "{never} leaves, merged {always}");
}

/// Takes away when a path was found, which is no part of what two runs share.
fn timeless(path: &mut PathRecord) {
    path.found_at = None;
}

#[test]
fn the_report_of_a_merged_run_does_not_depend_on_the_workers() {
    cases(1..=40, |seed| {
        let source = Program::random(seed);
        let report = |threads| {
            let options = ExploreOptions { threads, conditions: true, ..ExploreOptions::default() };
            let job = job(&source, Merge::Auto);
            let explored = explorer::explore(&job, &options, &mut |_| {}).expect("a run");
            let Exploration { mut paths, forks, coverage, .. } = explored;
            paths.iter_mut().for_each(timeless);
            format!("{paths:#?} {forks:#?} {coverage:?}")
        };
        assert_eq!(report(1), report(3), "{source}");
    });
}

/// The choices of a leaf, and the feasible sides of the forks among them.
type Walk = (Vec<Choice>, Vec<Arc<[u32]>>);

/// Remembers all leaves.
#[derive(Default)]
struct Leaves(Mutex<Vec<Walk>>);

impl Observer for Leaves {
    fn leaf(&self, leaf: &Leaf<'_>) {
        self.0
            .lock()
            .expect("no panic")
            .push((leaf.trail.clone(), leaf.open.iter().copied().cloned().collect()));
    }
}

#[test]
fn any_of_the_leaves_of_a_merged_run_are_a_point_to_go_on_from() {
    let options = ExploreOptions { conditions: true, ..ExploreOptions::default() };
    // The last four parted from the run before them: by the form of a merged value, and of a condition.
    cases((1..=150).chain([209, 879, 1460, 7858]), |seed| {
        let source = Program::random(seed);
        let job = job(&source, Merge::Auto);
        let told = Leaves::default();
        let run = |items: Vec<WorkItem>, observer: Option<&dyn Observer>| {
            let frontier = Queue::new(items);
            let start =
                Start { frontier: &frontier, earlier: Earlier::default(), observer, guides: None };
            explorer::explore_from(&job, &options, start, &mut |_| {}).expect("a run")
        };
        let mut whole = run(vec![WorkItem::default()], Some(&told));
        whole.paths.iter_mut().for_each(timeless);
        let leaves = told.0.into_inner().expect("no panic");
        let mut walked = Walked::new();
        for (trail, open) in leaves.iter().step_by(2) {
            assert!(walked.add(trail, open), "{source}");
        }
        let mut rest = run(walked.open(), None);
        rest.paths.iter_mut().for_each(timeless);
        let all: Vec<String> = whole.paths.iter().map(|p| format!("{p:?}")).collect();
        let others = rest.paths.len() + rest.assumed as usize;
        assert_eq!(leaves.len().div_ceil(2) + others, leaves.len(), "{source}");
        let key = |(trail, _): &Walk| trail.iter().filter_map(Choice::side).collect();
        let mut keys: Vec<Vec<u32>> = leaves.iter().step_by(2).map(key).collect();
        keys.extend(rest.paths.iter().map(|path| path.key.clone()));
        assert!(whole.paths.iter().all(|path| keys.contains(&path.key)), "{source}");
        for path in rest.paths {
            assert!(all.contains(&format!("{path:?}")), "{path:?}\n{source}");
        }
    });
}

/// A function that reads a table, and fails from an argument on.
const CLASS: &str = "
constant $table size 4 align 1 {
bytes 0 \"03010400\"
}
define @class(%0: bv8) -> (bv8) {
b0:
  %1: bool := bvult %0, 48:bv8
  branch %1, b1, b2
b1:
  return 1:bv8
b2:
  %2: bool := bvule %0, 57:bv8
  branch %2, b3, b4
b3:
  %3: bv8 := bvand %0, 3:bv8
  %4: bv64 := zero_extend[64] %3
  %5: bv64 := bvadd $table, %4
  %6: bv8 := load %5
  return %6
b4:
  %7: bool := bvult %0, 240:bv8
  check %7 assertion \"high\"
  return %0
}
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, %1
  %3: bv8 := ite %2, %0, 255:bv8
  ARGUMENT
  %5: bv8 := call @class(%4)
  %6: bv32 := zero_extend[32] %5
  return %6
}
";

#[test]
fn a_summary_is_what_the_function_returns_and_where_it_fails_the_function_is_run() {
    let everywhere: Vec<(u8, u8)> = (0..=255).flat_map(|x| [(x, 0), (x, 200), (x, 255)]).collect();
    for (argument, decisions) in
        [("bvand %0, 63:bv8", 0), ("bvor %0, 0:bv8", 1), ("bvor %3, 0:bv8", 1)]
    {
        let source = CLASS.replace("ARGUMENT", &format!("%4: bv8 := {argument}"));
        let single = || Job { summaries: true, ..job(&source, Merge::Never) };
        let merged = || job(&source, Merge::Auto);
        for job in [&merged, &single] as [&dyn Fn() -> Job; 2] {
            check_job(&source, job(), &everywhere);
            let mut context = context(job());
            leaves(&mut context);
            // Of the function only its edge is decided: whether the argument is below those with which it fails.
            assert_eq!(context.tree.len(), decisions, "{source}");
        }
    }
}

/// A pointer to one of three places, the last of them outside of its object, that is written and read through.
const POINTERS: &str = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 4:bv64 align 4
  %3: bv64 := alloc 2:bv64 align 4
  store %2, 67305985:bv32
  store %3, 2570:bv16
  %4: bool := bvult %0, 100:bv8
  branch %4, b1, b2
b1:
  %5: bv64 := bvadd %2, 1:bv64
  jump b5(%5)
b2:
  %6: bool := bvult %0, 200:bv8
  branch %6, b3, b4
b3:
  jump b5(%3)
b4:
  %7: bv64 := bvadd %3, 2:bv64
  jump b5(%7)
b5(%8: bv64):
  store %8, %1
  %9: bv8 := load %8
  %10: bv8 := load %3
  %11: bv16 := load %2
  %12: bv16 := concat %9, %10
  %13: bv32 := concat %11, %12
  return %13
}
";

#[test]
fn an_access_at_one_of_several_addresses_goes_to_all_of_them_and_fails_where_one_is_outside() {
    let everywhere: Vec<(u8, u8)> = (0..=255).flat_map(|x| [(x, 0), (x, 1), (x, 255)]).collect();
    assert_eq!(check(POINTERS, Merge::Always, &everywhere), 2);
}

/// Two paths that differ in more than is merged, until a function that they call has read what it reads of that.
fn meets_in_a_function() -> String {
    let stores: String = (0..100)
        .map(|cell| {
            let (register, at) = (4 + cell, 2 * cell);
            format!("  %{register}: bv64 := bvadd %2, {at}:bv64\n  store %{register}, {cell}:bv8\n")
        })
        .collect();
    format!(
        "
define @count(%0: bv8, %1: bv64) -> (bv8) {{
b0:
  %2: bv64 := bvadd %1, 198:bv64
  %3: bv8 := load %2
  jump b1(0:bv8, %3)
b1(%4: bv8, %5: bv8):
  %6: bool := bvult %4, 3:bv8
  branch %6, b2, b3
b2:
  %7: bv8 := bvadd %4, 1:bv8
  %8: bv8 := bvxor %5, %0
  jump b1(%7, %8)
b3:
  return %5
}}
define @main() -> (bv32) {{
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 200:bv64 align 1
  %3: bool := bvult %0, 100:bv8
  branch %3, b1, b2
b1:
{stores}  jump b3(1:bv8)
b2:
  %104: bv64 := bvadd %2, 198:bv64
  store %104, 7:bv8
  jump b3(2:bv8)
b3(%105: bv8):
  %106: bv8 := call @count(%0, %2)
  %107: bv8 := bvadd %106, %105
  %108: bv32 := zero_extend[32] %107
  return %108
}}
"
    )
}

#[test]
fn paths_that_meet_in_a_function_are_merged_with_the_registers_of_its_caller() {
    let values = values(&mut Rng::new(3));
    assert_eq!(check(&meets_in_a_function(), Merge::Always, &values), 1);
}

/// A function that is called at two places.
const CALLS: &str = "
define @least(%0: bv8, %1: bv8) -> (bv8) {
b0:
  %2: bool := bvult %0, %1
  branch %2, b1, b2
b1:
  return %0
b2:
  return %1
}
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  %3: bv8 := call @least(%1, %0)
  return 1:bv32
b2:
  %4: bv8 := call @least(%1, %0)
  return 2:bv32
}
";

#[test]
fn paths_in_one_function_that_return_to_other_places_stay_apart() {
    for merge in [Merge::Auto, Merge::Always] {
        let mut context = context(job(CALLS, merge));
        let (mut state, started) = context.initial(Vec::new());
        started.expect("a path begins");
        let Stop::Fork(sides) = context.run(&mut state, 10_000) else { panic!("no fork") };
        let children = context.take_sides(state, &sides);
        let mut items: Vec<Item> = children
            .into_iter()
            .map(|(mut child, _)| {
                assert!(matches!(context.run(&mut child, 10_000), Stop::Fork(_)));
                Item::new(child, vec![whole()], Vec::new())
            })
            .collect();
        let [a, b] = &mut *items else { panic!("{} paths", items.len()) };
        assert_eq!(a.state.stack.top.at, b.state.stack.top.at);
        let mut apart = KeptApart::default();
        let mut joining = Joining { cx: &mut context, apart: &mut apart };
        assert!(joining.join(0, a, b).is_none());
    }
}

/// An object that only one of two ways reads, with a place where both ways are one for a moment; on the other way paths meet
/// before that. Where the object is read, two paths meet that wrote something else to it.
const READ_ON_ONE_WAY: &str = "
define @main() -> (bv32) {
b0:
  %0: bv64 := alloc 8:bv64 align 8
  %1: bv8 := symbolic \"x\"
  %2: bv8 := symbolic \"y\"
  %3: bool := bvult %1, 100:bv8
  branch %3, b1, b5
b1:
  %4: bool := bvult %2, 50:bv8
  branch %4, b2, b3
b2:
  jump b4
b3:
  jump b4
b4:
  jump b6(0:bv8)
b5:
  jump b6(1:bv8)
b6(%5: bv8):
  %6: bool := = %5, 0:bv8
  branch %6, b7, b8
b7:
  return 1:bv32
b8:
  %7: bool := bvult %2, 60:bv8
  branch %7, b9, b10
b9:
  store %0, 2:bv32
  jump b11
b10:
  store %0, 3:bv32
  jump b11
b11:
  %8: bv32 := load %0
  return %8
}
";

#[test]
fn what_only_one_of_two_ways_reads_is_kept_where_they_meet() {
    let everywhere: Vec<(u8, u8)> = (0..=255).flat_map(|x| [(x, 0), (x, 70), (x, 255)]).collect();
    for merge in [Merge::Auto, Merge::Always] {
        assert_eq!(check(READ_ON_ONE_WAY, merge, &everywhere), 2, "{merge:?}");
    }
}

/// A status that only one of two ways makes, where they meet for a moment.
const STATUS: &str = "
define @main() -> (bv32) {
b0:
  %0: bv64 := alloc 8:bv64 align 8
  %1: bv8 := symbolic \"x\"
  %2: bv8 := symbolic \"y\"
  %3: bool := bvult %1, 100:bv8
  branch %3, b1, b2
b1:
  %4: bv64 := zero_extend[64] %2
  store %0, %4
  jump b3(1:bv8)
b2:
  jump b3(0:bv8)
b3(%5: bv8):
  %6: bool := = %5, 0:bv8
  branch %6, b4, b5
b4:
  return 1:bv32
b5:
  %7: bv32 := load %0
  return %7
}
";

#[test]
fn a_status_that_was_set_on_all_ways_to_it_is_no_decision() {
    let everywhere: Vec<(u8, u8)> = (0..=255).flat_map(|x| [(x, 0), (x, 70), (x, 255)]).collect();
    for merge in [Merge::Never, Merge::Auto, Merge::Always] {
        assert_eq!(check(STATUS, merge, &everywhere), 2, "{merge:?}");
    }
}

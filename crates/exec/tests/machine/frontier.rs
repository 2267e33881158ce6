//! Leaves that are known, parts that are open, and runs that go on from them.

use crate::support::{explore, main_job};
use effigy_exec::context::Job;
use effigy_exec::explorer::Concretised;
use effigy_exec::explorer::{
    self, Earlier, Exploration, ExploreOptions, ForkRecord, PathRecord, Start,
};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::trail::{Choice, Decision};
use effigy_exec::walked::Walked;
use effigy_ir::program::FuncId;
use effigy_testkit::{Rng, cases};
use std::sync::{Arc, Mutex};

/// Values of an address, an assumption, branches: choices of every kind.
const INPUT: &str = "
declare @input_x() -> (bv8)
declare @input_y() -> (bv8)";
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 100:bv8
  branch %1, b1, b6
b1:
  %2: bv8 := call @input_y()
  %3: bv8 := bvand %2, 3:bv8
  %4: bv64 := zero_extend[64] %3
  %8: bv64 := alloc %4 align 1
  %5: bool := bvult %0, 50:bv8
  branch %5, b2, b3
b2:
  %6: bool := bvult %0, 10:bv8
  branch %6, b4, b5
b3:
  %7: bool := = %4, 3:bv64
  branch %7, b4, b5
b4:
  return 1:bv32
b5:
  return 2:bv32
b6:
  switch %0 { 100: b4, 110: b5, 120: b4, 130: b5, else: b7 }
b7:
  %9: bool := bvult %0, 100:bv8
  assume %9
  return 7:bv32";

/// A leaf as something that outlives its run.
struct Kept {
    trail: Vec<Choice>,
    open: Vec<Arc<[u32]>>,
    path: Option<PathRecord>,
    forks: Vec<(usize, ForkRecord)>,
    concretised: Vec<Concretised>,
    covered: Vec<(FuncId, u32)>,
}

#[derive(Default)]
struct Keeper(Mutex<Vec<Kept>>);

impl Observer for Keeper {
    fn leaf(&self, leaf: &Leaf<'_>) {
        self.0.lock().unwrap().push(Kept {
            trail: leaf.trail.clone(),
            open: leaf.open.iter().copied().cloned().collect(),
            path: leaf.path.cloned(),
            forks: leaf.forks.iter().map(|(depth, fork)| (*depth, (*fork).clone())).collect(),
            concretised: leaf.concretised.to_vec(),
            covered: leaf.covered.clone(),
        });
    }
}

fn run(
    job: &Job,
    items: Vec<WorkItem>,
    earlier: Earlier,
    threads: usize,
) -> (Exploration, Vec<Kept>) {
    let keeper = Keeper::default();
    let frontier = Queue::new(items);
    let options = ExploreOptions { threads, conditions: true, ..ExploreOptions::default() };
    let start = Start { frontier: &frontier, earlier, observer: Some(&keeper), guides: None };
    let explored = explorer::explore_from(job, &options, start, &mut |_| {}).expect("a run");
    (explored, keeper.0.into_inner().unwrap())
}

/// What a run reports, without what depends on how the work was divided.
fn report(run: &Exploration) -> String {
    let paths: Vec<String> = run.paths.iter().map(|p| format!("{p:?}")).collect();
    let lines = (&run.coverage.lines, &run.coverage.known_lines);
    format!(
        "{}\n{:?}\n{:?}\n{lines:?}\n{}",
        paths.join("\n"),
        run.forks,
        run.concretised,
        run.assumed
    )
}

/// Goes on from some of the leaves of a run.
fn go_on(
    job: &Job,
    leaves: &[Kept],
    keep: impl Fn(usize) -> bool,
    threads: usize,
) -> (String, usize) {
    let mut walked = Walked::new();
    let mut earlier = Earlier::default();
    for (index, leaf) in leaves.iter().enumerate() {
        // What ran is told once: here by leaves that are left out, too.
        earlier.covered.extend(&leaf.covered);
        if !keep(index) || !walked.add(&leaf.trail, &leaf.open) {
            continue;
        }
        let key: Vec<u32> = leaf.trail.iter().filter_map(Choice::side).collect();
        for (depth, fork) in &leaf.forks {
            earlier.found.forks.insert(key[..*depth].to_vec(), fork.clone());
        }
        earlier.found.add_concretised(&key, &leaf.concretised);
        match &leaf.path {
            Some(path) => earlier.found.paths.push(path.clone()),
            None => earlier.found.assumed += 1,
        }
    }
    let (explored, new) = run(job, walked.open(), earlier, threads);
    (report(&explored), new.len())
}

#[test]
fn any_of_the_leaves_are_a_point_to_go_on_from() {
    let job = main_job(INPUT, BODY);
    let whole = explore(&job, 1);
    assert_eq!((whole.paths.len(), whole.assumed), (14, 1));
    let expected = report(&whole);
    for threads in [1, 3] {
        let (whole, leaves) = run(&job, vec![WorkItem::default()], Earlier::default(), threads);
        assert_eq!(report(&whole), expected, "{threads} workers");
        assert_eq!(leaves.len() as u64, whole.paths.len() as u64 + whole.assumed);
        cases(0..40, |seed| {
            let mut rng = Rng::new(seed);
            let kept: Vec<bool> = leaves.iter().map(|_| rng.below(4) > 0).collect();
            let (again, new) = go_on(&job, &leaves, |index| kept[index], threads);
            assert_eq!(again, expected, "{kept:?}");
            assert_eq!(new, kept.iter().filter(|kept| !**kept).count());
        });
    }
}

#[test]
fn with_all_leaves_nothing_is_open() {
    let job = main_job(INPUT, BODY);
    let (_, leaves) = run(&job, vec![WorkItem::default()], Earlier::default(), 2);
    let mut walked = Walked::new();
    assert_eq!(walked.open(), [WorkItem::default()]);
    for leaf in &leaves {
        assert!(walked.add(&leaf.trail, &leaf.open), "{:?}", leaf.trail);
        assert!(!walked.add(&leaf.trail, &leaf.open), "a leaf counts once");
    }
    assert_eq!(walked.open(), []);
}

#[test]
fn a_leaf_that_does_not_fit_is_not_added() {
    let choice = |answer| Choice { question: 7, answer };
    let sides: Arc<[u32]> = Arc::from([0, 1]);
    let mut walked = Walked::new();
    assert!(
        !walked.add(&[choice(Decision::Took(2))], std::slice::from_ref(&sides)),
        "no such side"
    );
    assert!(!walked.add(&[choice(Decision::Took(0))], &[]), "no sides");
    assert!(walked.add(
        &[choice(Decision::Forced(1)), choice(Decision::Took(0))],
        std::slice::from_ref(&sides)
    ));
    assert!(
        !walked.add(
            &[choice(Decision::Forced(0)), choice(Decision::Took(1))],
            std::slice::from_ref(&sides)
        ),
        "another course"
    );
    assert!(!walked.add(&[choice(Decision::Forced(1))], &[]), "an end where a fork is");
    assert_eq!(walked.open().len(), 1);
}

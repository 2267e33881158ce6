//! Paths behind a place where paths met: taken up again by another worker, under limits, when the run is stopped; and
//! values that only some of the paths that met had set.

use crate::support::{TestEnvironment, endings, explore, main_job, sorted, value};
use effigy_base::budget::CancelToken;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Flow, Handler};
use effigy_exec::explorer::{self, Earlier, Exploration, ExploreOptions, Start};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::merge::Merge;
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::slot::Slot;
use effigy_exec::stop::{CutReason, Ending, Stop};
use effigy_exec::trail::{Choice, Decision};
use effigy_exec::walked::Walked;
use std::sync::{Arc, Mutex};

/// What a call of `ring` stops.
static BELL: Mutex<Option<CancelToken>> = Mutex::new(None);

/// The small environment, with a function that stops the run.
struct Bell;

impl Environment for Bell {
    fn model(&self, name: &str, display: &str, defined: bool) -> Option<Handler> {
        match name {
            "ring" => Some(ring),
            _ => TestEnvironment.model(name, display, defined),
        }
    }

    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        TestEnvironment.start(call)
    }
}

fn ring(_: &mut Call<'_>) -> Result<Flow, Stop> {
    if let Some(bell) = &*BELL.lock().expect("no panic") {
        bell.cancel();
    }
    Ok(Flow::Return(Vec::new()))
}

const INPUTS: &str =
    "declare @input_x() -> (bv8)\ndeclare @input_y() -> (bv8)\ndeclare @ring() -> ()";

/// One path of the region fails, the others meet.
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  %3: bool := bvult %0, 99:bv8
  check %3 assertion \"high\"
  call @ring()
  jump b3(1:bv32)
b2:
  call @ring()
  jump b3(2:bv32)
b3(%4: bv32):
  %5: bool := bvult %1, 7:bv8
  branch %5, b4, b5
b4:
  return %4
b5:
  return 3:bv32";

/// What was answered on a path, and the feasible sides of its forks.
type Trail = (Vec<Choice>, Vec<Arc<[u32]>>);

/// The trails of leaves with the sides that were open on them.
#[derive(Default)]
struct Trails(Mutex<Vec<Trail>>);

impl Observer for Trails {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let open = leaf.open.iter().copied().cloned().collect();
        self.0.lock().expect("no panic").push((leaf.trail.clone(), open));
    }
}

fn run(job: &Job, items: Vec<WorkItem>, observer: Option<&dyn Observer>) -> Exploration {
    let frontier = Queue::new(items);
    let start = Start { frontier: &frontier, earlier: Earlier::default(), observer, guides: None };
    explorer::explore_from(job, &ExploreOptions::default(), start, &mut |_| {}).expect("a run")
}

fn merging(declarations: &str, body: &str) -> Job {
    let mut job = main_job(declarations, body);
    job.merge = Merge::Always;
    job
}

/// The endings of a job, and what is left of it without one of its leaves, for each of them.
fn without_one(job: &Job) -> (Vec<String>, Vec<Vec<WorkItem>>) {
    let trails = Trails::default();
    let whole = run(job, vec![WorkItem::default()], Some(&trails));
    let trails = trails.0.into_inner().expect("no panic");
    assert_eq!(trails.len(), whole.paths.len());
    let rest = |left_out: usize| {
        let mut walked = Walked::new();
        for (_, (trail, open)) in trails.iter().enumerate().filter(|(n, _)| *n != left_out) {
            assert!(walked.add(trail, open));
        }
        walked.open()
    };
    (endings(&whole), (0..trails.len()).map(rest).collect())
}

#[test]
fn a_region_that_is_run_again_when_the_run_is_stopped_leaves_a_cut_path() {
    let mut job = merging(INPUTS, BODY);
    job.environment = Arc::new(Bell);
    let (all, rests) = without_one(&job);
    assert_eq!(all.len(), 3, "{all:?}");
    for items in rests {
        let job = Job { cancel: CancelToken::new(), ..job.clone() };
        *BELL.lock().expect("no panic") = Some(job.cancel.clone());
        let explored = run(&job, items, None);
        *BELL.lock().expect("no panic") = None;
        let [path] = explored.paths.as_slice() else { panic!("{:?}", endings(&explored)) };
        assert_eq!(path.ending, Ending::Cut(CutReason::Cancelled));
        // It is the path that was to be taken up again.
        assert!(!path.key.is_empty());
    }
}

#[test]
fn limits_that_are_given_later_leave_the_paths_behind_a_region() {
    let job = merging(INPUTS, &BODY.replace("  call @ring()\n", ""));
    let (all, rests) = without_one(&job);
    for items in rests {
        let mut job = job.clone();
        job.budget.forks = Some(1_000);
        job.budget.depth = Some(1_000);
        let explored = run(&job, items, None);
        let [ending] = endings(&explored).try_into().expect("a path");
        assert!(all.contains(&ending), "{ending} {all:?}");
    }
}

/// Bytes that are set in rounds up to an input, and compared one by one; words of which one input sets both or none.
const PARTLY_SET: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 2:bv64 align 1
  %2: bool := bvult 10:bv8, %0
  branch %2, b1, b2
b1:
  %3: bv64 := bvadd %1, 1:bv64
  store %1, 1:bv8
  store %3, 5:bv8
  jump b2
b2:
  %4: bv64 := bvadd %1, 1:bv64
  %5: bv8 := load %1
  %6: bv8 := load %4
  %7: bv8 := bvsub %6, %5
  %8: bool := bvslt 3:bv8, %7
  branch %8, b3, b4
b3:
  return 1:bv32
b4:
  return 2:bv32";

#[test]
fn what_only_some_of_the_paths_that_met_have_set_is_distinguished() {
    let inputs = "declare @input_x() -> (bv8)";
    let unmerged = sorted(&explore(&main_job(inputs, PARTLY_SET), 1));
    assert_eq!(unmerged, ["exit 1", "uninitialised"]);
    for threads in [1, 3] {
        let explored = explore(&merging(inputs, PARTLY_SET), threads);
        assert_eq!(sorted(&explored), unmerged);
        for path in &explored.paths {
            let uninitialised = matches!(&path.ending, Ending::Finding(failure)
                if failure.kind == FindingKind::Uninitialised);
            assert_eq!(value(path, "x") <= 10, uninitialised);
            // What people read speaks of the input alone.
            assert_eq!(path.condition.len(), 1, "{:?}", path.condition);
            assert!(path.condition[0].len() < 20, "{:?}", path.condition);
        }
    }
}

/// A word that one input chooses: set, or one of two that were not.
#[test]
fn a_choice_among_words_that_were_never_set_is_taken_apart() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv64 := alloc 2:bv64 align 1
  %2: bv64 := bvadd %1, 1:bv64
  %3: bv8 := load %1
  %4: bv8 := load %2
  %5: bv8 := bvmul %3, %4
  switch %0 { 0: b1(7:bv8), 1: b1(%3), 2: b1(%5), else: b1(9:bv8) }
b1(%6: bv8):
  %7: bool := = %6, 7:bv8
  branch %7, b2, b3
b2:
  return 1:bv32
b3:
  return 2:bv32";
    let inputs = "declare @input_x() -> (bv8)";
    let explored = explore(&merging(inputs, body), 1);
    let mut inputs: Vec<(u64, String)> = Vec::new();
    for (path, ending) in explored.paths.iter().zip(endings(&explored)) {
        inputs.push((value(path, "x"), ending));
    }
    inputs.sort();
    assert!(inputs.iter().all(|(_, ending)| !ending.starts_with("Unknown")), "{inputs:?}");
    assert!(inputs.contains(&(0, "exit 1".into())), "{inputs:?}");
    assert!(inputs.contains(&(1, "uninitialised".into())), "{inputs:?}");
    assert!(inputs.iter().any(|(x, ending)| *x > 2 && ending == "exit 2"), "{inputs:?}");
}

#[test]
fn a_path_that_was_left_with_other_inputs_is_not_taken_for_one_of_those_that_are_left_now() {
    let job = merging(INPUTS, &BODY.replace("  call @ring()\n", ""));
    let (all, rests) = without_one(&job);
    assert!(all.iter().all(|ending| !ending.starts_with("Internal")), "{all:?}");
    for items in rests {
        let other = |mut item: WorkItem| {
            // Which paths were left of the first region on the way.
            let met = item.choices.iter().rposition(|c| c.answer == Decision::Forced(0));
            let left = met.expect("a path behind a region") - 1;
            item.choices[left].question ^= 1;
            item
        };
        let items = items.into_iter().map(other).collect();
        let [ending] = endings(&run(&job, items, None)).try_into().expect("a path");
        assert!(ending.starts_with("Internal"), "{ending}");
    }
}

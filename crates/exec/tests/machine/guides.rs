//! Inputs that are known to fail: they change the order of a walk, and what is told of a walk that is stopped.

use crate::support::{explore, main_job};
use effigy_base::finding::FindingKind;
use effigy_base::search::Search;
use effigy_exec::context::{Context, Job};
use effigy_exec::explorer::{self, Earlier, Exploration, ExploreOptions, PathRecord, Start};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::guides::{GivenBytes, Guide, Guides};
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::state::{Failure, InputKind};
use effigy_exec::stop::{Ending, Stop};
use std::sync::Arc;
use std::sync::Mutex;

/// Fails on one word of two bytes, behind many forks.
const INPUT: &str = "
declare @input_x() -> (bv8)
declare @input_y() -> (bv8)";
const BODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b1, b2
b1:
  switch %1 { 1: b3, 2: b4, 3: b3, 4: b4, 5: b3, else: b5 }
b2:
  switch %1 { 1: b3, 2: b4, 3: b3, 4: b4, 5: b3, else: b6 }
b3:
  return 3:bv32
b4:
  return 4:bv32
b5:
  return 5:bv32
b6:
  %3: bool := = %0, 200:bv8
  branch %3, b7, b8
b7:
  %4: bool := = %1, 77:bv8
  branch %4, b9, b8
b8:
  return 6:bv32
b9:
  fail abort \"here\"";

fn input(x: u8, y: u8) -> Vec<GivenBytes> {
    let object = |name: &str, byte| (InputKind::Object, name.to_owned(), vec![byte]);
    vec![object("x", x), object("y", y)]
}

/// How the program fails on an input, by a run on its values.
fn failure(job: &Job, input: Vec<GivenBytes>) -> Option<Failure> {
    let job = Job { given_bytes: Arc::new(input), ..job.clone() };
    let mut context = Context::new(job).expect("the embedded solver needs nothing");
    let (mut state, started) = context.initial(Vec::new());
    started.expect("the program starts");
    match context.run(&mut state, 1_000) {
        Stop::End(Ending::Finding(failure)) => Some(*failure),
        Stop::End(_) => None,
        stop => panic!("values leave nothing open: {stop:?}"),
    }
}

/// What ends first, and what happens then.
struct First<'a> {
    ended: Mutex<Vec<bool>>,
    then: &'a (dyn Fn() + Sync),
}

impl Observer for First<'_> {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let fails = leaf.path.is_some_and(|p| matches!(p.ending, Ending::Finding(_)));
        self.ended.lock().unwrap().push(fails);
        (self.then)();
    }
}

fn walk(job: &Job, guides: &Guides, then: &(dyn Fn() + Sync)) -> (Exploration, Vec<bool>) {
    let first = First { ended: Mutex::default(), then };
    let frontier = Queue::new([WorkItem::default()]);
    let search = Search::Dfs;
    let options = ExploreOptions { search, conditions: true, ..ExploreOptions::default() };
    let start = Start {
        frontier: &frontier,
        earlier: Earlier::default(),
        observer: Some(&first),
        guides: Some(guides),
    };
    let explored = explorer::explore_from(job, &options, start, &mut |_| {}).expect("a run");
    (explored, first.ended.into_inner().unwrap())
}

/// The paths of a run without the times of its findings.
fn untimed(run: &Exploration) -> Vec<String> {
    let untimed = |path: &PathRecord| PathRecord { found_at: None, ..path.clone() };
    run.paths.iter().map(|path| format!("{:?}", untimed(path))).collect()
}

#[test]
fn a_run_on_values_ends_as_the_path_of_these_values() {
    let job = main_job(INPUT, BODY);
    assert_eq!(failure(&job, input(200, 77)).map(|f| f.kind), Some(FindingKind::Abort));
    for (x, y) in [(200, 76), (99, 77), (199, 77), (0, 1), (255, 5)] {
        assert_eq!(failure(&job, input(x, y)), None, "{x} {y}");
    }
}

#[test]
fn the_path_of_a_guide_comes_first_and_the_report_stays() {
    let job = main_job(INPUT, BODY);
    let whole = untimed(&explore(&job, 1));
    let (plain, order) = walk(&job, &Guides::default(), &|| {});
    assert_eq!(untimed(&plain), whole);
    assert_eq!(order.iter().position(|fails| *fails), Some(order.len() - 2), "depth first");
    for useless in [false, true] {
        let guides = Guides::default();
        let failure = failure(&job, input(200, 77)).expect("it fails");
        if useless {
            // The program does not fail on these inputs, or has others.
            guides.add(Guide::new(input(200, 1), failure.clone()));
            guides.add(Guide::new(Vec::new(), failure.clone()));
        }
        guides.add(Guide::new(input(200, 77), failure));
        let (led, order) = walk(&job, &guides, &|| {});
        let early = if useless { 1 } else { 0 };
        assert_eq!(order.iter().position(|fails| *fails), Some(early));
        assert_eq!(untimed(&led), whole, "the same paths in the same order");
        assert_eq!(led.forks, plain.forks);
    }
}

#[test]
fn a_run_that_is_stopped_tells_what_guides_know() {
    let job = main_job(INPUT, BODY);
    let known = failure(&job, input(200, 77)).expect("it fails");
    let guides = Guides::default();
    let cancel = job.cancel.clone();
    let (stopped, _) = walk(&job, &guides, &|| {
        guides.add(Guide::new(input(200, 77), known.clone()));
        guides.add(Guide::new(input(201, 78), known.clone()));
        cancel.cancel();
    });
    let failing: Vec<_> =
        stopped.paths.iter().filter(|p| matches!(p.ending, Ending::Finding(_))).collect();
    let values = |index: usize| -> Vec<u8> {
        failing[index].inputs.iter().flat_map(|input| input.bytes.clone()).collect()
    };
    assert_eq!(failing.len(), 2, "{:?}", stopped.paths);
    assert_eq!([values(0), values(1)], [vec![200, 77], vec![201, 78]]);
    assert!(failing.iter().all(|p| p.ending == Ending::Finding(Box::new(known.clone()))));
    // No path lies above another one, and what is left of a path that was split is there.
    for path in &stopped.paths {
        let below = |key: &[u32]| stopped.paths.iter().filter(|p| p.key.starts_with(key)).count();
        assert_eq!(below(&path.key), 1, "{:?}", path.key);
        if let (true, Some((0, above))) =
            (matches!(path.ending, Ending::Finding(_)), path.key.split_last())
        {
            assert!(below(&[above, &[1]].concat()) > 0, "{:?}", path.key);
        }
    }
    assert!(stopped.paths.iter().any(|p| matches!(p.ending, Ending::Cut(_))));
}

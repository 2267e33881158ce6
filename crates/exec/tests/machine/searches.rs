//! What searches that go by distances run first.

use crate::support::main_job;
use effigy_base::search::Search;
use effigy_exec::explorer::{self, Earlier, ExploreOptions, Start};
use effigy_exec::frontier::{Queue, WorkItem};
use effigy_exec::observer::{Leaf, Observer};
use effigy_exec::stop::Ending;
use std::fmt::Write;
use std::sync::Mutex;

/// Steps of the side of the program that a depth-first walk takes first, in which nothing can fail.
const LONG: usize = 40;

/// A long side where nothing can fail, and a short one with a failure at its end.
fn body() -> String {
    let mut body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @input_y()
  %2: bool := bvult %0, 100:bv8
  branch %2, b3, b1
b1:
  %3: bool := = %1, 77:bv8
  branch %3, b2, bEND
b2:
  fail abort \"here\""
        .to_owned();
    // Each step has an end of its own, so that they stay apart.
    for step in 0..LONG {
        let (value, block) = (4 + step, 3 + step);
        let (end, next) = (3 + LONG + step, if step + 1 < LONG { block + 1 } else { 3 + LONG });
        let text = format!("  %{value}: bool := bvult %1, {}:bv8", 5 * step + 5);
        let _ = write!(body, "\nb{block}:\n{text}\n  branch %{value}, b{end}, b{next}");
    }
    for step in 0..LONG {
        let _ = write!(body, "\nb{}:\n  return {step}:bv32", 3 + LONG + step);
    }
    body.replace("bEND", &format!("b{}", 3 + LONG))
}

#[derive(Default)]
struct Ends(Mutex<Vec<bool>>);

impl Observer for Ends {
    fn leaf(&self, leaf: &Leaf<'_>) {
        let fails = leaf.path.is_some_and(|p| matches!(p.ending, Ending::Finding(_)));
        self.0.lock().unwrap().push(fails);
    }
}

/// How many paths end before the one that fails, and how many there are.
fn before_failure(search: Search) -> (usize, usize) {
    let input = "
declare @input_x() -> (bv8)
declare @input_y() -> (bv8)";
    let job = main_job(input, &body());
    let ends = Ends::default();
    let frontier = Queue::new([WorkItem::default()]);
    let options = ExploreOptions { search, ..ExploreOptions::default() };
    let earlier = Earlier::default();
    let start = Start { frontier: &frontier, earlier, observer: Some(&ends), guides: None };
    explorer::explore_from(&job, &options, start, &mut |_| {}).expect("a run");
    let ends = ends.0.into_inner().unwrap();
    (ends.iter().position(|fails| *fails).expect("it fails"), ends.len())
}

#[test]
fn what_is_near_to_a_failing_check_comes_before_a_long_way_without_one() {
    let (last, count) = before_failure(Search::Dfs);
    assert!(last >= LONG, "{last} of {count}");
    let (before, all) = before_failure(Search::Checks);
    assert!(before < LONG / 4, "{before} of {all}");
    for search in Search::ALL {
        let name = search.name();
        assert_eq!(before_failure(*search).1, count, "--search {name}: all paths are walked");
    }
}

use super::Merging;
use effigy_exec::call::Call;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::explorer::ExploreOptions;
use effigy_exec::guides::Guides;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// An environment without functions.
struct Nothing;

impl Environment for Nothing {
    fn model(&self, _name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        None
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

/// A number that no square is.
const SQUARES: &str = "
define @main() -> (bv32) {
b0:
  %0: bv16 := symbolic \"x\"
  %1: bv16 := bvmul %0, %0
  %2: bool := = %1, 1234:bv16
  branch %2, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32
}
";

#[test]
fn what_the_solver_does_for_merged_paths_is_effort_of_merging() {
    let program = effigy_ir::text::parse(SQUARES, "test.ir").expect("a program");
    let entry = program.function_named("main").expect("a function");
    let job = Job::new(Arc::new(program), Arc::new(Nothing), entry);
    let guides = Guides::default();
    let merging = Merging::new(&job, &ExploreOptions::default(), &guides, false);
    merging.begun.store(true, Ordering::Release);
    assert!(merging.merge().expect("a run").is_some());
    let walked = merging.job.effort.of_work();
    assert!(merging.spent() > walked, "{walked} units");
    assert_eq!(job.solver.work.units(), 0);
}

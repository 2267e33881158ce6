//! Threads: their order, their ends, what they wait for.

use crate::support::{endings, explored_by, run, shown};
use effigy_base::search::Search;
use effigy_exec::explorer::ExploreOptions;
use effigy_posix::PosixOptions;

const DECLARATIONS: &str = "
global $lock size 40 align 8 {
}
global $cond size 48 align 8 {
}
global $note size 8 align 8 {
}
global $own size 8 align 8 thread_local {
  bytes 0 \"0500000000000000\"
}
declare @pthread_create(bv64, bv64, bv64, bv64) -> (bv32)
declare @pthread_join(bv64, bv64) -> (bv32)
declare @pthread_exit(bv64) -> ()
declare @pthread_mutex_lock(bv64) -> (bv32)
declare @pthread_mutex_unlock(bv64) -> (bv32)
declare @pthread_cond_wait(bv64, bv64) -> (bv32)
declare @pthread_cond_signal(bv64) -> (bv32)
declare @sched_yield() -> (bv32)
declare @usleep(bv32) -> (bv32)
declare @exit(bv32) -> ()
declare @getchar() -> (bv32)
define @three(%0: bv64) -> (bv64) {
b0:
  %1: bv64 := load $own
  %2: bv64 := bvadd %1, %0
  store $own, %2
  store $note, %2
  return %2
}
define @locks(%0: bv64) -> (bv64) {
b0:
  %1: bv32 := call @pthread_mutex_lock($lock)
  %2: bv32 := call @pthread_mutex_unlock($lock)
  return %0
}
define @spins(%0: bv64) -> (bv64) {
b0:
  jump b1
b1:
  %1: bv64 := load $note
  %2: bool := = %1, 0:bv64
  branch %2, b1, b2
b2:
  return %1
}
define @notes(%0: bv64) -> (bv64) {
b0:
  store $note, %0
  return %0
}
define @leaves(%0: bv64) -> (bv64) {
b0:
  %1: bv32 := call @usleep(1000:bv32)
  call @exit(9:bv32)
  return %0
}";

/// Starts a thread that begins with `$function`, and keeps what it is known by.
fn start(register: u32, function: &str, argument: u64) -> String {
    let (slot, status) = (register, register + 1);
    format!(
        "  %{slot}: bv64 := alloc 8:bv64 align 8
  %{status}: bv32 := call @pthread_create(%{slot}, 0:bv64, @{function}, {argument}:bv64)\n"
    )
}

#[test]
fn a_thread_has_globals_of_its_own_and_gives_its_result_to_who_waits() {
    let body = start(0, "three", 3)
        + "  %2: bv64 := load %0
  %3: bv64 := alloc 8:bv64 align 8
  %4: bv32 := call @pthread_join(%2, %3)
  %5: bv64 := load %3
  %6: bv64 := load $own
  %7: bv64 := bvmul %5, %6
  %8: bv32 := extract[31,0] %7
  return %8";
    assert_eq!(run(DECLARATIONS, &body), ["exit 40"]);
}

#[test]
fn whoever_starts_a_thread_goes_on_until_it_waits() {
    let body = start(0, "notes", 7)
        + "  %2: bv64 := load $note
  %3: bv32 := call @sched_yield()
  %4: bv64 := load $note
  %5: bv64 := bvmul %2, 100:bv64
  %6: bv64 := bvadd %5, %4
  %7: bv32 := extract[31,0] %6
  return %7";
    assert_eq!(run(DECLARATIONS, &body), ["exit 7"]);
}

#[test]
fn a_thread_that_waits_in_a_loop_of_its_own_gives_others_a_turn() {
    let body = start(0, "spins", 0)
        + "  %2: bv32 := call @sched_yield()
  store $note, 4:bv64
  %3: bv64 := load %0
  %4: bv32 := call @pthread_join(%3, 0:bv64)
  return 0:bv32";
    assert_eq!(run(DECLARATIONS, &body), ["exit 0"]);
}

#[test]
fn time_passes_while_every_thread_sleeps_or_waits() {
    let body = start(0, "leaves", 0)
        + "  %2: bv64 := load %0
  %3: bv32 := call @pthread_join(%2, 0:bv64)
  return 1:bv32";
    assert_eq!(run(DECLARATIONS, &body), ["exit 9"]);
}

#[test]
fn main_may_end_before_the_last_thread() {
    let body = start(0, "three", 3) + "  call @pthread_exit(0:bv64)\n  return 1:bv32";
    assert_eq!(run(DECLARATIONS, &body), ["exit 0"]);
}

#[test]
fn threads_that_all_wait_are_a_finding_that_says_for_what() {
    let body = "  %0: bv32 := call @pthread_mutex_lock($lock)\n".to_owned()
        + &start(1, "locks", 0)
        + "  %3: bv64 := load %1
  %4: bv32 := call @pthread_join(%3, 0:bv64)
  return 1:bv32";
    assert_eq!(
        run(DECLARATIONS, &body),
        [
            "deadlock: every thread waits: the main thread waits for thread 1 to end; thread 1 waits for a mutex that the main thread holds"
        ]
    );
}

#[test]
fn the_only_thread_may_wait_for_ever() {
    let body = "  %0: bv32 := call @pthread_mutex_lock($lock)
  %1: bv32 := call @pthread_cond_wait($cond, $lock)
  return 1:bv32";
    assert_eq!(
        run(DECLARATIONS, body),
        ["deadlock: no thread can go on: the main thread waits for a condition variable"]
    );
}

#[test]
fn a_mutex_that_another_thread_holds_is_not_unlocked() {
    let body = "  %0: bv32 := call @pthread_mutex_unlock($lock)\n  return 1:bv32";
    assert_eq!(run(DECLARATIONS, body), ["bad-call: a mutex is unlocked that is not locked"]);
}

/// A program with symbolic input that forks in several threads.
#[test]
fn every_search_order_and_number_of_workers_gives_one_order_of_threads() {
    let forks = "
define @forks(%0: bv64) -> (bv64) {
b0:
  %1: bv32 := call @getchar()
  %2: bool := bvult %1, 100:bv32
  branch %2, b1, b2
b1:
  %3: bv32 := call @sched_yield()
  jump b2
b2:
  %4: bv64 := load $note
  %5: bv64 := bvmul %4, 3:bv64
  %6: bv64 := bvadd %5, %0
  store $note, %6
  return %6
}";
    let body = start(0, "forks", 1)
        + &start(2, "forks", 2)
        + "  %4: bv64 := load %0
  %5: bv64 := load %2
  %6: bv32 := call @pthread_join(%4, 0:bv64)
  %7: bv32 := call @pthread_join(%5, 0:bv64)
  %8: bv64 := load $note
  %9: bv32 := extract[31,0] %8
  return %9";
    let text = format!("{DECLARATIONS}{forks}\ndefine @main() -> (bv32) {{\nb0:\n{body}\n}}\n");
    let input = PosixOptions { sym_stdin: Some(2), ..PosixOptions::default() };
    let by = |search, threads| {
        let options = ExploreOptions { search, threads, ..ExploreOptions::default() };
        let explored = explored_by(&text, input.clone(), &options);
        explored.paths.iter().map(|p| (shown(&p.ending), p.steps)).collect::<Vec<_>>()
    };
    let first = by(Search::Dfs, 1);
    let mut statuses: Vec<&str> = first.iter().map(|(ending, _)| ending.as_str()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, ["exit 5", "exit 5", "exit 5", "exit 7"]);
    for search in [Search::Dfs, Search::Bfs, Search::RandomPath] {
        for threads in [1, 3] {
            assert_eq!(by(search, threads), first);
        }
    }
    assert_eq!(endings(&text, input).len(), 4);
}

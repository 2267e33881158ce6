//! The search on small programs in the text form of the program representation.

use effigy_base::budget::StopReason;
use effigy_base::finding::FindingKind;
use effigy_exec::call::Call;
use effigy_exec::chosen::TakenValue;
use effigy_exec::context::Job;
use effigy_exec::environment::{Environment, Flow, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{Ending, Stop};
use effigy_fuzz::counts::Counts;
use effigy_fuzz::runner::{Compared, Native, NativeEnd, NativeRun, OnMachine};
use effigy_fuzz::search::{Over, Searched, search};
use effigy_fuzz::settings::{Seed, Settings, Tools};
use effigy_fuzz::watch::{Found, Kept, Tried, Watch};
use effigy_ir::{text, verify};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// `text() -> number` is the first bytes of standard input. `input_NAME() -> number` is an input; `tick() -> number` is 0 and 1 in turn, whatever the input: a program that is not the
/// same each time.
struct TestEnvironment;

static TICKS: AtomicU64 = AtomicU64::new(0);

impl Environment for TestEnvironment {
    fn model(&self, name: &str, _display: &str, _defined: bool) -> Option<Handler> {
        match name {
            "tick" => Some(tick),
            "text" => Some(text_number),
            "number_only" => Some(number_only),
            _ if name.starts_with("input_") => Some(input),
            _ => None,
        }
    }

    fn start(&self, _call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        Ok(Vec::new())
    }
}

fn input(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let name = call.function().map(|f| call.program().functions[f].name.clone());
    let name = name.unwrap_or_default().trim_start_matches("input_").to_owned();
    let width = call.result_width();
    Ok(Flow::Return(vec![call.input_number(InputKind::Object, &name, width)]))
}

fn text_number(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let width = call.result_width();
    Ok(Flow::Return(vec![call.input_number(InputKind::Stdin, "stdin", width)]))
}

/// One more than its argument, of a number only.
fn number_only(call: &mut Call<'_>) -> Result<Flow, Stop> {
    let number = call.arg(0).concrete().ok_or_else(|| call.unsupported("more than numbers"))?;
    Ok(Flow::Return(vec![Slot::word((number as u64 + 1) & 0xff)]))
}

fn tick(_: &mut Call<'_>) -> Result<Flow, Stop> {
    Ok(Flow::Return(vec![Slot::word(TICKS.fetch_add(1, Ordering::Relaxed) % 2)]))
}

const INPUTS: &str = "
declare @input_x() -> (bv8)
declare @input_y() -> (bv32)
declare @tick() -> (bv8)
declare @text() -> (bv32)
declare @nobody(bv8) -> (bv8)
declare @number_only(bv8) -> (bv8)";

fn job(body: &str) -> Job {
    let source = format!("{INPUTS}\ndefine @main() -> (bv32) {{\n{body}\n}}\n");
    let program = text::parse(&source, "test.ir").unwrap_or_else(|e| panic!("{e:?}"));
    verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = program.function_named("main").expect("a main function");
    Job::new(Arc::new(program), Arc::new(TestEnvironment), entry)
}

/// The bytes of every input that was run, with how it ended.
#[derive(Default)]
struct Tries(Vec<(Vec<u8>, Ending)>);

impl Watch for Tries {
    fn ran(&mut self, tried: &Tried<'_>) {
        let bytes = tried.inputs.iter().flat_map(|input| input.bytes.clone()).collect();
        self.0.push((bytes, tried.ending.clone()));
    }
}

fn seeds(bytes: &[&[u8]]) -> Vec<Seed> {
    bytes.iter().map(|seed| Seed { bytes: seed.to_vec(), generation: 0 }).collect()
}

/// A search on the machine alone.
fn watched(job: &Job, bytes: &[&[u8]], watch: &mut dyn Watch) -> Searched {
    let settings = Settings::new(10_000);
    let tools = || {
        let runner = Box::new(OnMachine::new(job, settings.most_steps)?);
        Ok(Tools { runner, native: None })
    };
    let seeds = (&seeds(bytes)[..], InputKind::Stdin);
    search(job, &settings, seeds, &tools, watch).expect("the embedded solver needs nothing")
}

/// What a search from seeds came to, with the inputs that it ran.
struct Run {
    tries: Vec<(Vec<u8>, Ending)>,
    found: Vec<Found>,
    counts: Counts,
    over: Over,
    taken: Vec<TakenValue>,
}

fn run(job: &Job, seeds: &[&[u8]]) -> Run {
    let mut tries = Tries::default();
    let Searched { found, counts, over, taken, .. } = watched(job, seeds, &mut tries);
    Run { tries: tries.0, found, counts, over, taken }
}

/// Three letters of `y`, one after the other, and then a failure.
const WORD: &str = "
b0:
  %0: bv32 := call @input_y()
  %1: bv8 := extract[7, 0] %0
  %2: bool := = %1, 102:bv8
  branch %2, b1, b4
b1:
  %3: bv8 := extract[15, 8] %0
  %4: bool := = %3, 111:bv8
  branch %4, b2, b4
b2:
  %5: bv8 := extract[23, 16] %0
  %6: bool := = %5, 111:bv8
  branch %6, b3, b4
b3:
  fail abort \"here\"
b4:
  return 9:bv32";

#[test]
fn a_word_is_found_letter_by_letter() {
    let searched = run(&job(WORD), &[b"abcd"]);
    let letters = |(bytes, _): &(Vec<u8>, Ending)| {
        bytes.iter().zip(b"foo").take_while(|(byte, letter)| byte == letter).count()
    };
    let known: Vec<usize> = searched.tries.iter().map(letters).collect();
    assert_eq!(known, [0, 1, 2, 3]);
    let [found] = searched.found.as_slice() else { panic!("{:?}", searched.found) };
    assert_eq!((found.failure.kind, found.generation, found.times), (FindingKind::Abort, 3, 1));
    assert_eq!(found.condition.len(), 3);
    assert_eq!(searched.over, Over::Empty);
    assert_eq!((searched.counts.runs, searched.counts.fruitful), (4, 3));
    // Three decisions were negated, and three would have been negated again.
    assert_eq!((searched.counts.queries, searched.counts.covered), (3, 3));
}

/// A length that may be 200 at most, and a decision whether it is larger than 5.
const LENGTH: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 201:bv8
  branch %1, b1, b4
b1:
  %2: bool := bvult 5:bv8, %0
  branch %2, b2, b3
b2:
  return 1:bv32
b3:
  return 0:bv32
b4:
  return 2:bv32";

#[test]
fn a_side_that_asks_for_a_larger_number_gets_the_largest_too() {
    let searched = run(&job(LENGTH), &[b"\x02"]);
    let numbers: Vec<u8> = searched.tries.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
    let [2, too_long, 255, long, 200] = numbers[..] else { panic!("{numbers:?}") };
    assert!((201..255).contains(&too_long) && (6..200).contains(&long), "{numbers:?}");
}

/// Decisions that do not depend on each other: inputs that wait are as good as each other.
const BYTES: &str = "
b0:
  %0: bv32 := call @input_y()
  %1: bv8 := extract[7, 0] %0
  %2: bool := = %1, 102:bv8
  branch %2, b1, b2
b1:
  jump b2
b2:
  %3: bv8 := extract[15, 8] %0
  %4: bool := = %3, 111:bv8
  branch %4, b3, b4
b3:
  jump b4
b4:
  %5: bv8 := extract[23, 16] %0
  %6: bool := = %5, 111:bv8
  branch %6, b5, b6
b5:
  jump b6
b6:
  %7: bv8 := extract[31, 24] %0
  %8: bool := = %7, 99:bv8
  branch %8, b7, b8
b7:
  jump b8
b8:
  return 9:bv32";

#[test]
fn a_search_is_the_same_each_time() {
    let job = job(WORD);
    let (first, second) = (run(&job, &[b"abcd", b"fxxx"]), run(&job, &[b"abcd", b"fxxx"]));
    assert_eq!(first.tries, second.tries);
    assert_eq!(first.counts, second.counts);
    let job = self::job(BYTES);
    let (first, second) = (run(&job, &[b"abcd"]), run(&job, &[b"abcd"]));
    assert!(first.tries.len() > 8, "{:?}", first.tries);
    assert_eq!(first.tries, second.tries);
}

#[test]
fn a_side_that_no_input_takes_is_infeasible_and_the_side_alone_is_tried() {
    // Behind `x < 10` no x is 200; that side alone leads to another part of the program.
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  branch %1, b1, b2
b1:
  %2: bool := = %0, 200:bv8
  branch %2, b3, b4
b2:
  %3: bool := bvult %0, 200:bv8
  branch %3, b5, b6
b3:
  fail abort \"here\"
b4:
  return 4:bv32
b5:
  return 5:bv32
b6:
  %4: bool := bvult %0, 201:bv8
  branch %4, b3, b5";
    let searched = run(&job(body), &[&[1]]);
    assert_eq!(searched.found.len(), 1);
    let Counts { infeasible, undecided, guesses, good_guesses, .. } = searched.counts;
    assert_eq!((infeasible, undecided), (1, 0));
    assert_eq!((guesses, good_guesses), (1, 1), "{:?}", searched.tries);
}

#[test]
fn what_the_solver_may_not_decide_is_undecided() {
    let body = "
b0:
  %0: bv32 := call @input_y()
  %1: bv32 := bvmul %0, %0
  %2: bool := bvult %1, 1000:bv32
  branch %2, b1, b2
b1:
  %3: bv32 := bvmul %1, %0
  %4: bool := = %3, 343:bv32
  branch %4, b3, b2
b2:
  return 2:bv32
b3:
  fail abort \"here\"";
    let mut job = job(body);
    job.solver.query_time = Some(Duration::ZERO);
    let searched = run(&job, &[&[1, 0, 0, 0]]);
    let Counts { undecided, infeasible, .. } = searched.counts;
    assert!(undecided > 0 && infeasible == 0, "{:?}", searched.counts);
    // With time it is found.
    job.solver.query_time = None;
    assert_eq!(run(&job, &[&[1, 0, 0, 0]]).found.len(), 1);
}

#[test]
fn a_program_that_is_not_the_same_each_time_diverges_and_the_search_goes_on() {
    // Which of two conditions is asked first changes from run to run.
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @tick()
  %2: bool := = %1, 0:bv8
  branch %2, b1, b2
b1:
  %3: bool := bvult %0, 10:bv8
  branch %3, b3, b4
b2:
  %4: bool := bvult %0, 20:bv8
  branch %4, b3, b4
b3:
  %5: bool := = %0, 7:bv8
  branch %5, b5, b4
b4:
  return 4:bv32
b5:
  fail abort \"here\"";
    let searched = run(&job(body), &[&[1], &[100], &[15]]);
    assert!(searched.counts.diverged > 0, "{:?}", searched.counts);
    assert_eq!(searched.found.len(), 1, "it is survived");
    assert_eq!(searched.over, Over::Empty);
}

#[test]
fn an_assumption_that_fails_is_negated_and_one_that_holds_is_not() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := bvult %0, 10:bv8
  assume %1
  %2: bool := = %0, 7:bv8
  branch %2, b1, b2
b1:
  fail abort \"here\"
b2:
  return 2:bv32";
    let searched = run(&job(body), &[&[99]]);
    assert_eq!(searched.tries.first().map(|(_, ending)| ending), Some(&Ending::Assumed));
    assert_eq!(searched.found.len(), 1);
    let assumed = |(_, ending): &&(Vec<u8>, Ending)| *ending == Ending::Assumed;
    assert_eq!(searched.tries.iter().filter(assumed).count(), 1);
}

#[test]
fn numbers_that_the_machine_needs_are_asked_for_one_by_one() {
    // The size of an allocation has to be one number; only 3 fails.
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := bvand %0, 7:bv8
  %2: bv64 := zero_extend[64] %1
  %3: bv64 := alloc %2 align 1
  %4: bool := = %1, 3:bv8
  branch %4, b1, b2
b1:
  fail abort \"here\"
b2:
  return 2:bv32";
    let searched = run(&job(body), &[&[0]]);
    assert_eq!(searched.found.len(), 1, "{:?}", searched.counts);
    let sizes: BTreeSet<u8> =
        searched.tries.iter().filter_map(|(bytes, _)| bytes.first().map(|x| x & 7)).collect();
    assert_eq!(sizes.len(), 8, "{:?} {:?}", searched.tries, searched.counts);
    assert_eq!((searched.counts.diverged, searched.over), (0, Over::Empty));
}

#[test]
fn what_has_no_model_ends_a_run_and_is_counted_and_its_path_is_negated() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := = %0, 1:bv8
  branch %1, b1, b2
b1:
  %2: bv8 := call @nobody(%0)
  return 1:bv32
b2:
  %3: bool := = %0, 2:bv8
  branch %3, b3, b4
b3:
  fail abort \"here\"
b4:
  return 4:bv32";
    let searched = run(&job(body), &[&[1]]);
    assert_eq!(searched.counts.unsupported, 1);
    assert_eq!(searched.found.len(), 1);
}

/// Calls a function that has no model and, where the machine only knows it of numbers, another one; then decides.
const NOBODY: &str = "
b0:
  %0: bv8 := call @input_x()
  %1: bv8 := call @nobody(%0)
  %2: bv8 := call @number_only(%0)
  %3: bool := = %2, 4:bv8
  branch %3, b1, b2
b1:
  unsupported \"inline assembly\"
  %4: bool := = %0, 3:bv8
  branch %4, b3, b2
b2:
  %5: bool := = %0, 3:bv8
  branch %5, b1, b4
b3:
  fail abort \"here\"
b4:
  return 4:bv32";

#[test]
fn what_has_no_meaning_takes_a_value_and_is_counted_and_ends_no_path() {
    let job = Job { chooses: true, ..job(NOBODY) };
    let searched = run(&job, &[&[1]]);
    assert_eq!(searched.found.len(), 1, "{:?}", searched.counts);
    assert_eq!(searched.counts.unsupported, 0);
    let taken: BTreeSet<(&str, bool)> =
        searched.taken.iter().map(|value| (&*value.what, value.is_known)).collect();
    assert_eq!(
        taken,
        BTreeSet::from([
            ("inline assembly", false),
            ("the external function nobody", false),
            ("more than numbers", true),
        ])
    );
    // The seed's run and path, and those of the child, come by the two calls; the symbol is there in the paths alone.
    assert_eq!((searched.counts.concretised, searched.counts.chosen), (2, 4 + 2));
    // Where nobody asked for it, nothing is chosen.
    let searched = run(&self::job(NOBODY), &[&[1]]);
    assert_eq!((searched.counts.unsupported, searched.taken.len()), (1, 0));
}

#[test]
fn a_call_behind_which_nothing_follows_ends_the_run() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  %1: bool := = %0, 1:bv8
  branch %1, b1, b2
b1:
  %2: bv8 := call @nobody(%0)
  fail unreachable \"here\"
b2:
  return 4:bv32";
    let searched = run(&Job { chooses: true, ..job(body) }, &[&[1]]);
    assert_eq!((searched.found.len(), searched.counts.unsupported), (0, 1));
}

#[test]
fn behind_a_chosen_value_the_native_program_has_the_last_word() {
    let body = "
b0:
  %0: bv32 := call @text()
  %1: bv8 := call @nobody(0:bv8)
  %2: bool := = %1, 0:bv8
  branch %2, b1, b2
b1:
  fail abort \"zero\"
b2:
  return 4:bv32";
    let job = Job { chooses: true, ..job(body) };
    let settings = Settings::new(10_000);
    let searched = beside(&job, &settings, None, &mut Keeps::default());
    assert!(searched.counts.chosen > 0);
    // The machine fails on every input, the native program on those that begin so.
    let bytes = searched.found.iter().map(|found| &found.inputs[0].bytes);
    assert!(bytes.clone().all(|bytes| bytes.starts_with(b"fo")), "{:?}", searched.found);
}

#[test]
fn a_program_whose_decisions_are_its_own_is_blind() {
    let body = "
b0:
  %0: bv8 := call @input_x()
  return 1:bv32";
    let searched = run(&job(body), &[&[1], &[2]]);
    assert_eq!((searched.over, searched.counts.runs), (Over::Blind, 2));
}

/// Stops a search when something failed.
struct Stopper<'a>(&'a Job);

impl Watch for Stopper<'_> {
    fn found(&mut self, _way: usize, _found: &Found) {
        self.0.cancel.cancel();
    }
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_found() {
    let job = job(WORD);
    let mut stopper = Stopper(&job);
    let Searched { found, counts, over, taken: _, .. } =
        watched(&job, &[b"food", b"abcd"], &mut stopper);
    assert_eq!((found.len(), counts.runs), (1, 1));
    assert_eq!(over, Over::Stopped(StopReason::User));
}

/// What the native program of [`LETTERS`] does: an edge for each letter of `fo` at the beginning, and behind them one for each
/// length. It crashes on `fo` followed by an `!` anywhere, which the machine does not see.
#[derive(Default)]
struct Letters {
    seen: BTreeSet<usize>,
    runs: usize,
    /// How many runs there are before it breaks.
    most: Option<usize>,
}

const LETTERS: &str = "
b0:
  %0: bv32 := call @text()
  %1: bv8 := extract[7, 0] %0
  %2: bool := = %1, 102:bv8
  branch %2, b1, b3
b1:
  %3: bv8 := extract[15, 8] %0
  %4: bool := = %3, 111:bv8
  branch %4, b2, b3
b2:
  return 1:bv32
b3:
  return 9:bv32";

impl Letters {
    fn made(&mut self, input: &[u8], remember: bool) -> Result<NativeRun, String> {
        self.runs += 1;
        if self.most.is_some_and(|most| self.runs > most) {
            return Err("broken".into());
        }
        let known = input.iter().zip(b"fo").take_while(|(byte, letter)| byte == letter).count();
        let edge = if known == 2 { 2 + input.len() / 4 } else { known };
        let crashes = known == 2 && input.contains(&b'!');
        Ok(NativeRun {
            end: if crashes { NativeEnd::Crash("signal".into()) } else { NativeEnd::Exit },
            succeeded: true,
            edges: 1,
            new_edges: u32::from(!remember || self.seen.insert(edge)),
            new_classes: 0,
            trace: edge as u64,
            covered: vec![edge as u32],
        })
    }
}

impl Native for Letters {
    fn run(&mut self, input: &[u8]) -> Result<NativeRun, String> {
        self.made(input, true)
    }

    fn look(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String> {
        inputs.iter().map(|input| self.made(input, false)).collect()
    }

    fn run_each(&mut self, inputs: &[Vec<u8>]) -> Result<Vec<NativeRun>, String> {
        inputs.iter().map(|input| self.made(input, true)).collect()
    }

    fn run_all(
        &mut self,
        inputs: &[Vec<u8>],
        tell: &mut dyn FnMut(usize, NativeRun),
    ) -> Result<(), String> {
        for (number, input) in inputs.iter().enumerate() {
            let run = self.made(input, true)?;
            if run.is_new() || run.end != NativeEnd::Exit {
                tell(number, run);
            }
        }
        Ok(())
    }

    fn compare(&mut self, _inputs: &[Vec<u8>]) -> Result<Compared, String> {
        Ok(Compared::Untold("it does not tell".to_owned()))
    }
}

/// The inputs that a search kept, and what it told of each way to fail.
#[derive(Default)]
struct Keeps {
    kept: Vec<Vec<u8>>,
    found: Vec<Vec<u8>>,
    news: Vec<Vec<u8>>,
}

impl Watch for Keeps {
    fn kept(&mut self, kept: &Kept<'_>) {
        self.kept.push(kept.bytes.to_vec());
    }

    fn found(&mut self, way: usize, found: &Found) {
        let bytes = found.inputs.iter().flat_map(|input| input.bytes.clone()).collect();
        self.found.truncate(way);
        self.found.push(bytes);
    }

    fn news(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.news)
    }
}

fn beside(job: &Job, settings: &Settings, most: Option<usize>, watch: &mut dyn Watch) -> Searched {
    let tools = || {
        let runner = Box::new(OnMachine::new(job, settings.most_steps)?);
        Ok(Tools { runner, native: Some(Box::new(Letters { most, ..Letters::default() })) })
    };
    let seeds = (&seeds(&[b"abcd"])[..], InputKind::Stdin);
    search(job, settings, seeds, &tools, watch).expect("the embedded solver needs nothing")
}

#[test]
fn a_crash_that_only_the_native_program_has_is_found_by_changes_and_made_small() {
    let job = job(LETTERS);
    let settings = Settings { shrinks: true, longest: 64, ..Settings::new(10_000) };
    let mut keeps = Keeps::default();
    let searched = beside(&job, &settings, None, &mut keeps);
    let [found] = searched.found.as_slice() else { panic!("{:?}", searched.found) };
    assert_eq!(
        (found.failure.kind, found.failure.message.as_str()),
        (FindingKind::Crash, "signal")
    );
    assert_eq!(searched.over, Over::Empty);
    let counts = searched.counts;
    assert!(counts.changed > 10_000 && counts.native > counts.changed, "{counts:?}");
    // The letters come from the solver, lengths from changes; each is kept once.
    let lengths: BTreeSet<usize> =
        keeps.kept.iter().filter(|kept| kept.starts_with(b"fo")).map(|k| k.len() / 4).collect();
    assert!(lengths.len() > 10, "{:?}", keeps.kept);
    let smallest = keeps.found.first().map(|bytes| bytes.len());
    assert_eq!(smallest, Some(4), "the machine reads four bytes of `fo!`: {:?}", keeps.found);
}

#[test]
fn the_first_failure_ends_a_search_that_is_asked_for_one() {
    let job = job(LETTERS);
    let settings = Settings { first: true, endless: true, longest: 64, ..Settings::new(10_000) };
    let searched = beside(&job, &settings, None, &mut Keeps::default());
    assert_eq!((searched.over, searched.found.len()), (Over::First, 1));
}

#[test]
fn several_workers_share_the_list_and_what_was_found() {
    let job = job(LETTERS);
    let settings = Settings { workers: 3, longest: 64, ..Settings::new(10_000) };
    let searched = beside(&job, &settings, None, &mut Keeps::default());
    assert_eq!((searched.over, searched.found.len()), (Over::Empty, 1));
    // Without native runs too, and the list ends.
    let job = self::job(WORD);
    let settings = Settings { workers: 3, ..Settings::new(10_000) };
    let tools = || Ok(Tools { runner: Box::new(OnMachine::new(&job, 10_000)?), native: None });
    let seeds = (&seeds(&[b"abcd", b"fxxx"])[..], InputKind::Stdin);
    let searched = search(&job, &settings, seeds, &tools, &mut Keeps::default());
    let searched = searched.expect("the embedded solver needs nothing");
    assert_eq!((searched.over, searched.found.len()), (Over::Empty, 1));
}

#[test]
fn a_search_goes_on_without_native_runs_when_they_break() {
    let job = job(LETTERS);
    let searched = beside(&job, &Settings::new(10_000), Some(3), &mut Keeps::default());
    assert_eq!((searched.lost.as_deref(), searched.over), (Some("broken"), Over::Empty));
    assert!(
        searched.counts.fruitful > 0 && (1..3).contains(&searched.counts.native),
        "{:?}",
        searched.counts
    );
}

#[test]
fn inputs_from_elsewhere_are_run_and_kept_when_they_are_new() {
    let job = job(LETTERS);
    let mut keeps = Keeps { news: vec![b"fo".repeat(10), b"zzzz".to_vec()], ..Keeps::default() };
    beside(&job, &Settings { longest: 8, ..Settings::new(10_000) }, None, &mut keeps);
    assert!(keeps.kept.contains(&b"fo".repeat(10)), "{:?}", keeps.kept);
    assert!(!keeps.kept.contains(&b"zzzz".to_vec()), "it runs what the seed runs");
}

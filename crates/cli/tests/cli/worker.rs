//! `effigy worker`: what several processes find of a tree is what one finds, also when some of them are killed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use effigy_session::explore::{Prepared, explore};
use effigy_session::journal::Record;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{ExploreOptions, Merge};
use effigy_session::outcome::{RunOutcome, SolverUse, Timings};
use effigy_session::progress::Silent;
use effigy_testkit::TempDir;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Paths through a loop that a byte can end early. Large bytes are counted, so that many paths differ in a number only; of
/// those that come through, the ones with eight large bytes fail for one value of another byte.
const PROGRAM: &str = r#"
declare void @klee_make_symbolic(ptr, i64, ptr)
declare void @abort()
@name = private constant [2 x i8] c"x\00"

define i32 @main() {
entry:
  %x = alloca [10 x i8], align 1
  call void @klee_make_symbolic(ptr %x, i64 10, ptr @name)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %sum = phi i32 [ 0, %entry ], [ %total, %more ]
  %at = getelementptr i8, ptr %x, i64 %i
  %v = load i8, ptr %at, align 1
  %early = icmp eq i8 %v, 7
  br i1 %early, label %leave, label %count

leave:
  ret i32 %sum

count:
  %large = icmp ugt i8 %v, 100
  br i1 %large, label %add, label %more

add:
  br label %more

more:
  %one = phi i32 [ 0, %count ], [ 1, %add ]
  %total = add i32 %sum, %one
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 9
  br i1 %again, label %loop, label %last

last:
  %end = getelementptr i8, ptr %x, i64 9
  %w = load i8, ptr %end, align 1
  %many = icmp eq i32 %total, 8
  %rare = icmp eq i8 %w, 77
  %both = and i1 %many, %rare
  br i1 %both, label %fail, label %done

fail:
  call void @abort()
  unreachable

done:
  ret i32 %total
}
"#;

/// An `effigy worker`.
struct Worker {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(start: &Value) -> Worker {
        let mut worker = Worker::silent(start);
        let ready = worker.answer();
        assert_eq!(ready["ready"]["program"], start["start"]["fingerprint"], "{ready}");
        worker
    }

    fn silent(start: &Value) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut worker = Worker { process, input, output };
        worker.tell(start);
        worker
    }

    fn tell(&mut self, line: &Value) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn explore(&mut self, parts: &[Value], leaves: u64) {
        self.tell(&json!({"explore": {"parts": parts, "leaves": leaves}}));
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends the input, which ends the worker.
    fn end(mut self) {
        drop(self.input);
        assert!(self.process.wait().unwrap().success());
    }
}

/// The driver of a run: what is committed, and what is open.
struct Driver {
    journal: Vec<u8>,
    open: Vec<Value>,
    commits: u64,
    leaves: u64,
}

impl Driver {
    fn new(prepared: &Prepared) -> Driver {
        let open = prepared.open_parts(&[]).unwrap();
        let open = open.iter().map(|part| json!(STANDARD.encode(part))).collect();
        Driver { journal: Vec::new(), open, commits: 0, leaves: 0 }
    }

    fn commit(&mut self, answer: &Value) {
        let commit = &answer["commit"];
        self.journal.extend(STANDARD.decode(commit["journal"].as_str().unwrap()).unwrap());
        self.open.extend(commit["open"].as_array().unwrap().iter().cloned());
        self.leaves += commit["leaves"].as_u64().unwrap();
        self.commits += 1;
    }

    /// Up to so many parts, oldest first.
    fn take(&mut self, most: usize) -> Vec<Value> {
        self.open.drain(..most.min(self.open.len())).collect()
    }
}

fn options(folder: &Path) -> ExploreOptions {
    let program = folder.join("prog.ll");
    std::fs::write(&program, PROGRAM).unwrap();
    ExploreOptions { replay: false, threads: Some(1), ..ExploreOptions::new(program) }
}

fn prepared(options: &ExploreOptions) -> (Prepared, Value) {
    let prepared = Prepared::new(LANGUAGES, options, &mut Silent).unwrap();
    let start = json!({ "start": prepared.remote_job().unwrap() });
    (prepared, start)
}

/// What a run reports, without what depends on the machine and on how the work was divided.
fn report(outcome: RunOutcome) -> String {
    let timings = Timings::default();
    let (solver, instructions, peak_mb) = (SolverUse::default(), 0, 0);
    format!("{:#?}", RunOutcome { timings, solver, instructions, peak_mb, ..outcome })
}

/// Finishes a run from what the workers found. Where nothing is open, not one instruction is executed.
fn finish(prepared: Prepared, driver: Driver, folder: &Path) -> RunOutcome {
    let file = File::create(folder.join("journal")).unwrap();
    prepared.run(Some(Record { file, earlier: driver.journal }), &mut Silent).unwrap()
}

/// Explores with four workers of which some are killed, and compares with one process.
fn check_killed_workers(merge: Merge, least: u64) {
    let folder = TempDir::new();
    let options = ExploreOptions { merge, ..options(folder.path()) };
    let expected = explore(LANGUAGES, &options, &mut Silent).unwrap();
    assert_eq!(expected.findings.len(), 1);
    let paths = expected.paths;
    let (prepared, start) = prepared(&options);
    let mut driver = Driver::new(&prepared);
    let mut workers: [Worker; 4] = std::array::from_fn(|_| Worker::start(&start));
    let (mut orders, mut kills) = (0, 0_u64);
    while !driver.open.is_empty() {
        for worker in &mut workers {
            let parts = driver.take(4);
            if parts.is_empty() {
                continue;
            }
            worker.explore(&parts, paths.completed.div_ceil(25));
            orders += 1;
            if orders % 4 == 2 && kills < 10 {
                // Whatever it has found by now is lost with it.
                std::mem::replace(worker, Worker::start(&start)).kill();
                driver.open.extend(parts);
                kills += 1;
            } else {
                let answer = worker.answer();
                driver.commit(&answer);
            }
        }
    }
    assert!(kills >= least, "{kills} of {orders}");
    assert_eq!(driver.leaves, paths.completed + paths.failed, "a path is lost or counts twice");
    workers.into_iter().for_each(Worker::end);
    let outcome = finish(prepared, driver, folder.path());
    assert_eq!(outcome.instructions, 0, "something was left to explore");
    assert_eq!(report(outcome), report(expected));
}

#[test]
fn killed_workers_leave_the_tree_of_one_process() {
    check_killed_workers(Merge::Never, 4);
}

#[test]
fn killed_workers_leave_the_tree_of_one_process_that_merges() {
    check_killed_workers(Merge::Auto, 2);
    check_killed_workers(Merge::Always, 2);
}

#[test]
fn a_commit_that_is_missing_or_comes_twice_changes_nothing() {
    let folder = TempDir::new();
    let options = options(folder.path());
    let expected = explore(LANGUAGES, &options, &mut Silent).unwrap();
    let (prepared, start) = prepared(&options);
    let mut driver = Driver::new(&prepared);
    let mut worker = Worker::start(&start);
    let mut journals = Vec::new();
    while !driver.open.is_empty() {
        let parts = driver.take(64);
        worker.explore(&parts, 50);
        let answer = worker.answer();
        driver.commit(&answer);
        journals.push(std::mem::take(&mut driver.journal));
    }
    worker.end();
    assert!(journals.len() > 5, "{}", journals.len());
    journals.remove(2);
    journals.swap(1, 4);
    driver.journal = [journals.concat(), journals[3].clone()].concat();
    let outcome = finish(prepared, driver, folder.path());
    assert!(outcome.instructions > 0, "the missing paths were not run");
    assert_eq!(report(outcome), report(expected));
}

#[test]
fn a_worker_that_is_asked_gives_parts_back_and_each_order_gets_on() {
    let folder = TempDir::new();
    let (prepared, start) = prepared(&options(folder.path()));
    let mut driver = Driver::new(&prepared);
    let mut worker = Worker::start(&start);
    let mut orders = 0;
    while !driver.open.is_empty() {
        let parts = driver.take(usize::MAX);
        worker.tell(&json!({"explore": {"parts": parts, "seconds": 0.0}}));
        worker.tell(&json!("split"));
        let answer = worker.answer();
        driver.commit(&answer);
        orders += 1;
        assert!(orders < 20_000, "the parts are never walked to their ends");
    }
    assert!(orders > 1, "nothing was given back");
    worker.end();
    let outcome = finish(prepared, driver, folder.path());
    assert_eq!(outcome.instructions, 0, "something was left to explore");
}

#[test]
fn a_worker_that_is_asked_tells_the_time_of_each_leaf() {
    let folder = TempDir::new();
    let (prepared, start) = prepared(&options(folder.path()));
    let mut driver = Driver::new(&prepared);
    let parts = driver.take(1);
    let mut worker = Worker::start(&start);
    worker.explore(&parts, 5);
    let answer = worker.answer();
    assert_eq!(answer["commit"].get("times"), None, "nobody asked");
    worker.tell(&json!({"explore": {"parts": parts, "times": true}}));
    let answer = worker.answer();
    let commit = &answer["commit"];
    let times = commit["times"].as_array().unwrap();
    assert_eq!(Some(times.len() as u64), commit["leaves"].as_u64());
    let (mut leaves, mut sides) = (std::collections::BTreeSet::new(), Vec::new());
    let (mut instructions, mut seconds) = (0, 0.0);
    for time in times {
        sides.truncate(time[0].as_u64().unwrap() as usize);
        sides.extend(time[1].as_array().unwrap().iter().map(|side| side.as_u64().unwrap()));
        assert!(leaves.insert(sides.clone()), "a leaf comes twice");
        instructions += time[2].as_u64().unwrap();
        seconds += time[3].as_f64().unwrap();
    }
    assert_eq!(Some(instructions), commit["instructions"].as_u64());
    assert!(seconds > 0.0 && seconds <= commit["seconds"].as_f64().unwrap());
    worker.end();
}

#[test]
fn a_worker_refuses_another_program_and_says_why() {
    let folder = TempDir::new();
    let (_, mut start) = prepared(&options(folder.path()));
    start["start"]["fingerprint"] = json!("0");
    let mut worker = Worker::silent(&start);
    let answer = worker.answer();
    assert!(answer["error"].as_str().unwrap().contains("program"), "{answer}");
    let mut rest = String::new();
    worker.output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert_eq!(worker.process.wait().unwrap().code(), Some(2));
}

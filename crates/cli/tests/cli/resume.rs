//! A run that is ended in any way goes on, and reports in the end what it would have reported without the end.

use effigy_testkit::{Rng, TempDir, is_whole, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A program of some thousand paths with findings, loops, goals, an assumption and a value with too many possibilities.
const PROGRAM: &str = r#"
declare void @klee_make_symbolic(ptr, i64, ptr)
declare void @klee_assume(i64)
declare void @abort()
declare ptr @malloc(i64)
@name = private constant [2 x i8] c"x\00"

define i32 @rare(i8 %v) {
  %r = icmp eq i8 %v, 77
  br i1 %r, label %yes, label %no
yes:
  call void @abort()
  unreachable
no:
  ret i32 2
}

define i32 @main() {
entry:
  %x = alloca [11 x i8], align 1
  call void @klee_make_symbolic(ptr %x, i64 11, ptr @name)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %sum = phi i32 [ 0, %entry ], [ %total, %more ]
  %at = getelementptr i8, ptr %x, i64 %i
  %v = load i8, ptr %at, align 1
  %large = icmp ugt i8 %v, 100
  br i1 %large, label %add, label %more

add:
  %wide = zext i8 %v to i32
  br label %more

more:
  %one = phi i32 [ 0, %loop ], [ 1, %add ]
  %total = add i32 %sum, %one
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 10
  br i1 %again, label %loop, label %last

last:
  %end = getelementptr i8, ptr %x, i64 10
  %w = load i8, ptr %end, align 1
  %many = icmp eq i32 %total, 9
  br i1 %many, label %odd, label %done

odd:
  %r = call i32 @rare(i8 %w)
  %fits = icmp ult i8 %w, 200
  %assumed = zext i1 %fits to i64
  call void @klee_assume(i64 %assumed)
  ret i32 %r

done:
  ret i32 %total
}
"#;

/// What a run leaves, without what depends on the machine and on how the work was divided.
#[derive(Debug, PartialEq)]
struct Report {
    summary: Value,
    files: BTreeMap<String, String>,
}

fn folder() -> TempDir {
    let folder = TempDir::new();
    std::fs::write(folder.path().join("prog.ll"), PROGRAM).unwrap();
    folder
}

fn command(current: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(EFFIGY);
    // Merged although their trees are small, where they are.
    command.env("EFFIGY_STRESS", "merge");
    command.current_dir(current).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn effigy(current: &Path, arguments: &[&str]) -> Output {
    command(current, arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn start(threads: &str) -> Vec<&str> {
    let unmerged = ["explore", "prog.ll", "--merge", "never", "--no-replay"];
    [&unmerged[..], &["--out", "run", "--threads", threads]].concat()
}

fn report(current: &Path) -> Report {
    let run = current.join("run");
    let mut summary: Value =
        serde_json::from_str(&std::fs::read_to_string(run.join("summary.json")).unwrap()).unwrap();
    let object = summary.as_object_mut().unwrap();
    for name in ["seconds", "peak_mb", "solver", "instructions", "run"] {
        assert!(object.remove(name).is_some(), "{name}");
    }
    // Where there are findings.
    object.remove("found_at");
    let mut files = BTreeMap::new();
    let tests = std::fs::read_dir(run.join("tests")).unwrap().flatten().map(|e| e.path());
    let trees = ["tree.txt", "tree.json", "tree.dot", "tree.html"].map(|name| run.join(name));
    for path in tests.chain(trees) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        files.insert(path.file_name().unwrap().to_string_lossy().into_owned(), text);
    }
    Report { summary, files }
}

/// What the run reports that nothing ends, in this folder: tests name it.
fn whole(folder: &TempDir) -> Report {
    let output = effigy(folder.path(), &start("1"));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let report = report(folder.path());
    assert_eq!(report.summary["exhaustive"], true, "{}", report.summary);
    report
}

fn assert_same(current: &Path, expected: &Report, what: &str) {
    let report = report(current);
    assert_eq!(report.summary, expected.summary, "{what}");
    let names = |r: &Report| r.files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&report), names(expected), "{what}");
    for (name, text) in &expected.files {
        assert!(report.files[name] == *text, "{what}: {name} differs");
    }
}

/// Runs a command and kills it after a while; whether it had ended by then.
fn killed(current: &Path, arguments: &[&str], after: Duration) -> bool {
    let mut child =
        command(current, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    let ended = child.try_wait().unwrap().is_some();
    let _ = child.kill();
    let _ = child.wait();
    ended
}

/// How often the run of each program is killed with each number of workers; in `cargo xtask soak resume`, fifty times.
const KILLS: u32 = 4;

/// Kills runs at random moments and goes on with them, sometimes several times, until the number is reached.
fn kill_and_compare(
    folder: &TempDir,
    begin: &[&str],
    threads: &str,
    took: Duration,
    expected: &Report,
) {
    let kills = if is_whole() { 50 } else { KILLS };
    let mut rng = Rng::new(20);
    let resume = ["resume", "run", "--threads", threads];
    let mut begin = begin.to_vec();
    begin.extend(["--threads", threads]);
    let mut killed_so_far = 0;
    while killed_so_far < kills {
        // What a run before it left is in the folder: it is replaced.
        let mut arguments = begin.as_slice();
        loop {
            let after = took.mul_f64(rng.below(1000) as f64 / 900.0);
            if killed(folder.path(), arguments, after) {
                break;
            }
            killed_so_far += 1;
            if folder.path().join("run/run.json").is_file() {
                arguments = &resume;
            }
            if rng.one_in(3) || killed_so_far >= kills {
                break;
            }
        }
        let output = effigy(folder.path(), arguments);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", said(&output));
        assert_same(folder.path(), expected, &format!("{threads} workers, {killed_so_far} kills"));
    }
    // Nothing is open: the report is made again of what is known.
    let output = effigy(folder.path(), &resume);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", said(&output));
    assert_same(folder.path(), expected, "a finished run");
}

/// Kills the runs of a program with one, two and four workers.
fn kill(folder: &TempDir, begin: &[&str]) {
    let started = Instant::now();
    let output = effigy(folder.path(), &[begin, &["--threads", "1"]].concat());
    let took = started.elapsed();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", said(&output));
    let expected = report(folder.path());
    assert!(!expected.files.is_empty());
    for threads in ["1", "2", "4"] {
        kill_and_compare(folder, begin, threads, took, &expected);
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_reports_the_same_in_the_end() {
    for merge in ["never", "auto"] {
        let begin = ["explore", "prog.ll", "--merge", merge, "--no-replay", "--out", "run"];
        kill(&folder(), &begin);
    }
}

#[test]
fn killed_runs_of_compiled_programs_report_the_same_in_the_end() {
    if tool("clang").is_none() {
        return;
    }
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/explore");
    let programs = if is_whole() {
        [("branch.c", "-DK=13"), ("bsort.c", "-DN=6")]
    } else {
        [("branch.c", "-DK=9"), ("bsort.c", "-DN=4")]
    };
    for (name, flags) in programs {
        let source = bench.join(name).canonicalize().unwrap();
        let source = source.to_str().unwrap();
        for merge in ["never", "auto"] {
            let begin = ["explore", source, "--cflags", flags, "--merge", merge, "--no-replay"];
            kill(&TempDir::new(), &[&begin[..], &["--out", "run"]].concat());
        }
    }
}

#[test]
fn a_run_that_met_a_limit_goes_on_with_a_larger_one() {
    let folder = folder();
    let expected = whole(&folder);
    let mut arguments = start("2");
    arguments.extend(["--max-depth", "6", "--max-forks", "400"]);
    let output = effigy(folder.path(), &arguments);
    assert!(said(&output).contains("max-"), "{}", said(&output));
    // Another directory, and the same limits, then larger ones in two steps.
    let elsewhere = TempDir::new();
    let run = folder.path().join("run");
    let run = run.to_str().unwrap();
    let output = effigy(elsewhere.path(), &["resume", run, "--max-forks", "2000"]);
    assert!(said(&output).contains("max-depth"), "{}", said(&output));
    let output =
        effigy(elsewhere.path(), &["resume", run, "--max-depth", "9", "--max-forks", "1000000"]);
    assert!(said(&output).contains("max-depth"), "{}", said(&output));
    let more = ["resume", "run", "--max-depth", "1000", "--max-forks", "1000000"];
    let output = effigy(folder.path(), &more);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_same(folder.path(), &expected, "larger limits");
    // The list of what was written has each file of the folder once.
    let list = std::fs::read_to_string(folder.path().join("run/files.txt")).unwrap();
    let mut own: Vec<&str> = list.lines().filter(|name| !name.contains('/')).collect();
    own.sort_unstable();
    assert!(own.contains(&"journal.bin"), "{list}");
    assert!(own.windows(2).all(|pair| pair[0] != pair[1]), "{list}");
}

#[test]
fn a_damaged_journal_costs_what_is_damaged() {
    let folder = folder();
    let expected = whole(&folder);
    assert_eq!(effigy(folder.path(), &start("2")).status.code(), Some(1));
    let journal = folder.path().join("run/journal.bin");
    let good = std::fs::read(&journal).unwrap();
    let mut rng = Rng::new(3);
    for round in 0..4 {
        let mut bad = good.clone();
        match round {
            // A byte is another one.
            0 | 1 => {
                let at = good.len() / 4 + rng.below(good.len() / 2);
                bad[at] = if bad[at] == 7 { 8 } else { 7 };
            }
            // A part is missing.
            2 => drop(bad.drain(good.len() / 3..good.len() / 3 + 5000)),
            // The end is missing, in the middle of a record.
            _ => bad.truncate(good.len() * 3 / 4),
        }
        std::fs::write(&journal, &bad).unwrap();
        let output = effigy(folder.path(), &["resume", "run", "--threads", "2"]);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(
            said.contains("the journal of the run is damaged"),
            round < 3,
            "{round}: {said}"
        );
        assert_same(folder.path(), &expected, &format!("damage {round}"));
    }
}

#[test]
fn what_cannot_go_on_is_said() {
    let folder = folder();
    let path = folder.path();
    let output = effigy(path, &["resume", "nosuch"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));

    let mut arguments = start("1");
    arguments.extend(["--max-depth", "3"]);
    effigy(path, &arguments);
    let before = std::fs::read(path.join("run/journal.bin")).unwrap();
    std::fs::write(path.join("prog.ll"), PROGRAM.replace("77", "78")).unwrap();
    let output = effigy(path, &["resume", "run"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("not the program that the run began with"), "{}", said(&output));
    assert_eq!(std::fs::read(path.join("run/journal.bin")).unwrap(), before);
    assert!(path.join("run/summary.json").is_file());

    // While the run goes on.
    let endless = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/endless.ll");
    let endless = endless.to_str().unwrap();
    let mut child =
        command(path, &["explore", endless, "--no-replay", "--out", "busy"]).spawn().unwrap();
    while !path.join("busy/run.json").is_file() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = effigy(path, &["resume", "busy"]);
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("another run is going on"), "{}", said(&output));
}

#[test]
fn a_program_of_objects_goes_on_too() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo/insert.oo");
    let source = source.canonicalize().unwrap();
    let arguments = |run: &'static str| {
        let source = source.to_str().unwrap().to_owned();
        let mut all = vec!["explore".to_owned(), source, "--entry".into(), "List.insert".into()];
        all.extend(["--ints", "32", "--max-steps", "14", "--out", run].map(str::to_owned));
        all
    };
    let current = TempDir::new();
    let run = |arguments: &[String]| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        effigy(current.path(), &arguments)
    };
    let whole = run(&arguments("run"));
    let expected = report(current.path());
    // All leaves but the first ones are lost, the last of them in its middle.
    let journal = current.path().join("run/journal.bin");
    let bytes = std::fs::read(&journal).unwrap();
    assert!(bytes.len() > 1000, "{}", said(&whole));
    std::fs::write(&journal, &bytes[..1000]).unwrap();
    let output = effigy(current.path(), &["resume", "run"]);
    assert_eq!(output.status.code(), whole.status.code(), "{}", said(&output));
    assert_same(current.path(), &expected, "objects");
}

//! One program and one set of options give one report; a run that is cut or interrupted keeps what it found.

use effigy_base::search::Search;
use effigy_testkit::annotated::Annotated;
use effigy_testkit::{TempDir, sample, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// After this a run counts as one that does not end.
const PATIENCE: Duration = Duration::from_secs(120);

const RUST: [&str; 3] = ["byte_sum.rs", "stack_machine.rs", "table_lookup.rs"];
const C: [&str; 3] = ["getchar_parser.c", "linked_list.c", "string_functions.c"];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn annotated(folder: &str, name: &str) -> Annotated {
    let path = here().join("../../tests/programs").join(folder).join(name);
    Annotated::read(&path).unwrap_or_else(|e| panic!("{e}"))
}

/// What a run reports: its JSON, and its tests by name.
#[derive(Debug, PartialEq)]
struct Report {
    json: Value,
    tests: BTreeMap<String, String>,
}

/// What differs from run to run by its nature: times, memory and the folder's name.
fn without_measures(mut json: Value) -> Value {
    let took = json["seconds"].as_f64().expect("a number");
    let findings = json["findings"].as_array().map_or(0, Vec::len);
    let object = json.as_object_mut().expect("an object");
    // Each finding has its time, which lies in the run's.
    let found: Vec<f64> = match object.remove("found_at") {
        Some(found) => found.as_array().into_iter().flatten().filter_map(Value::as_f64).collect(),
        None => Vec::new(),
    };
    assert!(
        found.len() == findings && found.iter().all(|at| (0.0..=took).contains(at)),
        "{found:?}"
    );
    for name in ["seconds", "peak_mb", "run"] {
        assert!(object.remove(name).is_some(), "{name}");
    }
    let solver = object.get_mut("solver").and_then(Value::as_object_mut);
    assert!(solver.is_some_and(|s| s.remove("seconds").is_some()));
    json
}

/// Without what depends on how the work was divided: queries of each worker, and instructions that were executed again.
fn without_work(mut report: Report) -> Report {
    let object = report.json.as_object_mut().expect("an object");
    object.remove("solver");
    object.remove("instructions");
    report
}

fn report(program: &Annotated, more: &[&str]) -> Report {
    let folder = TempDir::new();
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("explore").arg(program.path.canonicalize().unwrap());
    command.args(&program.flags).args(more).args(["--json", "--no-replay", "--out", "run"]);
    let output = command.output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(json["exhaustive"], true, "{json}");
    Report { json: without_measures(json), tests: files(&folder.path().join("run/tests")) }
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let file = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        (path.file_name().unwrap().to_string_lossy().into_owned(), text)
    };
    entries.map(|e| file(e.unwrap().path())).collect()
}

/// One report of a program, whatever the run, the number of threads and the search order, which is `auto` by default.
fn assert_deterministic(program: &Annotated) {
    let first = report(program, &["--threads", "1"]);
    assert!(!first.tests.is_empty());
    let name = program.path.display();
    assert_eq!(report(program, &["--threads", "1"]), first, "{name}: two runs");
    let expected = without_work(first);
    let two = without_work(report(program, &["--threads", "2"]));
    assert_eq!(two, expected, "{name}: two threads");
    for search in Search::ALL.iter().filter(|order| **order != Search::Auto) {
        let search = search.name();
        let other = without_work(report(program, &["--search", search]));
        assert_eq!(other, expected, "{name}: --search {search}");
    }
}

#[test]
fn rust_programs_give_one_report() {
    if tool("rustc").is_some() {
        sample(RUST.to_vec(), 3)
            .iter()
            .for_each(|name| assert_deterministic(&annotated("rust", name)));
    }
}

#[test]
fn c_programs_give_one_report() {
    if tool("clang").is_some() {
        C.iter().for_each(|name| assert_deterministic(&annotated("c", name)));
    }
}

/// Starts a run of the program without an end. Depth first, so that its failing path is the first.
fn start(folder: &TempDir, more: &[&str]) -> Child {
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("explore").arg(here().join("tests/data/endless.ll"));
    command.args(["--search", "dfs", "--json", "--no-replay", "--out", "run"]).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits for the end of a run.
fn finish(mut child: Child) -> Output {
    let started = Instant::now();
    let stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stdout.map(|mut out| std::io::Read::read_to_end(&mut out, &mut text));
        text
    });
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Output { status, stdout: reader.join().unwrap(), stderr: Vec::new() };
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the run does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The run ended early for this reason, and what it had found is reported and saved.
fn assert_kept(folder: &TempDir, output: &Output, reason: &str) {
    let json: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{reason}: {e}"));
    assert_eq!(output.status.code(), Some(1), "{reason}: {json}");
    assert_eq!(json["verdict"], "failed", "{reason}");
    assert_eq!(json["exhaustive"], false, "{reason}");
    assert_eq!(json["findings"][0]["kind"], "abort", "{reason}");
    let because = json["incomplete_because"].as_array().unwrap();
    let named = |r: &Value| r["reason"].as_str().is_some_and(|r| r.contains(reason));
    assert!(because.iter().any(named), "{reason}: {because:?}");
    let run = folder.path().join("run");
    for name in ["run.json", "solver.txt", "tree.html", "tree.json", "tree.txt", "tree.dot"] {
        assert!(run.join(name).is_file(), "{reason}: {name}");
    }
    let summary = std::fs::read_to_string(run.join("summary.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&summary).unwrap(), json, "{reason}");
    let tests = files(&run.join("tests"));
    let single = tests.keys().filter(|name| name.ends_with(".json")).count();
    let saved = single + tests.get("more.jsonl").map_or(0, |packed| packed.lines().count());
    assert_eq!(json["tests"].as_u64(), Some(saved as u64), "{reason}");
    let test = run.join("..").join(json["findings"][0]["test"].as_str().unwrap());
    assert!(test.is_file(), "{reason}: {}", test.display());
}

#[test]
fn each_limit_ends_the_run_and_keeps_what_was_found() {
    for (option, limit) in [
        ("--max-time", "4"),
        ("--max-memory", "64"),
        ("--max-steps", "500"),
        ("--max-forks", "5"),
        ("--max-depth", "9"),
        ("--max-solver-time", "1"),
    ] {
        let folder = TempDir::new();
        // Merged paths of this program need no solver.
        let merge = if option == "--max-solver-time" { "never" } else { "auto" };
        let output = finish(start(&folder, &[option, limit, "--merge", merge]));
        assert_kept(&folder, &output, option);
    }
}

#[test]
fn a_run_that_a_limit_cut_is_deterministic_where_the_limit_is() {
    for limit in [["--max-steps", "300"], ["--max-forks", "9"], ["--max-depth", "20"]] {
        let run = |threads: &str| {
            let folder = TempDir::new();
            let output = finish(start(&folder, &[&limit[..], &["--threads", threads]].concat()));
            let json = without_measures(serde_json::from_slice(&output.stdout).unwrap());
            without_work(Report { json, tests: files(&folder.path().join("run/tests")) })
        };
        assert_eq!(run("1"), run("2"), "{limit:?}");
    }
}

#[test]
fn nothing_failing_and_a_limit_is_status_3_when_all_was_asked_for() {
    let folder = TempDir::new();
    let text = std::fs::read_to_string(here().join("tests/data/endless.ll")).unwrap();
    folder.write("harmless.ll", text.replace("call void @abort()\n  unreachable", "ret i32 7"));
    let status = |more: &[&str]| {
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).args(["explore", "harmless.ll", "--max-depth", "4"]);
        command.args(more).output().unwrap().status.code()
    };
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--exhaustive"]), Some(3));
}

/// A run that explores until it is stopped, and has found what it can.
#[cfg(unix)]
fn stop_by(kill: &str) {
    let folder = TempDir::new();
    let child = start(&folder, &["--dump-queries", "queries", "--merge", "never"]);
    let queries = || std::fs::read_dir(folder.path().join("queries")).map_or(0, Iterator::count);
    let started = Instant::now();
    // By then the failing path, which comes first, is over.
    while queries() < 20 {
        assert!(started.elapsed() < PATIENCE, "no queries");
        std::thread::sleep(Duration::from_millis(20));
    }
    let script = kill.replace("PID", &child.id().to_string());
    assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success());
    assert_kept(&folder, &finish(child), "interrupt");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_run_and_keeps_what_was_found() {
    stop_by("kill -INT PID");
}

/// `timeout` asks the process that it started, and then its whole group.
#[cfg(unix)]
#[test]
fn requests_that_come_together_are_one() {
    stop_by("kill -TERM PID; sleep 0.001; kill -TERM PID");
}

//! `effigy bmc`: programs of `tests/programs/bmc` with the answers that their first lines tell, what a run leaves, and what is wrong
//! with its input.

use effigy_testkit::{TempDir, part, sample, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A check that no solver decides soon.
const SLOW: &str = "#include <assert.h>\n\
    unsigned __VERIFIER_nondet_uint(void);\n\
    int main(void) {\n\
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\n\
    unsigned z = __VERIFIER_nondet_uint();\n\
    if (x > 1 && y > 1 && z > 1 && x < 60000 && y < 60000)\n\
    assert((unsigned long)x * y * z != 4294967291ul * 3 * 7919);\n\
    return 0;\n}\n";

/// One of so many programs that a compiler reads is checked, unless `cargo xtask soak corpus` checks all.
const PART: usize = 4;

/// The same of the others.
const HALF: usize = 2;

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/bmc")
}

fn program(name: &str) -> String {
    let path = programs().join(name).canonicalize().expect("it is there");
    path.to_string_lossy().into_owned()
}

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(EFFIGY).current_dir(folder).args(arguments).output().expect("it starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What the program's first lines say: the arguments behind `--unwind`, and the answer.
fn expected(text: &str) -> Vec<(Vec<String>, String)> {
    let lines = text.lines().map(|line| line.trim_matches(['/', '*', ';', ' ']));
    let told = lines.filter_map(|line| line.strip_prefix("bmc ")?.split_once(": "));
    told.map(|(arguments, answer)| {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        (arguments, answer.trim().to_owned())
    })
    .collect()
}

/// Checks a program as its first lines say, and compares.
fn check(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a text");
    let expected = expected(&text);
    assert!(!expected.is_empty(), "{} says nothing of `bmc`", path.display());
    let path = path.canonicalize().expect("it is there");
    let mut wrong = Vec::new();
    for (arguments, answer) in expected {
        let folder = TempDir::new();
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).arg("bmc").arg(&path).arg("--json").arg("--unwind");
        let output = command.args(&arguments).output().expect("it starts");
        let run = json(&output);
        let (verdict, status) = match answer.as_str() {
            "failed" => ("failed", 1),
            "proved" => ("proved", 0),
            "bounded" => ("bounded", 0),
            _ => ("incomplete", 3),
        };
        if run["verdict"] != verdict || output.status.code() != Some(status) {
            wrong.push(format!(
                "{} {}: {} with status {:?}, not {answer}: {}",
                path.display(),
                arguments.join(" "),
                run["verdict"],
                output.status.code(),
                run["incomplete_because"],
            ));
        }
        // Each finding is confirmed by the native program, or by the machine on its values; nothing else has any.
        let findings = run["findings"].as_array().expect("a list");
        if findings.iter().any(|finding| finding["replay"] != "confirmed")
            || findings.is_empty() == (verdict == "failed")
        {
            wrong.push(format!("{}: {}", path.display(), run["findings"]));
        }
        let why = run["incomplete_because"].as_array().expect("a list");
        if why.is_empty() == (verdict == "incomplete") {
            wrong.push(format!("{}: {}", path.display(), run["incomplete_because"]));
        }
    }
    wrong
}

fn check_all(extension: &str, every: usize) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(programs())
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let wrong: Vec<String> = sample(paths, every).iter().flat_map(|path| check(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn c_programs_have_the_answers_that_they_tell() {
    if tool("clang").is_some() {
        check_all("c", PART);
    }
}

#[test]
fn rust_programs_have_the_answers_that_they_tell() {
    if tool("rustc").is_some() {
        check_all("rs", PART);
    }
}

#[test]
fn llvm_programs_have_the_answers_that_they_tell() {
    if tool("clang").is_some() {
        check_all("ll", 1);
    }
}

#[test]
fn pli_programs_have_the_answers_that_they_tell() {
    check_all("pli", 1);
}

#[test]
fn object_programs_have_the_answers_that_they_tell() {
    check_all("oo", 1);
}

/// What fails in an object program is shown as objects, and its test runs again.
#[test]
fn a_failure_of_an_object_program_is_a_test_with_objects() {
    let folder = TempDir::new();
    let wrong = program("aliased_wrong.oo");
    let output = effigy(folder.path(), &["bmc", &wrong, "--ints", "32", "--json"]);
    let run = json(&output);
    assert_eq!(output.status.code(), Some(1), "{run}");
    let heap = &run["findings"][0]["heap"];
    let of = |name: &str| {
        let variables = heap["variables"].as_array().expect("variables").iter();
        let found = variables.filter(|variable| variable["name"] == name);
        found.map(|variable| variable["value"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("a"), of("b"), "{heap}");
    assert_eq!(of("both"), [serde_json::json!({"truth": true})], "{heap}");
    let replay = effigy(folder.path(), &["replay", "effigy-last/1"]);
    assert_eq!(replay.status.code(), Some(1), "{replay:?}");
}

/// Where no bound of an example says more, `bmc` and `explore` have one answer.
#[test]
fn examples_with_objects_have_the_answers_of_exploring() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo");
    let (mut passed, mut failed) = (0, 0);
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // The first lines say how to explore it, and what comes out.
        let mut lines = text.lines();
        let options = lines.next().and_then(|line| line.strip_prefix("// effigy explore "));
        let counts = lines.next().and_then(|line| line.split_once(", failed "));
        let (Some(options), Some((_, counts))) = (options, counts) else { continue };
        if options.contains("--max-") {
            continue;
        }
        let fails = !counts.starts_with("0,");
        let temp = TempDir::new();
        let mut command = Command::new(EFFIGY);
        command.current_dir(temp.path()).arg("bmc").arg(&path).args(options.split(' '));
        let output = command.args(["--unwind", "8", "--json"]).output().expect("it starts");
        let run = json(&output);
        let verdict = if fails { "failed" } else { "proved" };
        assert_eq!(run["verdict"], verdict, "{}: {run}", path.display());
        *(if fails { &mut failed } else { &mut passed }) += 1;
    }
    assert!(passed >= 10 && failed >= 12, "{passed} {failed}");
}

/// The PL/I and object programs of a folder and those in it, without those of which the solver's work is what they are about.
fn programs_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("a file").path();
        let is_hard = ["slow", "pli-textbook"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_hard {
            programs_in(&path, found);
        } else if path.extension().is_some_and(|e| e == "pli" || e == "oo") {
            found.push(path);
        }
    }
}

/// What an example says of how to explore it; nothing of a run with limits.
fn options_of(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let told = text.lines().next().and_then(|line| line.strip_prefix("// effigy explore "));
    let told = told.filter(|options| !options.contains("--max-")).unwrap_or_default();
    told.split_whitespace().map(str::to_owned).collect()
}

/// Terms in the place of what is assigned and equations beside it have one answer, and what is proved by induction over rounds does
/// not fail in more of them.
#[test]
fn programs_without_a_compiler_have_one_answer_in_both_forms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for folder in ["tests/programs", "examples"] {
        programs_in(&root.join(folder), &mut paths);
    }
    paths.sort();
    let paths = sample(paths, HALF);
    let temp = TempDir::new();
    let (mut counts, mut inductive) = (BTreeMap::new(), 0);
    for path in &paths {
        let options = options_of(path);
        let run = |arguments: &[&str]| {
            let mut command = Command::new(EFFIGY);
            command.current_dir(temp.path()).arg("bmc").arg(path).args(&options);
            command.args(["--json", "--no-replay", "--out", "run"]).args(arguments);
            let output = command.output().expect("it starts");
            // Some have no program to begin at.
            (output.status.code() != Some(2)).then(|| json(&output))
        };
        // Those that say how to explore them are large.
        let bound = if options.is_empty() { "2" } else { "1" };
        let Some(plain) = run(&["--unwind", bound]) else { continue };
        let equations = run(&["--unwind", bound, "--memoryless"]).expect("a run");
        assert_eq!(plain["verdict"], equations["verdict"], "{}", path.display());
        let verdict = plain["verdict"].as_str().unwrap_or_default().to_owned();
        *counts.entry(verdict.clone()).or_insert(0) += 1;
        if verdict != "bounded" || !options.is_empty() {
            continue;
        }
        let proved = run(&["--unwind", "2", "--k-induction"]).expect("a run");
        if proved["verdict"] == "proved" {
            inductive += 1;
            let more = run(&["--unwind", "4"]).expect("a run");
            assert_ne!(more["verdict"], "failed", "{}", path.display());
        }
    }
    let least = |count| part(count, HALF as u64);
    assert!(counts["proved"] >= least(30) && counts["failed"] >= least(60), "{counts:?}");
    assert!(counts["bounded"] >= least(15) && inductive >= least(10), "{counts:?} {inductive}");
}

#[test]
fn the_first_unwound_program_of_the_lecture_fails_by_three_and_the_second_is_proved_beyond_255() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let first =
        json(&effigy(folder.path(), &["bmc", &program("lecture_1.c"), "--unwind", "3", "--json"]));
    assert_eq!(first["verdict"], "failed");
    assert_eq!(first["findings"][0]["kind"], "assertion");
    assert_eq!(first["findings"][0]["replay"], "confirmed");
    let last = |run: &Value| run["bmc"]["steps"].as_array().expect("steps").last().cloned();
    let second = program("lecture_2.c");
    let bounded = json(&effigy(folder.path(), &["bmc", &second, "--unwind", "3", "--json"]));
    assert_eq!(bounded["verdict"], "bounded");
    assert_eq!(bounded["exhaustive"], false);
    assert_eq!(last(&bounded).expect("one")["reached"], true);
    let proved = json(&effigy(folder.path(), &["bmc", &second, "--unwind", "256", "--json"]));
    assert_eq!(proved["verdict"], "proved");
    assert_eq!(proved["exhaustive"], true);
    assert_eq!(last(&proved).expect("one")["reached"], false);
    assert_eq!(proved["bmc"]["steps"].as_array().expect("steps").len(), 9);
}

#[test]
fn with_each_every_property_has_an_answer() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let name = program("two_properties.c");
    let run = json(&effigy(folder.path(), &["bmc", &name, "--unwind", "4", "--each", "--json"]));
    let properties = run["bmc"]["properties"].as_array().expect("properties");
    let status = |property: &Value| property["status"].as_str().unwrap_or_default().to_owned();
    assert_eq!(properties.iter().map(status).collect::<Vec<_>>(), ["holds", "fails"]);
    let replay = effigy(folder.path(), &["replay", "effigy-last/1"]);
    assert_eq!(replay.status.code(), Some(1), "the finding's test fails natively");
}

/// A failure with a small bound does not hide those of larger ones.
#[test]
fn with_each_larger_bounds_are_asked_for_what_does_not_fail_yet() {
    let folder = TempDir::new();
    let text = "int x;\n\nvoid main() {\n  assert x != 7;\n  int i = 0;\n  while (i < 5) {\n    assert i < 3;\n    i++;\n  }\n  assert i == 5;\n}\n";
    folder.write("later.oo", text);
    let check = |bound: &str| {
        let arguments = ["bmc", "later.oo", "--unwind", bound, "--each", "--json"];
        let run = json(&effigy(folder.path(), &arguments));
        assert_eq!(run["verdict"], "failed", "{run}");
        let properties = run["bmc"]["properties"].as_array().expect("properties").clone();
        let status = |property: &Value| property["status"].as_str().unwrap_or_default().to_owned();
        properties.iter().map(status).collect::<Vec<_>>()
    };
    assert_eq!(check("2"), ["fails"], "the loop is not left");
    assert_eq!(check("8"), ["fails", "fails"], "it is left by the second failure alone");
}

#[test]
fn what_a_proof_takes_for_granted_is_named() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let path = folder.path().join("system.c");
    let text = "#include <assert.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <time.h>\n\
                int main(int argc, char **argv) {\n\
                if (getchar() == 'x' && getenv(\"HOME\") && time(0) == 0 && rand() == 5)\n\
                abort();\n\
                return 0;\n}\n";
    std::fs::write(&path, text).expect("written");
    let path = path.to_string_lossy().into_owned();
    let assumed = |arguments: &[&str]| {
        let run = json(&effigy(folder.path(), &[&["bmc", &path, "--json"], arguments].concat()));
        assert_eq!(run["verdict"], "proved", "{run}");
        names(&run)
    };
    assert_eq!(assumed(&[]), ["stdin"], "nothing behind it is asked for");
    let more = ["--sym-stdin", "1", "--sym-args", "1"];
    assert_eq!(assumed(&more), ["env", "stdin"], "input has a length, and nothing reads arguments");
    let straight = json(&effigy(folder.path(), &["bmc", &program("straight.c"), "--json"]));
    assert_eq!(names(&straight), [""; 0]);
}

/// The names of what an answer takes for granted.
fn names(run: &Value) -> Vec<String> {
    let assumes = run["assumes"].as_array().into_iter().flatten();
    assumes.filter_map(|assumed| assumed["name"].as_str()).map(str::to_owned).collect()
}

#[test]
fn with_the_check_off_what_was_never_written_has_any_value() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let path = folder.path().join("any.c");
    let text = "#include <assert.h>\n#include <stdlib.h>\n\
                int main(void) {\n\
                for (int i = 0; i < 2; i++) {\n\
                int x, y;\n\
                char *p = malloc(2);\n\
                if (!p) return 0;\n\
                if (i == 1) y = 5;\n\
                if (x == 7 && p[1] == 3) assert(y == 5);\n\
                free(p);\n\
                }\n\
                return 0;\n}\n";
    std::fs::write(&path, text).expect("written");
    let path = path.to_string_lossy().into_owned();
    let run = json(&effigy(
        folder.path(),
        &["bmc", &path, "--unwind", "4", "--checks=-uninitialised", "--json"],
    ));
    assert_eq!(run["verdict"], "failed", "{run}");
    assert_eq!(run["findings"][0]["kind"], "assertion", "{run}");
    // A native run has other values there, and refutes nothing.
    assert_eq!(run["findings"][0]["replay"], "not-run", "{run}");
}

#[test]
fn sizes_lengths_and_places_that_depend_on_inputs_keep_no_paths_apart() {
    if tool("clang").is_none() {
        return;
    }
    for (name, verdict) in [("sizes.c", "proved"), ("sizes_wrong.c", "failed")] {
        let folder = TempDir::new();
        let file = program(name);
        let run = json(&effigy(folder.path(), &["bmc", &file, "--unwind", "8", "--json"]));
        assert_eq!(run["verdict"], verdict, "{name}: {run:#}");
        assert_eq!(run["bmc"]["apart"].as_array().map(Vec::len), Some(0), "{name}: {run:#}");
        assert_eq!(run["bmc"]["steps"].as_array().map(Vec::len), Some(1), "{name}: {run:#}");
    }
}

#[test]
fn a_second_run_says_the_same() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    for name in ["ring.c", "bubble_wrong.c"] {
        let name = program(name);
        let [first, second] = [0, 1].map(|_| {
            let mut run = json(&effigy(folder.path(), &["bmc", &name, "--unwind", "8", "--json"]));
            for step in run["bmc"]["steps"].as_array_mut().expect("steps") {
                step["unwinding"] = Value::Null;
                step["solving"] = Value::Null;
            }
            (run["verdict"].clone(), run["findings"].clone(), run["bmc"].clone())
        });
        let findings = |findings: &Value| {
            let all = findings.as_array().expect("a list").iter();
            all.map(|f| (f["line"].clone(), f["input"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(first.0, second.0);
        assert_eq!(findings(&first.1), findings(&second.1));
        assert_eq!(first.2, second.2);
    }
}

#[test]
fn a_run_that_is_out_of_time_proves_nothing() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let slow = folder.path().join("slow.c");
    std::fs::write(&slow, SLOW).expect("written");
    let slow = slow.to_string_lossy().into_owned();
    let output =
        effigy(folder.path(), &["bmc", &slow, "--unwind", "2", "--max-time", "2s", "--json"]);
    let run = json(&output);
    assert_ne!(run["verdict"], "proved", "{run}");
    assert_ne!(run["verdict"], "bounded", "{run}");
    if run["verdict"] == "incomplete" {
        assert_eq!(output.status.code(), Some(3));
        assert_ne!(run["incomplete_because"], Value::Array(Vec::new()));
    }
}

#[test]
fn an_interrupted_run_says_that_it_decided_nothing() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let slow = folder.path().join("slow.c");
    std::fs::write(&slow, SLOW).expect("written");
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("bmc").arg(&slow).args(["--unwind", "2", "--json"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // The folder is made when the program is compiled and the questions begin.
    let ended = |child: &mut Child| child.try_wait().expect("it can be asked").is_some();
    while !folder.path().join("effigy-out-0").exists() && !ended(&mut child) {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("it is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let run = json(&output);
    assert_eq!(output.status.code(), Some(3), "{run}");
    assert_eq!(run["verdict"], "incomplete");
    assert!(run["incomplete_because"].to_string().contains("stopped by cancelled"), "{run}");
}

#[test]
fn its_folder_is_no_exploration() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let output = effigy(folder.path(), &["bmc", &program("straight.c")]);
    assert_eq!(output.status.code(), Some(0));
    for verb in ["resume", "tree"] {
        let refused = effigy(folder.path(), &[verb, "effigy-last"]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("is a run of `bmc`"), "{said}");
    }
}

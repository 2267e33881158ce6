//! The verb `verify`: its guide, its exit statuses and its JSON.

use effigy_testkit::transcript::{Place, check};
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).arg("verify").args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    let shown = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"))
}

fn example(name: &str) -> String {
    root().join("examples/pli").join(name).display().to_string()
}

fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copy = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_files(&entry.path(), &copy),
            false => drop(std::fs::copy(entry.path(), copy).unwrap()),
        }
    }
}

#[test]
fn the_guide_says_what_happens() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    copy_files(&root().join("examples/pli"), &folder.path().join("examples/pli"));
    let binary = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let path = binary.parent().map(Path::to_path_buf).into_iter().collect();
    check(&root().join("docs/verify.md"), &Place { folder: folder.path().into(), path });
}

#[test]
fn json_lists_conditions_with_their_lines() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let output = effigy(&folder, &[&example("verified/divide.pli"), "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let summary = json(&output);
    assert_eq!(summary["verdict"], "passed");
    assert_eq!(summary["mode"], "verify");
    let lines: Vec<u64> = summary["obligations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| {
            assert_eq!(o["status"], "proved");
            assert_eq!(o["error"], "");
            o["line"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(lines, [7, 11, 7, 11]);
}

#[test]
fn a_refuted_condition_has_values_and_a_run_from_the_start() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let output = effigy(&folder, &[&example("broken/divide.pli"), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let summary = json(&output);
    assert_eq!(summary["verdict"], "failed");
    let refuted: Vec<&Value> = summary["obligations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|o| o["status"] == "refuted")
        .collect();
    assert!(refuted.iter().all(|o| o["error"] == "assertion" && o["line"] == 12));
    assert!(refuted[0]["values"].as_array().unwrap().iter().any(|v| v["name"] == "R"));
    let finding = &summary["findings"][0];
    assert_eq!((&finding["line"], &finding["replay"]), (&12.into(), &"confirmed".into()));
    let input = |name: &str| -> i64 {
        let inputs = finding["input"].as_array().unwrap();
        let found = inputs.iter().find(|i| i["name"] == name).unwrap();
        found["value"].as_str().unwrap().parse().unwrap()
    };
    // The loop of the mutant stops while the remainder is the divisor.
    assert!(input("A") >= input("B") && input("A") % input("B") == 0);
}

#[test]
fn bad_input_is_refused() {
    let folder = TempDir::new();
    let refused = |arguments: &[&str], says: &str| {
        let output = effigy(&folder, arguments);
        let shown = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(output.stdout.is_empty() && shown.contains(says), "{shown}");
    };
    refused(&["missing.pli"], "missing.pli");
    refused(&[&example("sum.pli"), "PRODUCT", "--ints", "fixed"], "it has: SUM");
    std::fs::write(folder.path().join("bad.pli"), "P: PROC (X);\nX = ;\nEND;\n").unwrap();
    refused(&["bad.pli"], "bad.pli:2");
    let path = folder.path().join("no-solver").display().to_string();
    refused(&[&example("sum.pli"), "--solver", "z3", "--z3", &path], "pip install z3-solver");
}

#[test]
fn the_thirty_examples_are_proved_without_another_program() {
    let folder = TempDir::new();
    let files = std::fs::read_dir(root().join("examples/pli/verified")).unwrap();
    let paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(paths.len(), 30);
    for path in paths {
        let output = effigy(&folder, &[path.to_str().unwrap(), "--solver", "embedded"]);
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{}: {shown}", path.display());
    }
}

/// Each file says in its first line with which verb it is run and what the answer is. A few may stay open.
#[test]
fn textbook_procedures_are_decided_without_another_program() {
    let folder = TempDir::new();
    let files = std::fs::read_dir(root().join("tests/programs/pli-textbook")).unwrap();
    let paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(paths.len(), 36);
    let mut open = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let says = text.strip_prefix("/* ").and_then(|text| text.split_once('.'));
        let (verb, verdict) = says.and_then(|(says, _)| says.split_once(": ")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.current_dir(folder.path()).args([verb, "--json", "--z3", "./no-solver"]);
        let answer = json(&command.arg(&path).output().unwrap());
        match answer["verdict"].as_str() {
            Some("incomplete") => open.push(path),
            found => assert_eq!(found, Some(verdict), "{}", path.display()),
        }
    }
    assert!(open.len() <= 3, "{open:?}");
}

#[test]
fn a_program_of_another_language_is_refused_by_name() {
    let folder = TempDir::new();
    for file in ["examples/oo/list.oo", "examples/middle.rs"] {
        let output = effigy(&folder, &[root().join(file).to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains("verify is for PL/I programs"), "{message}");
    }
}

#[test]
fn an_assertion_that_the_loop_does_not_keep_is_headed_so() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "T: PROC (N, S);\n  ASSERT (N >= 0);\n  S = 0;\n  DO I = 1 TO N;\n    ASSERT (S >= 0);\n    S = S + I;\n  END;\nEND;\n";
    folder.write("sum.pli", text);
    let output = effigy(&folder, &["sum.pli"]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{shown}");
    assert!(shown.contains("ASSERT (S >= 0) is not kept by the loop"), "{shown}");
    assert!(shown.contains("  from  ") && shown.contains("  to    "), "{shown}");
    assert!(!shown.contains("does not hold") && !shown.contains("confirmed"), "{shown}");
}

//! Files for other tools of `effigy package`: whole runs that write them, and readers made by others that take them.

#[allow(dead_code, reason = "other files have other readers")]
#[path = "../../../report/tests/report/readers/mod.rs"]
mod readers;

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const MANIFEST: &str = "\
[package]
name = \"shop\"
version = \"0.1.0\"
edition = \"2021\"
[dependencies]
dep = { path = \"vendor/dep-0.3.1\" }
[workspace]
";

const DEPENDENCY: &str = "pub fn doubled(value: i8) -> i8 { value + value }\n";

/// A harness of each kind.
const LIBRARY: &str = r#"
pub fn holds(x: u8) -> u8 { kept(x) }

pub fn fails(a: u8, b: u8) -> u8 {
    if a == 7 {
        return 10 / b;
    }
    a / 3
}

pub fn by_dependency(x: i8) -> i8 {
    dep::doubled(x)
}

pub fn bounded(text: &str) -> usize { text.len() }

#[inline(never)]
fn kept(x: u8) -> u8 { std::hint::black_box(x) / 2 }

pub unsafe fn left_out(at: *const u8) -> u8 { unsafe { *at } }

pub fn unsupported() -> bool { std::process::Command::new("true").status().is_ok() }

#[cfg(test)]
mod tests {
    #[test]
    #[should_panic]
    fn panics() { super::fails(7, 0); }

    #[test]
    #[should_panic]
    fn does_not_panic() { super::fails(1, 2); }

    #[test]
    #[should_panic]
    fn seldom_panics() { super::fails(effigy::any(), 0); }
}
"#;

fn package(library: &str) -> TempDir {
    let folder = TempDir::new();
    for made in ["src", "vendor/dep-0.3.1/src"] {
        std::fs::create_dir_all(folder.path().join(made)).unwrap();
    }
    folder.write("Cargo.toml", MANIFEST);
    folder.write("src/lib.rs", library);
    let manifest = "[package]\nname = \"dep\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    folder.write("vendor/dep-0.3.1/Cargo.toml", manifest);
    folder.write("vendor/dep-0.3.1/src/lib.rs", DEPENDENCY);
    folder
}

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).arg("package").args(arguments);
    command
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The test cases of a file of JUnit's by name: what they have in them, with what it says.
fn cases(xml: &str) -> BTreeMap<String, String> {
    let mut cases = BTreeMap::new();
    for case in xml.split("<testcase ").skip(1) {
        let name = case.split(" name=\"").nth(1).unwrap().split('"').next().unwrap();
        // A case without anything in it passes.
        let inner =
            case.split('\n').nth(1).filter(|_| !case.split('\n').next().unwrap().ends_with("/>"));
        cases.insert(name.to_owned(), inner.unwrap_or("passed").trim().to_owned());
    }
    cases
}

#[test]
fn a_package_writes_what_all_its_harnesses_came_to() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package(LIBRARY);
    let asked = ["--sarif", "new/x.sarif", "--junit", "x.xml", "--lcov", "x.info", "--github"];
    let output = effigy(&folder, &[&["--auto", "--json", "--out", "run"][..], &asked].concat());
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["package"], "shop");

    // A test case for each harness, and none passes that was not decided.
    let xml = read(&folder, "x.xml");
    let cases = cases(&xml);
    let says = [
        ("bounded", "<system-out>bounded: texts have at most 4 bytes</system-out>"),
        (
            "by_dependency",
            "<failure message=\"overflow: attempt to add with overflow, in dep 0.3.1 at src/lib.rs:12:5\"",
        ),
        (
            "fails",
            "<failure message=\"division-by-zero: attempt to divide by zero at src/lib.rs:6:16\" type=\"division-by-zero\">",
        ),
        ("holds", "passed"),
        ("kept", "passed"),
        ("left_out", "<skipped message=\"left out: it is unsafe"),
        ("unsupported", "<skipped message=\"unsupported: not every path was run: not supported: "),
    ];
    assert_eq!(cases.len(), says.len(), "{xml}");
    for ((name, case), (expected, says)) in cases.iter().zip(says) {
        assert!(name == expected && case.starts_with(says), "{name}: {case} is not {says}");
    }
    assert!(xml.contains(
        "<testsuite name=\"effigy package shop\" tests=\"7\" failures=\"2\" errors=\"0\""
    ));
    assert!(xml.contains("  input    a = 7\n           b = 0\n"), "{xml}");
    readers::junit_schema(&[&folder.path().join("x.xml")]);
    readers::junit(&folder.path().join("x.xml"));

    // The findings of all, each with its harness, and the lines of the dependency.
    let log: Value = serde_json::from_str(&read(&folder, "new/x.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let found: Vec<_> = results
        .iter()
        .map(|found| {
            (&found["properties"]["harness"], &found["ruleId"], &found["properties"]["replay"])
        })
        .collect();
    let (confirmed, zero) = (&Value::from("confirmed"), &Value::from("division-by-zero"));
    let (fails, depends) = (&Value::from("fails"), &Value::from("by_dependency"));
    assert_eq!(
        found,
        [(fails, zero, confirmed), (depends, &"overflow".into(), confirmed)],
        "{log}"
    );
    let related = &results[1]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(related, "vendor/dep-0.3.1/src/lib.rs");
    let test = results[0]["properties"]["test"].as_str().unwrap();
    assert!(folder.path().join(test).exists(), "{test}");
    let table = log["runs"][0]["properties"]["harnesses"].as_array().unwrap();
    assert_eq!(table.len(), 7);
    readers::sarif(&[&folder.path().join("new/x.sarif")]);

    // What one harness runs, and what others do.
    let info = read(&folder, "x.info");
    assert_eq!(info.matches("end_of_record").count(), 1, "{info}");
    for line in ["SF:src/lib.rs", "DA:2,1", "DA:6,1", "FNDA:1,shop::holds"] {
        assert!(info.lines().any(|known| known == line), "{line}: {info}");
    }
    readers::lcov(&folder.path().join("x.info"));

    // Standard output is for the object.
    for says in [
        "\n::error file=src/lib.rs,line=6,col=16,endColumn=17,title=effigy%3A division-by-zero::",
        "\n::error file=src/lib.rs,line=12,",
        "title=effigy%3A not every path was run::unsupported: ",
        "\n::warning title=effigy%3A left out::left_out: it is unsafe",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
}

#[test]
fn tests_that_are_to_panic_pass_when_they_do_and_a_file_may_be_standard_output() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package(LIBRARY);
    let asked = ["--junit", "-", "--sarif", "x.sarif", "--exhaustive", "--record"];
    let output = effigy(&folder, &[&["--tests"][..], &asked].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let xml = text(&output.stdout);
    assert!(xml.starts_with("<?xml"), "{xml}");
    let cases = cases(&xml);
    assert_eq!(cases["tests::panics"], "passed");
    let says = "<failure message=\"it does not panic, and is to\" type=\"no-panic\">";
    assert!(cases["tests::does_not_panic"].starts_with(says), "{xml}");
    assert!(cases["tests::seldom_panics"].starts_with(says), "{xml}");
    let shown = text(&output.stderr);
    assert!(shown.contains("failed: 2 failed, 1 held"), "{shown}");
    // What panics as it is to is shown nowhere, nor recorded.
    assert!(!shown.contains("error[division-by-zero]"), "{shown}");
    assert!(!folder.path().join("tests").exists());
    let log: Value = serde_json::from_str(&read(&folder, "x.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&Value> = results.iter().map(|result| &result["ruleId"]).collect();
    assert_eq!(rules, ["no-panic", "no-panic"], "{log}");
    readers::sarif(&[&folder.path().join("x.sarif")]);
}

/// The first function never ends.
const ENDLESS: &str = "
pub fn endless(mut x: u64) -> u64 {
    while x != 1 { x = if x % 2 == 0 { x / 2 } else { x.wrapping_mul(3).wrapping_add(1) } }
    x
}

pub fn never_begun(x: u8) -> u8 { x / 2 }
";

#[test]
fn an_interrupted_package_writes_its_files_and_says_what_was_not_run() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = package(ENDLESS);
    let asked = ["--sarif", "x.sarif", "--junit", "x.xml", "--lcov", "x.info", "--github"];
    let options = ["--auto", "--time-each", "10m", "--out", "run", "--exhaustive"];
    let mut command = command(&folder, &[&options[..], &asked].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !folder.path().join("run/endless/journal.bin").exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let xml = read(&folder, "x.xml");
    assert!(xml.contains(" tests=\"2\" failures=\"0\" errors=\"2\""), "{xml}");
    let cases = cases(&xml);
    assert!(cases["endless"].starts_with("<error message=\"undecided: not every path was run: "));
    let not_run = "not run: the command was interrupted";
    assert!(cases["never_begun"].starts_with(&format!("<error message=\"{not_run}\"")), "{xml}");
    let log: Value = serde_json::from_str(&read(&folder, "x.sarif")).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert!(invocation.to_string().contains(&format!("never_begun: {not_run}")), "{invocation}");
    assert!(folder.path().join("x.info").exists());
    let out = text(&output.stdout);
    let says = "::warning title=effigy%3A not run::the command was interrupted%0Anever_begun";
    assert!(out.contains(says), "{out}");
    let summary: Value = serde_json::from_str(&read(&folder, "run/summary.json")).unwrap();
    assert_eq!(summary["not_run_because"], "the command was interrupted");
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is_run() {
    let folder = package(LIBRARY);
    for (arguments, says) in [
        (&["--sarif", "-", "--json"][..], "both print on standard output"),
        (&["--sarif", "x", "--lcov", "./x"], "both name"),
        (&["--junit", "src/lib.rs"], "names the program itself"),
        (&["--junit", "Cargo.toml"], "names the program itself"),
        (&["--junit", "src"], "cannot write"),
        (&["--junit", "x", "--list"], "cannot be used with"),
        (&["--test-comp", "x"], "unexpected argument '--test-comp'"),
        (&["--write-tests", "x.rs"], "unexpected argument '--write-tests'"),
    ] {
        let output = effigy(&folder, &[arguments, &["--out", "run"]].concat());
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {shown}");
        assert!(shown.contains(says), "{arguments:?}: {shown}");
        assert!(!folder.path().join("run").exists(), "{arguments:?}");
    }
    // The tests of a function have no program of the user's to run.
    let mut explore = Command::new(env!("CARGO_BIN_EXE_effigy"));
    explore.current_dir(folder.path()).args(["explore", "--package", ".", "--entry", "holds"]);
    let output = explore.args(["--write-tests", "tests/x.rs", "--out", "run"]).output().unwrap();
    let shown = text(&output.stderr);
    assert!(
        shown.contains("--write-tests is for programs") && shown.contains("--record"),
        "{shown}"
    );
    assert!(!folder.path().join("run").exists());
    assert_eq!(read(&folder, "src/lib.rs"), LIBRARY);
}

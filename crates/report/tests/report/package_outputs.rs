//! The files for other tools of a package's runs: what is in them, and that readers made by others take them.

use crate::fixture::{failed, golden_folder, incomplete};
use crate::readers;
use effigy_report::outputs::{Destination, Outputs, Runs};
use effigy_report::sources::Sources;
use effigy_session::compile::harness::{Expects, Harness, LeftOut};
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{
    Assumption, AssumptionKind, Coverage, Demand, PathCounts, RunOutcome,
};
use effigy_session::package::{HarnessResult, PackageSummary, Triage};
use effigy_testkit::TempDir;
use serde_json::Value;
use std::path::PathBuf;

/// What a program may say at worst.
const HOSTILE: &str = "]]>\"'<&>\\ {0} [a](b) \u{1b}[31m \u{0} %\r\n::error::x é \u{202e}";

fn harness(name: &str, expects: Expects) -> Harness {
    let (name, file) = (name.to_owned(), PathBuf::from("source/stock.c"));
    Harness { name, file, line: 4, expects, replaces: Vec::new() }
}

fn passed() -> RunOutcome {
    let paths = PathCounts { completed: 2, ..PathCounts::default() };
    RunOutcome { paths, findings: Vec::new(), ..failed() }
}

/// A package that has one of each kind.
struct Package {
    summary: PackageSummary,
    outcomes: Vec<RunOutcome>,
}

impl Package {
    fn new(named: impl Fn(&str) -> String) -> Package {
        let bounds =
            vec![Assumption::new(AssumptionKind::Lengths, named("texts have at most 4 bytes"))];
        let bounded = RunOutcome { bounds, ..passed() };
        let unwound = RunOutcome { paths: failed().paths, ..failed() };
        let panics = PathCounts { failed: 1, ..PathCounts::default() };
        let only_panics = RunOutcome { paths: panics, ..failed() };
        let twice = RunOutcome { findings: vec![failed().findings[0].clone(); 2], ..failed() };
        let all = [
            ("holds", Expects::Success, passed()),
            ("bounded", Expects::Success, bounded),
            ("fails", Expects::Success, twice),
            ("panics", Expects::Panic, only_panics),
            ("does_not_panic", Expects::Panic, unwound),
            ("undecided", Expects::Success, incomplete()),
        ];
        let results = all.iter().map(|(name, expects, outcome)| {
            let harness = harness(&named(name), *expects);
            let (triage, why) = Triage::of(&harness, outcome);
            let report = outcome.summary(&format!("out/{name}"), |test| test.to_string());
            HarnessResult { harness, triage, why, report }
        });
        let file = PathBuf::from("source/stock.c");
        let left = LeftOut { name: named("unsafe"), file, line: 0, why: named("it is unsafe") };
        let summary = PackageSummary {
            mode: "package",
            package: named("shop"),
            harnesses: results.collect(),
            not_run: vec![harness(&named("late"), Expects::Success)],
            not_run_because: "--max-time was over".to_owned(),
            left_out: vec![left],
            seconds: 1.5,
            run: "out".to_owned(),
            ..PackageSummary::default()
        };
        Package { summary, outcomes: all.map(|(.., outcome)| outcome).to_vec() }
    }

    /// One in which there is nothing to begin at.
    fn empty() -> Package {
        let summary = PackageSummary { mode: "package", ..PackageSummary::default() };
        Package { summary, outcomes: Vec::new() }
    }

    /// What is printed of it.
    fn written(&self, outputs: &Outputs, exhaustive: bool) -> (String, String) {
        let options = ExploreOptions::new("source");
        let coverage = Coverage::default();
        let demand = Demand { exhaustive, ..Demand::default() };
        let runs = Runs::of_package(&self.summary, &self.outcomes, &coverage, &options, demand);
        let written = outputs.write(&runs, &mut Sources::new(golden_folder()));
        assert!(written.problems.is_empty(), "{:?}", written.problems);
        (written.text, written.commands)
    }

    fn sarif(&self) -> String {
        let outputs = Outputs { sarif: Some(Destination::Standard), ..Outputs::default() };
        self.written(&outputs, false).0
    }

    fn junit(&self, exhaustive: bool) -> String {
        let outputs = Outputs { junit: Some(Destination::Standard), ..Outputs::default() };
        self.written(&outputs, exhaustive).0
    }
}

fn plain(name: &str) -> String {
    name.to_owned()
}

fn hostile(name: &str) -> String {
    format!("{name}{HOSTILE}")
}

#[test]
fn junit_has_a_test_case_for_each_harness_and_passes_those_that_hold() {
    let folder = TempDir::new();
    for (exhaustive, word) in [(false, "Skipped"), (true, "Error")] {
        let file = folder.write("x.xml", Package::new(plain).junit(exhaustive));
        let Some(read) = readers::junit(&file) else { return };
        let mut lines = read.lines();
        let (errors, skipped) = if exhaustive { (3, 0) } else { (0, 3) };
        assert_eq!(lines.next(), Some(&*format!("suite 8 2 {errors} {skipped}")));
        let undecided = |name: &str, why: &str| format!("{name} ['{word}'] ['{why}");
        let expected = [
            "holds [] []".to_owned(),
            "bounded [] []".to_owned(),
            "fails ['Failure'] ['assertion: assertion `stock >= 0` failed at source/stock.c:14:5, and 1 more']"
                .to_owned(),
            "panics [] []".to_owned(),
            "does_not_panic ['Failure'] ['it does not panic, and is to']".to_owned(),
            undecided("undecided", "unsupported: not every path was run: the time budget"),
            undecided("late", "not run: --max-time was over']"),
            undecided("unsafe", "left out: it is unsafe']"),
        ];
        for (line, expected) in lines.by_ref().zip(&expected) {
            assert!(line.starts_with(expected), "{line} is not {expected}");
        }
        assert_eq!(lines.next(), None);
    }
}

#[test]
fn a_failure_of_junit_has_each_finding_with_its_input() {
    let xml = Package::new(plain).junit(false);
    assert_eq!(xml.matches("error[assertion]: assertion `stock &gt;= 0` failed\n").count(), 2);
    assert_eq!(xml.matches("4294967294 (signed: -2)\n").count(), 2, "{xml}");
    assert!(xml.contains("<system-out>bounded: texts have at most 4 bytes"), "{xml}");
}

#[test]
fn a_package_without_anything_to_run_never_passes() {
    for (exhaustive, word) in [(false, "<skipped"), (true, "<error")] {
        let xml = Package::empty().junit(exhaustive);
        assert!(xml.contains("tests=\"1\" failures=\"0\"") && xml.contains(word), "{xml}");
    }
    let log: Value = serde_json::from_str(&Package::empty().sarif()).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let outputs = Outputs { github: true, ..Outputs::default() };
    let (_, commands) = Package::empty().written(&outputs, false);
    assert!(commands.starts_with("::warning title=effigy%3A nothing was run::"), "{commands}");
}

#[test]
fn sarif_has_the_failures_of_all_harnesses_and_what_was_not_run() {
    let log: Value = serde_json::from_str(&Package::new(plain).sarif()).unwrap();
    let run = &log["runs"][0];
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
    let results = run["results"].as_array().unwrap();
    let found = |result: &Value| {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        (result["properties"]["harness"].clone(), result["ruleId"].clone())
    };
    // What panics as it is to is no failure.
    let expected = [("fails", "assertion"), ("fails", "assertion"), ("does_not_panic", "no-panic")];
    let expected = expected.map(|(name, rule)| (Value::from(name), Value::from(rule)));
    assert_eq!(results.iter().map(found).collect::<Vec<_>>(), expected);
    assert_eq!(results[0]["properties"]["test"], "out/fails/tests/test000002.json");
    let text = results[0]["message"]["text"].as_str().unwrap();
    assert!(text.ends_with("; from `fails`"), "{text}");
    let told = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let told: Vec<&str> =
        told.iter().map(|told| told["message"]["text"].as_str().unwrap()).collect();
    for says in [
        "bounded: bounded: texts have at most 4 bytes",
        "undecided: not explored: the time budget of 30 s (--max-time) is spent (2 times)",
        "late: not run: --max-time was over",
        "unsafe: left out: it is unsafe",
    ] {
        assert!(told.contains(&says), "{says}: {told:#?}");
    }
    let table = run["properties"]["harnesses"].as_array().unwrap();
    let words: Vec<&str> = table.iter().map(|row| row["triage"].as_str().unwrap()).collect();
    let expected =
        ["held", "bounded", "failed", "held", "failed", "unsupported", "not run", "left out"];
    assert_eq!(words, expected);
    assert_eq!(run["properties"]["verdict"], "failed");
    assert_eq!(run["properties"]["exhaustive"], false);
}

#[test]
fn the_same_failure_of_two_harnesses_has_two_fingerprints_that_stay() {
    let fingerprint = |names: &[&str]| {
        let mut package = Package::new(plain);
        let result = package.summary.harnesses[2].clone();
        package.outcomes = names.iter().map(|_| failed()).collect();
        let named = |name: &&str| {
            let harness = harness(name, Expects::Success);
            HarnessResult { harness, ..result.clone() }
        };
        package.summary.harnesses = names.iter().map(named).collect();
        let log: Value = serde_json::from_str(&package.sarif()).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let of = |result: &Value| result["partialFingerprints"]["effigyFinding/v1"].clone();
        results.iter().map(of).collect::<Vec<_>>()
    };
    let both = fingerprint(&["one", "other"]);
    assert_ne!(both[0], both[1]);
    assert_eq!(fingerprint(&["other"]), both[1..]);
}

#[test]
fn readers_take_the_files_of_any_package() {
    let folder = TempDir::new();
    let packages = [Package::new(plain), Package::new(hostile), Package::empty()];
    let written = packages.iter().enumerate().map(|(index, package)| {
        let sarif = package.sarif();
        assert!(!sarif.contains(|c: char| c.is_control() && c != '\n'), "{sarif:?}");
        let junit = package.junit(index == 1);
        assert!(!junit.contains(|c: char| c.is_control() && c != '\n'), "{junit:?}");
        let sarif = folder.write(&format!("{index}.sarif"), sarif);
        (sarif, folder.write(&format!("{index}.xml"), junit))
    });
    let (sarif, junit): (Vec<PathBuf>, Vec<PathBuf>) = written.unzip();
    readers::sarif(&sarif.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    readers::junit_schema(&junit.iter().map(PathBuf::as_path).collect::<Vec<_>>());
}

#[test]
fn annotations_are_of_all_harnesses_and_each_stays_on_its_line() {
    let outputs = Outputs { github: true, ..Outputs::default() };
    let (_, commands) = Package::new(plain).written(&outputs, false);
    let lines: Vec<&str> = commands.lines().collect();
    let starts = [
        "::error file=source/stock.c,line=14,",
        "::error file=source/stock.c,line=14,",
        "::error file=source/stock.c,line=4,title=effigy%3A no-panic::it does not panic",
        "::warning file=source/stock.c,line=4,title=effigy%3A not every path was run::undecided: ",
        "::warning title=effigy%3A not run::--max-time was over%0Alate",
        "::warning title=effigy%3A left out::unsafe: it is unsafe",
    ];
    assert_eq!(lines.len(), starts.len(), "{commands}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines[0].ends_with("%0Afrom fails"), "{}", lines[0]);
    let (_, commands) = Package::new(hostile).written(&outputs, false);
    assert_eq!(commands.lines().count(), starts.len(), "{commands}");
    assert!(!commands.contains(|c: char| c.is_control() && c != '\n'), "{commands:?}");
}

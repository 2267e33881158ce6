//! The files for other tools: what is in them, and that readers made by others take them.

use crate::fixture::{assert_golden, failed, golden_folder, incomplete};
use crate::readers;
use effigy_report::outputs::{Destination, OutputError, Outputs, Runs, Written};
use effigy_report::sources::Sources;
use effigy_session::formats::test_comp::Case;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{
    Assumption, AssumptionKind, BmcAnswer, BmcFigures, Demand, FileCoverage, FindingKind,
    FunctionCoverage, Input, InputKind, Place, Replay, RunOutcome, StackFrame,
};
use effigy_testkit::TempDir;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a program may say at worst.
const HOSTILE: &str =
    "]]>\"'<&>\\ {0} [a](b) \u{1b}[31m \u{0} \u{7f}\u{9b} \u{fffe} %\r\n::error::x é \u{202e}";

fn demand(exhaustive: bool) -> Demand {
    Demand { exhaustive, ..Demand::default() }
}

fn write(outputs: &Outputs, outcome: &RunOutcome, exhaustive: bool) -> Written {
    let base = golden_folder();
    let mut options = ExploreOptions::new(base.join("source/stock.c"));
    if outcome.program.ends_with(".rs") {
        options.input = "stock.rs".into();
    }
    outputs
        .write(&Runs::one(outcome, &options, "out", demand(exhaustive)), &mut Sources::new(&base))
}

fn file(path: &Path) -> Option<Destination> {
    Some(Destination::named(path.as_os_str()))
}

/// What is written to a file.
fn written(
    outputs: impl Fn(Option<Destination>) -> Outputs,
    outcome: &RunOutcome,
    exhaustive: bool,
) -> (TempDir, PathBuf) {
    let folder = TempDir::new();
    let path = folder.path().join("a folder/is made/file");
    let result = write(&outputs(file(&path)), outcome, exhaustive);
    assert!(result.problems.is_empty(), "{:?}", result.problems);
    (folder, path)
}

fn sarif(to: Option<Destination>) -> Outputs {
    Outputs { sarif: to, ..Outputs::default() }
}

fn junit(to: Option<Destination>) -> Outputs {
    Outputs { junit: to, ..Outputs::default() }
}

/// A finding whose texts and names are as bad as can be.
fn hostile() -> RunOutcome {
    let mut outcome = failed();
    outcome.program = HOSTILE.to_owned();
    let finding = &mut outcome.findings[0];
    finding.message = HOSTILE.to_owned();
    finding.function = HOSTILE.to_owned();
    finding.place = Place { file: format!("a b/{HOSTILE}.c").into(), line: 3, column: 4 };
    finding.stack.push(StackFrame { function: HOSTILE.to_owned(), place: Place::default() });
    finding.inputs = vec![Input {
        name: HOSTILE.to_owned(),
        bytes: vec![0xff, 0, 0x1b, b'"'],
        kind: InputKind::Text,
        value: None,
    }];
    finding.path_condition = vec![HOSTILE.into()];
    finding.replay =
        Replay::Disagreed { expected: HOSTILE.into(), observed: HOSTILE.into(), well: false };
    outcome.incomplete_because = incomplete().incomplete_because;
    outcome.remarks = vec![HOSTILE.to_owned()];
    outcome
}

#[test]
fn sarif_has_findings_with_their_place_their_calls_and_their_input() {
    let (_folder, path) = written(sarif, &failed(), false);
    let text = std::fs::read_to_string(path).unwrap();
    let root = format!("file://{}", golden_folder().display());
    assert_golden("failed.sarif", &text.replace(&root, "file:///base"));
}

#[test]
fn sarif_of_an_incomplete_run_is_no_success_and_says_why() {
    let (_folder, path) = written(sarif, &incomplete(), false);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["results"], Value::Array(vec![]));
    assert_eq!(run["properties"]["verdict"], "incomplete");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let said = invocation["toolExecutionNotifications"].to_string();
    assert!(said.contains("--max-time") && said.contains("fork"), "{said}");
}

#[test]
fn columns_of_sarif_are_characters_and_not_known_without_the_line() {
    let folder = TempDir::new();
    folder.write("a.c", "/* é */ fail();\n");
    let mut outcome = failed();
    outcome.findings[0].place = Place { file: "a.c".into(), line: 1, column: 10 };
    outcome.findings[0].stack[0].place = Place { file: "gone.c".into(), line: 1, column: 10 };
    let options = ExploreOptions::new("a.c");
    let outputs = sarif(Some(Destination::Standard));
    let runs = Runs::one(&outcome, &options, "out", demand(false));
    let written = outputs.write(&runs, &mut Sources::new(folder.path()));
    let log: Value = serde_json::from_str(&written.text).unwrap();
    let result = &log["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&9.into(), &13.into()));
    let frame = &result["stacks"][0]["frames"][0]["location"]["physicalLocation"]["region"];
    assert_eq!(*frame, serde_json::json!({"startLine": 1}));
}

/// The fingerprints of a run of this text, whose findings are at the lines.
fn fingerprints(text: &str, lines: &[u32]) -> Vec<String> {
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("source")).unwrap();
    folder.write("source/stock.c", text);
    let mut outcome = failed();
    let finding = outcome.findings[0].clone();
    outcome.findings = lines
        .iter()
        .map(|line| {
            let mut finding = finding.clone();
            finding.place.line = *line;
            finding
        })
        .collect();
    let options = ExploreOptions::new("stock.c");
    let runs = Runs::one(&outcome, &options, "out", demand(false));
    let mut sources = Sources::new(folder.path());
    let written = sarif(Some(Destination::Standard)).write(&runs, &mut sources);
    let log: Value = serde_json::from_str(&written.text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let print =
        |r: &Value| r["partialFingerprints"]["effigyFinding/v1"].as_str().unwrap().to_owned();
    results.iter().map(print).collect()
}

#[test]
fn a_fingerprint_stays_when_lines_are_added_above_and_tells_findings_apart() {
    let before = fingerprints("a();\nb();\n", &[1, 2, 2]);
    let after = fingerprints("/* new */\n  a();\nb();\n", &[2, 3, 3]);
    assert_eq!(before, after);
    let mut different = before.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 3, "{before:?}");
}

#[test]
fn validators_take_sarif_of_any_run() {
    let runs = [failed(), incomplete(), hostile(), RunOutcome::default()];
    let written: Vec<_> = runs.iter().map(|outcome| written(sarif, outcome, false)).collect();
    let paths: Vec<&Path> = written.iter().map(|(_, path)| path.as_path()).collect();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
    readers::sarif(&paths);
}

#[test]
fn braces_and_links_of_a_program_are_no_placeholders_and_links_of_sarif() {
    let (_folder, path) = written(sarif, &hostile(), false);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let text = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert!(text.contains("{{0}}") && text.contains("\\[a\\](b)"), "{text}");
}

#[test]
fn a_run_with_ten_thousand_findings_is_written() {
    let mut outcome = failed();
    let finding = outcome.findings[0].clone();
    outcome.findings = vec![finding; 10_000];
    let (_folder, path) = written(sarif, &outcome, false);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(10_000));
}

/// Names, results and messages of the test cases, and the numbers of the suite.
fn cases(outcome: &RunOutcome, exhaustive: bool) -> Option<(String, Vec<String>)> {
    let (_folder, path) = written(junit, outcome, exhaustive);
    let read = readers::junit(&path)?;
    let mut lines = read.lines().map(str::to_owned);
    let suite = lines.next().unwrap();
    Some((suite, lines.collect()))
}

#[test]
fn junit_has_a_failure_for_each_finding_and_passes_what_was_decided() {
    let Some((suite, cases)) = cases(&failed(), false) else { return };
    let (first, rest) = cases.split_first().unwrap();
    assert!(
        first.starts_with(
            "assertion: assertion `stock >= 0` failed at source/stock.c:14:5 ['Failure']"
        ),
        "{first}"
    );
    assert!(rest.iter().all(|case| case.ends_with("[] []")), "{rest:#?}");
    assert!(rest.contains(&"every path was run [] []".to_owned()), "{rest:#?}");
    assert!(rest.contains(&"check bounds [] []".to_owned()), "{rest:#?}");
    // What failed does not pass as well, and what the language has not is not checked.
    let absent = |name: &str| rest.iter().all(|case| !case.starts_with(name));
    assert!(
        absent("check assertion") && absent("check panic") && absent("check leak"),
        "{rest:#?}"
    );
    assert_eq!(suite, format!("suite {} 1 0 0", cases.len()));
}

#[test]
fn junit_of_an_incomplete_run_never_passes() {
    for (exhaustive, word) in [(false, "Skipped"), (true, "Error")] {
        let Some((_, cases)) = cases(&incomplete(), exhaustive) else { return };
        for case in &cases {
            assert!(case.contains(&format!("['{word}']")) && case.contains("--max-time"), "{case}");
        }
    }
}

#[test]
fn junit_of_a_run_up_to_a_bound_says_so_in_the_names() {
    let mut outcome = RunOutcome { findings: vec![], ..failed() };
    outcome.paths.failed = 0;
    outcome.bmc =
        Some(BmcFigures { unwind: 8, answer: BmcAnswer::Bounded, ..BmcFigures::default() });
    let Some((_, cases)) = cases(&outcome, true) else { return };
    assert!(cases.iter().all(|case| case.contains("up to 8 rounds of each loop []")), "{cases:#?}");
}

/// Nothing fails, and the answer rests on an assumption.
fn assuming() -> RunOutcome {
    let mut outcome = RunOutcome { findings: vec![], ..failed() };
    outcome.paths.failed = 0;
    outcome.assumes = vec![Assumption::of(AssumptionKind::Random).at("stock.c:4")];
    outcome
}

#[test]
fn what_a_run_assumes_is_in_each_test_case_and_in_the_log() {
    let (_folder, path) = written(junit, &assuming(), false);
    let xml = std::fs::read_to_string(path).unwrap();
    let says = "<system-out>assuming: one sequence of random numbers (`--any random`)</system-out>";
    assert_eq!(xml.matches(says).count(), xml.matches("<testcase").count(), "{xml}");
    let (_folder, path) = written(sarif, &assuming(), false);
    let log = std::fs::read_to_string(path).unwrap();
    assert_eq!(log.matches("one sequence of random numbers").count(), 2, "{log}");
}

#[test]
fn a_run_that_assumes_what_is_not_accepted_is_no_pass_where_a_complete_answer_is_demanded() {
    let (_folder, path) = written(junit, &assuming(), true);
    let xml = std::fs::read_to_string(path).unwrap();
    assert_eq!(xml.matches("<error").count(), xml.matches("<testcase").count(), "{xml}");
}

/// Nothing fails for the values that were tried.
fn bounded() -> RunOutcome {
    let mut outcome = RunOutcome { findings: vec![], ..failed() };
    outcome.paths.failed = 0;
    outcome.bounds = vec![Assumption::new(AssumptionKind::Lengths, "texts have at most 4 bytes")];
    outcome
}

#[test]
fn what_bounds_a_run_from_a_function_is_in_each_test_case_and_in_the_log() {
    let (_folder, path) = written(junit, &bounded(), true);
    let xml = std::fs::read_to_string(path).unwrap();
    let says = "<system-out>bounded: texts have at most 4 bytes</system-out>";
    assert_eq!(xml.matches(says).count(), xml.matches("<testcase").count(), "{xml}");
    let (_folder, path) = written(sarif, &bounded(), true);
    let log = std::fs::read_to_string(path).unwrap();
    assert!(log.contains("\"bounded: texts have at most 4 bytes\""), "{log}");
}

#[test]
fn the_schema_takes_junit_of_any_run() {
    let runs = [
        (failed(), false),
        (incomplete(), false),
        (incomplete(), true),
        (hostile(), true),
        (bounded(), false),
    ];
    let empty = (RunOutcome::default(), false);
    let written: Vec<_> = runs
        .iter()
        .chain([&empty])
        .map(|(run, exhaustive)| written(junit, run, *exhaustive))
        .collect();
    let paths: Vec<&Path> = written.iter().map(|(_, path)| path.as_path()).collect();
    readers::junit_schema(&paths);
}

#[test]
fn junit_takes_any_text() {
    let Some((_, cases)) = cases(&hostile(), false) else { return };
    assert!(cases[0].contains("]]>") && cases[0].contains("\\u{1b}"), "{}", cases[0]);
}

/// Coverage of two files, one of them with a name as bad as can be.
fn covered() -> RunOutcome {
    let function =
        |name: &str, line, entered| FunctionCoverage { name: name.to_owned(), line, entered };
    let stock = FileCoverage {
        file: "source/stock.c".to_owned(),
        lines: vec![(4, 1), (5, 1), (6, 0)],
        branches: vec![(5, 0, true), (5, 1, false), (6, 0, false), (6, 1, false)],
        functions: vec![function("main", 4, true), function("f<a, b>", 6, false)],
    };
    let (functions, lines) = (vec![function(HOSTILE, 1, false)], vec![(1, 0)]);
    let file = format!("a b/{HOSTILE}.c");
    let other = FileCoverage { file, lines, functions, ..FileCoverage::default() };
    let mut outcome = failed();
    outcome.coverage.files = vec![stock, other];
    outcome
}

#[test]
fn lcov_has_lines_branches_and_functions_that_were_never_entered() {
    let (_folder, path) =
        written(|to| Outputs { lcov: to, ..Outputs::default() }, &covered(), false);
    let text = std::fs::read_to_string(path).unwrap();
    let first = "TN:\nSF:source/stock.c\nFN:4,main\nFN:6,f<a, b>\nFNDA:1,main\nFNDA:0,f<a, b>\nFNF:2\nFNH:1\n\
                 BRDA:5,0,0,1\nBRDA:5,0,1,0\nBRDA:6,0,0,-\nBRDA:6,0,1,-\nBRF:4\nBRH:1\n\
                 DA:4,1\nDA:5,1\nDA:6,0\nLF:3\nLH:2\nend_of_record\n";
    let rest = text.strip_prefix(first).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(rest.matches("end_of_record").count(), 1, "{rest}");
    assert!(!rest.contains(|c: char| c.is_control() && c != '\n'), "{rest:?}");
}

#[test]
fn lcov_reads_its_tracefile() {
    let (_folder, path) =
        written(|to| Outputs { lcov: to, ..Outputs::default() }, &covered(), false);
    let Some(read) = readers::lcov(&path) else { return };
    let line = |name: &str| {
        read.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default()
    };
    assert!(line("lines").ends_with("(2 of 4 lines)"), "{read}");
    assert!(line("functions").ends_with("(1 of 3 functions)"), "{read}");
    assert!(line("branches").ends_with("(1 of 4 branches)"), "{read}");
}

#[test]
fn an_archive_of_more_files_than_sixteen_bits_count_is_read() {
    let folder = TempDir::new();
    let path = folder.path().join("suite.zip");
    let options = ExploreOptions::new(golden_folder().join("source/stock.c"));
    let case = |number| Case { number, ..Case::default() };
    let suite: Vec<Case> = (1..=66_000).map(case).collect();
    let outputs = Outputs { test_comp: file(&path), ..Outputs::default() };
    let outcome = failed();
    let runs = Runs { suite: &suite, ..Runs::one(&outcome, &options, "out", demand(false)) };
    let written = outputs.write(&runs, &mut Sources::new(golden_folder()));
    assert!(written.problems.is_empty(), "{:?}", written.problems);
    if let Some(read) = readers::zip(&path) {
        assert_eq!(read.trim(), "66001 None metadata.xml testcase-066000.xml");
    }
}

#[test]
fn annotations_stay_on_their_line_whatever_a_program_says() {
    let outputs = Outputs { github: true, ..Outputs::default() };
    let commands = write(&outputs, &failed(), false).commands;
    assert_eq!(
        commands,
        "::error file=source/stock.c,line=14,col=5,endColumn=10,title=effigy%3A assertion::assertion `stock >= 0` failed in main%0Aarg1 = b\"-v\"%0Astdin = b\"\\x08\"%0Alimit = 4294967294 (signed: -2)\n"
    );
    let commands = write(&outputs, &hostile(), false).commands;
    let lines: Vec<&str> = commands.lines().collect();
    assert_eq!(lines.len(), 2, "{commands}");
    assert!(lines[0].starts_with("::warning file=a b/]]>"), "{commands}");
    let (properties, _) = lines[0].strip_prefix("::").unwrap().split_once("::").unwrap();
    assert_eq!(properties.matches(',').count(), 2, "{commands}");
    assert!(!commands.contains(|c: char| c.is_control() && c != '\n'), "{commands:?}");
    assert!(
        lines[1].starts_with("::warning title=effigy%3A not every path was run::"),
        "{commands}"
    );
}

#[test]
fn a_file_is_replaced_whole_and_a_link_is_followed() {
    let folder = TempDir::new();
    let real = folder.write("real", "old");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("real", &link).unwrap();
    assert!(write(&sarif(file(&link)), &failed(), false).problems.is_empty());
    assert!(std::fs::read_to_string(&real).unwrap().starts_with('{'));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn what_cannot_be_written_is_known_before_the_run_and_said_after_it() {
    let folder = TempDir::new();
    let plain = folder.write("plain", "");
    let program = folder.write("prog.c", "");
    let run = ExploreOptions::new(&program);
    let check = |outputs: &Outputs, json| outputs.check(json, &run);
    let below = plain.join("file");
    for path in [folder.path(), &below] {
        let outputs = sarif(file(path));
        assert!(matches!(check(&outputs, false), Err(OutputError::Write { .. })), "{path:?}");
        let problems = write(&outputs, &failed(), false).problems;
        assert!(matches!(&problems[..], [OutputError::Write { .. }]), "{problems:?}");
    }
    let both = |one, other| Outputs { sarif: one, junit: other, ..Outputs::default() };
    let same = both(file(&folder.path().join("x/../new")), file(&folder.path().join("new")));
    std::fs::create_dir(folder.path().join("x")).unwrap();
    assert!(matches!(check(&same, false), Err(OutputError::Twice { .. })));
    let devices = both(file(Path::new("/dev/null")), file(Path::new("/dev/null")));
    assert!(check(&devices, false).is_ok());
    assert!(write(&devices, &failed(), false).problems.is_empty());
    let printed = both(Some(Destination::Standard), Some(Destination::Standard));
    assert!(matches!(check(&printed, false), Err(OutputError::Printed { .. })));
    assert!(matches!(check(&sarif(printed.sarif), true), Err(OutputError::Printed { .. })));
    assert!(matches!(check(&sarif(file(&program)), false), Err(OutputError::Input { .. })));
    // Nothing was left by looking.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn every_kind_of_finding_has_its_rule() {
    let (_folder, path) = written(sarif, &failed(), false);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for (rule, kind) in rules.iter().zip(FindingKind::ALL) {
        assert_eq!(rule["id"], kind.name());
        assert!(rule["help"]["text"].is_string(), "{rule}");
    }
    assert_eq!(rules.len(), FindingKind::ALL.len());
}

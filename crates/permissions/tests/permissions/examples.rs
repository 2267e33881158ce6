//! The programs of `examples/vpr`: each is proved, and each mutant in `examples/vpr/broken` fails as its first line says.
//!
//! Neither joins nor the number of workers change a verdict.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::{Disk, Parsed};
use effigy_permissions::{Failure, Options, Verdict, prove};
use effigy_solver::SolverOptions;
use effigy_testkit::{sample, tool};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Joins and workers: each program is proved in all of these ways.
const WAYS: [(bool, usize); 3] = [(true, 1), (false, 1), (true, 3)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vpr")
}

/// The programs of a folder by name.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|file| file.extension().is_some_and(|e| e == "vpr")).collect();
    files.sort();
    files
}

fn options(joins: bool, workers: usize) -> Options {
    let query_time = Some(Duration::from_secs(10));
    Options {
        workers,
        solver: SolverOptions { query_time, ..Default::default() },
        cancel: CancelToken::default(),
        member_time: None,
        joins,
        exact_amounts: false,
        states: false,
        walk: false,
        only: Vec::new(),
    }
}

fn read(file: &Path) -> (String, Parsed) {
    let text = std::fs::read_to_string(file).unwrap();
    let parsed = effigy_lang_viper::parse(file, &text, &Disk);
    let parsed = parsed.unwrap_or_else(|problems| panic!("{}: {problems:?}", file.display()));
    (text, parsed)
}

/// `ID at line N`.
fn shown(failure: &Failure) -> String {
    format!("{} at line {}", failure.id, failure.place.span.start.line)
}

/// The failures of all members in order of their places, none twice.
fn failures(parsed: &Parsed, joins: bool, workers: usize) -> Vec<String> {
    let report = prove(&parsed.program, &options(joins, workers));
    assert_eq!(report.stopped, None);
    for member in &report.members {
        let proved = member.verdict == Verdict::Proved;
        assert_eq!(proved, member.failures.is_empty(), "{}: {:?}", member.name, member.verdict);
    }
    let failures = report.members.iter().flat_map(|member| &member.failures);
    let mut failures: Vec<_> = failures.map(shown).collect();
    failures.dedup();
    failures
}

#[test]
fn every_program_is_proved() {
    if tool("z3").is_none() {
        return;
    }
    for file in sample(programs(&folder()), 2) {
        let (text, parsed) = read(&file);
        assert!(text.starts_with("// "), "{}: the first line says what is proved", file.display());
        for (joins, workers) in WAYS {
            let failures = failures(&parsed, joins, workers);
            let way = format!("{}, joins {joins}, workers {workers}", file.display());
            assert!(failures.is_empty(), "{way}: {failures:?}");
        }
    }
}

#[test]
fn every_mutant_fails_as_it_says() {
    if tool("z3").is_none() {
        return;
    }
    for file in sample(programs(&folder().join("broken")), 2) {
        let (text, parsed) = read(&file);
        let first = text.lines().next().and_then(|line| line.strip_prefix("// expects: "));
        let expected = first.unwrap_or_else(|| panic!("{}: no `// expects: `", file.display()));
        for (joins, workers) in WAYS {
            let failures = failures(&parsed, joins, workers);
            let way = format!("{}, joins {joins}, workers {workers}", file.display());
            assert_eq!(failures, [expected], "{way}");
        }
    }
}

#[test]
fn verdicts_do_not_depend_on_the_order_of_members() {
    if tool("z3").is_none() {
        return;
    }
    let verdicts = |parsed: &Parsed, only: Vec<String>, workers: usize| -> Vec<_> {
        let report = prove(&parsed.program, &Options { only, ..options(true, workers) });
        let verdict = |member: effigy_permissions::Member| {
            let failures: Vec<_> = member.failures.iter().map(shown).collect();
            (member.place, member.name, member.verdict, failures)
        };
        report.members.into_iter().map(verdict).collect()
    };
    let some = |folder: &Path| programs(folder).into_iter().step_by(3).collect::<Vec<_>>();
    for file in [some(&folder()), some(&folder().join("broken"))].concat() {
        let (_, parsed) = read(&file);
        let expected = verdicts(&parsed, Vec::new(), 1);
        let mut names: Vec<String> = expected.iter().map(|(_, name, ..)| name.clone()).collect();
        names.reverse();
        assert_eq!(verdicts(&parsed, names.clone(), 1), expected, "{}", file.display());
        let middle = names.len() / 2;
        names.rotate_left(middle);
        assert_eq!(verdicts(&parsed, names, 2), expected, "{}", file.display());
    }
}

#[test]
fn programs_and_mutants_go_together() {
    let names = |folder: &Path| -> Vec<_> {
        programs(folder).iter().map(|file| file.file_name().unwrap().to_owned()).collect()
    };
    let good = names(&folder());
    assert_eq!(good, names(&folder().join("broken")));
    assert!(good.len() >= 30, "{}", good.len());
}

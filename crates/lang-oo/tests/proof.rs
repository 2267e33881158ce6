//! Proofs of the programs in `examples/oo/prove`, and of those in `broken`, whose first lines say what fails:
//! `//! expects: id line N, conjunct line M: text`.

use effigy_lang_oo::parse;
use effigy_lang_oo::viper::lower_to_viper;
use effigy_lang_viper::tree::Place;
use effigy_permissions::{Failure, Options, Report, prove};
use effigy_solver::SolverOptions;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo").join(name);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    files.sort();
    files
}

/// The proof of a text.
fn proof(text: &str) -> Report {
    let (program, errors) = parse("test.oo", text.as_bytes());
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    let program = lower_to_viper(&program, text).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let options = Options {
        workers: 1,
        solver: SolverOptions { program: effigy_testkit::tool("z3"), ..SolverOptions::default() },
        cancel: Default::default(),
        joins: true,
        states: false,
        walk: false,
        only: Vec::new(),
    };
    prove(&program, &options)
}

/// The first line of the text at a place.
fn text_at(text: &str, place: Place) -> &str {
    let (start, end) = (place.span.start, place.span.end);
    let line = text.lines().nth(start.line as usize - 1).unwrap();
    let end = if end.line == start.line { end.column as usize - 1 } else { line.len() };
    &line[start.column as usize - 1..end]
}

/// What a failure is, as the files say it.
fn line(text: &str, failure: &Failure) -> String {
    let (at, conjunct) = (failure.place.span.start.line, failure.conjunct);
    let shown = text_at(text, conjunct);
    format!("{} line {at}, conjunct line {}: {shown}", failure.id, conjunct.span.start.line)
}

/// All failures of a text, in the order of the members.
fn failures(text: &str) -> Vec<String> {
    let report = proof(text);
    let failures = report.members.iter().flat_map(|member| &member.failures);
    failures.map(|failure| line(text, failure)).collect()
}

#[test]
fn programs_of_the_paper_are_proved() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let files = folder("prove");
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(failures(&text), Vec::<String>::new(), "{}", file.display());
    }
}

#[test]
fn mistakes_are_found_at_their_conjunct() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let files = folder("prove/broken");
    assert!(files.len() >= 20, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("//! expects: ")).collect();
        assert!(!expected.is_empty(), "{}", file.display());
        assert_eq!(failures(&text), expected, "{}", file.display());
    }
}

use super::*;
use crate::compile::{CompileOptions, Input, Scratch, compile};
use crate::explore::Prepared;
use crate::native::ReplayOptions;
use crate::outcome::{Outcome, RunOutcome};
use crate::progress::Silent;
use effigy_testkit::tool;

/// Fails on a word at the end of a loop that has more paths than a run with a limit walks.
const PROGRAM: &str = "use std::io::Read;
fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    let sum = text.iter().filter(|b| **b > 100).count();
    if text.starts_with(b\"key=\") && text[4] == b'%' {
        panic!(\"here\");
    }
    std::process::exit(sum as i32);
}
";

fn options(folder: &Scratch) -> ExploreOptions {
    let input = folder.write("prog.rs", PROGRAM.as_bytes()).expect("a folder");
    ExploreOptions { symbolic_stdin: Some(6), threads: Some(1), ..ExploreOptions::new(input) }
}

#[test]
fn a_word_that_the_program_looks_for_is_found_without_the_machine() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = Scratch::new().expect("a folder");
    let options = options(&folder);
    let prepared = Prepared::new(&options, &mut Silent).expect("it compiles");
    let path = Input::from_path(&options.input).expect("a program");
    let compiled = compile(&path, &CompileOptions::default()).expect("it compiles");
    let replayer = Replayer::new(&compiled, ReplayOptions::default()).expect("a folder");
    let (seeds, guides) = (Seeds::default(), Guides::default());
    let mut hunt = Hunt::new(&replayer, (&seeds, &guides), &prepared.job, &options, 1);
    let cancel = CancelToken::new();
    hunt.begin();
    for _ in 0..2_000 {
        hunt.round(&cancel);
        if hunt.guided > 0 {
            break;
        }
    }
    assert_eq!(hunt.guided, 1, "{:?}", hunt.failures);
    // What fails at one place is followed up a few times only.
    for _ in 0..200 {
        hunt.round(&cancel);
    }
    assert!(hunt.guided <= PER_PLACE, "{}", hunt.guided);
}

#[test]
fn an_exhaustive_run_says_the_same_with_and_without_the_hunt() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = Scratch::new().expect("a folder");
    let run = |replay: bool, threads: usize| -> RunOutcome {
        let options = ExploreOptions { replay, threads: Some(threads), ..self::options(&folder) };
        crate::explore::explore(&options, &mut Silent).expect("it runs")
    };
    let said = |outcome: &RunOutcome| {
        assert!(outcome.exhaustive());
        let tests: Vec<_> = outcome.tests.iter().map(|t| (&t.case, &t.path_condition)).collect();
        let findings: Vec<_> =
            outcome.findings.iter().map(|f| (&f.site, &f.inputs, &f.stack, f.test)).collect();
        let coverage = &outcome.coverage;
        format!("{:?} {:?} {tests:?} {findings:?} {coverage:?}", outcome.paths, outcome.tree)
    };
    let plain = run(false, 1);
    let expected = said(&plain);
    assert!(plain.findings.iter().any(|f| f.message.contains("here")), "{:?}", plain.findings);
    for threads in [1, 2] {
        assert_eq!(said(&run(true, threads)), expected, "{threads} workers");
    }
}

#[test]
fn the_bytes_of_inputs_have_their_lengths() {
    let test = TestCase {
        number: 1,
        arguments: vec![b"a".to_vec()],
        stdin: None,
        objects: Vec::new(),
        predicted: Outcome::Exit(0),
        results: Vec::new(),
    };
    let bytes: Vec<Vec<u8>> =
        concrete::inputs(&test, &[3, 2]).into_iter().map(|(_, _, bytes)| bytes).collect();
    assert_eq!(bytes, [vec![b'a', 0, 0], vec![0, 0]]);
}

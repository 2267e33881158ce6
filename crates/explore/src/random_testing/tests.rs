use super::*;
use crate::explore::Prepared;
use crate::testing::LANGUAGES;
use effigy_compile::languages::COMPILED;
use effigy_compile::{CompileOptions, Input, Scratch, compile};
use effigy_native::ReplayOptions;
use effigy_outcome::progress::Silent;
use effigy_outcome::{Outcome, RunOutcome};
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

fn options(folder: &Scratch, text: &str) -> ExploreOptions {
    let input = folder.write("prog.rs", text.as_bytes()).expect("a folder");
    ExploreOptions { symbolic_stdin: Some(6), threads: Some(1), ..ExploreOptions::new(input) }
}

/// What random testing on a program comes to by rounds, until something holds; `None` without a compiler.
fn tested_at_random(
    text: &str,
    rounds: usize,
    done: &dyn Fn(&RandomTesting<'_>) -> bool,
) -> Option<usize> {
    tool("rustc")?;
    let folder = Scratch::new().expect("a folder");
    let options = options(&folder, text);
    let prepared = Prepared::new(LANGUAGES, &options, &mut Silent).expect("it compiles");
    let path = Input::from_path(&options.input, &COMPILED).expect("a program");
    let compiled = compile(&path, &CompileOptions::default()).expect("it compiles");
    let replayer = Replayer::new(&compiled, ReplayOptions::default()).expect("a folder");
    let (seeds, guides) = (Seeds::default(), Guides::default());
    let mut testing = RandomTesting::new(&replayer, (&seeds, &guides), &prepared.job, &options, 1);
    let cancel = CancelToken::new();
    testing.begin();
    for _ in 0..rounds {
        testing.round(&cancel);
        if done(&testing) {
            break;
        }
    }
    assert!(done(&testing), "{:?}", testing.failures);
    // What fails at one place is followed up a few times only.
    for _ in 0..200 {
        testing.round(&cancel);
    }
    Some(testing.guided)
}

#[test]
fn a_word_that_the_program_looks_for_is_found_by_chance() {
    if let Some(guided) = tested_at_random(PROGRAM, 2_000, &|testing| testing.guided > 0) {
        // A native run and one of the machine each have a name for the place.
        assert!(guided <= 2 * PER_PLACE, "{guided}");
    }
}

/// Says nothing on the way to its defect.
const SILENT: &str = "use std::hint::black_box;
use std::io::Read;
fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    let is = |at: usize, byte: u8| black_box(text[at]) == byte;
    if is(0, b'q') {
        black_box(1);
        if is(1, b'7') {
            black_box(2.0);
            if is(2, b'!') {
                black_box('3');
                if is(3, b'Z') {
                    black_box([4, 5]);
                    if is(4, b'k') {
                        panic!(\"here\");
                    }
                }
            }
        }
    }
}
";

#[test]
fn code_that_never_ran_shows_the_way() {
    let found = tested_at_random(SILENT, 20_000, &|testing| testing.guided > 0);
    assert!(found.is_none_or(|guided| guided > 0));
}

/// Runs long.
const LONG: &str = "fn main() {
    let mut text = String::new();
    let _ = std::io::stdin().read_line(&mut text);
    let mut sum = text.len();
    for at in 0..1_000_000 {
        sum = std::hint::black_box(sum + at);
    }
}
";

#[test]
fn long_runs_are_left_to_the_native_program() {
    tested_at_random(LONG, 4, &|testing| !testing.watches);
}

#[test]
fn an_exhaustive_run_says_the_same_with_and_without_random_testing() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = Scratch::new().expect("a folder");
    let run = |replay: bool, threads: usize| -> RunOutcome {
        let options =
            ExploreOptions { replay, threads: Some(threads), ..self::options(&folder, PROGRAM) };
        crate::explore::explore(LANGUAGES, &options, &mut Silent).expect("it runs")
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
        threads: false,
    };
    let bytes: Vec<Vec<u8>> =
        concrete::inputs(&test, &[3, 2]).into_iter().map(|(_, _, bytes)| bytes).collect();
    assert_eq!(bytes, [vec![b'a', 0, 0], vec![0, 0]]);
}

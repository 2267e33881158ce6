//! Concolic runs of the annotated programs against runs of the same machine on values.

use super::FuzzOptions;
use crate::explore::Prepared;
use crate::job::job;
use crate::testing::LANGUAGES;
use effigy_exec::concolic::{Concolic, ConcolicRun, Follow};
use effigy_exec::guides::GivenBytes;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Ending;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::progress::Silent;
use effigy_term::Evaluator;
use effigy_testkit::annotated::Annotated;
use effigy_testkit::{Rng, cases, tool};
use std::path::Path;

/// Random inputs of each program, and the most instructions of a run.
const INPUTS: usize = 40;
const MOST_STEPS: u64 = 3_000_000;

/// What two ways to run an input have in common.
fn shown(run: &ConcolicRun) -> String {
    let ending = match &run.ending {
        Ending::Finding(failure) => format!("{:?} {:?}", failure.kind, failure.stack),
        other => format!("{other:?}"),
    };
    format!("{ending} with {:?}", run.inputs)
}

/// Bytes that programs look for are likely.
fn byte(rng: &mut Rng) -> u8 {
    match rng.below(4) {
        0 => *rng.pick(b" 0123456789abcxyzABC+-*/(){}[]<>=,.;:!?#\n\0"),
        1 => *rng.pick(&[0, 1, 2, 3, 7, 8, 9, 10, 15, 16, 31, 32, 63, 64, 127, 128, 254, 255]),
        _ => rng.below(256) as u8,
    }
}

/// A program whose inputs are run in two ways.
struct Subject {
    name: String,
    stdin: Option<usize>,
    arguments: Vec<usize>,
    symbols: Concolic,
    values: Concolic,
}

impl Subject {
    fn new(program: &Annotated) -> Self {
        let flag = |name: &str| {
            let at = program.flags.iter().position(|flag| flag == name)?;
            program.flags.get(at + 1).cloned()
        };
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let stdin = flag("--sym-stdin").map(|text| number(&text));
        let lengths = flag("--sym-args").unwrap_or_default();
        let arguments: Vec<usize> =
            lengths.split(',').filter(|length| !length.is_empty()).map(number).collect();
        let options = ExploreOptions {
            symbolic_stdin: stdin,
            symbolic_arguments: arguments.clone(),
            cflags: flag("--cflags").into_iter().collect(),
            ..ExploreOptions::new(&program.path)
        };
        let name = program.path.display().to_string();
        let prepared = Prepared::new(LANGUAGES, &options, &mut Silent);
        let prepared = prepared.unwrap_or_else(|e| panic!("{name}: {e}"));
        let loaded = prepared.compiled.load(&options).unwrap_or_else(|e| panic!("{name}: {e}"));
        let job = job(loaded, &prepared.compiled, &options);
        let [symbols, values] = [Follow::Symbols, Follow::Values]
            .map(|follow| Concolic::new(&job, follow).expect("the embedded solver needs nothing"));
        Self { name, stdin, arguments, symbols, values }
    }

    fn input(&mut self, rng: &mut Rng) -> Vec<GivenBytes> {
        let mut bytes = |count: usize| (0..count).map(|_| byte(rng)).collect::<Vec<u8>>();
        let mut input: Vec<GivenBytes> = Vec::new();
        if let Some(count) = self.stdin {
            input.push((InputKind::Stdin, String::new(), bytes(count)));
        }
        for (index, length) in self.arguments.iter().enumerate() {
            input.push((InputKind::Argument(index), String::new(), bytes(*length)));
        }
        // A program that makes its own inputs says which ones it makes on zeros.
        for made in self.values.run(input.clone(), MOST_STEPS).inputs {
            if made.kind == InputKind::Object {
                input.push((made.kind, made.name, bytes(made.bytes.len())));
            }
        }
        input
    }

    /// How many conjuncts the path of an input has, when both ways to run it agree.
    fn compare(&mut self, input: Vec<GivenBytes>) -> Result<usize, String> {
        let Self { name, symbols, values, .. } = self;
        let (path, plain) = (symbols.run(input.clone(), MOST_STEPS), values.run(input, MOST_STEPS));
        if shown(&path) != shown(&plain) {
            return Err(format!("{name}: {} is not {}", shown(&path), shown(&plain)));
        }
        let mut evaluator = Evaluator::new();
        for conjunct in &path.conjuncts {
            evaluator.reset();
            let holds = evaluator.truth(symbols.store(), conjunct.term, &path.model);
            if holds != Some(true) {
                return Err(format!("{name}: {conjunct:?} is {holds:?} with {:?}", path.inputs));
            }
        }
        if !plain.conjuncts.is_empty() {
            return Err(format!("{name}: values left {:?} open", plain.conjuncts));
        }
        Ok(path.conjuncts.len())
    }
}

fn all(folder: &str, extension: &str, step: usize) {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(folder);
    let programs: Vec<Annotated> =
        Annotated::all(&programs, extension).into_iter().step_by(step).collect();
    let (mut conjuncts, mut last) = (0, None);
    cases(0..(programs.len() * INPUTS) as u64, |seed| {
        let at = seed as usize / INPUTS;
        // Behind a panic the machines are new ones.
        let mut subject = match last.take() {
            Some((before, subject)) if before == at => subject,
            _ => Subject::new(&programs[at]),
        };
        let input = subject.input(&mut Rng::new(seed));
        let compared = subject.compare(input);
        last = Some((at, subject));
        conjuncts += compared.unwrap_or_else(|problem| panic!("{problem}"));
    });
    assert!(conjuncts > 1000, "only {conjuncts} decisions depended on inputs");
}

#[test]
fn c_programs_end_with_symbols_as_on_values() {
    if tool("clang").is_some() {
        all("c", "c", 1);
    }
}

#[test]
fn rust_programs_end_with_symbols_as_on_values() {
    if tool("rustc").is_some() {
        all("rust", "rs", 4);
    }
}

#[test]
fn each_conjunct_has_its_place_in_the_source_and_its_direction() {
    if tool("clang").is_none() {
        return;
    }
    let program = "../../tests/programs/lecture/bad.c";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(program);
    let options = ExploreOptions { symbolic_stdin: Some(4), ..ExploreOptions::new(path) };
    let prepared = Prepared::new(LANGUAGES, &options, &mut Silent).expect("it compiles");
    let mut machine = Concolic::new(&prepared.job, Follow::Symbols).expect("a solver");
    // Of a branch, side 0 is true and side 1 is false.
    for (input, sides) in [("good", [1, 1, 1, 1]), ("gadd", [1, 0, 0, 1]), ("bad!", [0, 0, 0, 0])] {
        let stdin = (InputKind::Stdin, String::new(), input.as_bytes().to_vec());
        let run = machine.run(vec![stdin], MOST_STEPS);
        let pc = run.conjuncts.iter();
        let pc: Vec<_> = pc.map(|c| (c.place.function.as_str(), c.place.line, c.side)).collect();
        let expected: Vec<_> = (7..).zip(sides).map(|(line, side)| ("top", line, side)).collect();
        assert_eq!(pc, expected, "{input}");
    }
}

#[test]
fn words_come_from_the_code_that_is_searched() {
    if tool("rustc").is_none() {
        return;
    }
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/fuzz");
    let explore = ExploreOptions::new(targets.join("query.rs"));
    let options = FuzzOptions::new(explore, targets.join("seeds/query"));
    let prepared = super::Prepared::new(LANGUAGES, &options, &mut Silent);
    let prepared = prepared.unwrap_or_else(|e| panic!("{e}"));
    let words = crate::random_testing::words_of(&prepared.job);
    let has = |word: &str| words.iter().any(|it| it == word.as_bytes());
    for word in ["limit", "offset", "price", "bolt", "<"] {
        assert!(has(word), "{word}");
    }
    for word in ["backtrace", "futex", "Formatter"] {
        assert!(!has(word), "{word}");
    }
}

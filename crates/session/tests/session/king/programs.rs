//! The programs whose trees are checked.

use effigy_base::check::CheckSet;
use effigy_session::options::{ExploreOptions, Integers};
use effigy_testkit::annotated::Annotated;
use effigy_testkit::pli::{Arithmetic, program};
use effigy_testkit::programs::Generated;
use effigy_testkit::{Rng, TempDir};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Forks of one program at most: cut paths are leaves too.
const FORKS: u64 = 24;

/// Instructions of one path at most.
const STEPS: u64 = 300_000;

/// A program and how it is explored.
pub struct Subject {
    pub name: String,
    pub options: ExploreOptions,
    /// Whether the program restricts its inputs by assumptions.
    pub assumes: bool,
}

impl Subject {
    fn new(path: &Path, flags: &[String]) -> Subject {
        let mut options = ExploreOptions::new(path);
        options.threads = Some(1);
        options.budget.forks = Some(FORKS);
        options.budget.steps = Some(STEPS);
        options.budget.query_time = Some(Duration::from_secs(2));
        options.budget.solver_time = Some(Duration::from_secs(2));
        for flag in flags.chunks(2) {
            let [name, value] = flag else { panic!("{}: odd flags", path.display()) };
            let number = |text: &str| text.parse::<usize>().expect("a length");
            match name.as_str() {
                "--sym-stdin" => options.symbolic_stdin = Some(number(value)),
                "--sym-args" => options.symbolic_arguments = value.split(',').map(number).collect(),
                "--cflags" => options.cflags = value.split(' ').map(str::to_owned).collect(),
                "--checks" => options.checks = CheckSet::parse(value).expect("checks"),
                "--external" => options.external = value.parse().expect("a policy"),
                other => panic!("{}: the flag {other}", path.display()),
            }
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("the program");
        Subject { name, options, assumes: text.contains("assume") }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The annotated programs of a language.
pub fn annotated(language: &str) -> Vec<Subject> {
    let extension = if language == "c" { "c" } else { "rs" };
    let programs = Annotated::all(&root().join("tests/programs").join(language), extension);
    // Z3 checks the leaves, and does not decide in time what a program chooses the embedded solver for.
    let checked = programs.iter().filter(|p| !p.flags.iter().any(|flag| flag == "--solver"));
    checked.map(|p| Subject::new(&p.path, &p.flags)).collect()
}

/// Programs of the exploration bench, made small.
const BENCH: [(&str, &[&str]); 6] = [
    ("branch.c", &["-DK=5"]),
    ("bsort.c", &["-DN=4"]),
    ("bsearch.c", &[]),
    ("maze.c", &[]),
    ("expr.c", &[]),
    ("regexp.c", &[]),
];

/// The programs of [`BENCH`].
pub fn bench() -> Vec<Subject> {
    let folder = root().join("bench/explore");
    let subject = |(name, flags): &(&str, &[&str])| {
        let mut subject = Subject::new(&folder.join(name), &[]);
        subject.options.cflags = flags.iter().map(|f| (*f).to_owned()).collect();
        subject
    };
    BENCH.iter().map(subject).collect()
}

/// Generated programs on two symbolic bytes.
pub fn generated(folder: &TempDir, seeds: Range<u64>) -> Vec<Subject> {
    seeds
        .map(|seed| {
            let text = Generated::new(seed, 1).c();
            let (functions, _) = text.split_once("int main(void)").expect("a main function");
            let main = "void klee_make_symbolic(void *, unsigned long, const char *);\n\
                int main(void) {\n    u8 a, b;\n    klee_make_symbolic(&a, 1, \"a\");\n    \
                klee_make_symbolic(&b, 1, \"b\");\n    f0(a, b);\n    return 0;\n}\n";
            let path = folder.write(&format!("generated{seed}.c"), format!("{functions}{main}"));
            Subject::new(&path, &[])
        })
        .collect()
}

/// Generated procedures of PL/I on symbolic integers of one kind.
pub fn procedures(folder: &TempDir, integers: Integers, seeds: Range<u64>) -> Vec<Subject> {
    seeds
        .map(|seed| {
            let text = program(&mut Rng::new(seed), Arithmetic::Easy);
            let name = format!("{integers}{seed}.pli");
            let mut subject = Subject::new(&folder.write(&name, &text), &[]);
            subject.options.integers = integers;
            subject.assumes = text.contains("ASSUME");
            subject
        })
        .collect()
}

//! The search from seeds on the example of the lecture (Strejcek, IA159, slides 75 to 78).

use effigy_base::budget::CancelToken;
use effigy_session::fuzz::{FuzzOptions, Prepared};
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{Ending, FindingKind, RunOutcome, TriedInput};
use effigy_session::progress::Observer;
use effigy_testkit::{TempDir, tool};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The leaves of slide 78 from left to right: the value of `cnt`, and the input.
const LEAVES: [(u64, &str); 16] = [
    (0, "good"),
    (1, "goo!"),
    (1, "godd"),
    (2, "god!"),
    (1, "gaod"),
    (2, "gao!"),
    (2, "gadd"),
    (3, "gad!"),
    (1, "bood"),
    (2, "boo!"),
    (2, "bodd"),
    (3, "bod!"),
    (2, "baod"),
    (3, "bao!"),
    (3, "badd"),
    (4, "bad!"),
];

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/lecture").join(name)
}

/// Keeps every input that a search runs.
#[derive(Default)]
struct Tries(Vec<TriedInput>);

impl Observer for Tries {
    fn tried(&mut self, input: &TriedInput) {
        self.0.push(input.clone());
    }
}

/// Fuzzes a program from one seed.
fn fuzz(program: &Path, seed: &str) -> (Vec<TriedInput>, RunOutcome) {
    let seeds = TempDir::new();
    seeds.write("seed", seed);
    let explore = ExploreOptions { replay: false, cache: false, ..ExploreOptions::new(program) };
    let options = FuzzOptions { native: false, ..FuzzOptions::new(explore, seeds.path()) };
    let mut tries = Tries::default();
    let prepared = Prepared::new(LANGUAGES, &options, &mut tries).expect("the program is there");
    let outcome = prepared.run(&mut tries).expect("it has a decision");
    (tries.0, outcome)
}

fn text(input: &TriedInput) -> String {
    String::from_utf8_lossy(input.case.stdin.as_deref().unwrap_or_default()).into_owned()
}

/// What a native program writes on an input, and whether it ended well.
fn native(program: &Path, input: &str) -> (String, bool) {
    let mut command = Command::new(program);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

#[test]
fn from_good_come_the_sixteen_inputs_of_slide_78_each_in_its_generation() {
    let Some(clang) = tool("clang") else { return };
    let (tries, outcome) = fuzz(&program("bad.c"), "good");
    let mut found: Vec<(u64, String)> = tries.iter().map(|t| (t.generation, text(t))).collect();
    found.sort();
    // Each generation turns one decision more: an input's is the number of its letters that are those of `bad!`.
    let mut expected = LEAVES.map(|(cnt, input)| (cnt, input.to_owned()));
    expected.sort();
    assert_eq!(found, expected);
    // A child leaves its parent's path at the last letter that differs from the seed.
    for tried in &tries {
        let input = text(tried);
        let differs = |at: &usize| input.as_bytes()[*at] != b"good"[*at];
        let bound = (0..4).rev().find(differs).unwrap_or(0);
        assert_eq!(tried.bound, bound, "{input}");
        let fails = matches!(tried.ending, Ending::Failed { kind: FindingKind::Abort, .. });
        assert_eq!(fails, tried.generation >= 3, "{input}: {:?}", tried.ending);
    }
    // The abort is found, once.
    let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
    assert_eq!(finding.kind, FindingKind::Abort);
    assert_eq!((finding.place.line, finding.occurrences), (13, 5));
    // What `cnt` is at each leaf, by the program itself.
    let folder = TempDir::new();
    let binary = folder.path().join("bad");
    let status = Command::new(clang).arg(program("bad.c")).arg("-o").arg(&binary).status();
    assert!(status.expect("clang runs").success());
    let printed: BTreeMap<&str, (String, bool)> =
        LEAVES.iter().map(|(_, input)| (*input, native(&binary, input))).collect();
    for (cnt, input) in LEAVES {
        assert_eq!(printed[input], (cnt.to_string(), cnt < 3), "{input}");
    }
}

#[test]
fn the_figures_say_what_became_of_every_side() {
    if tool("clang").is_none() {
        return;
    }
    let (tries, outcome) = fuzz(&program("bad.c"), "good");
    let figures = outcome.fuzz.as_ref().expect("it is a search");
    assert_eq!((figures.runs, figures.children, figures.expansions), (16, 15, 16));
    assert_eq!((figures.generations, figures.waiting, figures.ended), (4, 0, true));
    // Each child's last decision would be turned back to the path of its parent.
    assert_eq!((figures.covered, figures.infeasible, figures.undecided), (15, 0, 0));
    assert_eq!((figures.diverged, figures.guesses), (0, 0));
    assert_eq!(tries.len(), 16);
    assert_eq!((outcome.paths.completed, outcome.paths.failed), (11, 5));
    assert!(!outcome.exhaustive(), "a search from seeds says nothing about all inputs");
}

#[test]
fn a_search_is_the_same_each_time() {
    if tool("clang").is_none() {
        return;
    }
    let (first, _) = fuzz(&program("bad.c"), "xxxx");
    assert_eq!(first.len(), 16);
    // Several times: what depends on time is often the same by luck.
    for _ in 0..5 {
        assert_eq!(first, fuzz(&program("bad.c"), "xxxx").0);
    }
}

/// Calls what has no model and fills memory, inline assembly, and a function that the machine computes of numbers only; a failure
/// is behind all of them.
const WITHOUT_MEANING: &str = "#include <math.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  unsigned char text[4];
  if (read(0, text, 4) != 4) return 0;
  struct { unsigned short state[3]; unsigned short more[4]; } data;
  lcong48((unsigned short[7]){text[0]});
  long drawn = jrand48(data.state);
  unsigned number = text[0];
  __asm__ volatile(\"bswap %0\" : \"+r\"(number));
  if (sin(text[1]) > 1) return 1;
  if (drawn == 12345) return 2;
  if (text[0] == 'b' && text[1] == 'u' && text[2] == 'g') abort();
  return 0;
}
";

#[test]
fn a_failure_behind_what_has_no_meaning_is_found_and_the_values_are_counted() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = folder.path().join("meaning.c");
    std::fs::write(&program, WITHOUT_MEANING).expect("the folder is there");
    let (_, outcome) = fuzz(&program, "xxxx");
    let kinds: Vec<_> = outcome.findings.iter().map(|f| (f.kind, f.place.line)).collect();
    assert_eq!(kinds, [(FindingKind::Abort, 14)]);
    assert_eq!(outcome.paths.unsupported, 0);
    let figures = outcome.fuzz.as_ref().expect("it is a search");
    assert!(figures.chosen > 0 && figures.concretised > 0, "{figures:?}");
    let taken: Vec<_> =
        outcome.concretisations.iter().map(|c| (c.what.as_str(), c.place.line)).collect();
    assert_eq!(
        taken,
        [
            ("inline assembly \"bswap $0\", by a choice", 11),
            ("sin of a symbolic number", 12),
            ("the external function jrand48, by a choice", 9),
            ("the external function lcong48, by a choice", 8),
        ]
    );
}

/// A loop with a decision in each round, and three rounds of another one that lead to a failure; none of them runs a new block.
const PADDED: &str = "#include <stdlib.h>
#include <unistd.h>
int main(void) {
  unsigned char text[20];
  int large = 0, left = 20;
  if (read(0, text, 20) != 20) return 1;
  for (int i = 0; i < 16; i++) {
    if (text[i] > 100) large++;
  }
  while (left > 0 && text[left - 1] == '=') left--;
  if (left == 16) abort();
  return large;
}
";

#[test]
fn a_loop_does_not_keep_the_search_for_itself() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = folder.write("padded.c", PADDED);
    let seeds = TempDir::new();
    seeds.write("seed", "x".repeat(20));
    let mut explore =
        ExploreOptions { replay: false, cache: false, ..ExploreOptions::new(program) };
    explore.budget.time = Some(std::time::Duration::from_secs(60));
    let cancel = explore.cancel.clone();
    let options = FuzzOptions { native: false, ..FuzzOptions::new(explore, seeds.path()) };
    let mut first = UntilFound { tries: 0, cancel };
    let prepared = Prepared::new(LANGUAGES, &options, &mut first).expect("the program is there");
    let outcome = prepared.run(&mut first).expect("it has a decision");
    assert_eq!(outcome.findings.len(), 1, "{:?}", outcome.fuzz);
    assert!(first.tries < 400, "{} inputs were run", first.tries);
}

/// Stops a search when something fails, and says how many inputs that took.
struct UntilFound {
    tries: usize,
    cancel: CancelToken,
}

impl Observer for UntilFound {
    fn tried(&mut self, input: &TriedInput) {
        if !self.cancel.is_cancelled() {
            self.tries += 1;
        }
        if matches!(input.ending, Ending::Failed { .. }) {
            self.cancel.cancel();
        }
    }
}

//! Developer tasks: `cargo xtask tidy | test | bless | bench | soak | held | howto | limits | libc | suites | viper-suite |
//! alloy-suite | kani-suite | miri-suite | bmc-suite | mutate | prove-mutants`.
//!
//! Architecture Invariant: nothing depends on this crate, and it depends on no other crate of the workspace, so that it
//! can judge them while they do not build (checked by `cargo xtask tidy`).

mod alloy_suite;
mod bench;
mod binaries;
mod bmc_suite;
mod build;
mod cargo;
mod held;
mod howto;
mod install;
mod kani_suite;
mod libc;
mod limits;
mod miri_suite;
mod mutate;
mod named;
mod packages;
mod process;
mod prove_mutants;
mod queue;
mod soak;
mod suite;
mod suites;
mod tests;
mod tidy;
mod totals;
mod viper_suite;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

tasks:
  tidy             check the workspace's own rules: crate edges, file lengths, forbidden macros, language names
  test [NAME...]   install what tests need, check form, rules and lints, run all tests and say which were skipped;
                   with a NAME only the suite, module, test or program of tests/programs that is named so, or the tests
                   with it in their names
                   (`exec`, `ub`, `readme::the_tour_says_what_happens`, `getchar_parser.c`)
  test OPTIONS     only the tests that `cargo test OPTIONS` chooses, the first being an option such as -p
  bless [ARGS]     renew goldens and transcripts by running the tests; ARGS go to `cargo test`
  bench [OPTIONS]  measure exploration, KLEE in turn when it is installed
    --filter TEXT    only the rows whose name contains TEXT
    --programs DIR   where the folders explore and text are (default: bench)
    --runs N         runs of each, of which the median counts (default: 3)
    --clang PROGRAM  the compiler (default: clang)
    --time SECONDS   the limit of one run (default: 300)
  bench --forward-backward [OPTIONS]
                   measure path conditions of object programs by `effigy explore` and by `effigy wp`, and renew
                   docs/forward-vs-backward.md with its data and plots
    --quick          only few small programs; writes nothing
    --render         measures nothing; draws the plots and the tables from the data again
    --effigy FILE    this binary, not one that is built for it
  bench --replay [--effigy FILE]
                   measure how many tests a second are run natively
  bench --prove [OPTIONS]
                   measure proofs of families of programs, and Silicon on the same ones where there is one
    --filter TEXT    only the rows whose name contains TEXT
    --runs N         runs of each, of which the median counts (default: 3)
    --time SECONDS   the limit of one run (default: 120)
    --effigy FILE    this binary, not one that is built for it
    --silicon JAR    Silicon, for `java -cp JAR viper.silicon.SiliconRunner`
    --z3 FILE        the Z3 of both
    --suite DIR      also files that are spread over this folder; --sample N says how many (default: 20)
    --warm           also Silicon in one Java machine that ran each file before (needs --silicon and --suite)
    --write          renew docs/prove-speed.md with its data and its plot
  bench --relate MODELS [OPTIONS]
                   measure commands of Alloy's sample models, which are in the folder MODELS, and CaDiCaL and MiniSat on
                   Alloy's formulas where they are installed
    --alloy JAR      the class path of Alloy 6.3, to measure it in turn and to get its formulas (needs javac)
    --runs N         runs of each, of which the median counts (default: 3)
    --effigy FILE    this binary, not one that is built for it
    --write          renew docs/relate-speed.md
  bench --std [OPTIONS]
                   explore the programs of bench/std over the bytes of their input, with merged paths and without, and their
                   mutants; renew docs/performance.md with its data and plots after each program
    --only NAME      this program alone; may be given several times. What was measured of the others is kept
    --missing        only programs of which nothing was measured yet
    --time SECONDS   the limit of a run with --merge auto (default: 20)
    --time-never SECONDS
                     the limit of a run with --merge never (default: 60)
    --time-whole SECONDS
                     the limit of the one with all bytes (default: that of --time-never)
    --time-mutant SECONDS
                     the limit for the defect of a mutant (default: 20)
    --render         measures nothing; draws the plots and the page from the data again
    --effigy FILE    this binary, not one that is built for it
  bench --fuzz [OPTIONS]
                   fuzz the targets of bench/fuzz with Effigy, AFL++ (Debian: afl++) and libFuzzer (Debian: clang, libclang-rt-dev)
                   from the same seeds, each run on one core until its first crash
    --only NAME      this target alone; may be given several times
    --seconds N      CPU seconds of a run at most (default: 600)
    --runs N         runs of each, of which the median counts (default: 3)
    --write          renew docs/fuzz-speed.md with its data after each target
    --render         measures nothing; makes the page from the data again
    --again          Effigy alone runs; the figures of the others stand as they are in the data
    --effigy FILE    this binary, not one that is built for it
  bench --fuzz-libs [OPTIONS]
                   how many blocks of published libraries (bench/fuzz-libs) the same three reach in equal CPU time; with
                   the same options
  bench --packages [OPTIONS]
                   run the harnesses of published packages (bench/packages) and of old releases with known defects, whose
                   recorded inputs plain tests then fail on, but not with the fixed releases
    --only NAME      only harnesses with this in their name; may be given several times
    --time SECONDS   the limit of one harness (default: 60)
    --effigy FILE    this binary, not one that is built for it
    --write          renew docs/packages-suite.md
  bench --c-libs [OPTIONS]
                   how many lines of C libraries (bench/c-libs) are run from an entry point on symbolic bytes
    --only NAME      this library; may be given several times
    --seconds N      of each run, on one core (default: 600)
    --write          renew the table of bench/c-libs/README.md
    --effigy FILE    this binary, not one that is built for it
  soak [N]         check the theorems of symbolic execution on N random programs (default: 1000000), optimized
  soak ub          check all programs of tests/programs/ub, also those that `test` leaves out
  soak corpus      check all programs of the other corpora
  soak random      check all random programs, queries and inputs of the engine's tests
  soak stress      explore all annotated programs under each stress mode, with one worker and with three
  soak resume      kill long runs at random moments, go on with them, and compare the reports
  soak integers [N]
                   ask the back end for integers N random queries (default: 20000) and compare with evaluation and Z3
  held FOLDER... [OPTIONS]
                   run `effigy package --auto` on the packages in these folders, call what it says is held with random values from
                   safe code, and compare failures with the assumptions in the lines
    --calls N        calls of each function, for each instance (default: 10000)
    --time SECONDS   the limit of the runs of one package (default: 120)
    --effigy FILE    this binary, not one that is built for it
    --reports DIR    keep the report of each package in DIR, and take those that are there for granted
    --out FILE       write the table there, too
  howto [WORD...]  do the how-tos of CONTRIBUTING.md word for word on a copy of the workspace; with WORDs only those
                   whose title contains one
  limits [--effigy FILE]
                   explore the programs of tests/programs/slow under limits of time and memory, and say how much over each
                   run was: at most one second and 10 percent
  libc [OPTIONS]   compare models of the C library with the machine's (needs clang): each call natively and explored
    --calls N        so many calls at least (default: 20000)
    --function TEXT  only of functions whose names contain TEXT
    --effigy FILE    this binary, not one that is built for it
  The tasks of public suites, which end with `suite` or `suites`, also have
    --answers DIR    keep each answer in DIR, and take those that are there for granted: a run that was stopped goes on
  suites --snapshots DIR [OPTIONS]
                   explore the test programs of other tools, whose snapshots are DIR/smack, DIR/esbmc, DIR/seahorn and
                   DIR/klee, and compare with docs/suites.tsv
    --suite NAME     only this one
    --effigy FILE    this binary, not one that is built for it
    --jobs N         programs at a time (default: one a core)
    --bless          renew docs/suites.tsv; causes that are not known are `?`
  viper-suite PATH [OPTIONS] [-- ARGS]
                   prove all files of Viper's test suite, PATH/**/*.vpr (src/test/resources in its repository `silver`), and
                   compare the errors with what the files expect; ARGS go to `effigy prove`. Folders are run as the
                   suite's own test classes run them: `smoke` with --smoke, `oldpermsemantics` with --exact-amounts, and
                   all with --import-path PATH/import, whose files are only imported and are left out themselves; of
                   `reformatter`, whose programs lack declarations, the syntax alone counts
    --filter TEXT    only files whose path contains TEXT
    --jobs N         files at a time (default: one a core)
    --release        with the optimized binary
    --effigy FILE    with this binary, not one that is built for it
    --time SECONDS   the limit of one file (default: 30)
    --out FILE       a line for each file, with cells between tabs
    --compare FILE   say which files end otherwise than in FILE, written by --out
  kani-suite PATH [OPTIONS]
                   run the harnesses in the tests of Kani that are single files, PATH/**/*.rs (tests/kani of a snapshot), and
                   compare with what their comments expect; files whose path has `fixme` in it are left out
    --only TEXT      only files whose path contains TEXT; may be given several times
    --limit SECONDS  the limit of one file (default: 30)
    --jobs N         files at a time (default: one a core)
    --effigy FILE    this binary, not one that is built for it
    --out FILE       a line for each file, with cells between tabs
  miri-suite PATH [OPTIONS]
                   explore the Rust files below PATH (tests/fail of a snapshot of Miri) with --ub, and say of which the undefined
                   behaviour is found, named as not checked, or missed; a transcript `run.t` beside a file (soteria-rust/test
                   of a snapshot of Soteria) names the functions to begin with; the options are those of kani-suite
    --every N        only each Nth program
  bmc-suite PATH [OPTIONS]
                   run `effigy bmc` on the regression tests in C of CBMC or ESBMC, PATH/*/*.desc (regression/cbmc of a
                   snapshot of CBMC, regression/esbmc of ESBMC), one at a time, and compare with their verdicts
    --limit SECONDS  the limit of one run (default: 60)
    --only TEXT      only tests whose name contains TEXT; may be given several times
    --every N        only each Nth test
    --k-induction    also `effigy bmc --k-induction` beside it
    --explore        also `effigy explore --merge never` beside it
    --effigy FILE    this binary, not one that is built for it
    --out FILE       a line for each test, with cells between tabs
  alloy-suite PATH [OPTIONS]
                   run `effigy relate` on all models PATH/**/*.als (a snapshot of Alloy's repository `models`), one at a time,
                   and compare with what their commands expect
    --expected FILE  and with Alloy's own verdicts: lines of file, number of the command from 1, and `instance`, `none` or
                   anything else, with tabs between them
    --limit SECONDS  the limit of one command (default: 60)
    --only TEXT      only files whose path contains TEXT; may be given several times
    --effigy FILE    this binary, not one that is built for it
    --out FILE       a line for each command, with cells between tabs
  mutate [TEXT]    put faults into a copy of the engine, one at a time, and see whether the theorem tests notice; only
                   those whose rule or file contains TEXT
  mutate --invariants [TEXT...]
                   break the invariants of the crates' pages and see whether the tests that they name notice; only those
                   whose page, text or faulty file contains a TEXT
  prove-mutants [--jobs N] [PATH...]
                   leave out or change each part of the contracts and bodies of proved programs, prove what is left, and run it
                   on small states: what a run shows to be wrong must not be proved (default: examples/vpr and
                   examples/oo/prove)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((task, rest)) = args.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let result = match task.as_str() {
        "tidy" => tidy::run(&root()),
        "test" => tests::run(&root(), rest),
        "bless" => tests::bless(&root(), rest),
        "bench" => bench::run(&root(), rest),
        "soak" => soak::run(&root(), rest),
        "held" => held::run(&root(), rest),
        "howto" => howto::run(&root(), rest),
        "limits" => limits::run(&root(), rest),
        "libc" => libc::run(&root(), rest),
        "suites" => suite::run::<suites::Suites>(&root(), rest),
        "viper-suite" => suite::run::<viper_suite::Viper>(&root(), rest),
        "alloy-suite" => suite::run::<alloy_suite::Alloy>(&root(), rest),
        "kani-suite" => suite::run::<kani_suite::Kani>(&root(), rest),
        "miri-suite" => suite::run::<miri_suite::Miri>(&root(), rest),
        "bmc-suite" => suite::run::<bmc_suite::Bmc>(&root(), rest),
        "mutate" => mutate::run(&root(), rest),
        "prove-mutants" => prove_mutants::run(&root(), rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => Err(format!("unknown task `{other}`\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

//! What takes long: `cargo xtask soak [N]` for the theorem tests on many programs, `cargo xtask soak ub` for the whole corpus
//! of undefined behaviour, `cargo xtask soak corpus` for the other corpora, whole, `cargo xtask soak random` for all random
//! programs, queries and inputs of the engine, `cargo xtask soak stress` for all annotated programs under each stress mode,
//! `cargo xtask soak resume` for long runs that are killed and go on, `cargo xtask soak integers [N]` for random queries
//! about integers.

use crate::cargo::cargo;
use crate::named::WHOLE;
use std::path::Path;

/// Programs without an argument.
const PROGRAMS: u64 = 1_000_000;

/// Queries about integers without an argument.
const QUERIES: &str = "20000";

/// Runs what the arguments name.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    match args {
        [what] if what == "ub" => whole(root, &["ub::"]),
        [what] if what == "corpus" => whole(root, &["corpus::", "bmc::", "feasible::"]),
        [what] if what == "random" => random(root),
        [what] if what == "resume" => whole(root, &["resume::"]),
        [what] if what == "stress" => whole(root, &["stress::"]),
        [what] if what == "integers" => integers(root, QUERIES),
        [what, n] if what == "integers" && n.parse::<u64>().is_ok() => integers(root, n),
        _ => theorems(root, args),
    }
}

/// Asks the back end for integers random queries, optimized.
fn integers(root: &Path, queries: &str) -> Result<(), String> {
    let mut command = cargo(root);
    command.args(["test", "--release", "-p", "effigy-solver", "--lib", "integers::"]);
    command.args(["--", "--nocapture"]).env("EFFIGY_INTEGER_QUERIES", queries);
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("an answer about integers is wrong".to_owned()) }
}

/// Runs tests of the command line, optimized, on all their programs, those too that `cargo xtask test` leaves out.
fn whole(root: &Path, tests: &[&str]) -> Result<(), String> {
    all_of(root, &["effigy-cli"], tests)
}

/// The same of the engine's tests on random programs, queries and inputs.
fn random(root: &Path) -> Result<(), String> {
    let packages = [
        "effigy-exec",
        "effigy-native",
        "effigy-permissions",
        "effigy-records",
        "effigy-relational",
        "effigy-session",
    ];
    all_of(root, &packages, &["features::merge", "counted", "examples", "random", "king"])
}

/// Runs the tests of packages that one of the words names, optimized, on all that they can look at.
fn all_of(root: &Path, packages: &[&str], tests: &[&str]) -> Result<(), String> {
    let mut command = cargo(root);
    command.args(["test", "--release", "--tests"]);
    command.args(packages.iter().flat_map(|package| ["-p", package]));
    command.args(["--", "--nocapture"]).args(tests);
    let status = command.env(WHOLE, "1").status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("a test fails".to_owned()) }
}

/// Checks the theorems on this many programs, optimized, with progress on the terminal.
fn theorems(root: &Path, args: &[String]) -> Result<(), String> {
    let programs = match args {
        [] => PROGRAMS,
        [n] => n.parse().map_err(|_| format!("`{n}` is not a number of programs"))?,
        _ => {
            return Err(
                "soak takes one number of programs, `ub`, `corpus`, `random`, `resume`, `stress`, or `integers [N]`"
                    .to_owned(),
            );
        }
    };
    println!("the theorems of de Boer and Bonsangue on {programs} programs");
    let mut command = cargo(root);
    command.args(["test", "--release", "-p", "effigy-session"]);
    command.args(["--test", "session", "theorems::", "--", "--nocapture"]);
    command.env("EFFIGY_SOAK", programs.to_string());
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("a theorem does not hold".to_owned()) }
}

//! What takes long: `cargo xtask soak [N]` for the theorem tests on many programs, `cargo xtask soak ub` for the whole corpus
//! of undefined behaviour.

use crate::tests::cargo;
use std::path::Path;

/// Programs without an argument.
const PROGRAMS: u64 = 1_000_000;

/// Runs what the arguments name.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    match args {
        [what] if what == "ub" => undefined_behaviour(root),
        _ => theorems(root, args),
    }
}

/// Checks all programs of `tests/programs/ub`, those too that CI leaves out.
fn undefined_behaviour(root: &Path) -> Result<(), String> {
    let mut command = cargo(root);
    command.args(["test", "--release", "-p", "effigy-cli", "--test", "ub", "--", "--nocapture"]);
    command.env("EFFIGY_UB_ALL", "1");
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("a program has another answer".to_owned()) }
}

/// Checks the theorems on this many programs, optimized, with progress on the terminal.
fn theorems(root: &Path, args: &[String]) -> Result<(), String> {
    let programs = match args {
        [] => PROGRAMS,
        [n] => n.parse().map_err(|_| format!("`{n}` is not a number of programs"))?,
        _ => return Err("soak takes one number of programs, or `ub`".to_owned()),
    };
    println!("the theorems of de Boer and Bonsangue on {programs} programs");
    let mut command = cargo(root);
    command.args(["test", "--release", "-p", "effigy-session"]);
    command.args(["--test", "theorems", "--", "--nocapture"]);
    command.env("EFFIGY_SOAK", programs.to_string());
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("a theorem does not hold".to_owned()) }
}

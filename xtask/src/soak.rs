//! The theorem tests on many programs: `cargo xtask soak [N]`.

use crate::tests::cargo;
use std::path::Path;

/// Programs without an argument.
const PROGRAMS: u64 = 1_000_000;

/// Checks the theorems on this many programs, optimized, with progress on the terminal.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let programs = match args {
        [] => PROGRAMS,
        [n] => n.parse().map_err(|_| format!("`{n}` is not a number of programs"))?,
        _ => return Err("soak takes one number of programs".to_owned()),
    };
    println!("the theorems of de Boer and Bonsangue on {programs} programs");
    let mut command = cargo(root);
    command.args(["test", "--release", "-p", "effigy-session"]);
    command.args(["--test", "theorems", "--", "--nocapture"]);
    command.env("EFFIGY_SOAK", programs.to_string());
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("a theorem does not hold".to_owned()) }
}

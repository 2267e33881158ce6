//! Mutants of proved programs against concrete runs: `cargo xtask prove-mutants [--jobs N] [--step N] [PATH...]`.
//!
//! The test `mutants` of the prover makes them, proves them and runs them; here it is told to look at all, or at one of `--step`.
//! Programs that were named and are not proved are left out.

use crate::cargo::cargo;
use std::path::{Path, PathBuf};

/// The folders whose programs are looked at where none are named.
const FOLDERS: [&str; 2] = ["examples/vpr", "examples/oo/prove"];

/// Looks at all mutants of the programs, which must all be proved.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let mut jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut step = 1usize;
    let mut files = Vec::new();
    let mut rest = args.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--jobs" => {
                let number = rest.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
                jobs = number.ok_or("--jobs takes a number of mutants at a time")?;
            }
            "--step" => {
                let number = rest.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
                step =
                    number.ok_or("--step takes a number: one of so many mutants is looked at")?;
            }
            option if option.starts_with('-') => {
                return Err(format!("no option `{option}`; there are --jobs N and --step N"));
            }
            path => {
                let path = absolute(path)?;
                match path.is_dir() {
                    true => files.extend(programs(&path)?),
                    false => files.push(path),
                }
            }
        }
    }
    if files.is_empty() {
        for folder in FOLDERS {
            files.extend(programs(&root.join(folder))?);
        }
    }
    let lines: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let mut command = cargo(root);
    command.args(["test", "-p", "effigy-permissions", "--test", "mutants", "--", "--nocapture"]);
    command.env("EFFIGY_MUTANTS", lines.join("\n")).env("EFFIGY_MUTANTS_JOBS", jobs.to_string());
    command.env("EFFIGY_MUTANTS_STEP", step.to_string());
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err("a mutant that is wrong is proved, or could not be looked at: see above".to_owned())
    }
}

fn absolute(path: &str) -> Result<PathBuf, String> {
    std::fs::canonicalize(path).map_err(|e| format!("cannot read {path}: {e}"))
}

/// The programs of a folder by name.
fn programs(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_program = |path: &PathBuf| path.extension().is_some_and(|e| e == "vpr" || e == "oo");
    let mut files: Vec<PathBuf> = paths.filter(is_program).collect();
    files.sort();
    match files.is_empty() {
        true => Err(format!("{} has no .vpr or .oo program", folder.display())),
        false => Ok(files),
    }
}

//! Whether the theorem tests notice faults: `cargo xtask mutate [TEXT]`.
//!
//! Each fault is put into a copy of the workspace, alone; the tests run there. One that they pass with survives, which
//! means that a test is missing. Faults of the engine's bookkeeping name the test that has to notice them. With
//! `--invariants` the faults break the invariants of the crates' pages, and the tests that these name run.

mod copy;
mod faults;
mod invariants;

use crate::cargo::cargo;
use copy::{copy_changed, read, write};
use faults::{FAULTS, Fault, Guarded, guarded};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Programs over all theorems for each fault.
const PROGRAMS: &str = "3000";

/// How long the tests run with a fault before it counts as caught: it can make the engine run forever.
const LIMIT: Duration = Duration::from_secs(120);

/// What of the workspace is copied.
const COPIED: &[&str] = &["Cargo.toml", "Cargo.lock", "crates", "xtask"];

/// The suite of a package's unit tests.
const UNITS: &str = "units";

/// What became of a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Caught,
    TimedOut,
    Survived,
}

/// Runs the tests with each fault, or with those whose rule or file contains `args[0]`; `--invariants`: see [`invariants`].
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let filter = match args {
        [option, rest @ ..] if option == "--invariants" => return invariants::run(root, rest),
        [] => "",
        [text] => text.as_str(),
        _ => return Err("mutate takes one text that the rule or file contains".to_owned()),
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let workspace = target.join("mutate");
    std::fs::create_dir_all(&workspace)
        .map_err(|e| format!("cannot make {}: {e}", workspace.display()))?;
    for name in COPIED {
        copy_changed(&root.join(name), &workspace.join(name), &BTreeMap::new())?;
    }
    let copy = Copy { workspace, target };
    copy.sound("before")?;
    let guarded = guarded().map(|guarded| (&guarded.fault, Some(guarded)));
    let all = FAULTS.iter().map(|fault| (fault, None)).chain(guarded);
    let chosen = all.filter(|(f, _)| f.rule.contains(filter) || f.file.contains(filter));
    let (mut caught, mut survivors) = (0, Vec::new());
    for (fault, guarded) in chosen {
        let start = Instant::now();
        let fate = copy.with(fault, guarded)?;
        let seconds = start.elapsed().as_secs();
        let word = match fate {
            Fate::Caught => "caught",
            Fate::TimedOut => "caught (timed out)",
            Fate::Survived => "SURVIVED",
        };
        println!("{word:18} {seconds:4} s  {}: {}", fault.file, fault.rule);
        match fate {
            Fate::Survived => survivors.push(fault.rule),
            _ => caught += 1,
        }
    }
    copy.sound("after")?;
    println!("{caught} caught, {} survived", survivors.len());
    if survivors.is_empty() { Ok(()) } else { Err(format!("survived: {}", survivors.join("; "))) }
}

/// A copy of the workspace.
struct Copy {
    workspace: PathBuf,
    /// The workspace's own target folder: what the copy uses from elsewhere is built already.
    target: PathBuf,
}

impl Copy {
    /// The tests pass without a fault, before and after all of them.
    fn sound(&self, when: &str) -> Result<(), String> {
        println!("without a fault, {when}");
        match self.fate(None)? {
            Fate::Survived => Ok(()),
            _ => Err("the theorem tests fail without a fault".to_owned()),
        }
    }

    /// Puts a fault in, runs the tests, takes it out.
    fn with(&self, fault: &Fault, guarded: Option<&Guarded>) -> Result<Fate, String> {
        let file = self.workspace.join(fault.file);
        let text = read(&file)?;
        if text.matches(fault.original).count() != 1 {
            return Err(format!("{}: the text of `{}` is not there once", fault.file, fault.rule));
        }
        write(&file, &text.replace(fault.original, fault.replacement))?;
        let fate = self.fate(guarded).map_err(|e| format!("{}: {e}", fault.rule));
        write(&file, &text)?;
        fate
    }

    /// Builds the tests and runs them: those of the theorems, or the one that guards.
    fn fate(&self, guarded: Option<&Guarded>) -> Result<Fate, String> {
        let (package, suite) =
            guarded.map_or(("effigy-session", "session"), |g| (g.package, g.suite));
        let mut command = Command::new(self.build(package, suite)?);
        let folder = package.strip_prefix("effigy-").unwrap_or(package);
        command.current_dir(self.workspace.join("crates").join(folder));
        match guarded {
            Some(guarded) => command.args([guarded.test, "--exact"]),
            None => command.arg("theorems::"),
        };
        command.env("EFFIGY_SOAK", PROGRAMS).env("RUST_BACKTRACE", "0");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("cannot run the tests: {e}"))?;
        let start = Instant::now();
        loop {
            let ended = child.try_wait().map_err(|e| format!("cannot wait for the tests: {e}"))?;
            match ended.map(|status: ExitStatus| status.success()) {
                Some(true) => return Ok(Fate::Survived),
                Some(false) => return Ok(Fate::Caught),
                None if start.elapsed() > LIMIT => {
                    let stopped = child.kill().and_then(|()| child.wait());
                    stopped.map_err(|e| format!("cannot stop the tests: {e}"))?;
                    return Ok(Fate::TimedOut);
                }
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Builds the tests; gives the program that runs them.
    fn build(&self, package: &str, suite: &str) -> Result<PathBuf, String> {
        let mut command = cargo(&self.workspace);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.args(["test", "-p", package, "--no-run"]);
        match suite {
            UNITS => command.arg("--lib"),
            suite => command.args(["--test", suite]),
        };
        command.args(["--message-format", "json"]);
        let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("it does not build\n{said}"));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let library = package.replace('-', "_");
        let name = if suite == UNITS { &library } else { suite };
        let mut programs = messages.filter(|m| m["target"]["name"] == *name);
        let program = programs.find_map(|m| m["executable"].as_str().map(PathBuf::from));
        program.ok_or_else(|| "cargo names no test program".to_owned())
    }
}

#[cfg(test)]
mod tests;

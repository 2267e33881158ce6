//! Runs named tests in a copy of the workspace.

use super::super::copy::read;
use super::named::{Key, Named};
use super::switch::VARIABLE;
use crate::cargo::cargo;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long the tests of one program run at least before they count as failed: a fault can make them run forever.
const LIMIT: Duration = Duration::from_secs(900);

/// How much longer than without a fault they may run.
const SLOWER: u32 = 4;

/// What the tests say.
pub enum Outcome {
    /// All passed.
    Passed,
    /// The first that failed, or that ran too long.
    Failed(String),
    /// The fault does not compile: what the compiler says.
    Unbuilt(String),
}

/// The test programs of a copy of the workspace.
pub struct Programs {
    /// The copy.
    pub workspace: PathBuf,
    /// The workspace's own target folder: what the copy uses from elsewhere is built already.
    target: PathBuf,
    built: RefCell<BTreeMap<Key, PathBuf>>,
    /// How long all tests of a program took without a fault: on a busy machine, longer.
    took: RefCell<BTreeMap<Key, Duration>>,
}

impl Programs {
    /// Nothing is built yet.
    pub fn new(workspace: PathBuf, target: PathBuf) -> Self {
        Self { workspace, target, built: RefCell::default(), took: RefCell::default() }
    }

    /// Builds the programs of these tests; what the compiler says when it does not.
    pub fn build(&self, tests: &[Named]) -> Result<Result<(), String>, String> {
        let mut command = cargo(&self.workspace);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.args(["test", "--no-run", "--message-format", "json"]);
        let folders: BTreeSet<&String> = tests.iter().map(|test| &test.folder).collect();
        for folder in folders {
            command.args(["-p", &self.package(folder)?]);
        }
        let suites: BTreeSet<&Option<String>> = tests.iter().map(|test| &test.suite).collect();
        for suite in suites {
            match suite {
                Some(suite) => command.args(["--test", suite]),
                None => command.arg("--bins"),
            };
        }
        // Cargo refuses to look for libraries where no package has one.
        let has_library = |t: &Named| self.workspace.join(&t.folder).join("src/lib.rs").is_file();
        if tests.iter().any(|test| test.suite.is_none() && has_library(test)) {
            command.arg("--lib");
        }
        let output = command.stderr(Stdio::piped()).output();
        let output = output.map_err(|e| format!("cannot run cargo: {e}"))?;
        if !output.status.success() {
            return Ok(Err(said(&output.stdout, &output.stderr)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for message in messages.filter(|message| message["profile"]["test"] == true) {
            let text = |at: &str| message.pointer(at).and_then(Value::as_str);
            let (Some(manifest), Some(kind), Some(name), Some(program)) = (
                text("/manifest_path"),
                text("/target/kind/0"),
                text("/target/name"),
                text("/executable"),
            ) else {
                continue;
            };
            let folder =
                Path::new(manifest).parent().and_then(|at| at.strip_prefix(&self.workspace).ok());
            let Some(folder) = folder.and_then(Path::to_str) else { continue };
            let suite = (kind == "test").then(|| name.to_owned());
            self.built.borrow_mut().insert((folder.to_owned(), suite), program.into());
        }
        Ok(Ok(()))
    }

    /// The name of the package in a folder.
    fn package(&self, folder: &str) -> Result<String, String> {
        let manifest = read(&self.workspace.join(folder).join("Cargo.toml"))?;
        let name = manifest.lines().find_map(|l| l.strip_prefix("name = \"")?.strip_suffix('"'));
        name.map(str::to_owned).ok_or_else(|| format!("{folder} names no package"))
    }

    /// Runs tests that are built, all of one program, without a fault and to their end, until one fails.
    pub fn run_sound(&self, tests: &[Named]) -> Result<Outcome, String> {
        let Some(first) = tests.first() else { return Ok(Outcome::Passed) };
        let start = Instant::now();
        let outcome = self.run_within(tests, 0, |_| None)?;
        self.took.borrow_mut().insert(first.key(), start.elapsed());
        Ok(outcome)
    }

    /// Runs tests that are built with a fault switched on, program by program, until one fails or takes too long. Number 0 is a fault
    /// that was built.
    pub fn run(&self, tests: &[Named], fault: usize) -> Result<Outcome, String> {
        let limit = |key: &Key| {
            let sound = self.took.borrow().get(key).copied().unwrap_or_default();
            Some(LIMIT.max(sound * SLOWER))
        };
        self.run_within(tests, fault, limit)
    }

    fn run_within(
        &self,
        tests: &[Named],
        fault: usize,
        limit: impl Fn(&Key) -> Option<Duration>,
    ) -> Result<Outcome, String> {
        let mut rest = tests.to_vec();
        while let Some(first) = rest.first().cloned() {
            let is_here = |t: &Named| t.is_beside(&first);
            let here: Vec<String> =
                rest.iter().filter(|t| is_here(t)).map(|t| t.test.clone()).collect();
            rest.retain(|t| !is_here(t));
            let key = first.key();
            let program = self.built.borrow().get(&key).cloned();
            let program =
                program.ok_or_else(|| format!("no program has the test {}", first.test))?;
            let mut command = Command::new(program);
            command.current_dir(self.workspace.join(&first.folder));
            command.env(VARIABLE, fault.to_string()).env("RUST_BACKTRACE", "0");
            if let Some(test) = failed(command, &here, limit(&key))? {
                return Ok(Outcome::Failed(test));
            }
        }
        Ok(Outcome::Passed)
    }
}

/// Runs tests of a program, for no longer than the limit; the first that fails.
fn failed(
    mut command: Command,
    tests: &[String],
    limit: Option<Duration>,
) -> Result<Option<String>, String> {
    command.arg("--exact").args(tests).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("cannot run the tests: {e}"))?;
    let lines = lines(&mut child)?;
    let start = Instant::now();
    let mut passed = 0;
    loop {
        let next = match limit {
            Some(limit) => lines.recv_timeout(limit.saturating_sub(start.elapsed())),
            None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let line = match next {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                stop(&mut child)?;
                return Ok(Some(format!("{} (ran too long)", tests.join(", "))));
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Some(test) = tests.iter().find(|test| is_about(&line, test)) {
            if line.ends_with("... ok") {
                passed += 1;
            } else if line.ends_with("... FAILED") {
                stop(&mut child)?;
                return Ok(Some(test.clone()));
            }
        }
    }
    let status = child.wait().map_err(|e| format!("cannot wait for the tests: {e}"))?;
    match status.success() {
        true if passed == tests.len() => Ok(None),
        true => Err(format!("{passed} of the tests {} are there", tests.join(", "))),
        // The process ended before it could say which test failed.
        false => Ok(Some(format!("one of {}", tests.join(", ")))),
    }
}

/// Whether a line of a test program tells the result of a test.
fn is_about(line: &str, test: &str) -> bool {
    line.strip_prefix("test ")
        .and_then(|line| line.strip_prefix(test))
        .map(|rest| rest.strip_prefix(" - should panic").unwrap_or(rest))
        .is_some_and(|rest| rest.starts_with(" ... "))
}

/// The lines that a process prints; the end of the channel is the end of its output.
fn lines(child: &mut Child) -> Result<Receiver<String>, String> {
    let output = child.stdout.take().ok_or("the tests have no output")?;
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Ok(receiver)
}

fn stop(child: &mut Child) -> Result<(), String> {
    let stopped = child.kill().and_then(|()| child.wait());
    stopped.map(drop).map_err(|e| format!("cannot stop the tests: {e}"))
}

/// The errors of a build: those of the compiler, or else those of Cargo.
fn said(stdout: &[u8], stderr: &[u8]) -> String {
    let messages = String::from_utf8_lossy(stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|m| m["message"]["level"] == "error");
    let errors: Vec<String> =
        errors.filter_map(|m| m["message"]["rendered"].as_str().map(str::to_owned)).collect();
    match errors.is_empty() {
        true => String::from_utf8_lossy(stderr).into_owned(),
        false => errors.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::is_about;

    #[test]
    fn a_line_tells_of_the_test_that_it_names() {
        assert!(is_about("test a::b ... ok", "a::b"));
        assert!(is_about("test a::b - should panic ... ok", "a::b"));
        assert!(!is_about("test a::bc ... ok", "a::b"));
        assert!(!is_about("test a::b", "a::b"));
    }
}

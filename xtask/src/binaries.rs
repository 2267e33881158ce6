//! The test binaries of the workspace and the jobs that their tests make.

use crate::cargo::cargo;
use crate::queue::Job;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Unit tests are one job for each module down to this depth.
const DEPTH: usize = 2;

/// A test binary with its tests.
pub struct Binary {
    /// What stands before the names of its tests: `cli`, or `ir::round_trip` where a crate has several.
    name: String,
    file: PathBuf,
    /// Where Cargo would start it.
    folder: PathBuf,
    is_integration: bool,
    tests: Vec<String>,
}

/// Builds the test binaries of these packages, of all when there is none, and lists their tests.
///
/// # Errors
/// When they do not compile, when Clippy objects to them where it is asked, and when one does not list its tests.
pub fn build(root: &Path, packages: &[String]) -> Result<Vec<Binary>, String> {
    let mut command = cargo(root);
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]);
    match packages {
        [] => command.arg("--workspace"),
        packages => command.args(packages.iter().flat_map(|name| ["-p", name])),
    };
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err("the tests do not compile, or Clippy has an objection".to_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut binaries: Vec<Binary> = messages.lines().filter_map(binary).collect();
    for binary in &mut binaries {
        binary.tests = listed(binary)?;
    }
    binaries.sort_by_key(|b| (b.is_integration, !b.name.starts_with("cli"), b.name.clone()));
    Ok(binaries)
}

/// The binary that a line of `cargo test --message-format=json` tells of.
fn binary(line: &str) -> Option<Binary> {
    let message: Value = serde_json::from_str(line).ok()?;
    let text = |at: &str| message.pointer(at).and_then(Value::as_str);
    if text("/reason") != Some("compiler-artifact") || message.pointer("/profile/test")? != true {
        return None;
    }
    let folder = Path::new(text("/manifest_path")?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let (kind, target) = (text("/target/kind/0")?, text("/target/name")?);
    let name = match kind {
        "test" | "bin" if target != package => format!("{package}::{target}"),
        _ => package,
    };
    let (file, is_integration) = (text("/executable")?.into(), kind == "test");
    Some(Binary { name, file, folder, is_integration, tests: Vec::new() })
}

/// The tests of a binary.
fn listed(binary: &Binary) -> Result<Vec<String>, String> {
    let cannot = |e: std::io::Error| format!("{}: {e}", binary.file.display());
    let listed = binary.command().args(["--list", "--format=terse"]).output().map_err(cannot)?;
    if !listed.status.success() {
        return Err(format!("{} does not list its tests", binary.file.display()));
    }
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

impl Binary {
    /// The binary with one thread, since other jobs run beside it.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder).arg("--test-threads=1");
        command
    }

    /// The whole names of its tests.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.tests.iter().map(|test| format!("{}::{test}", self.name))
    }

    /// The jobs of the tests that are chosen by their whole names: an integration test is one, the unit tests of a module
    /// are one.
    pub fn jobs(&self, is_chosen: impl Fn(&str) -> bool) -> Vec<Job> {
        let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for test in &self.tests {
            let whole = format!("{}::{test}", self.name);
            if is_chosen(&whole) {
                let group = if self.is_integration { whole } else { self.module(test) };
                groups.entry(group).or_default().push(test);
            }
        }
        let job = |(group, tests): (String, Vec<&str>)| {
            let mut command = self.command();
            command.arg("--exact").args(tests);
            Job::new(&group, command)
        };
        groups.into_iter().map(job).collect()
    }

    /// The module of a unit test, without that of the tests alone.
    fn module(&self, test: &str) -> String {
        let parts: Vec<&str> = test.split("::").collect();
        let modules = parts.split_last().map_or(&[][..], |(_, modules)| modules);
        let modules = modules.iter().take_while(|name| **name != "tests").take(DEPTH);
        [self.name.as_str()].into_iter().chain(modules.copied()).collect::<Vec<_>>().join("::")
    }
}

#[cfg(test)]
mod tests {
    use super::binary;
    use std::path::Path;

    fn line(kind: &str, name: &str, test: bool) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml","target":{{"name":"{name}","kind":["{kind}"]}},
            "profile":{{"test":{test}}},"executable":"/w/target/debug/deps/ub-1"}}"#
        )
    }

    #[test]
    fn test_binaries_are_read_from_what_cargo_prints() {
        let integration = binary(&line("test", "ub", true)).expect("a test binary");
        assert_eq!((integration.name.as_str(), integration.is_integration), ("cli::ub", true));
        assert_eq!(integration.folder, Path::new("/w/crates/cli"));
        let one = binary(&line("test", "cli", true)).expect("a test binary");
        assert_eq!((one.name.as_str(), one.is_integration), ("cli", true));
        let unit = binary(&line("lib", "effigy_cli", true)).expect("a test binary");
        assert_eq!((unit.name.as_str(), unit.is_integration), ("cli", false));
        assert!(binary(&line("bin", "effigy", false)).is_none());
        assert!(binary("warning: unused").is_none());
    }

    #[test]
    fn unit_tests_of_a_module_are_one_job_and_integration_tests_one_each() {
        let tests = ["a::b::c::tests::f", "a::b::g", "a::tests::h", "k"].map(str::to_owned);
        let mut unit = binary(&line("lib", "effigy_cli", true)).expect("a test binary");
        unit.tests = tests.to_vec();
        let names = |jobs: Vec<super::Job>| jobs.into_iter().map(|j| j.name).collect::<Vec<_>>();
        assert_eq!(names(unit.jobs(|_| true)), ["cli", "cli::a", "cli::a::b"]);
        assert_eq!(names(unit.jobs(|name| name == "cli::a::b::g")), ["cli::a::b"]);
        let mut integration = binary(&line("test", "cli", true)).expect("a test binary");
        integration.tests = tests[..2].to_vec();
        let jobs = integration.jobs(|_| true);
        let arguments: Vec<_> = jobs[0].command.get_args().collect();
        assert_eq!(arguments, ["--test-threads=1", "--exact", "a::b::c::tests::f"]);
        assert_eq!(names(jobs), ["cli::a::b::c::tests::f", "cli::a::b::g"]);
    }
}

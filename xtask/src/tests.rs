//! Running the tests: with what they need installed, after the fast checks, with a count of the skipped ones; or to
//! renew goldens.

use crate::{install, packages, queue, tidy};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Installs what tests need, runs the fast checks and all tests, and says which tests were skipped for want of a tool.
/// With arguments for `cargo test`, only the tests that they choose.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    install::missing(root);
    let mut failed = Vec::new();
    if args.is_empty() {
        failed.extend(checks(root));
    }
    let skipped = std::env::temp_dir().join(format!("effigy-skipped-{}", std::process::id()));
    let told = ("EFFIGY_SKIPPED", skipped.as_os_str());
    let totals = match args.is_empty() {
        true => {
            let mut jobs = queue::jobs(root)?;
            for other in [packages::django(root), packages::rails(root)] {
                match other {
                    Ok(job) => jobs.splice(0..0, job).for_each(drop),
                    Err(why) => failed.push(why),
                }
            }
            queue::run(jobs, told, &mut std::io::stdout())
        }
        false => cargo_test(root, args, told.0, told.1)?,
    };
    // No file: nothing was skipped.
    let text = std::fs::read_to_string(&skipped).unwrap_or_default();
    let _ = std::fs::remove_file(&skipped);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    println!("{}", lines.join("\n"));
    if !totals.success {
        failed.push("cargo test".to_owned());
    }
    println!(
        "test result: {} passed; {} failed; {} skipped",
        totals.passed,
        totals.failed,
        lines.len()
    );
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Renews goldens and transcripts.
pub fn bless(root: &Path, args: &[String]) -> Result<(), String> {
    if !cargo_test(root, args, "EFFIGY_BLESS", "1".as_ref())?.success {
        return Err("some tests failed".to_owned());
    }
    println!("goldens are renewed: read `git diff` before you commit them");
    Ok(())
}

/// The checks that need no test, fast ones first; what fails.
fn checks(root: &Path) -> Vec<String> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    let mut failed = Vec::new();
    let mut check = |name: &str, result: Result<(), String>| {
        println!("{name}: {}", if result.is_ok() { "ok" } else { "FAILED" });
        if let Err(message) = result {
            println!("{message}");
            failed.push(name.to_owned());
        }
    };
    check("cargo fmt", cargo_check(root, &["fmt", "--all", "--check"]));
    check("tidy", tidy::run(root));
    check("cargo clippy", cargo_check(root, &clippy));
    failed
}

/// Cargo in a workspace.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

fn cargo_check(root: &Path, args: &[&str]) -> Result<(), String> {
    let status = cargo(root).args(args).status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", args.join(" "))) }
}

/// What a run of all tests came to.
#[derive(Default)]
pub struct Totals {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Whether all of them ran, and none failed.
    pub success: bool,
}

impl Totals {
    /// Adds a line such as `test result: ok. 3 passed; 0 failed; ...`.
    pub fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|l| l.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            match count.split_once(' ').and_then(|(n, what)| Some((n.parse::<u64>().ok()?, what))) {
                Some((n, "passed")) => self.passed += n,
                Some((n, "failed")) => self.failed += n,
                _ => {}
            }
        }
    }
}

/// Runs the tests of all crates, whichever fail, and repeats what they print.
fn cargo_test(
    root: &Path,
    args: &[String],
    variable: &str,
    value: &OsStr,
) -> Result<Totals, String> {
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--no-fail-fast"]).args(args).env(variable, value);
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|e| format!("cannot run cargo: {e}"))?;
    let mut totals = Totals::default();
    if let Some(stdout) = child.stdout.take() {
        let mut screen = std::io::stdout();
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.map_err(|e| format!("cannot read what cargo prints: {e}"))?;
            let line = String::from_utf8_lossy(&line);
            totals.add(&line);
            let _ = writeln!(screen, "{line}");
        }
    }
    let status = child.wait().map_err(|e| format!("cannot wait for cargo: {e}"))?;
    totals.success = status.success();
    Ok(totals)
}

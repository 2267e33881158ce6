//! Running the tests: with what they need installed, after the fast checks, with a count of the skipped ones; or to
//! renew goldens.

use crate::binaries::Binary;
use crate::cargo::{cargo, is_bare};
use crate::queue::{self, Job, seconds};
use crate::totals::Totals;
use crate::{binaries, install, named, packages, tidy};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

/// Installs what tests need, runs the fast checks and all tests, and says which tests were skipped for want of a tool.
/// With names only the suites, modules, tests or programs of these names, with what they need; with options for `cargo test`,
/// only what they choose.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    install::components();
    let mut failed = Vec::new();
    let skipped = std::env::temp_dir().join(format!("effigy-skipped-{}", std::process::id()));
    let told = ("EFFIGY_SKIPPED", skipped.as_os_str());
    let totals = match args {
        [] => everything(root, told, &mut failed)?,
        [first, ..] if first.starts_with('-') => {
            install::missing(root);
            cargo_test(root, args, told.0, told.1)?
        }
        names => {
            let (mut packages, mut jobs) = (Vec::new(), Vec::new());
            for name in names {
                let (of, chosen) = of_name(root, name)?;
                packages.extend(of);
                jobs.extend(chosen);
            }
            if named::ask_for_tools(root, &packages)? {
                install::missing(root);
            }
            queue::run(jobs, told, &mut std::io::stdout()).0
        }
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

/// Runs the fast checks and all tests, the longest first. How long they took is written to the target folder; a copy of it
/// renews the list by which they are put in order. What tests need is installed while the tests are compiled.
fn everything(
    root: &Path,
    told: (&str, &OsStr),
    failed: &mut Vec<String>,
) -> Result<Totals, String> {
    let mut jobs = vec![documentation(root)];
    let built = std::thread::scope(|scope| {
        let installer = scope.spawn(|| install::missing(root));
        failed.extend(checks(root));
        let built = binaries::build(root, &[]);
        match installer.join() {
            Ok(()) => built,
            Err(_) => Err("the installer panicked".to_owned()),
        }
    });
    for binary in built? {
        jobs.extend(binary.jobs(|_| true));
    }
    for other in [packages::django(root), packages::rails(root)] {
        match other {
            Ok(job) => jobs.splice(0..0, job).for_each(drop),
            Err(why) => failed.push(why),
        }
    }
    seconds::sort(&mut jobs);
    let (totals, ended) = queue::run(jobs, told, &mut std::io::stdout());
    let file = packages::target(root).join("seconds.tsv");
    std::fs::write(&file, seconds::list(&ended))
        .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    println!("the times are in {}: a copy renews xtask/src/queue/seconds.tsv", file.display());
    Ok(totals)
}

/// The examples in the documentation of all crates.
fn documentation(root: &Path) -> Job {
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--doc"]);
    Job::new("documentation", command)
}

/// Packages and the jobs of the tests in them that are chosen.
type Chosen = (Vec<String>, Vec<Job>);

/// The jobs of a suite, a module, a test, or a program of `tests/programs`; where none has the name, those of the tests
/// that have it in their names.
fn of_name(root: &Path, name: &str) -> Result<Chosen, String> {
    let (packages, binaries) = built(root, named::packages(root, name)?)?;
    let jobs = jobs_of(&binaries, |whole| named::is_part(name, whole));
    if !jobs.is_empty() {
        return Ok((packages, jobs));
    }
    let Some(program) = named::program(root, name)? else { return of_text(root, name) };
    let (packages, binaries) = built(root, vec!["effigy-cli".to_owned()])?;
    let mut jobs = jobs_of(&binaries, |whole| program.tests.iter().any(|test| test == whole));
    for job in &mut jobs {
        job.command.env(named::PROGRAM, &program.path).env(named::WHOLE, "1");
    }
    Ok((packages, jobs))
}

/// The jobs of the tests that have a text in their names.
fn of_text(root: &Path, text: &str) -> Result<Chosen, String> {
    let (packages, binaries) = built(root, named::packages_with(root, text)?)?;
    let names = binaries.iter().flat_map(Binary::names).filter(|whole| whole.contains(text));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Err(format!(
            "no test, module, suite or program of tests/programs is named `{text}`"
        ));
    }
    println!("`{text}` is in the names of\n{}", names.join("\n"));
    let jobs = jobs_of(&binaries, |whole| whole.contains(text));
    Ok((packages, jobs))
}

/// The packages with their test binaries; nothing is built for no package.
fn built(root: &Path, packages: Vec<String>) -> Result<(Vec<String>, Vec<Binary>), String> {
    let binaries = match packages.as_slice() {
        [] => Vec::new(),
        packages => binaries::build(root, packages)?,
    };
    Ok((packages, binaries))
}

/// The jobs of the tests that are chosen by their whole names.
fn jobs_of(binaries: &[Binary], is_chosen: impl Fn(&str) -> bool) -> Vec<Job> {
    binaries.iter().flat_map(|binary| binary.jobs(&is_chosen)).collect()
}

/// Renews goldens and transcripts.
pub fn bless(root: &Path, args: &[String]) -> Result<(), String> {
    if !cargo_test(root, args, "EFFIGY_BLESS", "1".as_ref())?.success {
        return Err("some tests failed".to_owned());
    }
    println!("goldens are renewed: read `git diff` before you commit them");
    Ok(())
}

/// The checks that need no test, fast ones first; what fails. Where compiling the tests lints them, that is not done here.
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
    if !is_bare() {
        check("cargo clippy", cargo_check(root, &clippy));
    }
    failed
}

fn cargo_check(root: &Path, args: &[&str]) -> Result<(), String> {
    let status = cargo(root).args(args).status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", args.join(" "))) }
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

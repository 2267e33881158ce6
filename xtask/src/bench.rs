//! `cargo xtask bench`: exploration side by side with KLEE, each row's runs in turn on this machine.

mod c_libs;
mod compare;
mod fuzz;
mod packages;
mod performance;
mod plots;
mod prove;
mod relate;
mod replay;
mod table;

use crate::build::build;
use crate::process::{self, Measured, measure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use table::{ROWS, Row, Suite};

/// What the command line says.
struct Options {
    filter: String,
    programs: PathBuf,
    runs: usize,
    clang: String,
    limit: Duration,
}

/// Where the programs are compiled to and run.
struct Bench {
    options: Options,
    effigy: PathBuf,
    klee: Option<PathBuf>,
    scratch: PathBuf,
}

/// What one tool found, and the CPU time that it took.
#[derive(Clone, Debug)]
struct Outcome {
    // Completed paths, and those that ended early.
    paths: (u64, u64),
    /// The sites that fail.
    findings: BTreeSet<String>,
    cpu: f64,
    /// Largest memory in MB, where the tool says it.
    peak: Option<u64>,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    if let Some((first, rest)) = args.split_first()
        && first == "--forward-backward"
    {
        return compare::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--replay"
    {
        return replay::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--prove"
    {
        return prove::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--relate"
    {
        return relate::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--std"
    {
        return performance::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--fuzz"
    {
        return fuzz::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--packages"
    {
        return packages::run(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--fuzz-libs"
    {
        return fuzz::run_libs(root, rest);
    }
    if let Some((first, rest)) = args.split_first()
        && first == "--c-libs"
    {
        return c_libs::run(root, rest);
    }
    let options = parse(root, args)?;
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.name().contains(&options.filter)).collect();
    if rows.is_empty() {
        let names: Vec<String> = ROWS.iter().map(Row::name).collect();
        return Err(format!(
            "no row contains `{}`; the rows are\n  {}",
            options.filter,
            names.join("\n  ")
        ));
    }
    let effigy = build(root)?;
    let klee = process::find("klee");
    if klee.is_none() {
        println!(
            "`klee` is not installed: its column has the CPU seconds of bench/*/README.md, from another machine"
        );
    }
    // What a file system costs is not what is compared.
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let scratch = place.join(format!("effigy-bench-{}", std::process::id()));
    let headers = scratch.join("include/klee");
    std::fs::create_dir_all(&headers)
        .map_err(|e| format!("cannot make {}: {e}", headers.display()))?;
    let header = root.join("crates/compile/src/runtime/klee.h");
    std::fs::copy(&header, headers.join("klee.h"))
        .map_err(|e| format!("cannot copy {}: {e}", header.display()))?;
    let bench = Bench { options, effigy, klee, scratch };
    println!(
        "{:28} {:>14} {:>8} {:>6} {:>9} {:>9} {:>7} {:>7} {:>9}",
        "program", "paths", "findings", "MB", "CPU s", "KLEE s", "ratio", "target", "merged s"
    );
    let mut failed = 0;
    let mut ratios = Vec::new();
    for row in rows {
        match bench.row(row) {
            Ok(ratio) => ratios.extend(ratio.map(|ratio| (row.suite, ratio))),
            Err(message) => {
                println!("{:28} {message}", row.name());
                failed += 1;
            }
        }
    }
    for suite in [Suite::Explore, Suite::Text] {
        let of_suite = ratios.iter().filter(|(of, _)| *of == suite).map(|(_, ratio)| *ratio);
        if let Some(mean) = geometric_mean(of_suite) {
            println!("{}: {mean:.1} times faster in the geometric mean", suite.folder());
        }
    }
    let _ = std::fs::remove_dir_all(&bench.scratch);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} rows could not be measured or differ")) }
}

fn parse(root: &Path, args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        filter: String::new(),
        programs: root.join("bench"),
        runs: 3,
        clang: "clang".to_owned(),
        limit: Duration::from_secs(300),
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number =
            |text: &String| text.parse().map_err(|_| format!("{option}: `{text}` is not a number"));
        match option.as_str() {
            "--filter" => options.filter = value()?.clone(),
            "--programs" => options.programs = value()?.into(),
            "--runs" => options.runs = number(value()?)?,
            "--clang" => options.clang = value()?.clone(),
            "--time" => options.limit = Duration::from_secs(number(value()?)? as u64),
            _ => {
                return Err(format!(
                    "unknown option `{option}`; there are --filter, --programs, --runs, --clang, --time, and first of all --forward-backward, --replay, --prove, --std, --fuzz, --fuzz-libs or --c-libs"
                ));
            }
        }
    }
    options.runs = options.runs.max(1);
    Ok(options)
}

impl Bench {
    /// Measures a row and prints it; how many times faster than KLEE it is. What is compared does the same work, path by
    /// path; the run that merges paths is beside it.
    fn row(&self, row: &Row) -> Result<Option<f64>, String> {
        let (mut ours, mut merged, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let text = self.compile(row, "-S", "ll")?;
        for run in 0..self.options.runs {
            ours.push(self.explore(&text, "never")?);
            merged.push(self.explore(&text, "auto")?);
            // Once out of time is enough.
            if let Some(klee) = &self.klee
                && theirs.len() == run
            {
                let code = self.compile(row, "-c", "bc")?;
                theirs.extend(self.klee(klee, row.suite, &code, run)?);
            }
        }
        let ours = least(ours).ok_or("no runs")?;
        let merged = least(merged).ok_or("no runs")?;
        let in_vain = self.klee.is_some() && theirs.is_empty();
        let theirs = least(theirs);
        let limit = in_vain.then_some(self.options.limit.as_secs_f64());
        let klee_cpu = theirs.as_ref().map(|t| t.cpu).or(limit).or(row.klee_cpu);
        let ratio = klee_cpu.map(|cpu| cpu / ours.cpu.max(0.001));
        let slow = ratio.is_some_and(|ratio| ratio < row.target);
        let large = row.most_mb.is_some_and(|most| ours.peak.is_none_or(|peak| peak > most));
        let met = match (slow, large) {
            (true, true) => "  slower than the target, and too large",
            (true, false) => "  slower than the target",
            (false, true) => "  larger than the target",
            (false, false) => "",
        };
        let more = if in_vain { ">" } else { "" };
        let shown = |number: Option<f64>, digits: usize| {
            number.map_or("-".to_owned(), |number| format!("{more}{number:.digits$}"))
        };
        println!(
            "{:28} {:>14} {:>8} {:>6} {:>9.3} {:>9} {:>7} {:>7} {:>9.3}{met}",
            row.name(),
            format!("{} + {}", ours.paths.0, ours.paths.1),
            ours.findings.len(),
            ours.peak.map_or("-".to_owned(), |peak| peak.to_string()),
            ours.cpu,
            shown(klee_cpu, 3),
            shown(ratio, 1),
            row.target,
            merged.cpu,
        );
        if ours.paths != row.paths || ours.findings.len() as u64 != row.findings {
            let ((completed, failed), sites) = (row.paths, row.findings);
            return Err(format!(
                "differs from the table: {completed} + {failed} paths, {sites} findings"
            ));
        }
        if merged.findings != ours.findings {
            return Err(format!("with merged paths the findings are {:?}", merged.findings));
        }
        theirs.map_or(Ok(()), |theirs| agreement(row.suite, &ours, &theirs))?;
        Ok(ratio)
    }

    fn compile(&self, row: &Row, form: &str, extension: &str) -> Result<PathBuf, String> {
        let source = self.options.programs.join(row.suite.folder()).join(row.file);
        let target =
            self.scratch.join(format!("{}.{extension}", row.name().replace([' ', '='], "_")));
        let mut command = Command::new(&self.options.clang);
        command.args([form, "-emit-llvm", "-g"]).args(row.level.flags());
        command.args(row.suite.flags()).args(row.defines);
        command.arg("-I").arg(self.scratch.join("include")).arg(&source).arg("-o").arg(&target);
        let output =
            command.output().map_err(|e| format!("cannot run {}: {e}", self.options.clang))?;
        if output.status.success() {
            return Ok(target);
        }
        Err(format!("{} failed: {}", self.options.clang, String::from_utf8_lossy(&output.stderr)))
    }

    fn explore(&self, program: &Path, merge: &str) -> Result<Outcome, String> {
        let mut command = Command::new(&self.effigy);
        command.arg("explore").arg(program).args([
            "--json",
            "--no-replay",
            "--threads",
            "1",
            "--tests",
            "none",
            "--merge",
            merge,
            "--max-time",
        ]);
        command
            .arg(self.options.limit.as_secs().to_string())
            .arg("--out")
            .arg(self.scratch.join("out"));
        let _ = std::fs::remove_dir_all(self.scratch.join("out"));
        let Measured { stdout, stderr, cpu, .. } = measure(&command, &self.scratch)?;
        let json: Value =
            serde_json::from_str(&stdout).map_err(|e| format!("no JSON ({e}): {stderr}"))?;
        let paths = |key: &str| json["paths"][key].as_u64().unwrap_or(0);
        if json["exhaustive"] != Value::Bool(true) {
            return Err(format!("not exhaustive: {}", json["incomplete_because"]));
        }
        let site = |finding: &Value| {
            format!("{}:{} {}", finding["file"], finding["line"], finding["kind"])
        };
        let findings = json["findings"].as_array().into_iter().flatten().map(site).collect();
        let peak = json["peak_mb"].as_u64();
        Ok(Outcome { paths: (paths("completed"), paths("failed")), findings, cpu, peak })
    }

    /// The better of KLEE's default and of the solver in its own process; none when both run out of time.
    fn klee(
        &self,
        klee: &Path,
        suite: Suite,
        program: &Path,
        run: usize,
    ) -> Result<Option<Outcome>, String> {
        let mut best: Option<Outcome> = None;
        for forked in ["1", "0"] {
            let out = self.scratch.join(format!("klee-{run}-{forked}"));
            let _ = std::fs::remove_dir_all(&out);
            let mut command = Command::new(klee);
            command.arg(format!("--output-dir={}", out.display()));
            command.arg(format!("--use-forked-solver={forked}"));
            command.arg(format!("--max-time={}s", self.options.limit.as_secs()));
            command.arg("--write-no-tests").args(suite.klee_options()).arg(program);
            let Measured { stderr, cpu, .. } = measure(&command, &self.scratch)?;
            let _ = std::fs::remove_dir_all(&out);
            if stderr.contains("KLEE: HaltTimer invoked") {
                continue;
            }
            let number = |label: &str| number_after(&stderr, label);
            let completed =
                number("completed paths = ").ok_or_else(|| format!("KLEE failed: {stderr}"))?;
            let partial = number("partially completed paths = ").unwrap_or(0);
            let findings = stderr.split("KLEE: ERROR: ").skip(1);
            let findings = findings.filter_map(|e| Some(e.lines().next()?.to_owned())).collect();
            let outcome = Outcome { paths: (completed, partial), findings, cpu, peak: None };
            if best.as_ref().is_none_or(|b| outcome.cpu < b.cpu) {
                best = Some(outcome);
            }
        }
        Ok(best)
    }
}

/// Whether KLEE's outcome is that of the same program.
fn agreement(suite: Suite, ours: &Outcome, theirs: &Outcome) -> Result<(), String> {
    let (completed, failed) = theirs.paths;
    match suite {
        Suite::Explore if theirs.paths != ours.paths => {
            Err(format!("KLEE has {completed} + {failed} paths"))
        }
        // A function of the C library forks in KLEE as its C code does, and here as its model does.
        _ if theirs.findings.len() != ours.findings.len() => {
            Err(format!("KLEE has {} findings", theirs.findings.len()))
        }
        Suite::Explore | Suite::Text => Ok(()),
    }
}

/// The number after `label`, where the label does not continue a longer one.
fn number_after(text: &str, label: &str) -> Option<u64> {
    let line = text
        .lines()
        .find(|line| line.strip_prefix("KLEE: done: ").is_some_and(|l| l.starts_with(label)))?;
    line.rsplit(' ').next()?.parse().ok()
}

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let sum: f64 = logarithms.iter().sum();
    (!logarithms.is_empty()).then(|| (sum / logarithms.len() as f64).exp())
}

/// The outcome with the least CPU time: what else runs on the machine only adds to it.
fn least(outcomes: Vec<Outcome>) -> Option<Outcome> {
    outcomes.into_iter().min_by(|a, b| a.cpu.total_cmp(&b.cpu))
}

#[cfg(test)]
mod tests;

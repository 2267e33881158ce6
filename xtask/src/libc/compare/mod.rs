//! Models of the C library against the machine's own.
//!
//! Cases are calls with values at the edges and random ones, from one seed. A native program says what each gives: results, buffers,
//! `errno`. The same calls are explored, each on a path of its own, and a path that gives anything else fails.

mod bytes;
mod dates;
mod floats;
mod formats;
mod random;
mod scans;
mod streams;
mod text;
mod wide;

use random::Random;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What all programs begin with.
const FRAME: &str = include_str!("frame.c");

/// No warnings; a call of a function that no header of the frame declares is an error.
const WARNINGS: [&str; 2] = ["-Wno-everything", "-Werror=implicit-function-declaration"];

/// Cases of one program.
const CASES: usize = 400;

/// A function, or a family that is called alike, and how a call of it is made.
struct Subject {
    /// The function.
    pub name: &'static str,
    /// Makes a call: C statements that record what it gives.
    make: fn(&mut Random, &'static str) -> String,
}

/// A call and what it gives natively.
struct Case {
    name: &'static str,
    code: String,
    expected: String,
}

/// What became of the calls.
#[derive(Default)]
pub struct Outcome {
    /// Calls that were compared.
    pub calls: usize,
    /// Calls that end by name: how many, and what the report says.
    pub unsupported: Vec<(usize, String)>,
    /// Calls whose model gives something else: the function, the call, both answers.
    pub differences: Vec<String>,
}

/// All subjects.
fn subjects() -> Vec<Subject> {
    [
        text::subjects(),
        bytes::subjects(),
        floats::subjects(),
        formats::subjects(),
        scans::subjects(),
        dates::subjects(),
        wide::subjects(),
        streams::subjects(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Compares so many calls, of the functions whose names contain a text, in a folder for the programs.
///
/// # Errors
/// When a program cannot be compiled or run, or a report cannot be read.
pub fn compare(
    effigy: &Path,
    folder: &Path,
    calls: usize,
    filter: &str,
) -> Result<Outcome, String> {
    let chosen: Vec<Subject> = subjects().into_iter().filter(|s| s.name.contains(filter)).collect();
    if chosen.is_empty() {
        return Err(format!("no function is named `{filter}`"));
    }
    let mut random = Random::new(1);
    let mut cases = Vec::new();
    for round in 0..calls.div_ceil(chosen.len()) {
        random.round = round;
        for (number, subject) in chosen.iter().enumerate() {
            random.subject = number;
            let code = (subject.make)(&mut random, subject.name);
            cases.push(Case { name: subject.name, code, expected: String::new() });
        }
    }
    cases.sort_by_key(|case| case.name);
    let (mut outcome, all) = (Outcome::default(), cases.len());
    for (number, cases) in cases.chunks_mut(CASES).enumerate() {
        record(folder, number, cases)?;
        explore(effigy, folder, number, cases, &mut outcome)?;
        println!("{} of {all} calls", outcome.calls);
    }
    outcome.unsupported = summed(outcome.unsupported);
    Ok(outcome)
}

/// Equal reasons once, the one of most calls first.
fn summed(reasons: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let mut sums: Vec<(usize, String)> = Vec::new();
    for (count, reason) in reasons {
        match sums.iter_mut().find(|(_, known)| *known == reason) {
            Some((sum, _)) => *sum += count,
            None => sums.push((count, reason)),
        }
    }
    sums.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    sums
}

/// A program of cases, each of which ends with some text.
fn program(cases: &[Case], head: &str, end: impl Fn(usize, &Case) -> String) -> String {
    let mut text = format!("{FRAME}{head}\nstatic int run(unsigned k) {{\n  switch (k) {{\n");
    for (number, case) in cases.iter().enumerate() {
        let code = case.code.replace('\n', " ");
        let end = end(number, case);
        let _ = writeln!(
            text,
            "  case {number}: {{ begin(); {{ {code} }} r_i(errno); {end} return 0; }}"
        );
    }
    text.push_str("  }\n  return 0;\n}\n");
    text
}

/// Runs the cases natively, and keeps what they give.
fn record(folder: &Path, number: usize, cases: &mut [Case]) -> Result<(), String> {
    let source = folder.join(format!("record{number}.c"));
    let binary = folder.join(format!("record{number}"));
    let mut text = program(cases, "", |_, _| String::new());
    let _ = writeln!(
        text,
        "int main(void) {{ for (unsigned k = 0; k < {}; k++) {{ run(k); fesetround(0);\n\
         for (unsigned long i = 0; i < count; i++) printf(\"%02x\", given[i]); printf(\"\\n\"); }} return 0; }}",
        cases.len()
    );
    write(&source, &text)?;
    let mut compiler = Command::new("clang");
    compiler
        .args(["-O0", "-fno-builtin"])
        .args(WARNINGS)
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .arg("-lm");
    output(&mut compiler)?;
    let mut native = Command::new(&binary);
    native.env_clear().env("TZ", "UTC").current_dir(folder);
    let said = output(&mut native)?;
    let mut lines = said.lines();
    for case in cases {
        lines.next().unwrap_or_default().clone_into(&mut case.expected);
    }
    Ok(())
}

/// A text as a C literal.
fn literal(hexadecimal: &str) -> String {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits.map(|pair| format!("\\x{}\"\"", String::from_utf8_lossy(pair))).collect()
}

/// What a program says where a case gives something else: the bytes that it gives, as a message.
const REPORT: &str = r#"
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern unsigned __VERIFIER_nondet_uint(void);
static char shown[2 * sizeof given + 1];
static int differs(const char *expected, unsigned long bytes) {
  int equal = count == bytes;
  for (unsigned long i = 0; i < bytes && equal; i++) equal = given[i] == (unsigned char)expected[i];
  if (equal) return 0;
  for (unsigned long i = 0; i < count; i++) {
    shown[2 * i] = "0123456789abcdef"[given[i] >> 4];
    shown[2 * i + 1] = "0123456789abcdef"[given[i] & 15];
  }
  shown[2 * count] = 0;
  return 1;
}
"#;

/// Explores the cases, and adds what became of them.
fn explore(
    effigy: &Path,
    folder: &Path,
    number: usize,
    cases: &[Case],
    outcome: &mut Outcome,
) -> Result<(), String> {
    let source = folder.join(format!("compare{number}.c"));
    let mut text = program(cases, REPORT, |number, case| {
        let (expected, bytes) = (literal(&case.expected), case.expected.len() / 2);
        format!(
            "if (differs(\"{expected}\", {bytes})) __assert_fail(shown, \"case\", {number}, \"\");"
        )
    });
    text.push_str("int main(void) { return run(__VERIFIER_nondet_uint()); }\n");
    write(&source, &text)?;
    let mut command = Command::new(effigy);
    command.arg("explore").arg(&source).args(["--json", "--no-replay", "--cflags"]);
    command.arg(format!("-fno-builtin {}", WARNINGS.join(" ")));
    command.args(["--tests", "none", "--all-findings", "--checks", "default"]).arg("--out");
    command.arg(folder.join("run")).current_dir(folder).stderr(Stdio::piped());
    let ended = command.output().map_err(|e| format!("cannot run {}: {e}", effigy.display()))?;
    let said = String::from_utf8_lossy(&ended.stdout);
    let report: Value = serde_json::from_str(&said).map_err(|e| {
        let errors = String::from_utf8_lossy(&ended.stderr);
        format!("no report of {}: {e}\n{errors}", source.display())
    })?;
    outcome.calls += cases.len();
    read(&report, cases, outcome)
}

/// Takes what became of the cases from a report.
fn read(report: &Value, cases: &[Case], outcome: &mut Outcome) -> Result<(), String> {
    for finding in report["findings"].as_array().into_iter().flatten() {
        let case = number(finding).and_then(|number| cases.get(number));
        let case = case.ok_or_else(|| format!("a finding of no case: {finding}"))?;
        let message = finding["message"].as_str().unwrap_or_default();
        let given = message.strip_prefix("assertion `").and_then(|m| m.strip_suffix("` failed"));
        let given = given.unwrap_or(message);
        let Case { name, code, expected } = case;
        outcome
            .differences
            .push(format!("{name}: {code}\n  native  {expected}\n  model   {given}"));
    }
    let paths = |name: &str| report["paths"][name].as_u64().unwrap_or(0) as usize;
    // The other numbers make one path that makes no call.
    let ended = paths("completed") + paths("failed");
    if ended + paths("unsupported") != cases.len() + 1 {
        return Err(format!("{} calls, but the paths are {}", cases.len(), report["paths"]));
    }
    for cause in report["incomplete_because"].as_array().into_iter().flatten() {
        let reason = cause["reason"].as_str().unwrap_or_default().to_owned();
        outcome.unsupported.push((cause["count"].as_u64().unwrap_or(0) as usize, reason));
    }
    Ok(())
}

/// The number of the case that a finding is in: its program's only input.
fn number(finding: &Value) -> Option<usize> {
    let bytes = finding["input"][0]["bytes"].as_str()?;
    u32::from_str_radix(bytes, 16).ok().map(|number| number.swap_bytes() as usize)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// What a program says, which has to end well.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command.output().map_err(|e| format!("cannot run {name}: {e}"))?;
    if !ended.status.success() {
        return Err(format!(
            "{name}: {}\n{}",
            ended.status,
            String::from_utf8_lossy(&ended.stderr)
        ));
    }
    Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
}

//! `cargo xtask held`: whether what `cargo effigy` calls held is: each such function of published packages is called with random values
//! from safe code, and each failure is to be covered by an assumption in the function's line.

mod source;

use crate::bench::build;
use serde_json::Value;
use source::{Function, Sources};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The types and the constants that generic functions are called for.
const TYPES: [&str; 8] = ["()", "u8", "u32", "i16", "u64", "f64", "String", "[u64; 20]"];
const NUMBERS: [&str; 6] = ["0", "1", "2", "3", "4", "9"];

/// How often what does not compile is left out.
const ROUNDS: usize = 12;

struct Options {
    packages: Vec<PathBuf>,
    calls: u64,
    seconds: u64,
    effigy: Option<PathBuf>,
    out: Option<PathBuf>,
}

/// A line of the table of a package that says *held*.
struct Held {
    name: String,
    why: String,
    assumes: BTreeSet<String>,
}

/// One way to call a function, in a file of its own.
struct Call {
    /// The number of its line.
    line: usize,
    text: String,
    /// What stands for its parameters; empty where it has none.
    instance: String,
}

/// What the calls of a package came to.
#[derive(Default)]
struct Row {
    package: String,
    held: usize,
    without: usize,
    called: usize,
    covered: usize,
    wrong: Vec<String>,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let mut rows = Vec::new();
    for package in &options.packages {
        match of_package(&effigy, package, &options) {
            Ok(row) => {
                eprintln!(
                    "{}: {} held, {} called, {} wrong",
                    row.package,
                    row.held,
                    row.called,
                    row.wrong.len()
                );
                rows.push(row);
            }
            Err(why) => eprintln!("{}: {why}", package.display()),
        }
    }
    let text = table(&rows);
    print!("{text}");
    if let Some(out) = &options.out {
        std::fs::write(out, &text).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    match rows.iter().all(|row| row.wrong.is_empty()) {
        true => Ok(()),
        false => Err("a held line fails without an assumption that covers it".to_owned()),
    }
}

fn of_package(effigy: &Path, package: &Path, options: &Options) -> Result<Row, String> {
    let package = package.canonicalize().map_err(|e| e.to_string())?;
    let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let scratch = std::env::temp_dir().join(format!("effigy-held-{}-{name}", std::process::id()));
    std::fs::create_dir_all(scratch.join("src")).map_err(|e| e.to_string())?;
    let result = held_lines(effigy, &package, &scratch, options)
        .and_then(|held| checked(&package, &name, &held, &scratch, options));
    let _ = std::fs::remove_dir_all(&scratch);
    result
}

/// What `effigy package` calls held.
fn held_lines(
    effigy: &Path,
    package: &Path,
    scratch: &Path,
    options: &Options,
) -> Result<Vec<Held>, String> {
    let mut command = Command::new(effigy);
    command
        .current_dir(scratch)
        .arg("package")
        .arg(package)
        .args(["--auto", "--json", "--out", "out"]);
    command.arg("--time-each=5s").arg(format!("--max-time={}s", options.seconds));
    let output = command.output().map_err(|e| e.to_string())?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let runs = report["harnesses"].as_array().cloned().unwrap_or_default();
    let held = runs.iter().filter(|run| run["triage"] == "held").map(|run| Held {
        name: text(&run["name"]),
        why: text(&run["why"]),
        assumes: run["report"]["assumes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|assumption| text(&assumption["name"]))
            .collect(),
    });
    Ok(held.collect())
}

/// Calls what is held, as far as it can be called from outside.
fn checked(
    package: &Path,
    name: &str,
    held: &[Held],
    scratch: &Path,
    options: &Options,
) -> Result<Row, String> {
    let library = library(package)?;
    let sources = Sources::read(&package.join("src"));
    let mut calls = Vec::new();
    for (line, held) in held.iter().enumerate() {
        for function in sources.functions.iter().filter(|of| is_named(&held.name, &of.name)) {
            calls.extend(calls_of(line, held, function, &library));
        }
    }
    let makers: Vec<String> =
        sources.makers.iter().flat_map(|of| paths(of, &library, "")).collect();
    let binary = compiled(package, &library, &makers, &calls, scratch)?;
    let mut row = Row { package: name.to_owned(), held: held.len(), ..Row::default() };
    row.without = held.iter().filter(|held| held.assumes.is_empty()).count();
    let mut called = BTreeSet::new();
    for (number, call) in calls.iter().enumerate().filter(|(number, _)| binary.1.contains(number)) {
        called.insert(call.line);
        let Some(line) = held.get(call.line) else { continue };
        let Some((used, said)) = failure(&binary.0, number, options.calls) else { continue };
        match is_covered(line, call, &used) {
            true => row.covered += 1,
            false => row.wrong.push(format!("{} ({}; {used:?}): {said}", line.name, call.instance)),
        }
    }
    row.called = called.len();
    Ok(row)
}

/// Whether the line of a report is of this function.
fn is_named(line: &str, function: &str) -> bool {
    let rest = line.strip_suffix(function);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("::") || rest.ends_with('<'))
}

/// Whether an assumption in the line covers a failure on such values.
fn is_covered(line: &Held, call: &Call, used: &BTreeSet<String>) -> bool {
    let named = line.why.split(';').next().unwrap_or_default();
    let types: BTreeSet<&str> = named.split(['=', ',', ' ', '(', ')']).collect();
    let other_type = !call.instance.is_empty()
        && line.assumes.contains("types")
        && call.instance.split(", ").any(|of| !types.contains(of));
    other_type || used.iter().any(|kind| line.assumes.contains(kind))
}

/// The ways to call a function from outside.
fn calls_of(line: usize, held: &Held, function: &Function, library: &str) -> Vec<Call> {
    let module = held.name.trim_start_matches('<').strip_suffix(&function.name).unwrap_or_default();
    let mut calls = Vec::new();
    for callee in function.callees.iter().flat_map(|callee| paths(callee, library, module)) {
        let types = if callee.contains("{T}") { &TYPES[..] } else { &[""] };
        let numbers = if callee.contains("{N}") { &NUMBERS[..] } else { &[""] };
        for (of, number) in types.iter().flat_map(|of| numbers.iter().map(move |n| (*of, *n))) {
            let callee = callee.replace("{T}", of).replace("{N}", number);
            let names: Vec<String> = (0..function.arguments).map(|at| format!("a{at}")).collect();
            let made: String =
                names.iter().map(|name| format!("let {name} = Random::random(source); ")).collect();
            let text = format!(
                "pub fn call(source: &mut Source) -> Box<dyn FnOnce()> {{ {made}Box::new(move || {{ \
                 std::hint::black_box({callee}({})); }}) }}",
                names.join(", ")
            );
            let instance: Vec<&str> =
                [of, number].into_iter().filter(|of| !of.is_empty()).collect();
            let instance = if function.is_generic { instance.join(", ") } else { String::new() };
            calls.push(Call { line, text, instance });
        }
    }
    calls
}

/// A text with the paths that an item may have from outside: that of its module, and the root's.
fn paths(text: &str, library: &str, module: &str) -> Vec<String> {
    let mut paths = vec![format!("{library}::{module}"), format!("{library}::")];
    paths.dedup();
    paths.iter().map(|path| text.replace("{path}", path)).collect()
}

/// The program with the calls that compile, and their numbers.
fn compiled(
    package: &Path,
    library: &str,
    makers: &[String],
    calls: &[Call],
    scratch: &Path,
) -> Result<(PathBuf, BTreeSet<usize>), String> {
    let write = |name: &str, text: &str| {
        std::fs::write(scratch.join(name), text).map_err(|e| format!("{name}: {e}"))
    };
    let own = package_name(package)?;
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"held-check\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\n{library} = {{ package = \"{own}\", path = {:?} }}\n[profile.dev]\nopt-level = 1\n[workspace]\n",
            package.display().to_string()
        ),
    )?;
    write("src/random.rs", include_str!("held/random.rs"))?;
    write("src/runner.rs", include_str!("held/runner.rs"))?;
    const USES: &str = "use crate::random::{Random, Source};\n#[allow(unused)] use std::{ops::*, fmt, hash::Hash, str::FromStr, borrow::*, iter::*, error::Error};\n";
    for (at, text) in makers.iter().enumerate() {
        write(&format!("src/m{at}.rs"), &format!("{USES}{text}\n"))?;
    }
    for (at, call) in calls.iter().enumerate() {
        write(&format!("src/c{at}.rs"), &format!("{USES}{}\n", call.text))?;
    }
    let mut left: BTreeSet<String> = (0..makers.len()).map(|at| format!("m{at}")).collect();
    left.extend((0..calls.len()).map(|at| format!("c{at}")));
    for _ in 0..ROUNDS {
        let modules: String = left.iter().map(|name| format!("mod {name};\n")).collect();
        let listed = left.iter().filter(|name| name.starts_with('c'));
        let listed: String =
            listed.map(|name| format!("    (\"{name}\", {name}::call),\n")).collect();
        write(
            "src/main.rs",
            &format!(
                "#![allow(warnings)]\nmod random;\nmod runner;\n{modules}fn main() {{ runner::run(&[\n{listed}]) }}\n"
            ),
        )?;
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(scratch).args(["build", "-q", "--message-format=json"]);
        cargo.env_remove("CARGO_TARGET_DIR");
        let output = cargo.output().map_err(|e| e.to_string())?;
        if output.status.success() {
            let number = |name: &String| name.strip_prefix('c')?.parse().ok();
            let numbers = left.iter().filter_map(number).collect();
            return Ok((scratch.join("target/debug/held-check"), numbers));
        }
        let wrong = in_error(&String::from_utf8_lossy(&output.stdout));
        let before = left.len();
        left.retain(|name| !wrong.contains(name));
        if left.len() == before {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    Err("the calls do not compile".to_owned())
}

/// The names of the files that errors are in.
fn in_error(lines: &str) -> BTreeSet<String> {
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|line| line["message"]["level"] == "error");
    let mut names = BTreeSet::new();
    for error in errors {
        for span in error["message"]["spans"].as_array().into_iter().flatten() {
            let file = span["file_name"].as_str().unwrap_or_default();
            names.extend(
                Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    names
}

/// The first failure of many calls: what its values are beyond fresh ones, and what is said.
fn failure(binary: &Path, number: usize, calls: u64) -> Option<(BTreeSet<String>, String)> {
    let run = |from: u64, to: u64| {
        let mut command = Command::new("timeout");
        command.arg("20").arg(binary).args([
            format!("c{number}"),
            from.to_string(),
            to.to_string(),
        ]);
        let output = command.output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut parts = text.trim_end().splitn(3, '\t').map(str::to_owned);
        Some((parts.next()?.parse::<u64>().ok()?, parts.next()?, parts.next().unwrap_or_default()))
    };
    let (seed, used, said) = run(0, calls)?;
    let mut used: BTreeSet<String> =
        used.split(',').filter(|kind| !kind.is_empty()).map(str::to_owned).collect();
    // What fails only behind other calls is what they left.
    if run(seed, seed + 1).is_none() {
        used.insert("first-call".to_owned());
    }
    Some((used, said))
}

fn manifest(package: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(package.join("Cargo.toml")).map_err(|e| e.to_string())?;
    Ok(text.lines().map(|line| line.trim().to_owned()).collect())
}

/// The name below a heading of the manifest.
fn named(lines: &[String], heading: &str) -> Option<String> {
    let below = lines.iter().skip_while(|line| *line != heading).skip(1);
    let mut below = below.take_while(|line| !line.starts_with('['));
    below.find_map(|line| Some(line.strip_prefix("name")?.split('"').nth(1)?.to_owned()))
}

fn package_name(package: &Path) -> Result<String, String> {
    named(&manifest(package)?, "[package]").ok_or_else(|| "the manifest has no name".to_owned())
}

fn library(package: &Path) -> Result<String, String> {
    let name = named(&manifest(package)?, "[lib]").map_or_else(|| package_name(package), Ok)?;
    Ok(name.replace('-', "_"))
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| package | held | of them without an assumption | called from outside | fail, covered by the line | fail otherwise |\n|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let Row { package, held, without, called, covered, wrong } = row;
        let wrong =
            if wrong.is_empty() { "0".to_owned() } else { wrong.join("<br>").replace('|', "\\|") };
        let _ =
            writeln!(text, "| {package} | {held} | {without} | {called} | {covered} | {wrong} |");
    }
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    let _ = writeln!(
        text,
        "| {} packages | {} | {} | {} | {} | {} |",
        rows.len(),
        sum(|row| row.held),
        sum(|row| row.without),
        sum(|row| row.called),
        sum(|row| row.covered),
        sum(|row| row.wrong.len())
    );
    text
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options =
        Options { packages: Vec::new(), calls: 10_000, seconds: 120, effigy: None, out: None };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number =
            |text: &String| text.parse().map_err(|_| format!("{option}: `{text}` is not a number"));
        match option.as_str() {
            "--calls" => options.calls = number(value()?)?,
            "--time" => options.seconds = number(value()?)?,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            folder if !folder.starts_with("--") => options.packages.push(folder.into()),
            _ => {
                return Err(format!(
                    "unknown option `{option}`; held has --calls, --time, --effigy, --out"
                ));
            }
        }
    }
    match options.packages.is_empty() {
        true => Err("held needs the folders of packages".to_owned()),
        false => Ok(options),
    }
}

#[cfg(test)]
mod tests;

//! `cargo xtask held`: whether what `cargo effigy` calls held is: each such function of published packages is called with random values
//! from safe code, and each failure is to be covered by an assumption in the function's line.

mod source;

use crate::build::build;
use serde_json::Value;
use source::{Function, Maker, Sources};
use std::collections::{BTreeMap, BTreeSet};
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
    reports: Option<PathBuf>,
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
    /// The number of the function in the sources.
    function: usize,
    text: String,
    /// What stands for its parameters; empty where it has none.
    instance: String,
}

/// A type that values are made of, as it is named in front of its implementations.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Made {
    full: String,
    parameters: String,
}

/// What the calls of a package came to.
#[derive(Default)]
struct Row {
    package: String,
    held: usize,
    without: usize,
    called: usize,
    fewer: usize,
    covered: usize,
    wrong: Vec<String>,
}

/// What many calls of a function came to.
enum Calls {
    /// All were made, and none fails.
    Fine,
    /// They took too long, or arguments could seldom be made: those calls that were made do not fail.
    Fewer,
    /// What the values of the first call that fails are beyond fresh ones, and what is said.
    Failed(BTreeSet<String>, String),
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
    let result = report(effigy, &package, &name, &scratch, options)
        .map(|report| held_lines(&report))
        .and_then(|held| checked(&package, &name, &held, &scratch, options));
    let _ = std::fs::remove_dir_all(&scratch);
    result
}

/// A copy of a package, in which all functions are public.
fn opened(package: &Path, to: &Path) -> Result<PathBuf, String> {
    let told = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    std::fs::create_dir_all(to).map_err(told(to))?;
    for entry in std::fs::read_dir(package).map_err(told(package))?.flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            if entry.file_name() != "target" && entry.file_name() != ".git" {
                opened(&from, &to)?;
            }
            continue;
        }
        let is_rust = from.extension().is_some_and(|end| end == "rs");
        let text = if is_rust { std::fs::read_to_string(&from).ok() } else { None };
        match text.and_then(|text| source::opened(&text)) {
            Some(text) => std::fs::write(&to, text).map_err(told(&to))?,
            None => std::fs::copy(&from, &to).map(drop).map_err(told(&from))?,
        }
    }
    Ok(to.to_owned())
}

/// What `effigy package` says: now, or when it was asked before.
fn report(
    effigy: &Path,
    package: &Path,
    name: &str,
    scratch: &Path,
    options: &Options,
) -> Result<Value, String> {
    let kept = options.reports.as_ref().map(|folder| folder.join(format!("{name}.json")));
    if let Some(text) = kept.as_ref().and_then(|file| std::fs::read(file).ok()) {
        return serde_json::from_slice(&text).map_err(|e| e.to_string());
    }
    let mut command = Command::new(effigy);
    command
        .current_dir(scratch)
        .arg("package")
        .arg(package)
        .args(["--auto", "--json", "--out", "out"]);
    command.arg("--time-each=5s").arg(format!("--max-time={}s", options.seconds));
    let output = command.output().map_err(|e| e.to_string())?;
    let report = serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    if let Some(file) = kept {
        std::fs::write(&file, &output.stdout).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(report)
}

/// The lines that say *held*.
fn held_lines(report: &Value) -> Vec<Held> {
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
    held.collect()
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
    let sources = Sources::read(&source_folder(package)?);
    let mut calls = Vec::new();
    for (line, held) in held.iter().enumerate() {
        let functions = sources.functions.iter().enumerate();
        for (number, function) in functions.filter(|(_, of)| is_named(&held.name, &of.name)) {
            calls.extend(calls_of(line, held, (number, function), &library));
        }
    }
    let makers = makers_of(&sources.makers, &library);
    // Where the package does not compile with all of its functions public, those that are not are left out.
    let open = opened(package, &scratch.join("opened"))?;
    let binary = compiled(&open, &library, &makers, &calls, scratch).or_else(|why| {
        eprintln!("{name}: only public functions are called: {}", first_error(&why));
        compiled(package, &library, &makers, &calls, scratch)
    })?;
    let mut row = Row { package: name.to_owned(), held: held.len(), ..Row::default() };
    row.without = held.iter().filter(|held| held.assumes.is_empty()).count();
    let mut called = BTreeSet::new();
    let mut fewer = BTreeSet::new();
    let mut met = BTreeSet::new();
    for (number, call) in calls.iter().enumerate().filter(|(number, _)| binary.1.contains(number)) {
        // A function may have several paths.
        if !met.insert((call.line, call.function, &call.instance)) {
            continue;
        }
        called.insert(call.line);
        let Some(line) = held.get(call.line) else { continue };
        let (used, said) = match many(&binary.0, number, options.calls) {
            Calls::Fine => continue,
            Calls::Fewer => {
                fewer.insert(call.line);
                continue;
            }
            Calls::Failed(used, said) => (used, said),
        };
        match is_covered(line, call, &used) {
            true => row.covered += 1,
            false => row.wrong.push(format!("{} ({}; {used:?}): {said}", line.name, call.instance)),
        }
    }
    row.fewer = fewer.len();
    row.called = called.len();
    let left = held.iter().enumerate().filter(|(at, _)| !called.contains(at));
    let left: Vec<&str> = left.map(|(_, held)| held.name.as_str()).collect();
    if !left.is_empty() {
        eprintln!("{name}: not called: {}", left.join(", "));
    }
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
fn calls_of(
    line: usize,
    held: &Held,
    (number, function): (usize, &Function),
    library: &str,
) -> Vec<Call> {
    let own = number;
    let module = held.name.trim_start_matches('<').strip_suffix(&function.name).unwrap_or_default();
    let mut calls = Vec::new();
    for callee in function.callees.iter().flat_map(|callee| paths(callee, library, module)) {
        // What an inner module is given by name is named there.
        let prefix = format!("{library}::{module}");
        let used = match !module.is_empty() && callee.contains(&prefix) {
            true => format!("#[allow(unused)] use {prefix}*; "),
            false => String::new(),
        };
        let types = if callee.contains("{T}") { &TYPES[..] } else { &[""] };
        let numbers = if callee.contains("{N}") { &NUMBERS[..] } else { &[""] };
        for (of, number) in types.iter().flat_map(|of| numbers.iter().map(move |n| (*of, *n))) {
            let callee = callee.replace("{T}", of).replace("{N}", number);
            let names: Vec<String> = (0..function.arguments).map(|at| format!("a{at}")).collect();
            let made: String =
                names.iter().map(|name| format!("let {name} = Random::random(source); ")).collect();
            let text = format!(
                "pub fn call(source: &mut Source) -> Box<dyn FnOnce()> {{ {used}{made}Box::new(move || {{ \
                 std::hint::black_box({callee}({})); }}) }}",
                names.join(", ")
            );
            let instance: Vec<&str> =
                [of, number].into_iter().filter(|of| !of.is_empty()).collect();
            let instance = if function.is_generic { instance.join(", ") } else { String::new() };
            calls.push(Call { line, function: own, text, instance });
        }
    }
    calls
}

/// The ways to make values of each type, under each path that it may have.
fn makers_of(makers: &[Maker], library: &str) -> BTreeMap<Made, Vec<String>> {
    let mut made: BTreeMap<Made, Vec<String>> = BTreeMap::new();
    for of in makers {
        for path in paths(&format!("{{path}}{}", of.own), library, &of.module) {
            let full = format!("{path}{}", of.arguments);
            let body = of.body.replace("{full}", &full).replace("{own}", &path);
            let text =
                format!("pub fn make{}(source: &mut Source) -> {full} {{ {body} }}", of.parameters);
            let text = text.replace("{crate}", library);
            let parameters = of.parameters.replace("{crate}", library);
            made.entry(Made { full, parameters }).or_default().push(text);
        }
    }
    made
}

/// A text with the paths that an item may have from outside: that of its module, the root's, and none for what is of another library.
fn paths(text: &str, library: &str, module: &str) -> Vec<String> {
    let mut paths = vec![format!("{library}::{module}"), format!("{library}::"), String::new()];
    paths.dedup();
    let text = text.replace("{crate}", library);
    paths.iter().map(|path| text.replace("{path}", path)).collect()
}

/// The program with the calls that compile, and their numbers.
fn compiled(
    package: &Path,
    library: &str,
    makers: &BTreeMap<Made, Vec<String>>,
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
    let uses = format!(
        "use crate::random::{{Random, Source}};\nuse {library}::*;\nuse std::{{ops::{{self, *}}, cmp::{{self, Ordering}}, convert, fmt, hash::{{self, *}}, time::*, collections::*, str::{{self, FromStr}}, borrow::{{self, *}}, iter::{{self, *}}, error::{{self, Error}}}};\n"
    );
    let mut left = BTreeSet::new();
    for (kind, ways) in makers.values().enumerate() {
        for (at, text) in ways.iter().enumerate() {
            write(&format!("src/m{kind}_{at}.rs"), &format!("{uses}{text}\n"))?;
            left.insert(format!("m{kind}_{at}"));
        }
        left.insert(format!("t{kind}"));
    }
    for (at, call) in calls.iter().enumerate() {
        write(&format!("src/c{at}.rs"), &format!("{uses}{}\n", call.text))?;
    }
    left.extend((0..calls.len()).map(|at| format!("c{at}")));
    for _ in 0..ROUNDS {
        for (kind, (made, ways)) in makers.iter().enumerate() {
            let ways = (0..ways.len()).map(|at| format!("m{kind}_{at}"));
            let ways: Vec<String> = ways.filter(|name| left.contains(name)).collect();
            if ways.is_empty() {
                left.remove(&format!("t{kind}"));
            }
            let arms: String = ways
                .iter()
                .enumerate()
                .map(|(at, name)| format!("{at} => crate::{name}::make(source), "))
                .collect();
            let text = format!(
                "{uses}impl{} Random for {} {{ fn random(source: &mut Source) -> Self {{ match source.below({}) {{ {arms} _ => unreachable!() }} }} }}\n",
                made.parameters,
                made.full,
                ways.len().max(1)
            );
            write(&format!("src/t{kind}.rs"), &text)?;
        }
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
        cargo.env_remove("CARGO_TARGET_DIR").env("RUSTFLAGS", "--cap-lints=allow");
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
            let lines = String::from_utf8_lossy(&output.stdout);
            let messages =
                lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let mut errors = messages.filter(|line| line["message"]["level"] == "error");
            let said =
                errors.find_map(|line| Some(line["message"]["rendered"].as_str()?.to_owned()));
            return Err(
                said.unwrap_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
            );
        }
    }
    Err("the calls do not compile".to_owned())
}

fn first_error(text: &str) -> &str {
    text.lines().find(|line| line.starts_with("error")).unwrap_or(text)
}

/// The names of the files that errors are in.
fn in_error(lines: &str) -> BTreeSet<String> {
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|line| line["message"]["level"] == "error");
    let (conflicts, others): (Vec<Value>, Vec<Value>) =
        errors.partition(|error| error["message"]["code"]["code"] == "E0119");
    let mut names = BTreeSet::new();
    // What does not go together with something that is wrong may be right.
    let errors = if others.iter().all(|of| of["message"]["spans"][0].is_null()) {
        conflicts
    } else {
        others
    };
    for error in errors {
        let spans = error["message"]["spans"].as_array().into_iter().flatten();
        let stem = |span: &Value| {
            let file = Path::new(span["file_name"].as_str()?).file_stem()?;
            Some(file.to_string_lossy().into_owned())
        };
        // Of two that do not go together, the later one is named, but none that is always there.
        let (primary, others): (Vec<&Value>, Vec<&Value>) =
            spans.partition(|span| span["is_primary"] != false);
        let first: BTreeSet<String> = primary.into_iter().filter_map(stem).collect();
        if first.contains("random") {
            names.extend(others.into_iter().filter_map(stem));
        }
        names.extend(first);
    }
    names
}

/// Calls the function often.
fn many(binary: &Path, number: usize, calls: u64) -> Calls {
    let run = |from: u64, to: u64, more: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 4000000; exec timeout 20 \"$@\"", "sh"]).arg(binary);
        command.args([format!("c{number}"), from.to_string(), to.to_string()]).args(more);
        command.output().ok()
    };
    let Some(output) = run(0, calls, &[]) else { return Calls::Fewer };
    let dies = output.status.code().is_none_or(|code| code > 124);
    let output = match dies {
        // Which call ends the process is known when each is told before it is made.
        true => run(0, calls, &["told"]).unwrap_or(output),
        false if matches!(output.status.code(), Some(3 | 124)) => return Calls::Fewer,
        false => output,
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let Some((seed, mut used, mut said)) = text.lines().last().and_then(told) else {
        return if dies {
            Calls::Failed(BTreeSet::new(), "it ends".to_owned())
        } else {
            Calls::Fine
        };
    };
    if dies {
        let error = String::from_utf8_lossy(&output.stderr);
        let error = error.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if error.contains("memory allocation of") {
            used.insert("alloc".to_owned());
        }
        said = format!("{}: {error}", output.status);
    }
    // What fails only behind other calls is what they left.
    if !dies && run(seed, seed + 1, &[]).is_some_and(|output| output.stdout.is_empty()) {
        used.insert("first-call".to_owned());
    }
    Calls::Failed(used, said)
}

/// A line of the runner: the seed, the kinds of its values, and what a panic says.
fn told(line: &str) -> Option<(u64, BTreeSet<String>, String)> {
    let mut parts = line.splitn(3, '\t');
    let seed = parts.next()?.parse().ok()?;
    let kinds = parts.next()?.split(',').filter(|kind| !kind.is_empty());
    Some((seed, kinds.map(str::to_owned).collect(), parts.next().unwrap_or_default().to_owned()))
}

fn manifest(package: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(package.join("Cargo.toml")).map_err(|e| e.to_string())?;
    Ok(text.lines().map(|line| line.trim().to_owned()).collect())
}

/// The text of a field below a heading of the manifest.
fn field(lines: &[String], heading: &str, name: &str) -> Option<String> {
    let below = lines.iter().skip_while(|line| *line != heading).skip(1);
    let mut below = below.take_while(|line| !line.starts_with('['));
    below.find_map(|line| {
        let value = line.strip_prefix(name)?.trim_start().strip_prefix('=')?;
        Some(value.split('"').nth(1)?.to_owned())
    })
}

fn package_name(package: &Path) -> Result<String, String> {
    field(&manifest(package)?, "[package]", "name")
        .ok_or_else(|| "the manifest has no name".to_owned())
}

fn library(package: &Path) -> Result<String, String> {
    let name =
        field(&manifest(package)?, "[lib]", "name").map_or_else(|| package_name(package), Ok)?;
    Ok(name.replace('-', "_"))
}

/// The folder with the sources of the library.
fn source_folder(package: &Path) -> Result<PathBuf, String> {
    let path = field(&manifest(package)?, "[lib]", "path");
    let path = package.join(path.as_deref().unwrap_or("src/lib.rs"));
    Ok(path.parent().unwrap_or(package).to_owned())
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| package | held | of them without an assumption | called from outside | of them less often | fail, covered by the line | fail otherwise |\n|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let Row { package, held, without, called, fewer, covered, wrong } = row;
        let wrong =
            if wrong.is_empty() { "0".to_owned() } else { wrong.join("<br>").replace('|', "\\|") };
        let _ = writeln!(
            text,
            "| {package} | {held} | {without} | {called} | {fewer} | {covered} | {wrong} |"
        );
    }
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    let _ = writeln!(
        text,
        "| {} packages | {} | {} | {} | {} | {} | {} |",
        rows.len(),
        sum(|row| row.held),
        sum(|row| row.without),
        sum(|row| row.called),
        sum(|row| row.fewer),
        sum(|row| row.covered),
        sum(|row| row.wrong.len())
    );
    text
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        packages: Vec::new(),
        calls: 10_000,
        seconds: 120,
        effigy: None,
        reports: None,
        out: None,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number =
            |text: &String| text.parse().map_err(|_| format!("{option}: `{text}` is not a number"));
        match option.as_str() {
            "--calls" => options.calls = number(value()?)?,
            "--time" => options.seconds = number(value()?)?,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--reports" => options.reports = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            folder if !folder.starts_with("--") => options.packages.push(folder.into()),
            _ => {
                return Err(format!(
                    "unknown option `{option}`; held has --calls, --time, --effigy, --reports, --out"
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

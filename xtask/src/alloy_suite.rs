//! `cargo xtask alloy-suite`: the commands of Alloy models, and whether `effigy relate` gives the verdicts that the models
//! expect and that Alloy itself gives.

mod table;

use crate::process::measure;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    suite: PathBuf,
    only: Vec<String>,
    seconds: u64,
    expected: Option<PathBuf>,
    effigy: Option<PathBuf>,
    out: Option<PathBuf>,
}

/// What is known or said of a command: whether there is an instance, of a check a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Instance,
    None,
    Undecided,
}

/// A command with what was said of it.
#[derive(Clone, Debug)]
struct Outcome {
    file: String,
    number: usize,
    name: String,
    check: bool,
    said: Verdict,
    /// What the model expects.
    expect: Option<bool>,
    /// What Alloy says, or that it says nothing.
    reference: Option<Verdict>,
    seconds: f64,
    reason: String,
}

/// A file that cannot be run at all.
#[derive(Clone, Debug)]
struct Refused {
    file: String,
    why: String,
}

/// All that came out.
#[derive(Default, Debug)]
struct Outcomes {
    commands: Vec<Outcome>,
    refused: Vec<Refused>,
    cpu: f64,
}

/// Alloy's verdicts by file and number of the command, from 1.
type Reference = BTreeMap<(String, usize), Verdict>;

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let reference = match &options.expected {
        None => Reference::new(),
        Some(file) => {
            let text = std::fs::read_to_string(file);
            reference(&text.map_err(|e| format!("cannot read {}: {e}", file.display()))?)?
        }
    };
    let effigy = options.effigy.clone().map_or_else(|| crate::build::build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-alloy-suite-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let outcomes = all(&options, &effigy, &scratch, &reference);
    let removed = std::fs::remove_dir_all(&scratch);
    let outcomes = outcomes?;
    removed.map_err(|e| format!("{}: {e}", scratch.display()))?;
    print!("{}", table::report(&outcomes));
    if let Some(file) = &options.out {
        std::fs::write(file, table::tsv(&outcomes))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        suite: PathBuf::new(),
        only: Vec::new(),
        seconds: 60,
        expected: None,
        effigy: None,
        out: None,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--limit" => {
                let text = value()?;
                options.seconds =
                    text.parse().map_err(|_| format!("{option}: `{text}` is not a number"))?;
            }
            "--expected" => options.expected = Some(value()?.into()),
            "--effigy" => options.effigy = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            path if !path.starts_with('-') && options.suite.as_os_str().is_empty() => {
                options.suite = path.into();
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; alloy-suite has PATH, --only, --limit, --expected, --effigy, --out"
                ));
            }
        }
    }
    if !options.suite.is_dir() {
        return Err(
            "alloy-suite needs a folder with models: a snapshot of Alloy's repository `models`"
                .into(),
        );
    }
    Ok(options)
}

/// Verdicts of lines `file, number, instance or none or anything else`, with tabs between them.
fn reference(text: &str) -> Result<Reference, String> {
    let line = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, number, verdict, ..] = cells.as_slice() else { return None };
        let verdict = match *verdict {
            "instance" => Verdict::Instance,
            "none" => Verdict::None,
            _ => Verdict::Undecided,
        };
        Some((((*file).to_owned(), number.parse().ok()?), verdict))
    };
    let lines = text.lines().filter(|text| !text.trim().is_empty());
    lines
        .map(|text| {
            line(text).ok_or_else(|| format!("this is no file, number and verdict: {text}"))
        })
        .collect()
}

/// The models below a folder, in the order of their paths.
fn models(suite: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut files, mut folders) = (Vec::new(), vec![suite.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.map_err(|e| format!("cannot read {}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "als") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn all(
    options: &Options,
    effigy: &Path,
    scratch: &Path,
    reference: &Reference,
) -> Result<Outcomes, String> {
    let mut outcomes = Outcomes::default();
    for file in models(&options.suite)? {
        let below = file.strip_prefix(&options.suite).unwrap_or(&file);
        let name = below.to_string_lossy().into_owned();
        if !options.only.is_empty() && !options.only.iter().any(|text| name.contains(text)) {
            continue;
        }
        let mut command = Command::new(effigy);
        command.arg("relate").arg(&file).args(["--json", "--core", "never", "--max-memory", "3G"]);
        command.arg("--command-time").arg(format!("{}s", options.seconds));
        command.arg("--out").arg(scratch.join("out"));
        let run = measure(&command, scratch)?;
        outcomes.cpu += run.cpu;
        match serde_json::from_str::<Value>(&run.stdout) {
            Ok(run) => outcomes.commands.extend(commands(&name, &run, reference)),
            Err(_) => {
                let error = run.stderr.lines().find(|line| line.contains("error"));
                let why = error.unwrap_or(run.stderr.trim()).trim().to_owned();
                outcomes.refused.push(Refused { file: name, why });
            }
        }
    }
    Ok(outcomes)
}

/// The commands of one run's JSON.
fn commands(file: &str, run: &Value, reference: &Reference) -> Vec<Outcome> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let one = |command: &Value| {
        let number = command["number"].as_u64().unwrap_or(0) as usize;
        let said = match command["answer"].as_str() {
            Some("instance found" | "counterexample") => Verdict::Instance,
            Some("no instance" | "holds up to the scope") => Verdict::None,
            _ => Verdict::Undecided,
        };
        Outcome {
            file: file.to_owned(),
            number,
            name: text(&command["name"]),
            check: command["kind"] == "check",
            said,
            expect: command["expect"].as_i64().map(|expect| expect > 0),
            reference: reference.get(&(file.to_owned(), number)).copied(),
            seconds: command["seconds"].as_f64().unwrap_or(0.0),
            reason: text(&command["reason"]),
        }
    };
    run["commands"].as_array().map(|all| all.iter().map(one).collect()).unwrap_or_default()
}

impl Outcome {
    /// What is right: Alloy's verdict, or where there is none what the model expects.
    fn right(&self) -> Option<Verdict> {
        match self.reference {
            Some(Verdict::Undecided) => None,
            Some(known) => Some(known),
            None => {
                self.expect.map(|expect| if expect { Verdict::Instance } else { Verdict::None })
            }
        }
    }
}

#[cfg(test)]
mod tests;

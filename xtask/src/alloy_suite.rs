//! `cargo xtask alloy-suite`: the commands of Alloy models, and whether `effigy relate` gives the verdicts that the models
//! expect and that Alloy itself gives.

mod table;

use crate::suite::files::{below, files};
use crate::suite::options::{Options, Takes};
use crate::suite::{Answer, Place, Report, Suite};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Models of Alloy.
pub struct Alloy {
    reference: Reference,
}

/// A model.
pub struct Model {
    /// Below the suite's folder.
    name: String,
    file: PathBuf,
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
pub struct Outcomes {
    commands: Vec<Outcome>,
    refused: Vec<Refused>,
    cpu: f64,
}

/// Alloy's verdicts by file and number of the command, from 1.
type Reference = BTreeMap<(String, usize), Verdict>;

impl Suite for Alloy {
    type Case = Model;
    type Outcome = Outcomes;

    const TAKES: Takes = Takes {
        task: "alloy-suite",
        path: Some("a folder with models: a snapshot of Alloy's repository `models`"),
        values: &["--only", "--limit", "--expected"],
        flags: &[],
        rest: None,
        seconds: 60,
        is_parallel: false,
    };

    fn new(_: &Path, options: &Options) -> Result<Self, String> {
        let reference = match options.value("--expected") {
            None => Reference::new(),
            Some(file) => {
                let text = std::fs::read_to_string(file);
                reference(&text.map_err(|e| format!("cannot read {file}: {e}"))?)?
            }
        };
        Ok(Alloy { reference })
    }

    fn cases(&mut self, options: &Options) -> Result<Vec<Model>, String> {
        let files = files(&options.suite, &["als"], |_| false)?.into_iter();
        let model = |file: PathBuf| Model { name: below(&options.suite, &file), file };
        Ok(files.map(model).filter(|model| options.is_wanted(&model.name)).collect())
    }

    fn name(&self, model: &Model) -> String {
        model.name.clone()
    }

    fn command(&self, model: &Model, place: &Place<'_>) -> Result<Command, String> {
        let mut command = Command::new(place.effigy);
        command.arg("relate").arg(&model.file);
        command.args(["--json", "--core", "never", "--max-memory", "3G"]);
        command.arg("--command-time").arg(format!("{}s", place.options.seconds));
        command.arg("--out").arg(place.scratch.join("out"));
        Ok(command)
    }

    fn judge(&self, model: &Model, answer: Answer) -> Result<Outcomes, String> {
        let mut outcomes = Outcomes { cpu: answer.cpu, ..Outcomes::default() };
        match serde_json::from_str::<Value>(&answer.stdout) {
            Ok(run) => outcomes.commands = commands(&model.name, &run, &self.reference),
            Err(_) => {
                let error = answer.stderr.lines().find(|line| line.contains("error"));
                let why = error.unwrap_or(answer.stderr.trim()).trim().to_owned();
                outcomes.refused.push(Refused { file: model.name.clone(), why });
            }
        }
        Ok(outcomes)
    }

    fn report(&self, _: &Options, outcomes: Vec<Outcomes>) -> Result<Report, String> {
        let mut all = Outcomes::default();
        for one in outcomes {
            all.commands.extend(one.commands);
            all.refused.extend(one.refused);
            all.cpu += one.cpu;
        }
        Ok(Report { text: table::report(&all), cases: table::cases(&all), failure: None })
    }
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
    let lines = text.lines().filter(|text| !text.trim().is_empty() && !text.starts_with('#'));
    lines
        .map(|text| {
            line(text).ok_or_else(|| format!("this is no file, number and verdict: {text}"))
        })
        .collect()
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

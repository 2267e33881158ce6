//! `cargo xtask bench --relate`: commands of public Alloy models, beside Alloy itself and SAT solvers on Alloy's formulas.

use crate::build::build;
use crate::process::{Measured, Scratch, find, measure};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = "docs/relate-speed.md";

/// What the page says before its table.
const HEAD: &str = "\
# How long commands of Alloy models take

This page lets you compare `effigy relate` with Alloy in time. `cargo xtask bench --relate MODELS --alloy JAR --write` makes it. MODELS is a folder with Alloy's sample models, JAR the class
path of Alloy 6.3. Seconds are CPU time, user and system, of the whole process with its start, the median of the runs, which
were made in turn on one machine; those of Alloy are with its default solver, and with the Java machine's. The last two are
of SAT solvers alone on the formula that Alloy wrote for the command. A dash: not measured.

Effigy also says which parts of the model contradict where a `run` has no instance, which Alloy does not with this solver;
*without it* is the time with `--core never`.

";

/// A command: its model, its number from 1, and its name.
const ROWS: [(&str, u32, &str); 7] = [
    ("ceilingsAndFloors.als", 5, "BelowToo'' for 10"),
    ("addressBook3d.als", 5, "lookupYields for 6"),
    ("hotel4.als", 1, "NoBadEntry, 9 Time, 8 Event"),
    ("hotel2.als", 3, "NoBadEntry, 9 Time"),
    ("p306-hotel.als", 3, "NoIntruder, 12 Time"),
    ("ringElection2.als", 5, "looplessPath, 13 Time"),
    ("ringElection2.als", 2, "AtMostOneElected, 7 Time"),
];

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    models: PathBuf,
    alloy: Option<String>,
    effigy: Option<PathBuf>,
    runs: usize,
    write: bool,
}

/// Seconds of CPU time for one command.
struct Times {
    effigy: f64,
    /// Without the parts that contradict, where there are some.
    without_core: Option<f64>,
    alloy: Option<f64>,
    cadical: Option<f64>,
    minisat: Option<f64>,
}

struct Bench {
    options: Options,
    effigy: PathBuf,
    scratch: PathBuf,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let scratch = Scratch::new("relate")?;
    Bench { options, effigy, scratch: scratch.path().to_owned() }.all(root)
}

fn parse(args: &[String]) -> Result<Options, String> {
    let usage =
        "--relate has FOLDER, the folder with the models, and --alloy, --effigy, --runs, --write";
    let (models, rest) = args.split_first().ok_or(usage)?;
    let mut options =
        Options { models: models.into(), alloy: None, effigy: None, runs: 3, write: false };
    let mut args = rest.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--alloy" => options.alloy = Some(value()?.clone()),
            "--effigy" => options.effigy = Some(value()?.into()),
            "--runs" => {
                let runs = value()?.parse();
                options.runs = runs.map_err(|e| format!("--runs: {e}"))?;
            }
            "--write" => options.write = true,
            _ => return Err(format!("unknown option `{option}`; {usage}")),
        }
    }
    Ok(options)
}

impl Bench {
    fn all(&self, root: &Path) -> Result<(), String> {
        if let Some(classes) = &self.options.alloy {
            let mut javac = Command::new("javac");
            javac.args(["-cp", classes, "-d"]).arg(&self.scratch);
            javac.arg(root.join("xtask/src/bench/relate/RunCommand.java"));
            let compiled = javac.output().map_err(|e| format!("cannot run javac: {e}"))?;
            if !compiled.status.success() {
                return Err(format!("javac: {}", String::from_utf8_lossy(&compiled.stderr)));
            }
        }
        let mut page = String::from(HEAD);
        let header = "| model, command | Effigy | without it | Alloy | times | CaDiCaL | MiniSat |";
        let _ = writeln!(page, "{header}\n|---|---|---|---|---|---|---|");
        println!("{header}");
        for (file, number, name) in ROWS {
            let model = model(&self.options.models, file)
                .ok_or_else(|| format!("no {file} in {}", self.options.models.display()))?;
            let line = row(file, name, &self.times(&model, number)?);
            println!("{line}");
            let _ = writeln!(page, "{line}");
        }
        if self.options.write {
            let path = root.join(PAGE);
            std::fs::write(&path, page)
                .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        }
        Ok(())
    }

    fn times(&self, model: &Path, number: u32) -> Result<Times, String> {
        let (effigy, core) = self.effigy(model, number, "auto")?;
        let without_core =
            core.then(|| self.effigy(model, number, "never").map(|(cpu, _)| cpu)).transpose()?;
        let mut times = Times { effigy, without_core, alloy: None, cadical: None, minisat: None };
        let Some(classes) = &self.options.alloy else { return Ok(times) };
        let java = || {
            let mut java = Command::new("java");
            let classes = format!("{}:{classes}", self.scratch.display());
            java.args(["-Xss64m", "-cp", &classes, "RunCommand"]).arg(model);
            java.arg(number.to_string());
            java
        };
        // None of these commands has an instance.
        times.alloy = Some(self.median(&java(), |ran| ran.stdout.trim() == "none")?);
        let formula = self.scratch.join("formula.cnf");
        // That of the command before is not taken for it.
        let _ = std::fs::remove_file(&formula);
        let written = measure(java().arg(&formula), &self.scratch)?;
        if !formula.is_file() {
            return Err(format!("Alloy wrote no formula: {}", written.stderr));
        }
        let solve = |name: &str| {
            let Some(solver) = find(name) else { return Ok(None) };
            self.median(Command::new(solver).arg(&formula), |ran| ran.status == 20).map(Some)
        };
        (times.cadical, times.minisat) = (solve("cadical")?, solve("minisat")?);
        Ok(times)
    }

    /// The time that a command takes, and whether parts that contradict are shown.
    fn effigy(&self, model: &Path, number: u32, core: &str) -> Result<(f64, bool), String> {
        let out = self.scratch.join("out");
        let mut shown = false;
        let mut command = Command::new(&self.effigy);
        command.arg("relate").arg(model).args(["--json", "--core", core, "--command"]);
        command.arg(number.to_string()).arg("--out").arg(&out);
        let cpu = self.median(&command, |ran| {
            let _ = std::fs::remove_dir_all(&out);
            let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
            let command = &json["commands"][0];
            shown = command["core"].is_array();
            ["no instance", "holds up to the scope"]
                .iter()
                .any(|answer| command["answer"] == *answer)
        })?;
        Ok((cpu, shown))
    }

    /// The median of the CPU times of several runs, each of which must be right.
    fn median(
        &self,
        command: &Command,
        mut is_right: impl FnMut(&Measured) -> bool,
    ) -> Result<f64, String> {
        let mut times = Vec::new();
        for _ in 0..self.options.runs.max(1) {
            let ran = measure(command, &self.scratch)?;
            if !is_right(&ran) {
                return Err(format!("{command:?} is wrong: {}{}", ran.stdout, ran.stderr));
            }
            times.push(ran.cpu);
        }
        times.sort_by(f64::total_cmp);
        Ok(times[times.len() / 2])
    }
}

/// The first model of this file name in a folder.
fn model(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let here = entries.iter().find(|path| path.is_file() && path.ends_with(name)).cloned();
    here.or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| model(path, name)))
}

fn row(file: &str, name: &str, times: &Times) -> String {
    let shown =
        |time: Option<f64>| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.3}"));
    let ratio =
        times.alloy.map_or_else(|| "-".to_owned(), |alloy| format!("{:.0}", alloy / times.effigy));
    format!(
        "| {}, {name} | {:.3} | {} | {} | {ratio} | {} | {} |",
        file.trim_end_matches(".als"),
        times.effigy,
        shown(times.without_core),
        shown(times.alloy),
        shown(times.cadical),
        shown(times.minisat),
    )
}

#[cfg(test)]
mod tests;

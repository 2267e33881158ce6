//! `cargo xtask bench --forward-backward`: path conditions of object programs by `effigy explore` and by `effigy wp`.

mod families;
mod page;
mod plots;

use crate::build::build;
use crate::process::{Measured, Scratch, measure};
use families::{FAMILIES, Family};
use page::{BACKWARD, FORWARD};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the data and the plots are.
const FOLDER: &str = "docs/forward-vs-backward";

/// The page that shows them.
const PAGE: &str = "docs/forward-vs-backward.md";

/// CPU seconds of one run, after which it is killed.
const LIMIT: u64 = 20;

/// Runs a command for so many CPU seconds, and says so when they are used up. CPU time, so that other work on the machine
/// does not change who meets the limit; a signal of its own, so that it is not taken for another death.
const LIMITED: &str = r#"limit=$1; shift; (ulimit -S -t "$limit"; exec "$@"); status=$?
if [ "$(kill -l $status)" = XCPU ]; then echo "$0" >&2; fi; exit $status"#;

/// The line that says so.
const OVER: &str = "effigy-bench: CPU time limit";

/// Below so many CPU seconds a run is repeated, and the median of three counts.
const SHORT: f64 = 0.5;

/// Both modes.
const MODES: [&str; 2] = [FORWARD, BACKWARD];

/// The end of every path of a program whose walk alone is measured: no path reaches an end that `effigy explore` makes a
/// test for, and both modes have decided the same branches.
const NO_END: &str = "assume false;";

/// The arguments of a program that was written here.
const RUN: &[&str] = &["--entry", "run", "--ints", "32"];

/// What both are given.
const COMMON: &[&str] = &["--json", "--solver", "embedded"];

/// What the command line says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    quick: bool,
    render: bool,
    effigy: Option<PathBuf>,
}

/// Where the programs are written and run.
struct Comparison {
    effigy: PathBuf,
    scratch: PathBuf,
    quick: bool,
    limit: u64,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    if options.render {
        return render(root);
    }
    let effigy = options.effigy.map_or_else(|| build(root), Ok)?;
    let scratch = Scratch::new("compare")?;
    let folder = scratch.path().to_owned();
    let comparison = Comparison { effigy, scratch: folder, quick: options.quick, limit: LIMIT };
    let points = comparison.all(root)?;
    let differing = points.iter().filter(|p| page::differ(p)).count();
    if !comparison.quick {
        write(root, &json!({ "limit_cpu_seconds": LIMIT, "points": points }))?;
    }
    if differing == 0 { Ok(()) } else { Err(format!("the modes differ at {differing} points")) }
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(option) = args.next() {
        match option.as_str() {
            "--quick" => options.quick = true,
            "--render" => options.render = true,
            "--effigy" => {
                options.effigy = Some(args.next().ok_or("--effigy needs a value")?.into());
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; --forward-backward has --quick, --render, --effigy"
                ));
            }
        }
    }
    Ok(options)
}

/// Writes the data, and what is made of it.
fn write(root: &Path, data: &Value) -> Result<(), String> {
    let folder = root.join(FOLDER);
    std::fs::create_dir_all(&folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    save(&folder.join("data.json"), &format!("{data:#}\n"))?;
    render(root)
}

/// Draws the plots of the data that was written last, and renews the tables of the page.
fn render(root: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    let data = serde_json::from_str(&read(&folder.join("data.json"))?)
        .map_err(|e| format!("data.json: {e}"))?;
    for (name, svg) in plots::all(&data)? {
        save(&folder.join(name), &svg)?;
    }
    let page = root.join(PAGE);
    save(&page, &page::renewed(&read(&page)?, &data)?)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))
}

fn save(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
}

impl Comparison {
    /// Measures every point and prints it.
    fn all(&self, root: &Path) -> Result<Vec<Value>, String> {
        println!("{}", page::HEAD);
        let mut points = self.examples(&root.join("examples/oo"))?;
        for family in FAMILIES {
            println!("{}:", family.name);
            for &references in family.references {
                self.series(family, references, &mut points)?;
            }
        }
        Ok(points)
    }

    /// The examples, each with the arguments of its first line.
    fn examples(&self, folder: &Path) -> Result<Vec<Value>, String> {
        let entries = std::fs::read_dir(folder)
            .map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|e| e == "oo"));
        files.sort();
        if self.quick {
            files.truncate(3);
        }
        let mut points = Vec::new();
        for file in files {
            let text = read(&file)?;
            let mut point = json!({
                "family": "examples",
                "program": file.file_name().unwrap_or_default().to_string_lossy(),
            });
            for mode in MODES {
                point[mode] = self.measured(mode, &file, &arguments(&text));
            }
            println!("{}", page::row(&point));
            points.push(point);
        }
        Ok(points)
    }

    /// The programs of a family with so many references. A mode that exceeds the limit is not tried on larger ones.
    fn series(
        &self,
        family: &Family,
        references: usize,
        points: &mut Vec<Value>,
    ) -> Result<(), String> {
        let mut exceeded: [Option<usize>; 2] = [None; 2];
        for &n in family.sizes.iter().take(if self.quick { 2 } else { usize::MAX }) {
            let program = self.write("program.oo", &(family.program)(references, n, ""))?;
            let walk = self.write("walk.oo", &(family.program)(references, n, NO_END))?;
            let mut point = json!({ "family": family.name, "n": n });
            if references > 0 {
                point["k"] = references.into();
            }
            for (mode, exceeded) in MODES.into_iter().zip(&mut exceeded) {
                point[mode] = match exceeded {
                    Some(at) => format!("not run: over {} s at n = {at}", self.limit).into(),
                    None => self.measured(mode, &program, RUN),
                };
                if point[mode].is_string() {
                    exceeded.get_or_insert(n);
                    continue;
                }
                point[mode]["walk"] = self.measured(mode, &walk, RUN);
            }
            println!("{}", page::row(&point));
            points.push(point);
        }
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let file = self.scratch.join(name);
        save(&file, text)?;
        Ok(file)
    }

    /// What a mode made of a program, or in words why nothing.
    fn measured(&self, mode: &str, file: &Path, arguments: &[&str]) -> Value {
        let once = || self.once(mode, file, arguments);
        let runs = once().and_then(|first| {
            let again = if cpu(&first) < SHORT { 2 } else { 0 };
            std::iter::once(Ok(first)).chain((0..again).map(|_| once())).collect()
        });
        let mut runs: Vec<Value> = match runs {
            Ok(runs) => runs,
            Err(message) => return message.into(),
        };
        runs.sort_by(|a, b| cpu(a).total_cmp(&cpu(b)));
        runs.swap_remove(runs.len() / 2)
    }

    fn once(&self, mode: &str, file: &Path, arguments: &[&str]) -> Result<Value, String> {
        let mut command = Command::new("bash");
        command.args(["-c", LIMITED, OVER, &self.limit.to_string()]);
        command.arg(&self.effigy);
        // Neither leaves work to a second thread or to a second run, and neither stops at a default number of traces.
        if mode == FORWARD {
            command.args(["explore", "--threads", "1", "--no-replay", "--tests", "none", "--out"]);
            command.arg(self.scratch.join("out"));
        } else {
            command.args(["wp", "--max-traces", "1000000"]);
        }
        command.arg(file).args(arguments).args(COMMON);
        let Measured { stdout, stderr, cpu, .. } = measure(&command, &self.scratch)?;
        if stderr.lines().any(|line| line == OVER) {
            return Err(format!("over {} s", self.limit));
        }
        let json: Value = serde_json::from_str(&stdout)
            .map_err(|e| format!("no JSON ({e}): {}", stderr.lines().next().unwrap_or_default()))?;
        Ok(point(&json, cpu))
    }
}

/// What counts of a mode's JSON object.
fn point(json: &Value, cpu: f64) -> Value {
    let ends = ["leaves", "traces"].into_iter().find_map(|key| json[key].as_array());
    let sizes = ends.into_iter().flatten().filter_map(|end| end["size"].as_u64());
    let mut point = json!({
        "cpu_seconds": cpu,
        "queries": json["solver"]["queries"],
        "peak_mb": json["peak_mb"],
        "size": sizes.sum::<u64>(),
        "paths": json["paths"],
    });
    if json["pruned"].is_u64() {
        point["pruned"] = json["pruned"].clone();
    }
    point
}

fn cpu(run: &Value) -> f64 {
    run["cpu_seconds"].as_f64().unwrap_or(f64::NAN)
}

/// The arguments of an example, which its first line has behind the command; machine words where it does not say.
fn arguments(text: &str) -> Vec<&str> {
    let line = text.lines().next().and_then(|line| line.strip_prefix("// effigy explore "));
    let mut arguments: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    if !arguments.contains(&"--ints") {
        arguments.extend(["--ints", "32"]);
    }
    arguments
}

#[cfg(test)]
mod tests;

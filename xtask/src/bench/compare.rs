//! `cargo xtask bench --forward-backward`: path conditions of object programs by `effigy explore` and by `effigy wp`.

mod families;
mod page;
mod plots;

use super::build;
use super::process::{Measured, measure};
use families::{FAMILIES, Family};
use page::{BACKWARD, FORWARD};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// CPU seconds of one run, after which it is killed.
const LIMIT: u64 = 20;

/// Below so many CPU seconds a run is repeated, and the median of three counts.
const SHORT: f64 = 0.5;

/// Both modes.
const MODES: [&str; 2] = [FORWARD, BACKWARD];

/// What both are given.
const COMMON: &[&str] = &["--json", "--solver", "embedded"];

/// What the command line says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    quick: bool,
    effigy: Option<PathBuf>,
}

/// Where the programs are written and run.
struct Comparison {
    effigy: PathBuf,
    scratch: PathBuf,
    quick: bool,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.map_or_else(|| build(root), Ok)?;
    let scratch = std::env::temp_dir().join(format!("effigy-compare-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)
        .map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
    let comparison = Comparison { effigy, scratch, quick: options.quick };
    let points = comparison.all(root);
    let _ = std::fs::remove_dir_all(&comparison.scratch);
    let points = points?;
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
            "--effigy" => {
                options.effigy = Some(args.next().ok_or("--effigy needs a value")?.into());
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; --forward-backward has --quick, --effigy"
                ));
            }
        }
    }
    Ok(options)
}

/// Writes the data and the plots, and renews the tables of the page.
fn write(root: &Path, data: &Value) -> Result<(), String> {
    let folder = root.join("docs/forward-vs-backward");
    let save = |file: &Path, text: &str| {
        std::fs::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))
    };
    std::fs::create_dir_all(&folder)
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    save(&folder.join("data.json"), &format!("{data:#}\n"))?;
    for (name, svg) in plots::all(data)? {
        save(&folder.join(name), &svg)?;
    }
    let file = root.join("docs/forward-vs-backward.md");
    let text = std::fs::read_to_string(&file)
        .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    save(&file, &page::renewed(&text, data)?)
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
            let text = std::fs::read_to_string(&file)
                .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
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
            let file = self.scratch.join("program.oo");
            std::fs::write(&file, (family.program)(references, n))
                .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
            let mut point = json!({ "family": family.name, "n": n });
            if references > 0 {
                point["k"] = references.into();
            }
            for (mode, exceeded) in MODES.into_iter().zip(&mut exceeded) {
                point[mode] = match exceeded {
                    Some(at) => format!("not run: over {LIMIT} s at n = {at}").into(),
                    None => self.measured(mode, &file, &["--entry", "run", "--ints", "32"]),
                };
                if point[mode].is_string() {
                    exceeded.get_or_insert(n);
                }
            }
            println!("{}", page::row(&point));
            points.push(point);
        }
        Ok(())
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
        // The limit is of CPU time, so that other work on the machine does not change who meets it.
        command.args(["-c", &format!("ulimit -t {LIMIT}; exec \"$@\""), "bash"]);
        command.arg(&self.effigy);
        // Neither leaves work to a second thread or to a second run, and neither stops at a default number of traces.
        if mode == FORWARD {
            command.args(["explore", "--threads", "1", "--no-replay", "--tests", "none", "--out"]);
            command.arg(self.scratch.join("out"));
        } else {
            command.args(["wp", "--max-traces", "1000000"]);
        }
        command.arg(file).args(arguments).args(COMMON);
        let Measured { stdout, stderr, cpu } = measure(&command, &self.scratch)?;
        if stdout.is_empty() && cpu > LIMIT as f64 * 0.95 {
            return Err(format!("over {LIMIT} s"));
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

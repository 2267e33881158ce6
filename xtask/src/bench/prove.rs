//! `cargo xtask bench --prove`: how long proofs take, beside Silicon where there is one.

mod families;
mod suite;
mod warm;

use super::plots::{Line, plot};
use crate::build::build;
use crate::process::{Measured, Scratch, measure};
use families::{FAMILIES, Family};
use plotters::style::RGBColor;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The page with the table and the plot, and its data.
const PAGE: &str = "docs/prove-speed.md";
const DATA: &str = "docs/prove-speed/data.json";
const PLOT: &str = "docs/prove-speed/figure-11.svg";

/// What the page says before its table.
const HEAD: &str = "\
# How long proofs take

This page lets you see how the time of `effigy prove` grows with a program. `cargo xtask bench --prove --write` makes it. CPU seconds are those of the whole process and its solvers, the median of
the runs; wall seconds are of the same run, and on a machine that does other work too they are several times
as many as on a quiet one. A dash: not measured; `> t`: no answer in t seconds of wall time.

";

/// What it says of a binary that was not built for the measurement.
const GIVEN: &str = "\
The binary of this run was given by `--effigy`; one that is built for tests is slower than an optimized one.

";

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    filter: String,
    runs: usize,
    seconds: u64,
    effigy: Option<PathBuf>,
    z3: Option<PathBuf>,
    silicon: Option<PathBuf>,
    suite: Option<PathBuf>,
    sample: usize,
    /// Silicon is measured in a machine that is warm, too.
    warm: bool,
    write: bool,
}

/// What a run cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    cpu: f64,
    wall: f64,
}

/// How a tool did on a program.
#[derive(Clone, Debug)]
enum Answer {
    Proved(Cost),
    /// It answered otherwise; what it said, and the lines of its errors.
    Other(Cost, String, BTreeSet<u64>),
    OutOfTime(Cost),
}

/// Where programs are written and run.
struct Bench {
    options: Options,
    effigy: PathBuf,
    scratch: PathBuf,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let effigy = options.effigy.clone().map_or_else(|| build(root), Ok)?;
    let scratch = Scratch::new("prove")?;
    Bench { options, effigy, scratch: scratch.path().to_owned() }.all(root)
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        filter: String::new(),
        runs: 3,
        seconds: 120,
        effigy: None,
        z3: None,
        silicon: None,
        suite: None,
        sample: 20,
        warm: false,
        write: false,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number = |text: &String| {
            text.parse::<u64>().map_err(|_| format!("{option}: `{text}` is not a number"))
        };
        match option.as_str() {
            "--filter" => options.filter = value()?.clone(),
            "--runs" => options.runs = number(value()?)?.max(1) as usize,
            "--time" => options.seconds = number(value()?)?,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--z3" => options.z3 = Some(value()?.into()),
            "--silicon" => options.silicon = Some(value()?.into()),
            "--suite" => options.suite = Some(value()?.into()),
            "--sample" => options.sample = number(value()?)?.max(1) as usize,
            "--warm" => options.warm = true,
            "--write" => options.write = true,
            _ => {
                return Err(format!(
                    "unknown option `{option}`; --prove has --filter, --runs, --time, --effigy, --z3, --silicon, --suite, --sample, --warm, --write"
                ));
            }
        }
    }
    Ok(options)
}

impl Bench {
    fn all(&self, root: &Path) -> Result<(), String> {
        println!("{}", row(["program", "effigy CPU", "wall", "target", "Silicon CPU", "wall"]));
        let optimized = self.options.effigy.is_none();
        if let Some(suite) = &self.options.suite {
            let measured = self.suite(suite)?;
            return match self.options.write {
                true => write(root, None, Some(measured), optimized),
                false => Ok(()),
            };
        }
        let points = self.families()?;
        if self.options.write { write(root, Some(points), None, optimized) } else { Ok(()) }
    }

    fn families(&self) -> Result<Vec<Value>, String> {
        let mut points = Vec::new();
        for family in FAMILIES {
            // What took too long once takes longer on what is larger.
            let (mut ours, mut theirs) = (true, self.options.silicon.is_some());
            for (n, target) in family.sizes {
                let name = format!("{} {n}", family.name);
                if !name.contains(&self.options.filter) {
                    continue;
                }
                let program = self.write(family, *n)?;
                let effigy = ours.then(|| self.effigy(&program)).transpose()?;
                let silicon = theirs.then(|| self.silicon(&program)).transpose()?;
                ours &= !matches!(effigy, Some(Answer::OutOfTime(_)));
                theirs &= !matches!(silicon, Some(Answer::OutOfTime(_)));
                println!("{}", table_row(&name, effigy.as_ref(), *target, silicon.as_ref()));
                points.push(json!({
                    "family": family.name,
                    "n": n,
                    "target": target,
                    "effigy": effigy.as_ref().map(data),
                    "silicon": silicon.as_ref().map(data),
                }));
            }
        }
        Ok(points)
    }

    fn write(&self, family: &Family, n: usize) -> Result<PathBuf, String> {
        let file = self.scratch.join(format!("{}{n}.vpr", family.name));
        std::fs::write(&file, (family.program)(n))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        Ok(file)
    }

    fn effigy(&self, program: &Path) -> Result<Answer, String> {
        let mut command = Command::new(&self.effigy);
        command.arg("prove").arg(program).arg("--no-cache");
        if let Some(z3) = &self.options.z3 {
            command.arg("--z3").arg(z3);
        }
        self.median(&command, |measured| match measured.status {
            0 => None,
            _ => {
                let said = said_by_effigy(&measured.stdout).to_owned();
                let printed = format!("{}\n{}", measured.stdout, measured.stderr);
                Some((said, suite::lines_of_effigy(&printed)))
            }
        })
    }

    fn silicon(&self, program: &Path) -> Result<Answer, String> {
        let jar = self.options.silicon.as_ref().ok_or("there is no Silicon")?;
        let mut command = Command::new("java");
        command.arg("-Xss128m").arg("-cp").arg(jar).arg("viper.silicon.SiliconRunner");
        if let Some(z3) = &self.options.z3 {
            command.arg("--z3Exe").arg(z3);
        }
        command.arg(program);
        self.median(&command, |measured| match measured.stdout.contains("successfully") {
            true => None,
            false => {
                let said = measured.stdout.lines().nth(1).unwrap_or("no answer").to_owned();
                Some((said, suite::lines_of_silicon(&measured.stdout)))
            }
        })
    }

    /// Runs a command several times under the limit; the median by CPU time counts.
    fn median(
        &self,
        command: &Command,
        failure: impl Fn(&Measured) -> Option<(String, BTreeSet<u64>)>,
    ) -> Result<Answer, String> {
        let mut answers = Vec::new();
        for _ in 0..self.options.runs {
            let mut limited = Command::new("timeout");
            limited.arg("--kill-after=5").arg(self.options.seconds.to_string());
            limited.arg(command.get_program()).args(command.get_args());
            let started = Instant::now();
            let measured = measure(&limited, &self.scratch)?;
            let cost = Cost { cpu: measured.cpu, wall: started.elapsed().as_secs_f64() };
            let answer = match (measured.status, failure(&measured)) {
                (124 | 137, _) => return Ok(Answer::OutOfTime(cost)),
                (_, Some((said, lines))) => Answer::Other(cost, said, lines),
                (_, None) => Answer::Proved(cost),
            };
            answers.push(answer);
        }
        answers.sort_by(|a, b| a.cost().cpu.total_cmp(&b.cost().cpu));
        answers.get(answers.len() / 2).cloned().ok_or_else(|| "no runs".to_owned())
    }
}

/// The last line that is no detail: the verdict. Details have paths of the machine.
fn said_by_effigy(printed: &str) -> &str {
    printed.lines().rev().find(|line| !line.starts_with(' ')).unwrap_or("no answer")
}

impl Answer {
    fn cost(&self) -> Cost {
        match self {
            Answer::Proved(cost) | Answer::Other(cost, ..) | Answer::OutOfTime(cost) => *cost,
        }
    }

    /// CPU and wall seconds as text.
    fn cells(&self) -> [String; 2] {
        let Cost { cpu, wall } = self.cost();
        match self {
            Answer::Proved(_) => [format!("{cpu:.3}"), format!("{wall:.3}")],
            Answer::Other(..) => [format!("{cpu:.3}"), format!("{wall:.3} (not proved)")],
            Answer::OutOfTime(_) => [format!("> {cpu:.0}"), format!("> {wall:.0}")],
        }
    }
}

fn data(answer: &Answer) -> Value {
    let Cost { cpu, wall } = answer.cost();
    let said = match answer {
        Answer::Proved(_) => "proved",
        Answer::Other(_, said, _) => said,
        Answer::OutOfTime(_) => "out of time",
    };
    json!({ "answer": said, "cpu_seconds": cpu, "wall_seconds": wall })
}

fn table_row(
    name: &str,
    effigy: Option<&Answer>,
    target: Option<f64>,
    silicon: Option<&Answer>,
) -> String {
    let cells = |answer: Option<&Answer>| {
        answer.map_or_else(|| ["-".to_owned(), "-".to_owned()], Answer::cells)
    };
    let ([cpu, wall], [their_cpu, their_wall]) = (cells(effigy), cells(silicon));
    let over = |target: f64| effigy.is_some_and(|answer| answer.cost().wall > target);
    let target = match target {
        Some(target) if over(target) => format!("{target} (missed)"),
        Some(target) => target.to_string(),
        None => String::new(),
    };
    row([name, &cpu, &wall, &target, &their_cpu, &their_wall])
}

fn row(cells: [&str; 6]) -> String {
    let [name, rest @ ..] = cells;
    let rest: Vec<String> = rest.iter().map(|cell| format!("{cell:>20}")).collect();
    format!("{name:40}{}", rest.concat())
}

/// Writes the data, the plot and the page, of which what was not measured stays.
fn write(
    root: &Path,
    points: Option<Vec<Value>>,
    measured: Option<Value>,
    optimized: bool,
) -> Result<(), String> {
    let save = |name: &str, text: &str| {
        let file = root.join(name);
        let folder = file.parent().unwrap_or(root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))
    };
    let kept = std::fs::read_to_string(root.join(DATA)).unwrap_or_default();
    let kept: Value = serde_json::from_str(&kept).unwrap_or_default();
    let list = |key: &str| kept[key].as_array().cloned().unwrap_or_default();
    let points = points.unwrap_or_else(|| list("points"));
    let mut suites = list("suites");
    if let Some(measured) = measured {
        suites.retain(|suite| suite["name"] != measured["name"]);
        suites.push(measured);
    }
    save(DATA, &format!("{:#}\n", json!({ "points": points, "suites": suites })))?;
    save(PLOT, &figure(&points)?)?;
    save(PAGE, &page(&points, &suites, optimized))
}

/// The plot of the cells: CPU seconds over n.
fn figure(points: &[Value]) -> Result<String, String> {
    let line = |tool: &str, color, filled| {
        let own = points.iter().filter(|p| p["family"] == "cells");
        let proved = own.filter(|p| p[tool]["answer"] == "proved");
        let points = proved
            .filter_map(|p| Some((p["n"].as_f64()?, p[tool]["cpu_seconds"].as_f64()?)))
            .collect();
        Line { label: tool.to_owned(), color, filled, points }
    };
    let lines = [
        line("effigy", RGBColor(31, 119, 180), true),
        line("silicon", RGBColor(214, 39, 40), false),
    ];
    let lines: Vec<Line> = lines.into_iter().filter(|line| !line.points.is_empty()).collect();
    plot("n cells, one assertion", ("n", "CPU seconds"), &lines)
}

/// The page of the data.
fn page(points: &[Value], suites: &[Value], optimized: bool) -> String {
    let mut out = HEAD.to_owned();
    if !optimized {
        out.push_str(GIVEN);
    }
    for family in FAMILIES {
        out.push_str(&format!("## {}\n\n{}.\n\n", family.name, family.about));
        out.push_str("| n | Effigy, CPU s | wall s | wanted, wall s | Silicon, CPU s | wall s |\n|---|---|---|---|---|---|\n");
        for point in points.iter().filter(|p| p["family"] == family.name) {
            let cell = |tool: &str, key: &str| match &point[tool] {
                Value::Null => "-".to_owned(),
                found => {
                    let time = found[key].as_f64().unwrap_or(0.0);
                    match found["answer"].as_str() {
                        Some("proved") => format!("{time:.3}"),
                        Some("out of time") => format!("> {time:.0}"),
                        _ => format!("{time:.3} (not proved)"),
                    }
                }
            };
            let target = point["target"].as_f64().map_or_else(String::new, |t| t.to_string());
            out.push_str(&format!(
                "| {} | {} | {} | {target} | {} | {} |\n",
                point["n"],
                cell("effigy", "cpu_seconds"),
                cell("effigy", "wall_seconds"),
                cell("silicon", "cpu_seconds"),
                cell("silicon", "wall_seconds"),
            ));
        }
        if family.name == "cells" {
            out.push_str("\n![CPU seconds over the number of cells](prove-speed/figure-11.svg)\n");
        }
        out.push('\n');
    }
    out.extend(suites.iter().map(suite::section));
    out.push_str("The numbers are in [data.json](prove-speed/data.json).\n");
    out
}

#[cfg(test)]
mod tests;

//! Running the programs and keeping what counts of their reports.

use super::{Limits, MERGED, MODES, Program, UNMERGED};
use crate::process::{Measured, measure};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// What explores, where, and for how long.
pub struct Runner {
    pub effigy: PathBuf,
    pub scratch: PathBuf,
    /// The folder of the programs.
    pub folder: PathBuf,
    pub limits: Limits,
}

impl Runner {
    /// Measures a program and prints what comes out.
    pub fn row(&self, program: &Program) -> Result<Value, String> {
        println!("{}:", program.name);
        self.compile(&program.name, program)?;
        let mut points = Vec::new();
        // A mode that was cut is cut on more bytes, too.
        let mut cut = [false; MODES.len()];
        for bytes in sizes(program.bytes) {
            let whole = bytes == program.bytes;
            let mut point = json!({ "bytes": bytes });
            for (mode, cut) in MODES.into_iter().zip(&mut cut) {
                if *cut && !whole {
                    continue;
                }
                let limit = match (mode, whole) {
                    (MERGED, _) => self.limits.merged,
                    (_, false) => self.limits.unmerged,
                    (_, true) => self.limits.whole,
                };
                let run = self.explore(&program.name, bytes, mode, limit)?;
                println!("  {bytes:2} bytes, {mode:5}: {}", said(&run));
                *cut |= run["exhaustive"] != true;
                point[mode] = run;
            }
            points.push(point);
        }
        let mutant = self.mutant(program)?;
        Ok(json!({
            "name": program.name,
            "bytes": program.bytes,
            "limits": {
                MERGED: self.limits.merged,
                UNMERGED: self.limits.unmerged,
                "whole": self.limits.whole,
                "mutant": self.limits.mutant,
            },
            "points": points,
            "mutant": mutant,
        }))
    }

    /// Has a program compiled, so that no measured run does it: what is compiled is kept.
    fn compile(&self, name: &str, program: &Program) -> Result<(), String> {
        let mut command = self.command(name, program.bytes);
        command.args(["--max-steps", "1"]);
        self.json(&command).map(|_| ())
    }

    /// When the defect of the mutant is found, with one thread and otherwise the default options: also by native runs.
    fn mutant(&self, program: &Program) -> Result<Value, String> {
        let name = format!("{}_broken", program.name);
        self.compile(&name, program)?;
        let mut command = self.plain(&name, program.bytes);
        command.args(["--max-time", &self.limits.mutant.to_string()]);
        let (report, _) = self.json(&command)?;
        let found_at = found_at(&report, &program.kind);
        match found_at {
            Some(at) => println!("  mutant: {} found after {at:.3} s", program.kind),
            None => println!("  mutant: {} not found in {} s", program.kind, self.limits.mutant),
        }
        Ok(json!({ "kind": program.kind, "found_at": found_at }))
    }

    fn explore(&self, name: &str, bytes: usize, merge: &str, limit: u64) -> Result<Value, String> {
        let mut command = self.command(name, bytes);
        // What is drawn is merging, also where the tree is so small that it does not pay.
        command.env("EFFIGY_STRESS", "merge");
        command.args(["--merge", merge, "--max-time", &limit.to_string()]);
        let (report, cpu) = self.json(&command)?;
        let file = self.scratch.join("out/solver.txt");
        let layers = layers_of(&super::read(&file)?);
        Ok(point(&report, layers, cpu, limit))
    }

    /// Explores alone: without native runs and tests.
    fn command(&self, name: &str, bytes: usize) -> Command {
        let mut command = self.plain(name, bytes);
        command.args(["--no-replay", "--tests", "none"]);
        command
    }

    fn plain(&self, name: &str, bytes: usize) -> Command {
        let mut command = Command::new(&self.effigy);
        command.arg("explore").arg(self.folder.join(format!("{name}.rs")));
        command.args(["--sym-stdin", &bytes.to_string(), "--threads", "1", "--json", "--out"]);
        command.arg(self.scratch.join("out"));
        command
    }

    /// The report of a run, and its CPU seconds.
    fn json(&self, command: &Command) -> Result<(Value, f64), String> {
        let Measured { stdout, stderr, cpu, .. } = measure(command, &self.scratch)?;
        let report = serde_json::from_str(&stdout)
            .map_err(|e| format!("no JSON ({e}): {}", stderr.lines().next().unwrap_or_default()))?;
        Ok((report, cpu))
    }
}

/// The numbers of bytes that a program is measured with: even ones, and all that it is made for.
pub fn sizes(bytes: usize) -> Vec<usize> {
    (2..bytes).step_by(2).chain([bytes]).collect()
}

/// After how many seconds the first finding of this kind was found.
pub fn found_at(report: &Value, kind: &str) -> Option<f64> {
    let findings = report["findings"].as_array()?.iter();
    let times = report["found_at"].as_array()?.iter();
    let found = findings.zip(times).filter(|(finding, _)| finding["kind"] == kind);
    found.filter_map(|(_, at)| at.as_f64()).min_by(f64::total_cmp)
}

/// What counts of a report.
fn point(report: &Value, layers: Value, cpu: f64, limit: u64) -> Value {
    let because = report["incomplete_because"].as_array().into_iter().flatten();
    json!({
        "cpu_seconds": cpu,
        "seconds": report["seconds"],
        "limit": limit,
        "exhaustive": report["exhaustive"],
        "because": because.map(|reason| reason["reason"].clone()).collect::<Vec<Value>>(),
        "paths": report["paths"],
        "findings": report["findings"].as_array().map_or(0, Vec::len),
        "queries": report["solver"]["queries"],
        "solver_seconds": report["solver"]["seconds"],
        "peak_mb": report["peak_mb"],
        "layers": layers,
    })
}

/// The layers of a run's `solver.txt`: name, queries, answers, seconds.
pub fn layers_of(text: &str) -> Value {
    let table = text.lines().skip_while(|line| !line.starts_with("layer")).skip(1);
    let layer = |line: &str| {
        let line = line.replace('%', "");
        let cells: Vec<&str> = line.split_whitespace().collect();
        let &[name, queries, answered, _, seconds] = cells.as_slice() else { return None };
        Some(json!({
            "name": name,
            "queries": queries.parse::<u64>().ok()?,
            "answered": answered.parse::<u64>().ok()?,
            "seconds": seconds.parse::<f64>().ok()?,
        }))
    };
    table.take_while(|line| !line.is_empty()).filter_map(layer).collect()
}

/// A run in a line.
fn said(run: &Value) -> String {
    let end = if run["exhaustive"] == true { "exhaustive" } else { "cut" };
    format!(
        "{:.3} s of CPU, {end}, {} paths, {} queries, {} MB",
        run["cpu_seconds"].as_f64().unwrap_or(0.0),
        super::page::paths(run),
        run["queries"],
        run["peak_mb"],
    )
}

//! What a run cost and how much of the program it reached.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// What part of the user's own source the run reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Lines that at least one path executed.
    pub lines: u64,
    /// Lines that carry code.
    pub lines_total: u64,
    /// Branch sides that at least one path took.
    pub branches: u64,
    /// Branch sides of the program.
    pub branches_total: u64,
    /// The lines, file by file.
    pub files: Vec<FileCoverage>,
}

impl Coverage {
    /// Of these files by their names, with their sums. What is there several times ran when it ran once.
    pub fn of(files: BTreeMap<String, FileCoverage>) -> Coverage {
        let mut coverage = Coverage::default();
        for (name, mut file) in files {
            file.lines.sort_unstable_by_key(|(line, ran)| (*line, Reverse(*ran)));
            file.lines.dedup_by_key(|(line, _)| *line);
            file.branches.sort_unstable_by_key(|(line, side, taken)| (*line, *side, !*taken));
            file.branches.dedup_by_key(|(line, side, _)| (*line, *side));
            file.functions
                .sort_by(|a, b| (a.line, &a.name, !a.entered).cmp(&(b.line, &b.name, !b.entered)));
            file.functions.dedup_by(|a, b| (a.line, &a.name) == (b.line, &b.name));
            coverage.lines += file.lines.iter().filter(|(_, ran)| *ran > 0).count() as u64;
            coverage.lines_total += file.lines.len() as u64;
            coverage.branches += file.branches.iter().filter(|(.., taken)| *taken).count() as u64;
            coverage.branches_total += file.branches.len() as u64;
            coverage.files.push(FileCoverage { file: name, ..file });
        }
        coverage
    }

    /// Adds what ran in another run of the program.
    pub fn add(&mut self, other: Coverage) {
        let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
        for file in std::mem::take(&mut self.files).into_iter().chain(other.files) {
            let known = files.entry(file.file).or_default();
            known.lines.extend(file.lines);
            known.branches.extend(file.branches);
            known.functions.extend(file.functions);
        }
        *self = Coverage::of(files);
    }
}

/// How often each line of a file was executed, and what else ran of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The file's path.
    pub file: String,
    /// 1-based line and number of executions, by line; lines without code are absent.
    pub lines: Vec<(u32, u64)>,
    /// The sides of branches: 1-based line, the number of the side at that line, and whether a path took it.
    pub branches: Vec<(u32, u32, bool)>,
    /// The functions, by line.
    pub functions: Vec<FunctionCoverage>,
}

/// Whether a function was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// Its name for people.
    pub name: String,
    /// 1-based line of its definition, or of its first line of code where that is not known.
    pub line: u32,
    /// Whether a path came into it.
    pub entered: bool,
}

/// What one layer of the solver stack did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerUse {
    /// The layer's name.
    pub name: String,
    /// Queries that reached the layer.
    pub queries: u64,
    /// Queries that it answered by itself.
    pub hits: u64,
    /// Time spent in the layer itself, in seconds.
    pub seconds: f64,
}

/// What the solver did in the whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverUse {
    /// Queries that the machine asked.
    pub queries: u64,
    /// Queries that were answered without a back end.
    pub cached: u64,
    /// Queries that nobody could decide.
    pub unknown: u64,
    /// Time of all queries, in seconds, over all threads.
    pub seconds: f64,
    /// The layers, outermost first.
    pub layers: Vec<LayerUse>,
    /// Further named numbers, such as applications of a rewrite rule.
    pub counters: Vec<(String, u64)>,
}

/// Where the wall time of a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// The user's compiler.
    pub compile: Duration,
    /// Reading the module.
    pub load: Duration,
    /// Running the paths.
    pub explore: Duration,
    /// Running the tests natively.
    pub replay: Duration,
    /// The whole run.
    pub total: Duration,
    /// When each finding was found first, in their order, from the start of the run on.
    pub found: Vec<Duration>,
}

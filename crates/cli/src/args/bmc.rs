//! The arguments of `bmc`.

use super::{Checking, choice, choices, names};
use crate::units;
use clap::Args;
use effigy_session::bmc::CheckOptions;
use effigy_session::options::{Backend, ExploreOptions, Language};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy bmc parse.c --sym-stdin 8 --unwind 16
      one formula for all that parse.c does on 8 bytes when each loop goes round at most 16 times; bounds
      of 1, 2, 4 and 8 are tried before
  effigy bmc sort.c --unwind 8 --each
      each property is a question of its own, and its answer a line
  effigy bmc counter.c --unwind 8 --k-induction
      proves loops that have no bound, where 8 rounds from any state that do not fail say that the next one does not
  effigy replay effigy-last/1
      runs the first finding natively

Where nothing fails and no loop can come to the bound, the program is `proved`. Where the bound can be
reached, nothing fails up to there, and the answer is `bounded`: try a larger one.

Exit status: 0 nothing failed (proved or bounded), 1 a failure was found, 2 bad input or usage,
3 undecided, 4 a defect of Effigy.";

/// Arguments of `bmc`.
#[derive(Debug, Args)]
pub struct BmcArguments {
    /// The program: a .rs, .c or .ll file, or the folder of a Cargo package
    #[arg(required_unless_present = "package")]
    pub input: Option<PathBuf>,
    /// Check the Cargo package in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "input", help_heading = "Program")]
    pub package: Option<PathBuf>,
    /// The binary of the package [default: its only one]
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub bin: Option<String>,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(compiled()), help_heading = "Program")]
    pub lang: Option<String>,
    /// The function at which the program begins; parameters other than main's are symbolic [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Program")]
    pub entry: Option<String>,
    /// Further flags for the C compiler, separated by blanks; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Program")]
    pub cflags: Vec<String>,
    /// The edition for rustc [default: 2021]
    #[arg(long, value_name = "YEAR", help_heading = "Program")]
    pub edition: Option<String>,

    /// Symbolic arguments of the program: the length of each in bytes, as in 2,3 for two
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "Symbolic input")]
    pub sym_args: Vec<usize>,
    /// Symbolic standard input of this many bytes
    #[arg(long, value_name = "BYTES", help_heading = "Symbolic input")]
    pub sym_stdin: Option<usize>,

    /// How often a loop goes back to its head each time that it is entered, and how deep a function calls itself, at
    /// most; smaller bounds are tried first
    #[arg(long, value_name = "K", default_value_t = 16, help_heading = "Bound")]
    pub unwind: u64,
    /// Ask for each property by itself, not whether any of them fails
    #[arg(long, help_heading = "Bound")]
    pub each: bool,

    /// Where the bound is reached and nothing fails, try to prove loops by induction over their rounds
    #[arg(long, help_heading = "Bound")]
    pub k_induction: bool,
    /// Make another instance of a variable for each assignment, and equations of what is assigned, in place of putting
    /// terms where variables are read; the answers are the same
    #[arg(long, help_heading = "Bound")]
    pub memoryless: bool,

    #[command(flatten)]
    pub checking: Checking,
    #[command(flatten)]
    pub limits: BmcLimits,
    #[command(flatten)]
    pub results: BmcResults,
}

/// Limits of a check.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and solver (a check that meets a limit is undecided)")]
pub struct BmcLimits {
    /// Wall time of the whole command, compiling and replays included: 30, 30s, 5m, 2h [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Memory in MB, or 2G [default: what the machine has free]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// Instructions on one path [default: none]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Time of one solver query [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_query_time: Option<Duration>,
    /// Size of the program's own stack in MB, or 64K; what needs more is a stack overflow [default: 8]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub stack: Option<u64>,
    /// What decides queries
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Write each query as an SMT-LIB file into this folder
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
}

/// What is reported and saved.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct BmcResults {
    /// The run folder: new, empty, or an earlier run's, which is replaced [default: effigy-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object on standard output, and the rest on standard error
    #[arg(long)]
    pub json: bool,
    /// Do not run what fails natively; every finding stays a candidate
    #[arg(long)]
    pub no_replay: bool,
    /// Whether native runs of tests are kept in a sandbox, in which they can change nothing
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub replay_sandbox: String,
    /// Compile the program anew, and keep nothing of it for the next run
    #[arg(long)]
    pub no_cache: bool,
}

/// The languages whose programs can be checked.
fn compiled() -> Vec<&'static str> {
    Language::ALL.iter().filter(|language| language.is_compiled()).map(|l| l.name()).collect()
}

impl BmcArguments {
    /// The options of the run.
    pub fn options(&self) -> CheckOptions {
        let input = self.package.as_ref().or(self.input.as_ref()).cloned().unwrap_or_default();
        let limits = &self.limits;
        let mut explore = ExploreOptions::new(input);
        explore.budget.time = limits.max_time;
        explore.budget.memory = limits.max_memory;
        explore.budget.steps = limits.max_steps;
        explore.budget.query_time = limits.max_query_time;
        let flags = self.cflags.iter().flat_map(|flags| flags.split_whitespace());
        let explore = ExploreOptions {
            language: self.lang.as_deref().and_then(|name| name.parse().ok()),
            bin: self.bin.clone(),
            entry: self.entry.clone(),
            cflags: flags.map(str::to_owned).collect(),
            edition: self.edition.clone(),
            symbolic_arguments: self.sym_args.clone(),
            symbolic_stdin: self.sym_stdin,
            stack: limits.stack.unwrap_or(ExploreOptions::DEFAULT_STACK),
            solver: choice(&limits.solver, Backend::Auto),
            z3: limits.z3.clone(),
            dump_queries: limits.dump_queries.clone(),
            replay: !self.results.no_replay,
            replay_sandbox: self.results.replay_sandbox == "on",
            cache: !self.results.no_cache,
            checks: self.checking.checks(),
            ub: self.checking.ub,
            malloc_may_fail: self.checking.malloc_may_fail,
            ..explore
        };
        let (each, memoryless, induction) = (self.each, self.memoryless, self.k_induction);
        CheckOptions { explore, unwind: self.unwind, each, memoryless, induction }
    }
}

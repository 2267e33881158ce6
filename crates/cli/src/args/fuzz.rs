//! The arguments of `fuzz`.

use super::{choice, choices, names, positive};
use crate::units;
use clap::Args;
use effigy_session::fuzz::FuzzOptions;
use effigy_session::options::{Backend, Check, CheckSet, ExploreOptions, Language};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy fuzz parse.c --seeds seeds --max-time 1m
      runs parse.c on each file of the folder `seeds` as standard input, turns the decisions of
      the best inputs one by one, and runs what comes of it
  effigy fuzz parse.rs --seeds afl-out --max-time 10m
      begins with the queue that AFL++ keeps there
  effigy fuzz tool.c --seeds words --arg
      a file is the program's only argument
  effigy fuzz tool.c --seeds pictures -- --quiet @@
      a file is one that the program opens, by the name that stands in the place of @@
  effigy fuzz fuzz/fuzz_targets/parse.rs --seeds fuzz/corpus/parse
      a target of cargo-fuzz; one of libFuzzer in C is given in the same way
  effigy fuzz harness.c --seeds seeds
      a program that makes its own inputs gets the bytes of a file one after the other
  effigy replay effigy-last/1
      runs the first finding natively; its input alone is effigy-last/tests/test000001.input

  effigy fuzz parse.c --seeds seeds --sync shared
      works beside AFL++ (started with -o shared -S name), or on a corpus of libFuzzer
  effigy resume effigy-last
      goes on with a search that was ended, from what it kept

Inputs are run natively, and changed by chance between the paths that are turned. Without
--max-time a search ends when no input waits and nothing new came for long.

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage, 4 a defect of Effigy.";

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub struct FuzzArguments {
    /// The program: a .rs, .c or .ll file, or the folder of a Cargo package
    #[arg(required_unless_present = "package")]
    pub input: Option<PathBuf>,
    /// Fuzz the Cargo package in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "input", help_heading = "Program")]
    pub package: Option<PathBuf>,
    /// The binary of the package [default: its only one]
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub bin: Option<String>,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(compiled()), help_heading = "Program")]
    pub lang: Option<String>,
    /// Further flags for the C compiler, separated by blanks; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Program")]
    pub cflags: Vec<String>,
    /// The edition for rustc [default: 2021]
    #[arg(long, value_name = "YEAR", help_heading = "Program")]
    pub edition: Option<String>,

    /// The folder of the inputs to begin with, one a file; also one that AFL++ wrote
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub seeds: PathBuf,
    /// A seed is the program's only argument, not its standard input
    #[arg(long, help_heading = "Inputs")]
    pub arg: bool,
    /// Share inputs with fuzzers through this folder: that of AFL++ (`-o`), or a corpus of libFuzzer
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub sync: Option<PathBuf>,
    /// Arguments of the program; @@ in one stands for a file with the bytes of a seed
    #[arg(last = true, value_name = "ARGS", conflicts_with = "arg", help_heading = "Inputs")]
    pub arguments: Vec<String>,

    #[command(flatten)]
    pub checking: FuzzChecking,
    #[command(flatten)]
    pub limits: FuzzLimits,
    #[command(flatten)]
    pub results: FuzzResults,
}

/// What counts as a failure.
#[derive(Debug, Args)]
#[command(next_help_heading = "Checks (`effigy checks` lists them)")]
pub struct FuzzChecking {
    /// Checks and presets with commas between them; +NAME adds to the default, -NAME takes away
    #[arg(long, value_name = "LIST", value_parser = CheckSet::parse, allow_hyphen_values = true)]
    pub checks: Option<CheckSet>,
    /// Also look for heap objects that are never released (the check `leak`)
    #[arg(long)]
    pub leaks: bool,
    /// Keep errors of unsafe Rust in the program, and check what LLVM IR says of values
    #[arg(long)]
    pub ub: bool,
}

/// Limits of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and solver")]
pub struct FuzzLimits {
    /// Wall time of the whole command, compiling and replays included: 30, 30s, 5m, 2h [default: until nothing new comes]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Memory in MB, or 2G [default: what the machine has free]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// Instructions of one run; a run that needs more is cut [default: 20 million]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Time of one solver query; a side that takes longer is undecided [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_query_time: Option<Duration>,
    /// Size of the program's own stack in MB, or 64K; a run that needs more is a stack overflow [default: 8]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub stack: Option<u64>,
    /// End with the first failure
    #[arg(long)]
    pub first: bool,
    /// Run inputs on Effigy's machine only, and change none by chance: the search is the same each time
    #[arg(long)]
    pub no_native: bool,
    /// Workers [default: one a core; with --no-native, one]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Seed of the changes by chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// What decides queries
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
}

/// What is reported and saved.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct FuzzResults {
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

/// The languages whose programs can be fuzzed.
pub(super) fn compiled() -> Vec<&'static str> {
    Language::ALL.iter().filter(|language| language.is_compiled()).map(|l| l.name()).collect()
}

impl FuzzArguments {
    /// The options of the run.
    pub fn options(&self) -> FuzzOptions {
        let input = self.package.as_ref().or(self.input.as_ref()).cloned().unwrap_or_default();
        let limits = &self.limits;
        let mut explore = ExploreOptions::new(input);
        explore.budget.time = limits.max_time;
        explore.budget.memory = limits.max_memory;
        explore.budget.steps = limits.max_steps;
        explore.budget.query_time =
            Some(limits.max_query_time.unwrap_or(FuzzOptions::DEFAULT_QUERY_TIME));
        let checks = self.checking.checks.unwrap_or_default();
        let flags = self.cflags.iter().flat_map(|flags| flags.split_whitespace());
        let explore = ExploreOptions {
            language: self.lang.as_deref().and_then(|name| name.parse().ok()),
            bin: self.bin.clone(),
            cflags: flags.map(str::to_owned).collect(),
            edition: self.edition.clone(),
            threads: limits.threads,
            seed: limits.seed,
            arguments: self.arguments.clone(),
            stack: limits.stack.unwrap_or(ExploreOptions::DEFAULT_STACK),
            solver: choice(&limits.solver, Backend::Auto),
            z3: limits.z3.clone(),
            replay: !self.results.no_replay,
            replay_sandbox: self.results.replay_sandbox == "on",
            cache: !self.results.no_cache,
            checks: if self.checking.leaks { checks.with(Check::Leak) } else { checks },
            ub: self.checking.ub,
            ..explore
        };
        FuzzOptions {
            argument: self.arg,
            native: !limits.no_native,
            first: limits.first,
            sync: self.sync.clone(),
            ..FuzzOptions::new(explore, &self.seeds)
        }
    }
}

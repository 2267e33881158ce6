//! The arguments of `fuzz`.

use super::common::{CheckingArguments, MachineArguments, ProgramArguments, ResultArguments};
use super::{DecidingArguments, OutputArguments, positive};
use crate::units;
use clap::Args;
use effigy_session::fuzz::FuzzOptions;
use effigy_session::options::ExploreOptions;
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy fuzz parse.c --seeds seeds --max-time 1m
      runs parse.c with each file of the folder `seeds` as standard input, negates the branch
      conditions of the best inputs one by one, and runs the resulting inputs
  effigy fuzz parse.rs --seeds afl-out --max-time 10m
      starts from the queue of AFL++ in that folder
  effigy fuzz tool.c --seeds words --arg
      a seed is the program's only argument
  effigy fuzz tool.c --seeds pictures -- --quiet @@
      the program opens the seed as a file; @@ is replaced by its name
  effigy fuzz fuzz/fuzz_targets/parse.rs --seeds fuzz/corpus/parse
      a target of cargo-fuzz; C targets of libFuzzer work in the same way
  effigy fuzz harness.c --seeds seeds
      a program that makes its own inputs consumes the bytes of a seed in order
  effigy replay effigy-last/1
      runs the first finding natively; its input alone is effigy-last/tests/test000001.input

  effigy fuzz parse.c --seeds seeds --sync shared
      works with AFL++ (started with -o shared -S name), or on a corpus of libFuzzer
  effigy resume effigy-last
      continues a search from its corpus

Between solver steps, inputs are mutated systematically and at random, and run natively. Without --max-time
a search ends when no input waits and nothing new has come for long.

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage, 4 a defect of Effigy.";

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub struct FuzzArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The folder of seed inputs, one a file; also an output folder of AFL++
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub seeds: PathBuf,
    /// A seed is the program's only argument, not its standard input
    #[arg(long, help_heading = "Inputs")]
    pub arg: bool,
    /// Exchange inputs with other fuzzers in this folder: the output of AFL++ (`-o`), or a corpus of libFuzzer
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub sync: Option<PathBuf>,
    /// Arguments of the program; @@ is replaced by the name of a file with the bytes of a seed
    #[arg(last = true, value_name = "ARGS", conflicts_with = "arg", help_heading = "Inputs")]
    pub arguments: Vec<String>,

    #[command(flatten)]
    pub checking: CheckingArguments,
    #[command(flatten)]
    pub limits: FuzzLimits,
    #[command(flatten)]
    pub results: ResultArguments,
    /// Write a violation witness (SV-COMP, format 2.0) of each finding of a C program beside its test
    #[arg(long, help_heading = "Results")]
    pub witness: bool,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    #[command(flatten)]
    pub outputs: OutputArguments,
}

/// Limits of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and solver")]
pub struct FuzzLimits {
    /// Wall time of the whole command, compiling and replays included: 30, 30s, 5m, 2h [default: until nothing new is found]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Instructions of one run; a run that needs more is cut [default: 20 million]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Time of one solver query; a side that needs more is undecided [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_query_time: Option<Duration>,
    /// Stop at the first failure
    #[arg(long)]
    pub first: bool,
    /// Run inputs on Effigy's machine only, without random mutation; the search is deterministic
    #[arg(long)]
    pub no_native: bool,
    /// Workers [default: one for each core; with --no-native, one]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Seed of the random mutations
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub machine: MachineArguments,
}

impl FuzzArguments {
    /// The options of the run.
    pub fn options(&self) -> FuzzOptions {
        let limits = &self.limits;
        let mut explore = self.program.options();
        limits.machine.change(&mut explore);
        self.results.change(&mut explore);
        self.checking.change(&mut explore);
        explore.budget.time = limits.max_time;
        explore.budget.steps = limits.max_steps;
        explore.budget.query_time =
            Some(limits.max_query_time.unwrap_or(FuzzOptions::DEFAULT_QUERY_TIME));
        let explore = ExploreOptions {
            threads: limits.threads,
            seed: limits.seed,
            arguments: self.arguments.clone(),
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

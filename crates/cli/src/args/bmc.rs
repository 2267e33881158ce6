//! The arguments of `bmc`.

use super::common::{MachineArguments, ProgramArguments, ResultArguments};
use super::{Checking, DecidingArguments, OutputArguments};
use crate::units;
use clap::Args;
use effigy_session::bmc::CheckOptions;
use effigy_session::options::{ExploreOptions, Integers};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy bmc parse.c --sym-stdin 8 --unwind 16
      one formula for all runs of parse.c on 8 bytes with at most 16 iterations of each loop; bounds
      1, 2, 4 and 8 are tried first
  effigy bmc sort.c --unwind 8 --each
      asks for each property by itself and prints a line for each
  effigy bmc counter.c --unwind 8 --k-induction
      proves unbounded loops: if 8 iterations from any state do not fail, the next one does not either
  effigy replay effigy-last/1
      runs the first finding natively

If nothing fails and no loop can reach the bound, the program is `proved`. If a loop can reach it and
nothing fails up to there, the answer is `bounded`: try a larger bound.

Exit status: 0 nothing failed (proved or bounded), 1 a failure was found, 2 bad input or usage,
3 undecided, 4 a defect of Effigy.";

/// Arguments of `bmc`.
#[derive(Debug, Args)]
pub struct BmcArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Begin at this function, with symbolic parameters; C.m is a method of an .oo file [default: main; the first procedure of
    /// a .pli file]
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub entry: Option<String>,
    /// PL/I: begin with this call; names in double quotes are symbols
    #[arg(long, value_name = "CALL", conflicts_with = "entry", help_heading = "Program")]
    pub call: Option<String>,
    /// PL/I and object programs: the integers: `unbounded`, `fixed` (32 bits), or a number of bits (object programs)
    /// [default: unbounded]
    #[arg(long, value_name = "INTEGERS", help_heading = "Program")]
    pub ints: Option<Integers>,

    /// Symbolic arguments of the program: the length of each in bytes, as in 2,3 for two
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "Symbolic input")]
    pub sym_args: Vec<usize>,
    /// Symbolic standard input of this many bytes
    #[arg(long, value_parser = crate::units::length, value_name = "BYTES", help_heading = "Symbolic input")]
    pub sym_stdin: Option<usize>,

    /// The most back edges of a loop for each entry, and the most nested calls of a function; smaller bounds are tried
    /// first
    #[arg(long, value_name = "K", default_value_t = 16, help_heading = "Bound")]
    pub unwind: u64,
    /// Ask for each property by itself, instead of whether any fails
    #[arg(long, help_heading = "Bound")]
    pub each: bool,

    /// If the bound is reached and nothing fails, try to prove loops by induction over their iterations
    #[arg(long, help_heading = "Bound")]
    pub k_induction: bool,
    /// Define a new SSA instance of a variable by an equation at each assignment, instead of substituting terms; the
    /// answers are the same
    #[arg(long, help_heading = "Bound")]
    pub memoryless: bool,

    #[command(flatten)]
    pub checking: Checking,
    #[command(flatten)]
    pub limits: BmcLimits,
    #[command(flatten)]
    pub results: ResultArguments,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    #[command(flatten)]
    pub outputs: OutputArguments,
}

/// Limits of a check.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and solver (a check that reaches a limit is undecided)")]
pub struct BmcLimits {
    /// Wall time of the whole command, compiling and replays included: 30, 30s, 5m, 2h [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Instructions on one path [default: none]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Time of one solver query [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_query_time: Option<Duration>,
    /// Write each query as an SMT-LIB file into this folder
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    #[command(flatten)]
    pub machine: MachineArguments,
}

impl BmcArguments {
    /// The options of the run.
    pub fn options(&self) -> CheckOptions {
        let limits = &self.limits;
        let mut explore = self.program.options();
        limits.machine.change(&mut explore);
        self.results.change(&mut explore);
        explore.budget.time = limits.max_time;
        explore.budget.steps = limits.max_steps;
        explore.budget.query_time = limits.max_query_time;
        let mut explore = ExploreOptions {
            entry: self.entry.clone(),
            call: self.call.clone(),
            integers: self.ints.unwrap_or_default(),
            symbolic_arguments: self.sym_args.clone(),
            symbolic_stdin: self.sym_stdin,
            dump_queries: limits.dump_queries.clone(),
            checks: self.checking.common.checks(),
            ub: self.checking.common.ub,
            external: self.checking.external(),
            ..explore
        };
        self.checking.lift(&mut explore);
        let (each, memoryless, induction) = (self.each, self.memoryless, self.k_induction);
        CheckOptions { explore, unwind: self.unwind, each, memoryless, induction }
    }
}

//! The arguments of `feasible`.

use super::common::{CheckingArguments, MachineArguments, ProgramArguments, ResultArguments};
use super::{DecidingArguments, OutputArguments};

use crate::units;
use clap::Args;
use effigy_session::feasible::FeasibleOptions;
use effigy_session::options::{ExploreOptions, Integers};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy feasible parse.c --trace trace.txt --sym-stdin 8
      is there an input of 8 bytes on which the program reaches these places in this order?
  effigy feasible harness.c --trace trace.txt
      a program that makes its own inputs

A trace has one step a line: `file:line` or `file:line:column`, then nothing (the run reaches it), `true` or
`false` (the condition there is true or false the next time it is decided), `enter NAME` (the function is
entered), or `fails` (the run fails there). Between two steps the run may do anything else.
Lines that begin with # are comments.

Exit status: 0 infeasible, 1 feasible (the input is the run's test), 2 bad input or usage,
3 undecided: a limit was reached or something is unsupported, 4 a defect of Effigy.";

/// Arguments of `feasible`.
#[derive(Debug, Args)]
pub struct FeasibleArguments {
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

    /// The file of the trace
    #[arg(long, value_name = "FILE", help_heading = "Trace and inputs")]
    pub trace: PathBuf,
    /// Comma-separated lengths of symbolic arguments
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "Trace and inputs")]
    pub sym_args: Vec<usize>,
    /// Length of symbolic standard input in bytes
    #[arg(long, value_parser = crate::units::length, value_name = "BYTES", help_heading = "Trace and inputs")]
    pub sym_stdin: Option<usize>,

    #[command(flatten)]
    pub checking: CheckingArguments,
    #[command(flatten)]
    pub limits: FeasibleLimits,
    #[command(flatten)]
    pub results: ResultArguments,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    #[command(flatten)]
    pub outputs: OutputArguments,
}

/// Limits of a walk along a trace. What one cuts makes the answer undecided, unless an input is found.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits and solver (a cut makes the answer undecided)")]
pub struct FeasibleLimits {
    /// Wall time of the whole command, compiling and replay included: 30, 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "60s")]
    pub max_time: Duration,
    /// Instructions on one path [default: none]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Forks in the whole run [default: none]
    #[arg(long, value_name = "N")]
    pub max_forks: Option<u64>,
    /// Decisions on one path [default: none]
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Time of one solver query; a query that needs more is undecided
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "30s")]
    pub max_query_time: Duration,
    #[command(flatten)]
    pub machine: MachineArguments,
}

impl FeasibleArguments {
    /// The options of the run.
    pub fn options(&self) -> FeasibleOptions {
        let limits = &self.limits;
        let mut explore = self.program.options();
        limits.machine.change(&mut explore);
        self.results.change(&mut explore);
        explore.budget.time = Some(limits.max_time);
        explore.budget.steps = limits.max_steps;
        explore.budget.forks = limits.max_forks;
        explore.budget.depth = limits.max_depth;
        explore.budget.query_time = Some(limits.max_query_time);
        let explore = ExploreOptions {
            entry: self.entry.clone(),
            call: self.call.clone(),
            integers: self.ints.unwrap_or_default(),
            symbolic_arguments: self.sym_args.clone(),
            symbolic_stdin: self.sym_stdin,
            checks: self.checking.checks(),
            ub: self.checking.ub,
            ..explore
        };
        FeasibleOptions { explore, trace: self.trace.clone() }
    }
}

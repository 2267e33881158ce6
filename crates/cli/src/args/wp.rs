//! The arguments of `wp`.

use super::DecidingArguments;
use super::{choice, choices, languages, names};
use crate::units;
use clap::Args;
use effigy_base::budget::Budget;
use effigy_session::options::{Backend, ExploreOptions, Integers};
use effigy_session::wp::WpOptions;
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy wp list.oo --entry List.insert
      the traces of a method, each with its condition on the initial state
  effigy wp list.oo --trace steps.txt
      one given trace: lines `h := e`, `x := new C` and tests; is it possible, and for which objects?
  effigy wp power.pli --max-steps 40
      works on any program that keeps its state in variables, arrays and objects

Exit status: 0 no trace ends in a failure (or the trace was given), 1 one does, 2 bad input or usage,
3 none does, but some were not followed to their end, 4 a defect of Effigy.";

/// Arguments of `wp`.
#[derive(Debug, Args)]
pub struct WpArguments {
    /// The program: an .oo or .pli file; .ll, .c and .rs files as far as they do not use byte memory
    pub input: PathBuf,
    /// Compute the condition of the trace in this file (object programs)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Begin at this method or procedure [default: main, or the only one; the first procedure of a .pli file]
    #[arg(long, value_name = "NAME", conflicts_with = "trace")]
    pub entry: Option<String>,
    /// PL/I: begin with this call; names in double quotes are symbols
    #[arg(long, value_name = "CALL", conflicts_with_all = ["entry", "trace"])]
    pub call: Option<String>,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(languages()))]
    pub lang: Option<String>,
    /// The integers: `unbounded`, `fixed` (32 bits), or a number of bits (object programs)
    #[arg(long, value_name = "INTEGERS", default_value = "unbounded")]
    pub ints: Integers,
    /// The most traces
    #[arg(long, value_name = "N", default_value_t = WpOptions::DEFAULT_TRACES)]
    pub max_traces: u64,
    /// The most statements of a trace; instructions for a compiled program [default: none, or a million]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// The most tests with two feasible sides on a trace [default: none]
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Wall time of the whole command [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Also unfold traces that no initial state takes, and list them as unsatisfiable
    #[arg(long)]
    pub no_prune: bool,
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Time of one solver query; a condition that needs more is undecided
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "30s")]
    pub max_query_time: Duration,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub deciding: DecidingArguments,
}

impl WpArguments {
    /// The options of the run.
    pub fn options(&self) -> WpOptions {
        let explore = ExploreOptions {
            language: self.lang.clone(),
            entry: self.entry.clone(),
            call: self.call.clone(),
            integers: self.ints,
            solver: choice(&self.solver, Backend::Auto),
            z3: self.z3.clone(),
            budget: Budget {
                time: self.max_time,
                steps: self.max_steps,
                depth: self.max_depth,
                query_time: Some(self.max_query_time),
                ..Budget::default()
            },
            ..ExploreOptions::new(&self.input)
        };
        WpOptions {
            explore,
            trace: self.trace.clone(),
            traces: Some(self.max_traces),
            prune: !self.no_prune,
        }
    }
}

//! The arguments of `prove`.

use super::{DecidingArguments, choice, choices, names, positive};
use crate::units;
use clap::Args;
use effigy_session::options::Backend;
use effigy_session::prove::{ParseOptions, ProveOptions};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy prove list.vpr
      proves every method, function and predicate of a Viper program
  effigy prove list.vpr --only insert --states
      one member, with the symbolic states on the path to each failure
  effigy prove queue.oo
      the contracts of an object program
  effigy prove list.vpr --json
      prints one JSON object; errors have the identifiers of Viper's tools

Exit status: 0 everything is proved, 1 something is refuted, 2 bad input or usage,
3 nothing is refuted, but something is undecided, or depends on an assumption and --exhaustive was given, 4 a defect of Effigy.";

/// Arguments of `prove`.
#[derive(Debug, Args)]
pub struct ProveArguments {
    /// The programs: .vpr and .oo files
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Prove only this method, function or predicate; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Members proved in parallel [default: one for each core]
    #[arg(long, visible_alias = "jobs", value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// The solver for obligations
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Time of one obligation; an obligation that needs more is unknown
    #[arg(long, alias = "max-query-time", value_name = "TIME", value_parser = units::time, default_value = "10s")]
    pub query_time: Duration,
    /// Wall time of the whole command; members not proved by then are unknown [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Wall time of one member; a member that needs more is unknown, and the others continue [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub member_time: Option<Duration>,
    /// Memory in MB, or 2G; members not proved when it is used up are unknown [default: none]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// Merge branches whose sides end with the same permissions; `off` explores every path by itself
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub joins: String,
    /// Also report unreachable code: contradictory contracts, axioms and assumptions, dead branches
    #[arg(long)]
    pub smoke: bool,
    /// Functions need the permission amounts of their preconditions, instead of any positive amount
    #[arg(long)]
    pub exact_amounts: bool,
    /// A folder for `import <path>`, besides the imports of the language; may be given several times
    #[arg(long, value_name = "DIR")]
    pub import_path: Vec<PathBuf>,
    /// Show the symbolic states on the path to each failure: store, heap, old heap, path condition
    #[arg(long)]
    pub states: bool,
    /// Prove unchanged members again
    #[arg(long)]
    pub no_cache: bool,
    /// Write each query as an SMT-LIB file into this folder
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub deciding: DecidingArguments,
}

impl ProveArguments {
    /// The options of the run.
    pub fn options(&self) -> ProveOptions {
        ProveOptions {
            only: self.only.clone(),
            workers: self.threads,
            solver: choice(&self.solver, Backend::Auto),
            program: self.z3.clone(),
            query_time: Some(self.query_time),
            dump_queries: self.dump_queries.clone(),
            time: self.max_time,
            member_time: self.member_time,
            memory: self.max_memory,
            joins: self.joins == "on",
            states: self.states,
            cache: !self.no_cache,
            reading: ParseOptions {
                smoke: self.smoke,
                exact_amounts: self.exact_amounts,
                import_folders: self.import_path.clone(),
            },
            ..ProveOptions::new(self.inputs.clone())
        }
    }
}

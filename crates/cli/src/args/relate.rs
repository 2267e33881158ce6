//! The arguments of `relate`.

use super::{DecidingArguments, choices, names, positive};
use crate::units;
use clap::Args;
use effigy_session::relate::{Cores, RelateOptions};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy relate addressBook.als
      every command: looks for an instance of each `run` and a counterexample of each `check`, up to the scope
  effigy relate addressBook.als --command delUndoesAdd --enumerate 5
      one command, and up to five counterexamples, no two of them isomorphic
  effigy relate hotel.als --core always
      also prints the parts of the model that a check depends on
  effigy relate hotel.als --json --page hotel.html
      prints one JSON object; writes a page with pictures

Exit status: 0 every command is as it expects and no check has an unexpected counterexample, 1 otherwise,
2 bad input or usage, 3 not 1, but something is undecided, or, with --exhaustive, depends on an assumption that
--assume does not name, 4 a defect of Effigy.";

/// Arguments of `relate`.
#[derive(Debug, Args)]
pub struct RelateArguments {
    /// The model: an .als file
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
    /// Run only this command, by name or by number from 1; may be given several times
    #[arg(long, value_name = "NAME")]
    pub command: Vec<String>,
    /// The most instances of a command; isomorphic instances are listed once
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    pub enumerate: usize,
    /// When to compute an unsatisfiable core of the model; auto: for a `run` without an instance
    #[arg(long, value_name = "WHEN", value_parser = choices(names(&Cores::ALL, Cores::name)), default_value = "auto")]
    pub core: String,
    /// Wall time of the whole command; commands without an answer by then are undecided [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Wall time of one command of the model [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub command_time: Option<Duration>,
    /// Memory in MB, or 2G; commands without an answer when it is used up are undecided [default: none]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// The run folder [default: the first free effigy-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write the page with pictures to this file
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    /// What counts as decided.
    #[command(flatten)]
    pub deciding: DecidingArguments,
}

impl RelateArguments {
    /// The options of the run.
    pub fn options(&self) -> RelateOptions {
        RelateOptions {
            commands: self.command.clone(),
            instances: self.enumerate,
            cores: Cores::ALL
                .into_iter()
                .find(|cores| cores.name() == self.core)
                .unwrap_or_default(),
            demand: self.deciding.demand(),
            time: self.max_time,
            command_time: self.command_time,
            memory: self.max_memory,
            ..RelateOptions::new(self.input.clone())
        }
    }
}

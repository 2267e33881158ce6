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
      every command: an instance or none for `run`, a counterexample or none up to the scope for `check`
  effigy relate addressBook.als --command delUndoesAdd --enumerate 5
      one command, and up to five counterexamples that differ in more than which atom is which
  effigy relate hotel.als --core always
      also the parts of the model that a check rests on
  effigy relate hotel.als --json --page hotel.html
      one JSON object on standard output; a page with pictures

Exit status: 0 every command is as it expects and no check has a counterexample that it does not expect, 1 otherwise,
2 bad input or usage, 3 not that, but something is not decided, or, with --exhaustive, rests on an assumption that
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
    /// Instances of a command at most; copies that differ in which atom is which are left out
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    pub enumerate: usize,
    /// When to look for the parts of the model that contradict: auto is for `run`s without an instance
    #[arg(long, value_name = "WHEN", value_parser = choices(names(&Cores::ALL, Cores::name)), default_value = "auto")]
    pub core: String,
    /// Wall time of the whole command; what has no answer by then is undecided [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Wall time of one command of the model [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub command_time: Option<Duration>,
    /// Memory in MB, or 2G; what has no answer when it is used up is undecided [default: none]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// The run folder [default: the first effigy-out-N that is not there]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the page with pictures to this file too
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Print one JSON object on standard output, and the rest on standard error
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

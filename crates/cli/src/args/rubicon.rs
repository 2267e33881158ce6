//! The arguments of `rubicon`.

use crate::units;
use clap::Args;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy rubicon --solve
      decides what a specification library asks for, by lines of JSON (docs/rubicon-format.md)

Exit status: 0 everything holds, 1 a specification fails, 2 bad input or usage,
3 nothing fails but something is undecided, 4 a defect of Effigy.";

/// Arguments of `rubicon`.
#[derive(Debug, Args)]
pub struct RubiconArguments {
    /// Answer the requests of a specification library on standard input, a line each
    #[arg(long)]
    pub solve: bool,
    /// Memory in MB, or 2G; what is not decided when it is used up is undecided
    #[arg(long, value_name = "SIZE", value_parser = units::size, default_value = "2G")]
    pub max_memory: u64,
}

//! The arguments of `rubicon`.

use super::{DecidingArguments, positive};
use crate::units;
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What help says at the end.
pub const HELP: &str = "\
Examples:
  effigy rubicon spec/
      runs the specifications of a Rails application with rspec, or of a Django one with pytest; each one
      holds, fails with the rows that break it, or is undecided
  effigy rubicon spec/contacts_spec.rb --scope 4 --scope permissions=2
      one file; up to 4 rows a table, but 2 permissions
  effigy rubicon . --write-tests --json
      writes a test for each counterexample; prints one JSON object
  effigy rubicon --solve
      answers a specification library by lines of JSON (docs/rubicon-format.md)

Exit status: 0 everything holds, 1 a specification fails, 2 bad input or usage,
3 nothing fails, but something is undecided, or, with --exhaustive, is vacuous or depends on an assumption that
--assume does not name, 4 a defect of Effigy.";

/// Arguments of `rubicon`.
#[derive(Debug, Args)]
pub struct RubiconArguments {
    /// A file or folder of specifications, or the folder of an application
    #[arg(required_unless_present = "solve")]
    pub input: Option<PathBuf>,
    /// Answer the requests of a specification library on standard input, a line each
    #[arg(long, conflicts_with = "input")]
    pub solve: bool,
    /// The most rows of each table, or TABLE=N for one; may be given several times; answers hold up to these numbers
    /// [default: that of the specification, else 3]
    #[arg(long, value_name = "[TABLE=]N", value_parser = scope)]
    pub scope: Vec<(Option<String>, usize)>,
    /// Bits of integers and times, from 1 to 8 [default: that of the specification, else 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub bits: Option<u32>,
    /// Wall time of the whole command; specifications without an answer by then are undecided [default: 30s for each]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Memory of --solve in MB, or 2G; specifications without an answer when it is used up are undecided
    #[arg(long, value_name = "SIZE", value_parser = units::size, default_value = "2G")]
    pub max_memory: u64,
    /// Write a test for each counterexample that the application confirms, into DIR [default: tests of the run folder]
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true)]
    pub write_tests: Option<Option<PathBuf>>,
    /// The command that runs specifications [default: rspec or pytest]
    #[arg(long, value_name = "COMMAND")]
    pub runner: Option<String>,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    /// The run folder [default: effigy-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
}

impl RubiconArguments {
    /// The member `scopes` of requests, where an option says something of it.
    pub fn scopes(&self) -> Option<String> {
        let mut scopes = Map::new();
        let mut tables = Map::new();
        for (table, rows) in &self.scope {
            match table {
                None => scopes.insert("default".to_owned(), json!(rows)),
                Some(table) => tables.insert(table.clone(), json!(rows)),
            };
        }
        if !tables.is_empty() {
            scopes.insert("tables".to_owned(), Value::Object(tables));
        }
        if let Some(bits) = self.bits {
            scopes.insert("int".to_owned(), json!(bits));
        }
        if let Some(time) = self.max_time {
            scopes.insert("seconds".to_owned(), json!(time.as_secs_f64().min(30.0)));
        }
        (!scopes.is_empty()).then(|| Value::Object(scopes).to_string())
    }
}

/// A number of rows, of one table or of all.
fn scope(text: &str) -> Result<(Option<String>, usize), String> {
    let number = |text: &str| match text.parse() {
        Ok(rows) if rows <= 64 => Ok(rows),
        _ => Err("expected a number of rows up to 64, or TABLE=N".to_owned()),
    };
    match text.split_once('=') {
        None => positive(text).and_then(|_| number(text)).map(|rows| (None, rows)),
        Some((table, rows)) => Ok((Some(table.to_owned()), number(rows)?)),
    }
}

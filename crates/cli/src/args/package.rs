//! Arguments of `package`.

use super::DecidingArguments;
use super::common::{CheckingArguments, MachineArguments, ResultArguments, TargetArguments};
use super::{FindingArguments, choice, choices, names, positive};
use crate::units;
use clap::Args;
use effigy_session::options::{ExploreOptions, Harnesses, Merge, Panics};
use std::path::PathBuf;
use std::time::Duration;

/// What follows the help.
pub const HELP: &str = "\
Examples:
  cargo effigy
      checks the package of this folder: its symbolic tests, or, if it has none, all of its functions
  cargo effigy --kani
      checks its Kani harnesses, unchanged
  cargo effigy --auto --only parse
      every function whose path has `parse` in it
  cargo effigy --tests --features extra -p shop
      the tests of one member of a workspace
  cargo effigy --junit effigy.xml --sarif effigy.sarif --github
      a step of a CI system: a test case for each function or test, all findings, and annotations

Each line of the table is one run. `held` and `failed` are about all inputs; `bounded` names the bounds of the inputs;
`timed out`, `undecided` and `unsupported` claim nothing. The last line names the folder with the run folders.

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage,
3 nothing failed, but something is undecided and --exhaustive was given, 4 a defect of Effigy.";

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArguments {
    /// The folder of the package
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

/// Arguments of `package`.
#[derive(Debug, Args)]
pub struct PackageArguments {
    /// The folder of the package or the workspace, or a .rs file
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub target: TargetArguments,
    /// Check every function and method for all inputs [default: if there is no harness]
    #[arg(long, conflicts_with_all = ["tests", "kani"])]
    pub auto: bool,
    /// Check the tests, also those without symbolic values
    #[arg(long, conflicts_with = "kani")]
    pub tests: bool,
    /// Check the Kani harnesses: functions with #[kani::proof] or #[kani::proof_for_contract(...)]
    #[arg(long)]
    pub kani: bool,
    /// Only functions with this text in their path; may be given several times
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
    /// List the functions, tests or harnesses, and run nothing
    #[arg(long, conflicts_with = "FindingArguments")]
    pub list: bool,
    /// Wall time of the run of each function
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "10s")]
    pub time_each: Duration,
    /// Wall time of the whole command, compiling included [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// When to merge paths that meet again after a fork
    #[arg(long, value_name = "WHEN", value_parser = choices(names(Merge::ALL, Merge::name)), default_value = "auto")]
    pub merge: String,
    /// Worker threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Effect of a panic; auto: unwind if the sources mention catch_unwind, resume_unwind or panicking()
    #[arg(long, value_name = "WHAT", value_parser = choices(names(Panics::ALL, Panics::name)), default_value = "auto")]
    pub panic: String,
    /// Record failing inputs for `cargo test`: copy them to tests/effigy of the package, where #[effigy::test] finds them
    #[arg(long)]
    pub record: bool,
    /// The edition for rustc, if the input is a .rs file [default: 2021]
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<String>,
    #[command(flatten)]
    pub machine: MachineArguments,
    #[command(flatten)]
    pub checking: CheckingArguments,
    #[command(flatten)]
    pub results: ResultArguments,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    #[command(flatten)]
    pub outputs: FindingArguments,
}

impl PackageArguments {
    /// The options of the runs, at functions of this kind.
    pub fn options(&self, harnesses: Harnesses) -> ExploreOptions {
        let mut options = ExploreOptions {
            package: self.target.options(),
            harnesses: Some(harnesses),
            merge: choice(&self.merge, Merge::Auto),
            threads: self.threads,
            edition: self.edition.clone(),
            panics: choice(&self.panic, Panics::Auto),
            ..ExploreOptions::new(&self.folder)
        };
        self.checking.change(&mut options);
        // Kani's harnesses look for errors of unsafe code, too.
        options.ub |= harnesses == Harnesses::Kani;
        self.machine.change(&mut options);
        self.results.change(&mut options);
        options.budget.time = self.max_time;
        options
    }
}

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
      in the folder of a package: its tests, and when it has none that are symbolic each of its functions, on any values
  cargo effigy --kani
      its harnesses for Kani, as they are
  cargo effigy --auto --only parse
      every function whose path has `parse` in it
  cargo effigy --tests --features extra -p shop
      the tests of one member of a workspace
  cargo effigy --junit effigy.xml --sarif effigy.sarif --github
      as a step of a CI system: a test case for each function or test, all findings, and annotations

Each line of the table is a run of its own: `held` and `failed` are about all values, `bounded` says by what its values were
bounded, `timed out`, `undecided` and `unsupported` claim nothing. The run folders are below the folder that is named last.

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage,
3 nothing failed but not everything is decided and --exhaustive was given, 4 a defect of Effigy.";

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
    /// Begin at every function and method, on any values [default: where there is no harness]
    #[arg(long, conflicts_with_all = ["tests", "kani"])]
    pub auto: bool,
    /// Begin at the tests, also at those without symbolic values
    #[arg(long, conflicts_with = "kani")]
    pub tests: bool,
    /// Begin at the harnesses for Kani: functions with #[kani::proof] or #[kani::proof_for_contract(...)]
    #[arg(long)]
    pub kani: bool,
    /// Only what has this in its path; may be given several times
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
    /// List what there is to run, and run nothing
    #[arg(long, conflicts_with_all = ["sarif", "junit", "lcov", "github"])]
    pub list: bool,
    /// Wall time of the run of each function
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "10s")]
    pub time_each: Duration,
    /// Wall time of the whole command, compiling included [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// When paths that meet again behind a fork become one path
    #[arg(long, value_name = "WHEN", value_parser = choices(names(Merge::ALL, Merge::name)), default_value = "auto")]
    pub merge: String,
    /// Worker threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// What a panic does; auto: it unwinds where the sources say catch_unwind, resume_unwind or panicking()
    #[arg(long, value_name = "WHAT", value_parser = choices(names(Panics::ALL, Panics::name)), default_value = "auto")]
    pub panic: String,
    /// Record what fails for `cargo test`: copy it to tests/effigy of the package, where #[effigy::test] looks for it
    #[arg(long)]
    pub record: bool,
    /// The edition for rustc, of a .rs file [default: 2021]
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

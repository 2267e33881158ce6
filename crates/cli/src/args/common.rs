//! What several verbs have in common that run a program: which program it is, what runs it, and what becomes of what was found.

use super::{choice, choices, languages, names};
use crate::units;
use clap::Args;
use effigy_session::options::{
    Backend, Check, CheckSet, ExploreOptions, GivenContent, GivenFile, OtherFiles, PackageOptions,
    PackageTarget,
};
use std::path::PathBuf;

/// A program.
#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// The program: a file whose extension says the language, or the folder of a Cargo package
    #[arg(required_unless_present = "package")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub others: OtherArguments,
    /// The Cargo package in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "input", help_heading = "Program")]
    pub package: Option<PathBuf>,
    #[command(flatten)]
    pub target: TargetArguments,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(languages()), help_heading = "Program")]
    pub lang: Option<String>,
    /// Further flags for the C compiler, separated by blanks; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Program")]
    pub cflags: Vec<String>,
    /// The edition for rustc [default: 2021]
    #[arg(long, value_name = "YEAR", help_heading = "Program")]
    pub edition: Option<String>,
}

impl ProgramArguments {
    /// The options of a run of the program, with defaults for all else.
    pub fn options(&self) -> ExploreOptions {
        let input = self.package.as_ref().or(self.input.as_ref()).cloned().unwrap_or_default();
        let flags = self.cflags.iter().flat_map(|flags| flags.split_whitespace());
        ExploreOptions {
            language: self.lang.clone(),
            package: self.target.options(),
            cflags: flags.map(str::to_owned).collect(),
            edition: self.edition.clone(),
            others: self.others.files(),
            ..ExploreOptions::new(input)
        }
    }
}

/// The files of a C program beside the first one.
#[derive(Debug, Args)]
pub struct OtherArguments {
    /// C: further files to compile and link with the first one
    #[arg(value_name = "FILE")]
    pub linked: Vec<PathBuf>,
    /// C: functions of this file replace those of the program; may be given several times
    #[arg(long = "override", value_name = "FILE.c", help_heading = "Program")]
    pub overrides: Vec<PathBuf>,
    /// C: take each file's flags from this compilation database (compile_commands.json)
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub compile_commands: Option<PathBuf>,
}

impl OtherArguments {
    /// The files.
    pub fn files(&self) -> OtherFiles {
        OtherFiles {
            linked: self.linked.clone(),
            overrides: self.overrides.clone(),
            database: self.compile_commands.clone(),
        }
    }
}

/// What of a Cargo package is run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Package")]
pub struct TargetArguments {
    /// The member of a workspace [default: the package of the folder]
    #[arg(short = 'p', long, value_name = "NAME")]
    pub member: Option<String>,
    /// The library of the package; a single run needs --entry
    #[arg(long, conflicts_with_all = ["bin", "example", "test"])]
    pub lib: bool,
    /// The binary of the package [default: its only one]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["example", "test"])]
    pub bin: Option<String>,
    /// An example of the package
    #[arg(long, value_name = "NAME", conflicts_with = "test")]
    pub example: Option<String>,
    /// An integration test of the package
    #[arg(long, value_name = "NAME")]
    pub test: Option<String>,
    /// Comma-separated features to enable, besides the default ones
    #[arg(long, value_name = "FEATURES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Enable all features
    #[arg(long)]
    pub all_features: bool,
    /// Disable the default features
    #[arg(long)]
    pub no_default_features: bool,
}

impl TargetArguments {
    /// The same for a run.
    pub fn options(&self) -> PackageOptions {
        let bin = self.bin.clone().map(PackageTarget::Bin);
        let other = || {
            let example = self.example.clone().map(PackageTarget::Example);
            example.or(self.test.clone().map(PackageTarget::Test))
        };
        PackageOptions {
            member: self.member.clone(),
            target: self.lib.then_some(PackageTarget::Lib).or(bin).or_else(other),
            features: self.features.clone(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
        }
    }
}

/// What a program runs on, and what decides queries.
#[derive(Debug, Args)]
pub struct MachineArguments {
    /// Memory in MB, or 2G [default: the free memory of the machine]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// Size of the program's own stack in MB, or 64K; a run that needs more is a stack overflow [default: 8]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub stack: Option<u64>,
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
}

impl MachineArguments {
    /// Puts them into options.
    pub fn change(&self, options: &mut ExploreOptions) {
        options.budget.memory = self.max_memory;
        options.stack = self.stack.unwrap_or(ExploreOptions::DEFAULT_STACK);
        options.solver = choice(&self.solver, Backend::Auto);
        options.z3.clone_from(&self.z3);
    }
}

/// What counts as a failure.
#[derive(Debug, Args)]
#[command(next_help_heading = "Checks (`effigy checks` lists them)")]
pub struct CheckingArguments {
    /// Comma-separated checks and presets; +NAME adds to the default, -NAME removes
    #[arg(long, value_name = "LIST", value_parser = CheckSet::parse, allow_hyphen_values = true)]
    pub checks: Option<CheckSet>,
    /// Also report heap objects that are never released (the check `leak`)
    #[arg(long)]
    pub leaks: bool,
    /// Keep errors of unsafe Rust in the program, and check the promises of LLVM IR about values
    #[arg(long)]
    pub ub: bool,
}

impl CheckingArguments {
    /// What counts.
    pub fn checks(&self) -> CheckSet {
        let checks = self.checks.unwrap_or_default();
        if self.leaks { checks.with(Check::Leak) } else { checks }
    }

    /// Puts them into options.
    pub fn change(&self, options: &mut ExploreOptions) {
        options.checks = self.checks();
        options.ub = self.ub;
    }
}

/// What becomes of what was found.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct ResultArguments {
    /// The run folder: new, empty, or that of an earlier run, which is replaced [default: effigy-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    /// Do not run failing inputs natively; every finding stays a candidate
    #[arg(long)]
    pub no_replay: bool,
    /// Run tests natively in a sandbox, in which they can change nothing
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub replay_sandbox: String,
    /// Compile again, and do not cache the result
    #[arg(long)]
    pub no_cache: bool,
}

impl ResultArguments {
    /// Puts them into options.
    pub fn change(&self, options: &mut ExploreOptions) {
        options.replay = !self.no_replay;
        options.replay_sandbox = self.replay_sandbox == "on";
        options.cache = !self.no_cache;
    }
}

/// Most bytes of a file that is given.
const MOST_BYTES: usize = 16 << 20;

/// A file of the program's folder, as `NAME=PATH`.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn given_file(text: &str) -> Result<GivenFile, String> {
    let (name, path) = text.split_once('=').ok_or("expected NAME=PATH")?;
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    if bytes.len() > MOST_BYTES {
        return Err(format!("{path} has more than {} MB", MOST_BYTES >> 20));
    }
    GivenFile::new(name, GivenContent::Bytes(bytes)).map_err(|error| error.to_string())
}

/// A variable of the environment, as `NAME=VALUE`.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

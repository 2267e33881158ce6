//! The command line.

mod bmc;
mod common;
mod debug;
mod deciding;
mod feasible;
mod fuzz;
mod outputs;
mod package;
mod prove;
mod relate;
mod rubicon;
mod wp;

pub use bmc::BmcArguments;
pub use common::ProgramArguments;
pub use debug::{DEBUG_HELP, DebugArguments};
pub use deciding::DecidingArguments;
pub use feasible::FeasibleArguments;
pub use fuzz::FuzzArguments;
pub use outputs::{FindingArguments, OutputArguments};
pub use package::{InitArguments, PackageArguments};
pub use prove::ProveArguments;
pub use relate::RelateArguments;
pub use rubicon::RubiconArguments;
pub use wp::WpArguments;

use self::common::{CheckingArguments, OtherArguments};
use crate::error::CliError;
use crate::units;
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use effigy_base::budget::Budget;
use effigy_session::LIFTED;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{
    Backend, ExploreOptions, External, GivenContent, GivenFile, Integers, Layer, Merge, Panics,
    Search, Target, Tests,
};
use effigy_session::outcome::AssumptionKind;
use effigy_session::verify::{UNDECIDED, VerifyOptions};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// Symbolic execution workbench: run programs on symbols instead of values and find the inputs that break them.
#[derive(Debug, Parser)]
#[command(name = "effigy", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

const AFTER_HELP: &str = "\
Examples:
  cargo effigy                                  check the functions or tests of a package for all inputs
  effigy explore prog.rs --sym-stdin 6          run every path of a Rust program on 6 bytes of input
  effigy explore parse.c --sym-args 3 --max-time 1m
  effigy fuzz parse.c --seeds corpus            find failing inputs, starting from good ones
  effigy feasible parse.c --trace trace.txt     is this error trace real?
  effigy verify power.pli                       prove the assertions of a PL/I program
  effigy prove list.vpr                         prove the contracts of a Viper program
  effigy explore list.oo --entry List.insert    check a method for all objects and heaps
  effigy wp list.oo --trace steps.txt           is this trace possible, and for which objects?
  effigy replay effigy-last/2                   run test 2 of the last run natively
  effigy resume effigy-last                     continue a run that was killed or cut
  effigy tree effigy-last --ending failed       show the decisions on failing paths

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage,
3 nothing failed, but the answer is incomplete and --exhaustive was given, 4 a defect of Effigy.";

const EXPLORE_HELP: &str = "\
Examples:
  effigy explore prog.rs --sym-stdin 6
      compiles prog.rs with your rustc and runs every path on 6 symbolic bytes of standard input
  effigy explore parse.c --sym-args 4,2 --cflags \"-DN=3\" --max-time 30s
      two symbolic arguments, of up to 4 and up to 2 bytes; stops after 30 seconds
  effigy explore --package . --bin server --sym-stdin 8 --json
      a Cargo package; one JSON object on standard output
  effigy explore harness.c
      inputs by klee_make_symbolic, __VERIFIER_nondet_int, or effigy.h; in Rust by the crate `effigy`
  effigy explore search.pli --call 'SEARCH (A, 1, 5, \"X\", FOUND, J)' --max-steps 200
      a PL/I program (King 1976): a call on symbols, with a table of path conditions and results;
      --max-steps counts statements
  effigy explore parse.c --sym-args 8 --target parse.c:42 --max-time 1m
      searches for a path to line 42 and names the test that reaches it
  effigy explore parse.c --follow input.bin
      only the path of this input: its path condition, with the place of each conjunct
  effigy explore prog.ll --solver z3 --dump-queries queries --disable models,cores
      LLVM IR; another solver; every query as an SMT-LIB file

A run leaves a folder effigy-out-N (and the link effigy-last) with the tests, the summary and the
execution tree. Open effigy-last/tree.html to see the tree.

Exit status: 0 nothing failed, 1 a failure was found, 2 bad input or usage,
3 nothing failed, but the answer is incomplete and --exhaustive was given, 4 a defect of Effigy.";

const VERIFY_HELP: &str = "\
Examples:
  effigy verify power.pli
      proves every ASSERT and PROVE of every procedure, with one condition for each path between two of them
  effigy verify search.pli SEARCH --json
      one procedure and those whose contracts its proof uses; prints one JSON object
  effigy verify power.pli --unroll 5
      runs loops without an ASSERT up to 5 times; the answer is then bounded, not proved

Exit status: 0 everything is proved, 1 a condition is refuted, 2 bad input or usage,
3 nothing is refuted, but a condition is undecided, or does not follow from the assertion before it
without a run that violates it, 4 a defect of Effigy.";

const COMPLETIONS_HELP: &str = "\
Examples:
  effigy completions bash > ~/.local/share/bash-completion/completions/effigy
  effigy completions zsh > ~/.zfunc/_effigy          if fpath contains ~/.zfunc
  effigy completions fish > ~/.config/fish/completions/effigy.fish";

const MAN_HELP: &str = "\
Examples:
  effigy man | man -l -                         the page of effigy
  effigy man explore | man -l -                 the page of a verb
  effigy man --dir ~/.local/share/man/man1      all pages, for `man effigy-explore`";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Run every path of a program; find failures and generate tests.
    #[command(after_help = EXPLORE_HELP)]
    Explore(Box<ExploreArguments>),
    /// Check every function, test and Kani harness of a Cargo package for all inputs (`cargo effigy`).
    #[command(after_help = package::HELP)]
    Package(Box<PackageArguments>),
    /// Add the harness library to a Cargo package, for tests with symbolic values (`cargo effigy init`).
    Init(InitArguments),
    /// Fuzz from seed inputs by negating branch conditions (whitebox fuzzing).
    #[command(after_help = fuzz::HELP)]
    Fuzz(Box<FuzzArguments>),
    /// Unwind loops to a bound and check all paths with one question (bounded model checking).
    #[command(after_help = bmc::HELP)]
    Bmc(Box<BmcArguments>),
    /// Decide whether an error trace is possible; show an input that follows it, or the contradiction.
    #[command(after_help = feasible::HELP)]
    Feasible(Box<FeasibleArguments>),
    /// Continue a run that was killed, interrupted or cut by a limit.
    Resume(ResumeArguments),
    /// Step through a program on symbols: choose sides, inspect values, step back.
    #[command(after_help = DEBUG_HELP)]
    Debug(Box<DebugArguments>),
    /// Prove the assertions of a PL/I program by Floyd's method.
    #[command(after_help = VERIFY_HELP)]
    Verify(VerifyArguments),
    /// Run the commands of an Alloy model; show instances, counterexamples and cores.
    #[command(after_help = relate::HELP)]
    Relate(Box<RelateArguments>),
    /// Prove the contracts of Viper and object programs, with permissions to the heap.
    #[command(after_help = prove::HELP)]
    Prove(Box<ProveArguments>),
    /// Compute path conditions backwards, as weakest preconditions of traces.
    #[command(after_help = wp::HELP)]
    Wp(WpArguments),
    /// Check specifications of a Rails or Django application for all databases up to a size.
    #[command(after_help = rubicon::HELP)]
    Rubicon(Box<RubiconArguments>),
    /// Run a generated test on the native program.
    Replay(ReplayArguments),
    /// Write all tests of a run as files (JSON, .ktest, C).
    Unpack(UnpackArguments),
    /// Show the execution tree of a run.
    Tree(TreeArguments),
    /// Print the completion script of a shell.
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(CompletionArguments),
    /// Print the manual page of a verb, or write all pages.
    #[command(after_help = MAN_HELP)]
    Man(ManArguments),
    /// List the checks, the failures that each finds, and what is not checked.
    Checks,
    /// Explore parts of a tree for another process; JSON lines on standard input and output (docs/ray.md).
    Worker,
}

/// What has no meaning where one input is followed.
const FOLLOWS_ONE: [&str; 21] = [
    "sym_args",
    "sym_stdin",
    "malloc_may_fail",
    "any",
    "max_forks",
    "max_depth",
    "max_query_time",
    "max_solver_time",
    "search",
    "target",
    "merge",
    "seed",
    "threads",
    "dump_queries",
    "disable",
    "all_findings",
    "tests",
    "exhaustive",
    "assume",
    "witness",
    "ray",
];

/// Arguments of `explore`.
#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// The program.
    #[arg(required_unless_present = "package", help = program_help())]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub others: OtherArguments,
    /// Explore the Cargo package in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "input", help_heading = "Program")]
    pub package: Option<PathBuf>,
    #[command(flatten)]
    pub target: common::TargetArguments,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(languages()), help_heading = "Program")]
    pub lang: Option<String>,
    /// Begin at this function, with symbolic parameters unless it is main; C.m is a method of an .oo file [default: main; the
    /// first procedure of a .pli file]
    #[arg(long, value_name = "FUNCTION", help_heading = "Program")]
    pub entry: Option<String>,
    /// PL/I: begin with this call; names in double quotes are symbols
    #[arg(long, value_name = "CALL", conflicts_with = "entry", help_heading = "Program")]
    pub call: Option<String>,
    /// PL/I and object programs: the integers: `unbounded`, `fixed` (32 bits), or a number of bits (object programs)
    /// [default: unbounded]
    #[arg(long, value_name = "INTEGERS", help_heading = "Program")]
    pub ints: Option<Integers>,
    /// Further flags for the C compiler, separated by blanks; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Program")]
    pub cflags: Vec<String>,
    /// The edition for rustc [default: 2021]
    #[arg(long, value_name = "YEAR", help_heading = "Program")]
    pub edition: Option<String>,
    /// Effect of a Rust panic; auto: unwind if the sources mention catch_unwind, resume_unwind or panicking()
    #[arg(long, value_name = "WHAT", value_parser = choices(names(Panics::ALL, Panics::name)), default_value = "auto", help_heading = "Program")]
    pub panic: String,

    /// Symbolic arguments of the program: the length of each in bytes, as in 2,3 for two
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "Symbolic input")]
    pub sym_args: Vec<usize>,
    /// Symbolic standard input of this many bytes, or of every length in a range, as in 0..8
    #[arg(long, value_name = "BYTES", value_parser = units::lengths, help_heading = "Symbolic input")]
    pub sym_stdin: Option<units::Lengths>,
    /// A file of this many symbolic bytes in the program's folder; may be given several times
    #[arg(long, num_args = 2, value_names = ["NAME", "BYTES"], help_heading = "Symbolic input")]
    pub sym_file: Vec<String>,
    /// A file in the program's folder with the present content of PATH; may be given several times
    #[arg(long, value_name = "NAME=PATH", value_parser = common::given_file, help_heading = "Symbolic input")]
    pub file: Vec<GivenFile>,
    /// A variable of the program's environment; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = common::variable, help_heading = "Symbolic input")]
    pub env: Vec<(String, String)>,
    /// Follow one input and print its path condition. INPUT is a test (RUN/NUMBER or its file), another file (standard input),
    /// or NAME=VALUE: stdin=TEXT, arg1=TEXT, N=5, A(3)=5; may be given several times (docs/cli.md)
    #[arg(long, value_name = "INPUT", conflicts_with_all = FOLLOWS_ONE, help_heading = "Symbolic input")]
    pub follow: Vec<String>,
    /// Concrete arguments of the program; @@ is replaced by the name of a file with the bytes of --sym-stdin
    #[arg(
        last = true,
        value_name = "ARGS",
        conflicts_with = "sym_args",
        help_heading = "Symbolic input"
    )]
    pub arguments: Vec<String>,

    #[command(flatten)]
    pub checking: Checking,
    #[command(flatten)]
    pub limits: Limits,
    /// Size of the program's own stack in MB, or 64K; a path that needs more is a stack overflow [default: 8]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = LIMITS)]
    pub stack: Option<u64>,
    #[command(flatten)]
    pub machinery: Machinery,
    #[command(flatten)]
    pub results: Results,
    /// Explore on the Ray cluster at this address: HOST:PORT, `auto` for the cluster of this machine, or `local` for a
    /// temporary one (docs/ray.md)
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["max_forks", "max_solver_time", "dump_queries"], help_heading = "Cluster")]
    pub ray: Option<String>,
    /// Worker processes on the cluster [default: one for each CPU]
    #[arg(long, value_name = "N", value_parser = positive, requires = "ray", help_heading = "Cluster")]
    pub ray_workers: Option<usize>,

    /// Write a violation witness (SV-COMP, format 2.0) of each finding of a C program beside its test
    #[arg(long, help_heading = "Results")]
    pub witness: bool,
    #[command(flatten)]
    pub outputs: OutputArguments,
}

/// What counts as a failure.
#[derive(Debug, Args)]
#[command(next_help_heading = "Checks (`effigy checks` lists them)")]
pub struct Checking {
    #[command(flatten)]
    pub common: CheckingArguments,
    /// Also let every allocation fail; each is a fork. The same as `--any alloc`
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Make fixed parts of the environment symbolic inputs: time, random, env, system, alloc; args is two arguments of up to 4
    /// bytes, stdin up to 8 bytes of standard input. Native runs do not use these values
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = choices(lifted_names()))]
    pub any: Vec<String>,
    /// C and LLVM IR: effect of calling a function that is neither defined nor modelled: error ends the path, any gives any value
    /// of its type (an assumption, and an input of tests), concrete gives zero (the run is not exhaustive)
    #[arg(long, value_name = "POLICY", value_parser = choices(names(External::ALL, External::name)), default_value = "error")]
    pub external: String,
}

/// What `--any` makes an input of besides what models give.
const GIVEN: [AssumptionKind; 2] = [AssumptionKind::Args, AssumptionKind::Stdin];

/// The names that `--any` takes.
fn lifted_names() -> Vec<&'static str> {
    LIFTED.iter().chain(&GIVEN).map(|kind| kind.name()).collect()
}

/// How many bytes each of two arguments has at most that `--any args` gives.
const ANY_ARGUMENTS: [usize; 2] = [4, 4];

/// How many bytes standard input has at most that `--any stdin` gives.
const ANY_STDIN: usize = 8;

impl Checking {
    fn lifts(&self, kind: AssumptionKind) -> bool {
        self.any.iter().any(|name| name == kind.name())
    }

    /// Puts what is to be an input into options that hold what other options ask for.
    pub fn lift(&self, options: &mut ExploreOptions) {
        options.any = LIFTED.iter().copied().filter(|kind| self.lifts(*kind)).collect();
        if self.malloc_may_fail {
            options.any.insert(AssumptionKind::Alloc);
        }
        if self.lifts(AssumptionKind::Args) && options.symbolic_arguments.is_empty() {
            options.symbolic_arguments = ANY_ARGUMENTS.to_vec();
        }
        if self.lifts(AssumptionKind::Stdin) && options.symbolic_stdin.is_none() {
            (options.symbolic_stdin, options.stdin_from) = (Some(ANY_STDIN), Some(0));
        }
    }

    fn external(&self) -> External {
        choice(&self.external, External::Error)
    }
}

/// The heading of the limits in help.
const LIMITS: &str = "Limits (a run that reaches one is not exhaustive)";

/// Limits of a run. What a limit cuts is counted and named; nothing is dropped silently.
#[derive(Debug, Args)]
#[command(next_help_heading = LIMITS)]
pub struct Limits {
    /// Wall time of the whole command, compiling and replays included: 30, 30s, 5m, 2h [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Memory in MB, or 2G [default: the free memory of the machine]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub max_memory: Option<u64>,
    /// Instructions on one path; statements for a .pli or .oo program [default: none]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Forks in the whole run [default: none]
    #[arg(long, value_name = "N")]
    pub max_forks: Option<u64>,
    /// Decisions on one path [default: none]
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Time of one solver query; a query that needs more is undecided [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_query_time: Option<Duration>,
    /// Solver time of the whole run [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_solver_time: Option<Duration>,
}

impl Limits {
    /// Puts the limits that were given into the place of others.
    pub fn change(&self, budget: &mut Budget) {
        budget.time = self.max_time.or(budget.time);
        budget.memory = self.max_memory.or(budget.memory);
        budget.steps = self.max_steps.or(budget.steps);
        budget.forks = self.max_forks.or(budget.forks);
        budget.depth = self.max_depth.or(budget.depth);
        budget.query_time = self.max_query_time.or(budget.query_time);
        budget.solver_time = self.max_solver_time.or(budget.solver_time);
    }
}

/// How paths are searched and queries decided.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search and solver")]
pub struct Machinery {
    /// Order in which paths are explored
    #[arg(long, value_name = "ORDER", value_parser = choices(names(Search::ALL, Search::name)), default_value = "auto")]
    pub search: String,
    /// Explore paths near this line first, and those that cannot reach it last; may be given several times
    #[arg(long, value_name = "FILE:LINE")]
    pub target: Vec<Target>,
    /// When to merge paths that meet again after a fork
    #[arg(long, value_name = "WHEN", value_parser = choices(names(Merge::ALL, Merge::name)), default_value = "both")]
    pub merge: String,
    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Worker threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Write each query as an SMT-LIB file into this folder
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    /// Disable solver layers (for measuring and debugging)
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', value_parser = choices(names(Layer::ALL, Layer::name)))]
    pub disable: Vec<String>,
}

/// What is reported and saved.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct Results {
    /// The run folder: new, empty, or that of an earlier run, which is replaced [default: effigy-out-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    /// Report each failing path instead of one finding for each place
    #[arg(long)]
    pub all_findings: bool,
    /// Do not run tests natively; every finding stays a candidate
    #[arg(long)]
    pub no_replay: bool,
    /// Run tests natively in a sandbox, in which they can change nothing
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub replay_sandbox: String,
    /// Compile again, and do not cache the result
    #[arg(long)]
    pub no_cache: bool,
    /// Which paths leave a test; sides: one test for each merged side
    #[arg(long, value_name = "WHICH", value_parser = choices(names(Tests::ALL, Tests::name)), default_value = "all")]
    pub tests: String,
    #[command(flatten)]
    pub deciding: DecidingArguments,
}

/// Arguments of `resume`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  effigy resume effigy-out-0
      continues; the report is that of an uninterrupted run
  effigy resume effigy-last --max-time 1h
      with another hour; other limits are those of the run

Exit status: as for explore.")]
pub struct ResumeArguments {
    /// The run folder
    pub run: PathBuf,
    #[command(flatten)]
    pub limits: Limits,
    /// Worker threads [default: those of the run]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Do not run tests natively; every finding stays a candidate
    #[arg(long)]
    pub no_replay: bool,
    /// Run tests natively in a sandbox, in which they can change nothing
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub replay_sandbox: String,
    /// Pass all C compiler flags of the run folder to the compiler; some can make it do anything
    #[arg(long)]
    pub trust_flags: bool,
    /// Compile again, and do not cache the result
    #[arg(long)]
    pub no_cache: bool,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub deciding: DecidingArguments,
    #[command(flatten)]
    pub outputs: OutputArguments,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The program: a .pli file
    pub input: PathBuf,
    /// The procedure [default: all]
    pub procedure: Option<String>,
    /// Run loops without an ASSERT up to this many times; the answer is then bounded, not proved [default: report such loops]
    #[arg(long, value_name = "K")]
    pub unroll: Option<u32>,
    /// The integers: `unbounded`, or `fixed` (32 bits)
    #[arg(long, value_name = "INTEGERS", default_value = "unbounded")]
    pub ints: Integers,
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Time of one solver query; a condition that needs more is unknown
    #[arg(long, alias = "max-query-time", value_name = "TIME", value_parser = units::time, default_value = "10s")]
    pub query_time: Duration,
    /// Wall time of the whole command; conditions undecided by then are unknown [default: none]
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Write each query as an SMT-LIB file into this folder [default: undecided ones into effigy-undecided]
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    /// Print one JSON object on standard output and everything else on standard error
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub deciding: DecidingArguments,
}

impl VerifyArguments {
    /// The options of the run.
    pub fn options(&self) -> VerifyOptions {
        VerifyOptions {
            procedure: self.procedure.clone(),
            unroll: self.unroll,
            integers: self.ints,
            solver: choice(&self.solver, Backend::Auto),
            program: self.z3.clone(),
            query_time: Some(self.query_time),
            time: self.max_time,
            dump_queries: self.dump_queries.clone(),
            undecided: self.dump_queries.clone().unwrap_or_else(|| UNDECIDED.into()),
            ..VerifyOptions::new(&self.input)
        }
    }
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  effigy replay effigy-last/2
  effigy replay effigy-out-0/tests/test000002.json

Exit status: 0 the native program does not fail on the test, 1 it fails, 2 it cannot be run.")]
pub struct ReplayArguments {
    /// The test: its file, or RUN/NUMBER
    #[arg(value_name = "RUN/TEST")]
    pub test: PathBuf,
    /// Pass all C compiler flags of the run folder to the compiler; some can make it do anything
    #[arg(long)]
    pub trust_flags: bool,
    /// Run the test in a sandbox, in which it can change nothing
    #[arg(long, value_name = "SWITCH", value_parser = choices(vec!["on", "off"]), default_value = "on")]
    pub replay_sandbox: String,
    /// Compile again, and do not cache the result
    #[arg(long)]
    pub no_cache: bool,
    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `unpack`.
#[derive(Debug, Args)]
pub struct UnpackArguments {
    /// The run folder
    #[arg(default_value = effigy_report::folder::LAST)]
    pub run: PathBuf,
}

/// The forms of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// One line for each node
    Text,
    /// A graph for Graphviz
    Dot,
    /// A self-contained page for a browser
    Html,
    /// The data
    Json,
}

/// Arguments of `tree`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  effigy tree                                   the tree of the last run
  effigy tree effigy-out-3 --ending failed      only failing paths
  effigy tree --format dot | dot -Tsvg > tree.svg")]
pub struct TreeArguments {
    /// The run folder
    #[arg(default_value = effigy_report::folder::LAST)]
    pub run: PathBuf,
    /// The form of the tree
    #[arg(long, value_enum, default_value_t = TreeFormat::Text)]
    pub format: TreeFormat,
    /// Text only: the most decisions on a path
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Text only: show only paths with this ending
    #[arg(long, value_parser = PossibleValuesParser::new(effigy_report::tree::view::ENDINGS.into_iter().filter(|e| !e.is_empty())))]
    pub ending: Option<String>,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The verb [default: the page of effigy itself]
    #[arg(value_name = "VERB")]
    pub page: Option<String>,
    /// Write the pages of effigy and of all verbs into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "page")]
    pub dir: Option<PathBuf>,
}

/// The words of the command line. Where the first one is a file or folder and no verb, the verb that fits it comes before it.
pub fn with_verb(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let Some(first) = words.get(1) else { return words };
    let verbs = Arguments::command();
    let is_verb = first.to_str().is_some_and(|first| verbs.find_subcommand(first).is_some());
    if !is_verb && let Some(verb) = LANGUAGES.verb_of(Path::new(first)) {
        words.insert(1, verb.name().into());
    }
    words
}

/// What `explore` takes.
fn program_help() -> String {
    let extensions = LANGUAGES.extensions("or");
    format!("The program: a {extensions} file, or the folder of a Cargo package")
}

/// The languages whose programs are run.
fn languages() -> Vec<&'static str> {
    LANGUAGES.run().map(|language| language.name()).collect()
}

fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|choice| name(*choice)).collect()
}

fn choices(names: Vec<&'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a number from 1".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// A choice by its name. The command line was checked against the same names, so the default is never used.
fn choice<T: FromStr>(name: &str, default: T) -> T {
    name.parse().unwrap_or(default)
}

impl ExploreArguments {
    /// The symbolic files.
    ///
    /// # Errors
    /// When a name leads out of the program's folder, or a length is no number.
    pub fn sym_files(&self) -> Result<Vec<GivenFile>, CliError> {
        let pairs = self.sym_file.chunks_exact(2);
        let file = |pair: &[String]| {
            let [name, length] = pair else { return Err(String::new()) };
            let length = length.parse().map_err(|_| "expected a number of bytes".to_owned())?;
            GivenFile::new(name, GivenContent::Symbolic(length)).map_err(|error| error.to_string())
        };
        let named = |pair: &[String]| {
            file(pair).map_err(|why| CliError::SymbolicFile { given: pair.join(" "), why })
        };
        pairs.map(named).collect()
    }

    /// The options of the run.
    pub fn options(&self) -> ExploreOptions {
        let files = self.sym_files().unwrap_or_default();
        let input = self.package.as_ref().or(self.input.as_ref()).cloned().unwrap_or_default();
        let machinery = &self.machinery;
        let mut budget = ExploreOptions::new(&input).budget;
        self.limits.change(&mut budget);
        let mut options = ExploreOptions {
            language: self.lang.clone(),
            package: self.target.options(),
            entry: self.entry.clone(),
            call: self.call.clone(),
            integers: self.ints.unwrap_or_default(),
            cflags: self
                .cflags
                .iter()
                .flat_map(|flags| flags.split_whitespace())
                .map(str::to_owned)
                .collect(),
            edition: self.edition.clone(),
            symbolic_arguments: self.sym_args.clone(),
            symbolic_stdin: self.sym_stdin.map(|lengths| lengths.most),
            stdin_from: self.sym_stdin.and_then(|lengths| lengths.least),
            files: self.file.iter().cloned().chain(files).collect(),
            variables: self.env.clone(),
            arguments: self.arguments.clone(),
            budget,
            stack: self.stack.unwrap_or(ExploreOptions::DEFAULT_STACK),
            search: choice(&machinery.search, Search::Auto),
            targets: machinery.target.clone(),
            merge: choice(&machinery.merge, Merge::Both),
            seed: machinery.seed,
            threads: machinery.threads,
            solver: choice(&machinery.solver, Backend::Auto),
            z3: machinery.z3.clone(),
            dump_queries: machinery.dump_queries.clone(),
            disabled: machinery.disable.iter().filter_map(|name| name.parse().ok()).collect(),
            all_findings: self.results.all_findings,
            replay: !self.results.no_replay,
            replay_sandbox: self.results.replay_sandbox == "on",
            cache: !self.results.no_cache,
            tests: choice(&self.results.tests, Tests::All),
            panics: choice(&self.panic, Panics::Auto),
            checks: self.checking.common.checks(),
            ub: self.checking.common.ub,
            external: self.checking.external(),
            others: self.others.files(),
            ..ExploreOptions::new(input)
        };
        self.checking.lift(&mut options);
        options
    }
}

#[cfg(test)]
mod tests;

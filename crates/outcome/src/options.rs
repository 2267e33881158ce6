//! The options of `explore`. Each says its meaning, its unit, its default, what happens at the limit, and what it does to
//! the soundness of the answer.

pub use crate::integers::Integers;
use effigy_base::assumption::AssumptionKind;
use effigy_base::budget::{Budget, CancelToken};
pub use effigy_base::check::{Check, CheckSet, Preset};
pub use effigy_base::choice::UnknownChoice;
use effigy_base::choices;
pub use effigy_base::search::Search;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// The row of [`UNCHECKED`] that `--ub` takes away.
pub const FLAGS: &str = "What flags promise in LLVM IR: `nsw`, `exact`, `inbounds` and the like";

/// What no check looks for, as the table of limitations names it.
pub const UNCHECKED: &[&str] = &[
    "Overflow inside of an object",
    "Where a pointer came from",
    "Types that the compiled program does not tell apart",
    "The order of evaluation in C",
    FLAGS,
    "Fast-math flags in LLVM IR",
    "Values of Rust that the compiled program does not tell apart",
    "Invariants of types of Rust's library",
    "Conditions of unsafe functions that Rust's library has no check for",
    "Operations of Rust whose results are never used",
    "Where objects lie",
    "Lives of compound literals in C",
    "`const` local variables and `restrict` in C",
    "A cast of the address of what C knows the alignment of",
    "`volatile` objects that something else changes",
];

choices! {
    /// What decides queries.
    Backend {
        /// Per query, by the theories in it: embedded where it can, else an SMT-LIB solver that is installed.
        Auto = "auto",
        /// Bit-vectors, booleans and arrays by bit-blasting; needs nothing installed.
        Embedded = "embedded",
        /// Z3 as a process.
        Z3 = "z3",
        /// cvc5 as a process.
        Cvc5 = "cvc5",
        /// Bitwuzla as a process.
        Bitwuzla = "bitwuzla",
    }
}

choices! {
    /// A layer between the machine and the solver that can be switched off, to measure it or to doubt it. All of them
    /// only save time, and may change which of several inputs is found; none changes what is feasible, except that
    /// without `validation` a wrong model of a back end goes unnoticed.
    Layer {
        /// Rewriting of terms as they are built; constants are still folded.
        Simplify = "simplify",
        /// Substituting inputs that a query fixes to a constant.
        Equalities = "equalities",
        /// Solving independent parts of a query by themselves.
        Slices = "slices",
        /// Answering from an earlier query with the same assertions.
        Exact = "exact",
        /// Answering from the unsatisfiable core of an earlier query.
        Cores = "cores",
        /// Trying earlier models before a back end.
        Models = "models",
        /// Enumerating the values of a part that has few input bits.
        Domains = "domains",
        /// Deciding comparisons of words as bounds on the differences of numbers.
        Order = "order",
        /// Deciding by decision diagrams of the inputs' bits.
        Diagrams = "diagrams",
        /// Evaluating every model against the whole query before it is believed.
        Validation = "validation",
    }
}

choices! {
    /// When paths that meet again behind a fork become one path.
    Merge {
        /// In a second exploration beside one that merges nothing: the one that is over first has the report.
        Both = "both",
        /// Never.
        Never = "never",
        /// Where it is likely to pay; in programs of PL/I and with objects, never.
        Auto = "auto",
        /// Wherever it is possible.
        Always = "always",
    }
}

choices! {
    /// What a call of a function does that a C or LLVM IR program declares, and that is neither defined nor modelled.
    External {
        /// It ends its path as unsupported.
        Error = "error",
        /// It gives any value of its type and changes nothing; the report names it as an assumption.
        Any = "any",
        /// It gives zero and changes nothing, and the run is not exhaustive.
        Concrete = "concrete",
    }
}

choices! {
    /// Which paths leave a test, or several.
    Tests {
        /// Every path that ends.
        All = "all",
        /// Every path that ends, one for each of its sides that were merged.
        Sides = "sides",
        /// Only paths that end in a finding.
        Findings = "findings",
        /// None.
        None = "none",
    }
}

choices! {
    /// What a panic of a Rust program does.
    Panics {
        /// It unwinds where the user's own sources say `catch_unwind`, `resume_unwind` or `panicking()`, unless the package's
        /// release profile aborts; else it aborts.
        Auto = "auto",
        /// It ends the program.
        Abort = "abort",
        /// It unwinds the stack: destructors run, and it can be caught.
        Unwind = "unwind",
    }
}

choices! {
    /// Which functions of a crate a program is made of that begins at the one that its first argument names.
    Harnesses {
        /// Functions and methods, on any values.
        Functions = "functions",
        /// Tests: functions with `#[test]` or `#[effigy::test]`.
        Tests = "tests",
        /// Harnesses for Kani: functions with `#[kani::proof]` or `#[kani::proof_for_contract(...)]`.
        Kani = "kani",
    }
}

/// What of a Cargo package is run, and with which features.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageOptions {
    /// The member of a workspace. Default: the package of the folder.
    pub member: Option<String>,
    /// Default: the only binary; where paths begin at functions the library, when there is one.
    pub target: Option<PackageTarget>,
    /// Features that are on beside the default ones.
    pub features: Vec<String>,
    /// Whether all features are on.
    pub all_features: bool,
    /// Whether the default features are off.
    pub no_default_features: bool,
}

/// A target of a Cargo package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PackageTarget {
    /// The library.
    Lib,
    /// A binary.
    Bin(String),
    /// An example.
    Example(String),
    /// An integration test.
    Test(String),
}

impl PackageTarget {
    /// The binary, when it is one.
    pub fn binary(&self) -> Option<&str> {
        match self {
            PackageTarget::Bin(name) => Some(name),
            _ => None,
        }
    }

    /// Its name; empty for the library.
    pub fn name(&self) -> String {
        match self {
            PackageTarget::Lib => String::new(),
            PackageTarget::Bin(name) | PackageTarget::Example(name) | PackageTarget::Test(name) => {
                name.clone()
            }
        }
    }

    /// The arguments that choose it, for Cargo.
    pub fn arguments(&self) -> Vec<&str> {
        match self {
            PackageTarget::Lib => vec!["--lib"],
            PackageTarget::Bin(name) => vec!["--bin", name],
            PackageTarget::Example(name) => vec!["--example", name],
            PackageTarget::Test(name) => vec!["--test", name],
        }
    }
}

impl std::fmt::Display for PackageTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackageTarget::Lib => f.write_str("library"),
            PackageTarget::Bin(name) => write!(f, "binary `{name}`"),
            PackageTarget::Example(name) => write!(f, "example `{name}`"),
            PackageTarget::Test(name) => write!(f, "test `{name}`"),
        }
    }
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The file, as it is shown, or the end of its path.
    pub file: String,
    /// 1-based.
    pub line: u32,
}

/// A text that names no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a file and a line, as in src/main.rs:21")]
pub struct NoLine;

impl std::str::FromStr for Target {
    type Err = NoLine;

    fn from_str(text: &str) -> Result<Self, NoLine> {
        let (file, line) = text.rsplit_once(':').ok_or(NoLine)?;
        match line.parse() {
            Ok(line) if line > 0 && !file.is_empty() => Ok(Self { file: file.to_owned(), line }),
            _ => Err(NoLine),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The files of a C program beside the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherFiles {
    /// Files that are compiled and linked with the first one.
    pub linked: Vec<PathBuf>,
    /// Files whose functions replace those of the program; the last one wins.
    pub overrides: Vec<PathBuf>,
    /// A compilation database (`compile_commands.json`), which has flags for the files.
    pub database: Option<PathBuf>,
}

impl OtherFiles {
    /// Whether there is nothing but the first file.
    pub fn is_empty(&self) -> bool {
        self.linked.is_empty() && self.overrides.is_empty() && self.database.is_none()
    }
}

/// A file that is there when the program starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFile {
    /// Its name: a path below the program's folder.
    pub name: String,
    /// What it holds.
    pub content: GivenContent,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GivenContent {
    /// These bytes.
    Bytes(Vec<u8>),
    /// So many symbolic bytes.
    Symbolic(usize),
}

/// A name that no file can have here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no path below the program's folder: give a relative one without `..`")]
pub struct NoFileName(pub String);

impl GivenFile {
    /// A file of this name.
    ///
    /// # Errors
    /// When the name leads out of the program's folder.
    pub fn new(name: &str, content: GivenContent) -> Result<Self, NoFileName> {
        let parts = || name.split('/');
        let inside = !name.is_empty() && parts().all(|part| !matches!(part, "" | "." | ".."));
        match inside {
            true => Ok(Self { name: name.to_owned(), content }),
            false => Err(NoFileName(name.to_owned())),
        }
    }
}

/// What `explore` runs and within which limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExploreOptions {
    /// The program: a source file, an IR file, or the folder of a package. Required.
    pub input: PathBuf,
    /// The name of the input's language. Default: by the file's extension; a folder is a Cargo package. No effect on soundness.
    pub language: Option<String>,
    /// What of a package is run.
    #[serde(default)]
    pub package: PackageOptions,
    /// Whether the program is made of functions, and begins at the one that its first argument names. Rust only. Default: no.
    #[serde(default)]
    pub harnesses: Option<Harnesses>,
    /// The function at which paths begin. Default: `main`; of a PL/I program its first procedure. Parameters of another
    /// entry than `main` are symbolic. An entry that does not exist is an error that lists similar names.
    pub entry: Option<String>,
    /// A call that paths begin with, such as `SEARCH (A, 1, 5, "X", FOUND, J)`: names in quotes are symbols, other
    /// names are variables of the caller. PL/I only. Default: the entry on symbols of the names of its parameters.
    #[serde(default)]
    pub call: Option<String>,
    /// What integers are. PL/I and object programs only. Default: `unbounded`. What holds for one kind of integers need not hold for the
    /// other one.
    #[serde(default = "unbounded")]
    pub integers: Integers,
    /// Further flags for the C compiler, in order. Default: none. They can change the program's meaning.
    pub cflags: Vec<String>,
    /// The edition for `rustc`. Default: 2021. A package says its own.
    pub edition: Option<String>,
    /// Lengths in bytes of symbolic arguments, one argument each. Default: no arguments. An argument takes every length
    /// up to its limit (its bytes may hold a terminator); longer arguments are not explored.
    pub symbolic_arguments: Vec<usize>,
    /// Length in bytes of symbolic standard input. Default: none, and standard input is empty. A run covers inputs of
    /// exactly this length.
    pub symbolic_stdin: Option<usize>,
    /// The least length of symbolic standard input. Default: its only length is the greatest. Where it is given, a run covers every
    /// length from there to the greatest, and forks over them where the program first reads.
    #[serde(default)]
    pub stdin_from: Option<usize>,
    /// Files of the program's folder, by name. Default: none. What the program makes itself is there besides; nothing else is.
    #[serde(default)]
    pub files: Vec<GivenFile>,
    /// Variables of the program's environment: name and value. Default: none.
    #[serde(default)]
    pub variables: Vec<(String, String)>,
    /// Arguments of the program, before the symbolic ones. [`ExploreOptions::FILE`] stands for a file that holds the
    /// standard input, which is a file then and no pipe. Default: none.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Limits of the run; a limit that is reached cuts paths, which are counted, and the run is not exhaustive then.
    /// Default: no limit but [`ExploreOptions::DEFAULT_QUERY_TIME`] for a query.
    #[serde(with = "BudgetFields")]
    pub budget: Budget,
    /// Size in bytes of the program's own stack. Default: [`ExploreOptions::DEFAULT_STACK`]. A path that needs more ends in
    /// the finding `stack-overflow`; activations count with the sizes of their variables and little more, so that the
    /// native program needs at least as much.
    #[serde(default = "default_stack")]
    pub stack: u64,
    /// The search order. Default: `auto`. Where there are targets, it is theirs.
    pub search: Search,
    /// Lines that the run is directed to: states with the shortest way there come first, and those without one last.
    /// Default: none. No effect on what an exhaustive run finds. A line without code is an error.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// When paths that meet again become one. Default: `both`. A merged path stands for all inputs of its parts, and has one
    /// test. No effect on what an exhaustive run finds. Nothing is merged under a limit on forks or decisions.
    #[serde(default = "unmerged")]
    pub merge: Merge,
    /// Seed of the random choices of a search order. Default: 0. A run with the same seed gives the same report.
    pub seed: u64,
    /// Worker threads. Default: one a core. No effect on what an exhaustive run reports.
    pub threads: Option<usize>,
    /// What decides queries. Default: `auto`. A query that it cannot decide ends its path as unknown.
    pub solver: Backend,
    /// The Z3 program. Default: `z3` on the search path.
    pub z3: Option<PathBuf>,
    /// A folder that gets every back-end query as an SMT-LIB file. Default: none is written. It slows the run down.
    pub dump_queries: Option<PathBuf>,
    /// Layers that are switched off. Default: none.
    pub disabled: Vec<Layer>,
    /// Whether each failing path is a finding of its own. Default: no, one finding a site and call stack. No path is lost
    /// either way: each is counted.
    pub all_findings: bool,
    /// Whether tests are run natively to confirm them. Default: yes. Without it every finding is a candidate.
    pub replay: bool,
    /// Whether native runs are kept in a sandbox: they change no file but in a folder of their own, and reach no network and no
    /// other process. Default: yes. No effect on the answer but for programs that would do such things.
    #[serde(default = "yes")]
    pub replay_sandbox: bool,
    /// Which paths leave a test, or several. Default: all. No effect on findings.
    pub tests: Tests,
    /// What counts as a finding, by the names of checks and presets (`effigy checks` lists them). Default: `default`.
    /// A path that comes to an error of a check that is off ends there as unsupported; arithmetic goes on and wraps.
    #[serde(default, with = "check_names")]
    pub checks: CheckSet,
    /// Whether a Rust program is compiled so that errors of unsafe code are still there, and whether what LLVM IR says
    /// of its values and of its stack objects is checked. Globals and local variables are then aligned by no more than they
    /// ask for. Default: no. It changes no correct program's meaning.
    #[serde(default)]
    pub ub: bool,
    /// What a panic of a Rust program does. Default: `auto`. Where it aborts, a panic that would be caught is a finding.
    #[serde(default = "panics_by_sources")]
    pub panics: Panics,
    /// What is an input where models otherwise give one thing in every run. Default: nothing. Under `alloc` every allocation may also
    /// fail; without, it succeeds up to the size that a machine refuses. Each allocation is a fork then.
    #[serde(default)]
    pub any: BTreeSet<AssumptionKind>,
    /// What a call of a function does that is neither defined nor modelled. Default: `error`, it ends its path. Under `any` the answer
    /// holds if the function gives some value of its type and changes nothing, and the report says so; under `concrete` other
    /// values than zero are not explored, and the run is not exhaustive. C and LLVM IR only. Functions whose names say that they
    /// give inputs (`nondet_int`) need no option.
    #[serde(default = "no_external")]
    pub external: External,
    /// The files of a C program beside the input: those that it is linked with, those whose functions replace its own, and the
    /// database of flags. Default: none.
    #[serde(default)]
    pub others: OtherFiles,
    /// Whether each store to a variable of a compiled program stays, so that every line of the source has its code. Default: no, variables are
    /// registers where they can be. Slower; no effect on the answer.
    #[serde(skip)]
    pub stores: bool,
    /// Whether what earlier runs compiled is used, and what this one compiles is kept . Default: yes. No
    /// effect on the answer.
    #[serde(skip, default = "yes")]
    pub cache: bool,
    /// Asks the run to stop and to keep what it has.
    #[serde(skip)]
    pub cancel: CancelToken,
}

impl Tests {
    /// Whether paths that run to an end leave tests.
    pub fn of_all_paths(self) -> bool {
        matches!(self, Tests::All | Tests::Sides)
    }
}

impl ExploreOptions {
    /// The default limit of one query.
    pub const DEFAULT_QUERY_TIME: Duration = Duration::from_secs(30);

    /// The default size of the program's stack, the usual one of systems: 8 MB.
    pub const DEFAULT_STACK: u64 = 8 << 20;

    /// The file that is standard input.
    pub const STDIN: &str = "/dev/stdin";

    /// What stands in the arguments for the name of a file with the input, as AFL++ has it.
    pub const FILE: &str = "@@";

    /// The default options for this program.
    pub fn new(input: impl Into<PathBuf>) -> ExploreOptions {
        ExploreOptions {
            input: input.into(),
            language: None,
            package: PackageOptions::default(),
            harnesses: None,
            entry: None,
            call: None,
            integers: Integers::Unbounded,
            cflags: Vec::new(),
            edition: None,
            symbolic_arguments: Vec::new(),
            symbolic_stdin: None,
            stdin_from: None,
            files: Vec::new(),
            variables: Vec::new(),
            arguments: Vec::new(),
            budget: Budget { query_time: Some(Self::DEFAULT_QUERY_TIME), ..Budget::default() },
            stack: Self::DEFAULT_STACK,
            search: Search::Auto,
            targets: Vec::new(),
            merge: Merge::Both,
            seed: 0,
            threads: None,
            solver: Backend::Auto,
            z3: None,
            dump_queries: None,
            disabled: Vec::new(),
            all_findings: false,
            replay: true,
            replay_sandbox: true,
            tests: Tests::All,
            checks: CheckSet::default(),
            ub: false,
            panics: Panics::Auto,
            any: BTreeSet::new(),
            external: External::Error,
            others: OtherFiles::default(),
            stores: false,
            cache: true,
            cancel: CancelToken::new(),
        }
    }

    /// Whether standard input is a file that the arguments name.
    pub fn reads_a_file(&self) -> bool {
        self.arguments.iter().any(|argument| argument.contains(Self::FILE))
    }

    /// The arguments as the program gets them.
    pub fn program_arguments(&self) -> Vec<Vec<u8>> {
        let named = |argument: &String| argument.replace(Self::FILE, Self::STDIN);
        self.arguments.iter().map(|argument| named(argument).into_bytes()).collect()
    }

    /// Whether this layer is on.
    pub fn enabled(&self, layer: Layer) -> bool {
        !self.disabled.contains(&layer)
    }
}

fn unmerged() -> Merge {
    Merge::Never
}

fn no_external() -> External {
    External::Error
}

fn panics_by_sources() -> Panics {
    Panics::Auto
}

fn default_stack() -> u64 {
    ExploreOptions::DEFAULT_STACK
}

fn yes() -> bool {
    true
}

fn unbounded() -> Integers {
    Integers::Unbounded
}

/// The fields of a [`Budget`], for reading and writing one.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Budget")]
struct BudgetFields {
    time: Option<Duration>,
    memory: Option<u64>,
    steps: Option<u64>,
    forks: Option<u64>,
    depth: Option<u64>,
    query_time: Option<Duration>,
    solver_time: Option<Duration>,
}

/// A set of checks as the text that the command line reads.
mod check_names {
    use effigy_base::check::CheckSet;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(checks: &CheckSet, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&checks.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<CheckSet, D::Error> {
        CheckSet::parse(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

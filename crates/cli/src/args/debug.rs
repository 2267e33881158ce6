//! Arguments of `debug`.

use super::common::{OtherArguments, TargetArguments};
use super::{choice, choices, languages, names};
use clap::Args;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{Backend, ExploreOptions, Integers};
use effigy_session::prove::ProveOptions;
use effigy_session::table::Verb;
use std::path::PathBuf;

/// What `effigy help debug` says at its end.
pub const DEBUG_HELP: &str = "\
Examples:
  effigy debug search.pli
      then: CALL SEARCH (A, 1, 5, \"X\", FOUND, J); go true; tree
  effigy debug prog.rs --sym-stdin 6
      then: break 12; go; examine count; go true; back
  effigy debug list.vpr
      then: prove insert; failure 1; heap; pc; check acc(this.next); back
  effigy debug search.pli --script session.txt
      the commands of a transcript, with their answers

In the session, `help` lists the commands. Exit status: 0 the session ran, 2 bad input or usage.";

/// Arguments of `debug`.
#[derive(Debug, Args)]
pub struct DebugArguments {
    /// The program: a .pli, .rs, .c or .ll file, the folder of a Cargo package, or a .vpr or .oo file to step through its
    /// proofs
    pub input: PathBuf,
    #[command(flatten)]
    pub others: OtherArguments,
    /// Run the commands of this script, one a line, or of this transcript, in which they begin with `> `
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices(languages()), help_heading = "Program")]
    pub lang: Option<String>,
    /// PL/I: the integers: `unbounded`, or `fixed` (32 bits)
    #[arg(long, value_name = "INTEGERS", default_value = "unbounded")]
    pub ints: Integers,
    #[command(flatten)]
    pub target: TargetArguments,
    /// Begin at this function, with symbolic parameters unless it is main; for a .vpr or .oo file, the member to prove
    /// [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Program")]
    pub entry: Option<String>,
    /// Further flags for the C compiler, separated by blanks; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, help_heading = "Program")]
    pub cflags: Vec<String>,
    /// The edition for rustc [default: 2021]
    #[arg(long, value_name = "YEAR", help_heading = "Program")]
    pub edition: Option<String>,
    /// Symbolic arguments of the program: the length of each in bytes, as in 2,3 for two
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', help_heading = "Symbolic input")]
    pub sym_args: Vec<usize>,
    /// Symbolic standard input of this many bytes
    #[arg(long, value_parser = crate::units::length, value_name = "BYTES", help_heading = "Symbolic input")]
    pub sym_stdin: Option<usize>,
    /// The solver
    #[arg(long, value_name = "SOLVER", value_parser = choices(names(Backend::ALL, Backend::name)), default_value = "auto")]
    pub solver: String,
    /// The Z3 program [default: z3 on the search path]
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Compile again, and do not cache the result
    #[arg(long)]
    pub no_cache: bool,
}

impl DebugArguments {
    /// Whether the session is about proofs.
    pub fn is_proof(&self) -> bool {
        self.lang.is_none() && LANGUAGES.reads(Verb::Prove, &self.input)
    }

    /// The options of a session about proofs.
    pub fn proof_options(&self) -> ProveOptions {
        ProveOptions {
            only: self.entry.iter().cloned().collect(),
            solver: choice(&self.solver, Backend::Auto),
            program: self.z3.clone(),
            ..ProveOptions::new(vec![self.input.clone()])
        }
    }

    /// The options of the session.
    pub fn options(&self) -> ExploreOptions {
        let flags = self.cflags.iter().flat_map(|flags| flags.split_whitespace());
        ExploreOptions {
            language: self.lang.clone(),
            package: self.target.options(),
            entry: self.entry.clone(),
            integers: self.ints,
            cflags: flags.map(str::to_owned).collect(),
            edition: self.edition.clone(),
            symbolic_arguments: self.sym_args.clone(),
            symbolic_stdin: self.sym_stdin,
            solver: choice(&self.solver, Backend::Auto),
            z3: self.z3.clone(),
            cache: !self.no_cache,
            others: self.others.files(),
            ..ExploreOptions::new(self.input.clone())
        }
    }
}

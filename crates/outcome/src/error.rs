//! Why a run gives no outcome.

mod compile;

use crate::language::{Language, files, listed};
pub use compile::CompileError;
use effigy_base::source::Diagnostic;
use effigy_formats::trace::TraceError;
use std::path::PathBuf;

/// Why there is no outcome. All but [`SessionError::Internal`] are for the user to mend.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The environment asks for a stress mode that there is not.
    #[error("{message}")]
    Stress {
        /// Which, and those that there are.
        message: String,
    },
    /// The program could not be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The program could not be read.
    #[error("{}", lines(diagnostics))]
    Load {
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// The program's file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// There is no function of that name to begin at.
    #[error("the program has no function `{name}` to begin at{}", hint(similar))]
    NoEntry {
        /// The name that was asked for.
        name: String,
        /// Names that are like it.
        similar: Vec<String>,
    },
    /// A line that the run is to be directed to has no code.
    #[error("{}", no_target(target, *is_file, near))]
    NoTarget {
        /// What was asked for.
        target: String,
        /// Whether the program has code of the file.
        is_file: bool,
        /// Lines of the file that have code, or files that have.
        near: Vec<String>,
    },
    /// There is no member of that name to prove.
    #[error("no program has a method, function or predicate `{name}`{}", hint(there))]
    NoMember {
        /// The name that was asked for.
        name: String,
        /// The members that there are.
        there: Vec<String>,
    },
    /// There is no command of that name or number in the model.
    #[error("the model has no command `{name}`{}", hint(there))]
    NoCommand {
        /// The name that was asked for.
        name: String,
        /// The commands that there are.
        there: Vec<String>,
    },
    /// An option is about another language.
    #[error("{option} is for {language} programs")]
    OtherLanguage {
        /// The option.
        option: &'static str,
        /// The language that has it.
        language: &'static str,
    },
    /// A file is of a language that a verb or an option is not for.
    #[error("{option} is for {languages} programs ({files} files)")]
    OtherFile {
        /// The verb or option.
        option: &'static str,
        /// The languages that it is for.
        languages: String,
        /// Their files.
        files: String,
    },
    /// The program is not one of 64 bits.
    #[error(
        "the program is compiled for pointers of {bits} bits, and Effigy runs programs of 64 bits: leave out -m32 and its like"
    )]
    Pointers {
        /// The size of its pointers.
        bits: u32,
    },
    /// The folder of the harness library has something else in it.
    #[error("{} is there already and was not written by `cargo effigy init`: move it, then try again", path.display())]
    NotOurFolder {
        /// The folder.
        path: PathBuf,
    },
    /// What a harness replaces is not in its program.
    #[error(
        "the functions that the harness `{harness}` replaces were not found in the compiled program"
    )]
    NotReplaced {
        /// The harness.
        harness: String,
    },
    /// A folder of seeds cannot be read.
    #[error("cannot read the seeds in {}: {cause}", path.display())]
    Seeds {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// A folder has no seeds.
    #[error("the folder of seeds {} {what}; put at least one input of a byte or more into it", folder.display())]
    NoSeeds {
        /// The folder.
        folder: PathBuf,
        /// What it has instead.
        what: String,
    },
    /// The program cannot be run natively with counters.
    #[error("there are no native runs: {why}")]
    Uncounted {
        /// What stands in the way.
        why: String,
    },
    /// A trace is none, or is not one of the program.
    #[error("{}:{}: {}", path.display(), error.number, error.message)]
    Trace {
        /// The file of the trace.
        path: PathBuf,
        /// What is wrong, and at which line.
        error: TraceError,
    },
    /// A witness of a program that is not in C.
    #[error("violation witnesses are for C programs; this is a {language} program")]
    Witness {
        /// The language.
        language: &'static str,
    },
    /// A test suite of a program that is not in C.
    #[error("suites of Test-Comp are for C programs; this is a {language} program")]
    Suite {
        /// The language.
        language: &'static str,
    },
    /// The folder that is shared with other fuzzers cannot be used.
    #[error("cannot use {}: {cause}; name another folder with --sync", path.display())]
    Sync {
        /// The folder or the file.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// No decision of the program depends on a seed.
    #[error("no decision of {} depends on a seed: {}, or give longer seeds if it ends before it has read one", program.display(), blind(*argument))]
    Blind {
        /// The program.
        program: PathBuf,
        /// Whether seeds are its argument.
        argument: bool,
    },
    /// Nothing of the program can be unfolded.
    #[error("{name} has no traces: {why}")]
    NoTraces {
        /// What they would begin with.
        name: String,
        /// What stands in the way.
        why: String,
    },
    /// PL/I has machine integers of one size.
    #[error("the machine integers of PL/I have 32 bits, not {width}: use `--ints fixed`")]
    Width {
        /// The bits that were asked for.
        width: u32,
    },
    /// A run goes on with the program that it began with only.
    #[error("this is not the program that the run began with: begin a new run")]
    OtherProgram,
    /// A run goes on with the version of Effigy that it began with only.
    #[error("the run was begun by version {version} of Effigy: begin a new run")]
    OtherVersion {
        /// The version.
        version: String,
    },
    /// The solver that was asked for cannot be used.
    #[error("{message}")]
    Solver {
        /// Why, and what to do.
        message: String,
    },
    /// A worker of a cluster came to its limit of memory.
    #[error("the worker's memory is used up")]
    Memory,
    /// An invariant of Effigy does not hold.
    #[error("internal error: {message}; this is a defect of Effigy, not of your program")]
    Internal {
        /// Which.
        message: String,
    },
}

impl SessionError {
    /// A verb or an option gets a file that is of none of the languages that it is for.
    pub fn other_file(option: &'static str, languages: &[Language]) -> Self {
        let titles = languages.iter().map(|language| language.title().to_owned());
        Self::OtherFile { option, languages: listed(titles, "and"), files: files(languages, "and") }
    }
}

impl SessionError {
    /// Whether it is a defect of Effigy.
    pub fn is_internal(&self) -> bool {
        matches!(self, SessionError::Internal { .. })
    }
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn no_target(target: &str, is_file: bool, near: &[String]) -> String {
    let near = near.join(", ");
    match (is_file, near.is_empty()) {
        (true, false) => {
            format!(
                "--target {target}: there is no code at that line; the nearest lines with code are {near}"
            )
        }
        (false, false) => {
            format!(
                "--target {target}: the program has no code of that file; it has code of {near}"
            )
        }
        (_, true) => {
            format!("--target {target}: the program does not say which lines its code comes from")
        }
    }
}

fn blind(argument: bool) -> &'static str {
    match argument {
        true => "leave out --arg if it reads its standard input",
        false => "give --arg if it reads its first argument",
    }
}

fn hint(similar: &[String]) -> String {
    if similar.is_empty() { String::new() } else { format!("; it has: {}", similar.join(", ")) }
}

/// The source lines of diagnostics that were made without them.
pub fn with_excerpts(mut diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    for diagnostic in diagnostics.iter_mut().filter(|d| d.excerpt.is_empty() && d.line > 0) {
        let line = text.lines().nth(diagnostic.line as usize - 1);
        diagnostic.excerpt = line.unwrap_or("").trim_end().to_owned();
    }
    diagnostics
}

//! The front end of the Viper language: text in, resolved and typed tree and diagnostics out.
//!
//! Architecture Invariant: this crate knows neither terms nor solvers; text in, tree and diagnostics out (checked by
//! `cargo xtask tidy`).

mod consistency;
mod graph;
mod imports;
mod lexer;
mod limits;
mod macros;
mod measures;
mod parse;
pub mod premises;
pub mod print;
mod problem;
mod resolve;
mod smoke;
mod syntax;
mod termination;
pub mod tree;
pub mod walk;

pub use imports::{Disk, Files};
pub use limits::{MAX_NESTING, MAX_OPERATORS, MAX_SIZE};
pub use problem::Problem;

use effigy_base::id::IdVec;
use effigy_base::source::FileId;
use problem::Problems;
use std::path::{Path, PathBuf};

/// A program and what it was read from.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program.
    pub program: tree::Program,
    /// What is probably not as it is meant.
    pub warnings: Vec<Problem>,
    /// The texts of all files.
    pub texts: IdVec<FileId, String>,
}

/// How a program is read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ParseOptions {
    /// Whether methods get marks for what must be able to be reached ([`tree::Origin::Smoke`]), and `unreachable` is a
    /// statement. Default: no.
    pub smoke: bool,
    /// Whether functions need the permission amounts that their preconditions say, so that `wildcard` is no part of an
    /// amount there. Default: no, any positive amount will do.
    pub exact_amounts: bool,
    /// Folders that `import <path>` looks into for files that do not come with the language, the first one first.
    pub import_folders: Vec<PathBuf>,
}

/// Reads a program and all files that it imports, resolves names and finds types, with the default options.
///
/// # Errors
/// As those of [`parse_with`].
pub fn parse(path: &Path, text: &str, files: &dyn Files) -> Result<Parsed, Vec<Problem>> {
    parse_with(path, text, files, &ParseOptions::default())
}

/// Reads a program and all files that it imports, resolves names and finds types.
///
/// `path` is what problems name, and what the paths of imports start from; `text` is its content.
///
/// # Errors
/// All errors of the first phase that has some: reading and parsing, macros, names and types, consistency. Behind them stand
/// the warnings.
pub fn parse_with(
    path: &Path,
    text: &str,
    files: &dyn Files,
    options: &ParseOptions,
) -> Result<Parsed, Vec<Problem>> {
    let mut problems = Problems::default();
    let mut program = tree::Program::default();
    let mut texts = IdVec::new();
    let members = imports::load(
        (path, text),
        files,
        &options.import_folders,
        &mut program.files,
        &mut texts,
        &mut problems,
    );
    let mut members =
        if problems.errors() == 0 { macros::expand(members, &mut problems) } else { members };
    if options.smoke {
        smoke::mark(&mut members);
    }
    if problems.errors() == 0 {
        let measures = resolve::program(&members, &mut program, &mut problems);
        if problems.errors() == 0 {
            consistency::check(&program, &measures.functions, options, &mut problems);
        }
        program.premises = premises::gather(&program, &measures);
        let proofs = termination::proofs(
            &program,
            &measures.functions,
            &measures.orders,
            options.exact_amounts,
        );
        for method in proofs {
            program.methods.push(method);
        }
    }
    problems.only_first_phase();
    let failed = problems.errors() > 0;
    let (errors, warnings) = problems.finish(&program.files, &texts);
    if failed {
        return Err(errors.into_iter().chain(warnings).collect());
    }
    Ok(Parsed { program, warnings, texts })
}

//! Errors of assembling a chain.

use std::path::PathBuf;

use crate::back_end::BackEnd;

/// Why a chain cannot be assembled.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// There is no back end of this name.
    #[error("unknown solver `{0}`; known are {list}", list = names())]
    UnknownBackEnd(String),
    /// The program of the SMT-LIB process is not there.
    #[error(
        "solver program `{0}` not found; install it (Z3: pip install z3-solver), give its path, or use `--solver embedded`"
    )]
    ProgramMissing(PathBuf),
    /// The folder for dumped queries cannot be made.
    #[error("cannot make the folder {path} for dumped queries: {source}")]
    DumpFolder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

fn names() -> String {
    BackEnd::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

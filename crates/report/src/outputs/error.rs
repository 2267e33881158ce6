//! Why an output cannot be written.

use std::io;
use std::path::PathBuf;

/// Why an output cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Two options name one file.
    #[error("{one} and {other} both name {}; give each a file of its own", path.display())]
    Twice {
        /// An option.
        one: &'static str,
        /// The other one.
        other: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// An option names the program.
    #[error("{option} names the program itself, {}; name another file", path.display())]
    Input {
        /// The option.
        option: &'static str,
        /// The program.
        path: PathBuf,
    },
    /// An option names a file of a run folder.
    #[error("{option} names {}, which the run folder uses itself; name another file", path.display())]
    RunFolder {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// Two things are to be printed on standard output.
    #[error("{one} and {other} both print on standard output; give a file to {other}")]
    Printed {
        /// An option.
        one: &'static str,
        /// The other one.
        other: &'static str,
    },
    /// An output that is no stream is to be printed.
    #[error("{option} cannot print on standard output; name a file")]
    NoStream {
        /// The option.
        option: &'static str,
    },
    /// A file that has to be read cannot be.
    #[error("cannot read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The folder of a test suite holds something else.
    #[error("{} holds more than a test suite; name another folder", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
    },
    /// Tests of a run that begins at a function or a test of a package, for which no program of the user's can be run.
    #[error(
        "{option} is for programs, and this run begins at functions of a package; `cargo effigy --record` keeps what fails"
    )]
    Functions {
        /// The option.
        option: &'static str,
    },
    /// Tests in Rust of a program in another language.
    #[error("--write-tests is for a Rust file, or for a package with a binary")]
    NotRust,
    /// A package's tests in a file that is none of its test files.
    #[error(
        "{} is no test file of the package: name one in {}, where Cargo gives tests the package's binary",
        path.display(),
        folder.display()
    )]
    NotTests {
        /// The file.
        path: PathBuf,
        /// The folder of the package's test files.
        folder: PathBuf,
    },
    /// A test file has a begin mark without an end mark or the like.
    #[error(
        "{}: expected one line `// effigy-tests: begin` and one line `// effigy-tests: end` behind it, or neither",
        path.display()
    )]
    Marks {
        /// The file.
        path: PathBuf,
    },
    /// A test file is none that a Rust compiler reads.
    #[error("{} cannot be parsed and is not changed: {cause}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What the compiler says.
        cause: String,
    },
}

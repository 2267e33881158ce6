//! What a run is asked for: how the program is started, and what is an input.

use effigy_base::assumption::AssumptionKind;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Gives the name of the variable that a source line assigns, by file and line.
pub type Names = Arc<dyn Fn(&str, u32) -> Option<String> + Send + Sync>;

/// Whether a source file, by its path in debug information, is the program's own; the path is empty where there is no such information.
pub type Own = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// These bytes.
    Bytes(Vec<u8>),
    /// So many symbolic ones.
    Symbolic(usize),
}

/// What the program is started with.
#[derive(Clone)]
pub struct PosixOptions {
    /// What the program sees as its own name.
    pub program_name: Vec<u8>,
    /// Concrete arguments, before the symbolic ones.
    pub args: Vec<Vec<u8>>,
    /// Symbolic arguments: argument i is a C string of at most that many bytes; one that is given has its own length.
    pub sym_args: Vec<usize>,
    /// Concrete standard input; not used when there is a symbolic one.
    pub stdin: Vec<u8>,
    /// Symbolic standard input of that many bytes, then end of file; one that is given has its own length.
    pub sym_stdin: Option<usize>,
    /// The least length of symbolic standard input, which then has every length from there on; else it has its greatest.
    pub stdin_from: Option<usize>,
    /// Files, by their names in the program's folder.
    pub files: Vec<(String, FileContent)>,
    /// Variables of the environment: name and value.
    pub variables: Vec<(String, String)>,
    /// Whether standard input is a regular file, which the program may also open by the name [`crate::FILE`]. Else it is a
    /// pipe.
    pub file: bool,
    /// What is an input where models otherwise give one thing in every run ([`crate::LIFTED`]).
    pub any: BTreeSet<AssumptionKind>,
    /// Whether a source file is the program's own, and not a library's.
    pub is_own: Own,
    /// Names for inputs that the program makes without naming them.
    pub names: Names,
    /// What a call of a function does that is neither defined nor modelled.
    pub external: External,
    /// What declarations say of results, by the function's linkage name.
    pub results: HashMap<String, ResultFacts>,
}

impl Default for PosixOptions {
    fn default() -> Self {
        Self {
            program_name: b"program".to_vec(),
            args: Vec::new(),
            sym_args: Vec::new(),
            stdin: Vec::new(),
            sym_stdin: None,
            stdin_from: None,
            files: Vec::new(),
            variables: Vec::new(),
            file: false,
            any: BTreeSet::new(),
            is_own: Arc::new(|_| true),
            names: Arc::new(|_, _| None),
            external: External::Error,
            results: HashMap::new(),
        }
    }
}

/// What a call of a function does that is neither defined nor modelled, and whose name is not that of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum External {
    /// It ends its path as unsupported.
    #[default]
    Error,
    /// It gives any value of its type, a new input, and changes nothing.
    Any,
    /// It gives zero and changes nothing, and the run is not exhaustive.
    Concrete,
}

/// What a declaration says of a result and its scalars do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultFacts {
    /// The size in bytes of the object that the function writes, at its first argument, in place of a result.
    pub object: Option<u64>,
    /// Whether a scalar of 80 bits is a float of the x87, of whose bit patterns not all are numbers.
    pub x87: bool,
}

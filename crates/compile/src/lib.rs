//! From what the user names - a source file, LLVM IR, a package - to one LLVM module and, where there is one, the native
//! program built from the same source. A text that Effigy reads itself is taken as it is.
//!
//! The compilers are the user's own: `rustc`, `cargo` and `clang` from `PATH`, or those that the variables `RUSTC`,
//! `CARGO` and `CLANG` name. What they print on an error is passed on as it is. `cache` keeps what they make; `init`
//! puts the harness library into a package. `libraries` is the one place where sources of other crates are embedded.
//!
//! Architecture Invariant: nothing is run here but compilers, and the user's sources and target folder are not written
//! (checked by `src/tests.rs`, `a_package_builds_beside_the_users_target`).

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cache::Cache;
use crate::rustc::Counters;
use effigy_base::budget::CancelToken;
use serde::{Deserialize, Serialize};

mod apart;
pub mod c;
pub mod cache;
mod cargo_fuzz;
pub mod child;
mod crate_call;
pub mod flags;
pub mod harness;
pub mod identity;
pub mod init;
pub mod languages;
mod libraries;
mod llvm;
mod package;
mod panics;
pub mod preprocessed;
mod profile;
mod rust;
pub mod rustc;
pub mod scan;
mod scratch;
pub mod several;
pub mod syntax;
#[cfg(test)]
mod tests;
mod tools;
mod user_files;

pub use c::{HEADERS, clang, write_headers};
use effigy_base::check::CheckSet;
pub use effigy_outcome::error::CompileError;
use effigy_outcome::language::{Language, NativeBuild, files};
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::options::External;
use effigy_outcome::options::Harnesses;
use effigy_outcome::options::OtherFiles;
use effigy_outcome::options::PackageOptions;
use effigy_outcome::options::Panics;
pub use scratch::Scratch;
pub use tools::find_program;
pub use tools::{fingerprint, place_program};
pub use user_files::UserFiles;

/// What the user asks to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file: a whole program.
    File(PathBuf, Language),
    /// A Cargo package.
    Package {
        /// The folder that holds its `Cargo.toml`.
        dir: PathBuf,
        /// What of it is built.
        package: PackageOptions,
    },
}

impl Input {
    /// Decides by the path: a folder or a `Cargo.toml` is a package, a file goes by its extension.
    ///
    /// # Errors
    /// [`CompileError::UnknownInput`] for an extension of none of the languages.
    pub fn from_path(path: &Path, languages: &[Language]) -> Result<Self, CompileError> {
        if path.is_dir() {
            return Ok(Input::Package { dir: path.to_owned(), package: PackageOptions::default() });
        }
        if path.file_name() == Some(OsStr::new("Cargo.toml")) {
            let dir = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            return Ok(Input::Package { dir: dir.to_owned(), package: PackageOptions::default() });
        }
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let language = languages.iter().find(|known| known.extensions().contains(&extension));
        match language {
            Some(language) => Ok(Input::File(path.to_owned(), *language)),
            None => Err(unknown_input(path, languages)),
        }
    }
}

/// What to say of a path that names nothing that any of the languages reads.
pub fn unknown_input(path: &Path, languages: &[Language]) -> CompileError {
    CompileError::UnknownInput { path: path.to_owned(), reads: files(languages, "and") }
}

/// How to compile.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Rust edition of a single file; a package names its own. Default `2021`.
    pub edition: String,
    /// The function that paths begin at. A Rust program is compiled with a `main` that calls it. Default `main`.
    pub entry: String,
    /// Whether a Rust program is made of functions, and begins at the one that its first argument names. Default: no.
    pub harnesses: Option<Harnesses>,
    /// Further flags for the C compiler, after Effigy's own, so that they win. Default none.
    pub c_flags: Vec<String>,
    /// What counts as a finding: the checks that the compiler puts into the program.
    pub checks: CheckSet,
    /// Whether a Rust program keeps its errors of unsafe code: it is not optimised then.
    pub ub: bool,
    /// What later runs use again: compiled programs, the built harness library, the packages' dependencies.
    /// Default: the user's.
    pub cache: Cache,
    /// What a panic of a Rust program does. Default: `auto`.
    pub panics: Panics,
    /// Whether the program is compiled as a debug build is, so that every line and every variable of a session is there.
    /// Default: no.
    pub for_session: bool,
    /// What a native program tells of its runs: a Rust program is compiled to that alone, for speed, and there is no module.
    /// Default: nothing.
    pub counters: Option<Counters>,
    /// What functions do that are neither defined nor modelled; native programs get definitions of them. Default: `error`.
    pub external: External,
    /// The files of a C program beside the first one. Default: none.
    pub others: OtherFiles,
    /// Ends the compilers early when the run is stopped. Default: nobody asks for it.
    pub cancel: CancelToken,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            edition: "2021".to_owned(),
            entry: "main".to_owned(),
            harnesses: None,
            c_flags: Vec::new(),
            checks: CheckSet::default(),
            ub: false,
            panics: Panics::Auto,
            cache: Cache::of_user(),
            for_session: false,
            counters: None,
            external: External::Error,
            others: OtherFiles::default(),
            cancel: CancelToken::new(),
        }
    }
}

impl CompileOptions {
    /// What the options of a run say of compiling.
    pub fn of(options: &ExploreOptions) -> Self {
        let mut compile_options = CompileOptions {
            cache: if options.cache { Cache::of_user() } else { Cache::off() },
            c_flags: options.cflags.clone(),
            checks: options.checks,
            ub: options.ub,
            harnesses: options.harnesses,
            external: options.external,
            others: options.others.clone(),
            panics: options.panics,
            cancel: options.cancel.clone(),
            ..CompileOptions::default()
        };
        if let Some(edition) = &options.edition {
            compile_options.edition.clone_from(edition);
        }
        if let Some(entry) = &options.entry {
            compile_options.entry.clone_from(entry);
        }
        compile_options
    }
}

/// What a program can begin at, and what of its crate it cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begins {
    /// What it can begin at.
    pub harnesses: Vec<harness::Harness>,
    /// What it cannot.
    pub left_out: Vec<harness::LeftOut>,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The whole program as one LLVM module, or as its own text where Effigy reads that.
    pub module_text: String,
    /// Where that text lies, for diagnostics about it.
    pub module_path: PathBuf,
    /// The native program from the same source; `None` where a replay has to build one first (C, LLVM IR).
    pub executable: Option<PathBuf>,
    /// The function of the module that paths begin at, and native runs when it is `main`.
    pub entry: String,
    /// The binary of a package.
    pub binary: Option<String>,
    /// What it is written in.
    pub language: Language,
    /// The source file, or the package's folder.
    pub source: PathBuf,
    /// Which source files are the user's own.
    pub user_files: UserFiles,
    /// Whether a Rust program keeps its errors of unsafe code.
    pub ub: bool,
    /// The flags that the user gave for the C compiler.
    pub c_flags: Vec<String>,
    /// Whether the program, of C or LLVM IR, is a harness of libFuzzer, `LLVMFuzzerTestOneInput`, and Effigy's own `main` calls it.
    pub driven: bool,
    /// What functions do that are neither defined nor modelled.
    pub external: External,
    /// The files of a C program beside the first one.
    pub others: OtherFiles,
    /// What later runs use again, for what is still to be built of it.
    pub cache: Cache,
    /// The folder of intermediate files; the last one who drops it removes them.
    pub scratch: Arc<Scratch>,
    /// What the program can begin at, by its first argument.
    pub begins: Option<Begins>,
    /// How long the compilers took.
    pub took: Duration,
    /// Ends what is still to be built of it, the programs for its replays, when the run is stopped.
    pub cancel: CancelToken,
}

impl Compiled {
    /// A program of which nothing is there yet but where it comes from and how it is compiled.
    fn new(language: Language, source: &Path, options: &CompileOptions, scratch: Scratch) -> Self {
        Compiled {
            module_text: String::new(),
            module_path: PathBuf::new(),
            executable: None,
            entry: "main".to_owned(),
            binary: None,
            language,
            source: source.to_owned(),
            user_files: UserFiles::of_program(source),
            ub: options.ub,
            c_flags: Vec::new(),
            driven: false,
            external: options.external,
            others: options.others.clone(),
            cache: options.cache.clone(),
            scratch: scratch.into(),
            begins: None,
            took: Duration::ZERO,
            cancel: options.cancel.clone(),
        }
    }

    /// What the program begins at with these arguments, when they name that.
    pub fn begun_at<A: AsRef<[u8]>>(&self, arguments: &[A]) -> Option<&harness::Harness> {
        let name = arguments.first()?.as_ref();
        let all = self.begins.iter().flat_map(|begins| &begins.harnesses);
        all.clone().find(|harness| harness.name.as_bytes() == name)
    }

    /// A number that is another one for another program: of the module's text without the folder of intermediate
    /// files, whose name is new each time.
    pub fn fingerprint(&self) -> String {
        let mut parts = vec![self.entry.as_str()];
        let start = Scratch::prefix();
        for (index, part) in self.module_text.split(&start).enumerate() {
            let number = |c: char| c.is_ascii_digit() || c == '-';
            parts.push(if index == 0 { part } else { part.trim_start_matches(number) });
        }
        tools::fingerprint(&parts)
    }
}

/// Compiles `input` to one LLVM module.
///
/// # Errors
/// See [`CompileError`]; the compiler's own messages come unchanged.
pub fn compile(input: &Input, options: &CompileOptions) -> Result<Compiled, CompileError> {
    let started = Instant::now();
    let mut compiled = match input {
        Input::File(path, language) => compile_file(path, *language, options)?,
        Input::Package { dir, package } => package::compile_package(dir, package, options)?,
    };
    compiled.took = started.elapsed();
    Ok(compiled)
}

/// Compiles a file, or takes its text where there is no compiler.
///
/// # Errors
/// See [`CompileError`].
pub fn compile_file(
    path: &Path,
    language: Language,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    match language.native() {
        NativeBuild::WithModule => rust::compile_file(path, options),
        NativeBuild::FromSource => c::compile_file(path, options),
        NativeBuild::FromModule => llvm::compile_module(path, options),
        NativeBuild::None => Ok(Compiled { language, ..read_module(path, options)? }),
    }
}

/// Takes a text that is read as it is.
fn read_module(path: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
    Ok(Compiled {
        module_text: read_text(path)?,
        module_path: path.to_owned(),
        entry: options.entry.clone(),
        c_flags: options.c_flags.clone(),
        ..Compiled::new(languages::LLVM, path, options, Scratch::new()?)
    })
}

/// A file's text; bytes that are not UTF-8 are replaced, since IR may quote such names.
fn read_text(path: &Path) -> Result<String, CompileError> {
    Ok(text(read_bytes(path)?))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, CompileError> {
    std::fs::read(path).map_err(|cause| CompileError::Unreadable { path: path.to_owned(), cause })
}

//! The call of `rustc` for one crate, as Cargo makes it.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{CompileError, read_text};

/// How one crate is compiled, but for its source file, its kind, and where results go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CrateCall {
    /// The compiler.
    pub rustc: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The whole environment; `None`: that of this process.
    pub variables: Option<Vec<(OsString, OsString)>>,
    /// Where it is started.
    pub folder: PathBuf,
    /// The source file of the crate's root.
    pub root: PathBuf,
    /// Whether it is for the compiler to write a `main` that runs its tests.
    pub is_harnessed: bool,
}

/// Options of `-C` that say how code is made and where it goes; a program that is explored has its own.
const CODE: [&str; 11] = [
    "codegen-units",
    "debuginfo",
    "embed-bitcode",
    "extra-filename",
    "incremental",
    "linker-plugin-lto",
    "lto",
    "metadata",
    "opt-level",
    "panic",
    "split-debuginfo",
];

/// Options with a value of their own that say what becomes of the results.
const RESULTS: [&str; 5] = ["--crate-type", "--emit", "--out-dir", "--error-format", "--json"];

/// Names that a crate cannot have that uses these libraries.
const LIBRARIES: [&str; 8] =
    ["alloc", "build", "core", "effigy", "kani", "proc_macro", "std", "test"];

impl CrateCall {
    /// From a recorded call: its arguments from the compiler on, its environment (`env -0`) and its folder.
    pub(super) fn recorded(arguments: &[u8], variables: &[u8], folder: &Path) -> Option<CrateCall> {
        let mut parts = arguments.split(|byte| *byte == 0).map(OsStr::from_bytes);
        let rustc = PathBuf::from(parts.next().filter(|name| !name.is_empty())?);
        let mut call = CrateCall {
            rustc,
            arguments: Vec::new(),
            variables: Some(
                variables
                    .split(|byte| *byte == 0)
                    .filter_map(|pair| {
                        let at = pair.iter().position(|byte| *byte == b'=')?;
                        let (name, value) = (pair.get(..at)?, pair.get(at + 1..)?);
                        Some((
                            OsString::from_vec(name.to_vec()),
                            OsString::from_vec(value.to_vec()),
                        ))
                    })
                    .collect(),
            ),
            folder: folder.to_owned(),
            root: PathBuf::new(),
            is_harnessed: false,
        };
        let parts: Vec<&OsStr> = parts.filter(|part| !part.is_empty()).collect();
        call.take(&parts);
        (!call.root.as_os_str().is_empty()).then_some(call)
    }

    /// The call for a file that is a crate of its own.
    pub(super) fn of_file(rustc: PathBuf, root: &Path, edition: &str, overflow: bool) -> CrateCall {
        let name = root.file_stem().unwrap_or_default().to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        // A crate's name begins with a letter, and is none of a library's.
        let is_taken = LIBRARIES.contains(&name.as_str()) || !name.starts_with(char::is_alphabetic);
        let name = if is_taken { format!("program_{name}") } else { name };
        let overflow = if overflow { "overflow-checks=on" } else { "overflow-checks=off" };
        let edition = format!("--edition={edition}");
        let arguments =
            ["--crate-name", &name, &edition, "-C", "debug-assertions=on", "-C", overflow];
        CrateCall {
            rustc,
            arguments: arguments.iter().map(OsString::from).collect(),
            variables: None,
            folder: std::env::current_dir().unwrap_or_default(),
            root: root.to_owned(),
            is_harnessed: true,
        }
    }

    /// Makes it a crate with harnesses for Kani, whose compiler has what is not stable yet.
    pub(super) fn be_of_kani(&mut self) -> Result<(), CompileError> {
        self.arguments.extend(["--cfg", "kani"].map(OsString::from));
        if read_text(&self.root)?.contains("#![feature(") {
            let variables = self.variables.get_or_insert_with(|| std::env::vars_os().collect());
            variables.push((OsString::from("RUSTC_BOOTSTRAP"), OsString::from("1")));
        }
        Ok(())
    }

    /// Keeps what says what the crate is and what it uses.
    fn take(&mut self, parts: &[&OsStr]) {
        let mut rest = parts.iter();
        while let Some(part) = rest.next() {
            let text = part.to_string_lossy();
            let (name, joined) = match text.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (text.to_string(), None),
            };
            match name.as_str() {
                "--test" => {
                    self.is_harnessed = true;
                    self.arguments.extend(["--cfg", "test"].map(OsString::from));
                }
                "-C" => {
                    if let Some(option) = rest.next() {
                        let key = option.to_string_lossy();
                        let key = key.split('=').next().unwrap_or_default();
                        if !CODE.contains(&key) {
                            self.arguments.extend([OsString::from("-C"), (*option).to_owned()]);
                        }
                    }
                }
                name if RESULTS.contains(&name) => {
                    if joined.is_none() {
                        rest.next();
                    }
                }
                "--extern" => {
                    if let Some(library) = rest.next() {
                        self.arguments.extend([OsString::from("--extern"), linked(library)]);
                    }
                }
                "--cfg" if joined.as_deref() == Some(SUBJECT) => {}
                "--crate-name"
                | "--cfg"
                | "--check-cfg"
                | "-L"
                | "-l"
                | "--cap-lints"
                | "--target"
                | "--remap-path-prefix"
                | "-A"
                | "-W"
                | "-D"
                | "-F"
                    if joined.is_none() =>
                {
                    self.arguments.push((*part).to_owned());
                    self.arguments.extend(rest.next().map(|value| (*value).to_owned()));
                }
                _ if !text.starts_with('-') && text.ends_with(".rs") => {
                    self.root = self.folder.join(part);
                }
                _ => self.arguments.push((*part).to_owned()),
            }
        }
    }

    /// The compiler with its arguments, without a source file.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.rustc);
        if let Some(variables) = &self.variables {
            command.env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
        }
        command.current_dir(&self.folder).args(&self.arguments);
        command
    }

    /// Whether the crate is of the first edition of the language.
    pub(super) fn is_of_2015(&self) -> bool {
        let edition = |argument: &OsString| {
            argument.to_string_lossy().strip_prefix("--edition=").map(|year| year != "2015")
        };
        !self.arguments.iter().filter_map(edition).any(|later| later)
    }

    /// Whether the crate uses a library that Cargo built of the package of this name.
    pub(super) fn uses(&self, package: &str) -> bool {
        self.arguments.iter().any(|argument| is_of(argument, package))
    }

    /// The library that Cargo built of the package of this name for the crate or for what it uses, unless there are several.
    pub(super) fn library(&self, package: &str) -> Option<PathBuf> {
        let named = self.arguments.iter().find(|argument| is_of(argument, package));
        if let Some((_, path)) = named.and_then(|argument| argument.to_str()?.split_once('=')) {
            return Some(PathBuf::from(path));
        }
        let folders = self.arguments.iter().filter_map(|argument| {
            argument.as_bytes().strip_prefix(b"dependency=").map(OsStr::from_bytes)
        });
        let files = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
        let paths = files.flatten().map(|file| file.path());
        let mut found = paths.filter(|path| is_library_of(path, package));
        found.next().filter(|_| found.next().is_none())
    }

    /// The same call with this library in the place of the one that Cargo built of the package of this name.
    #[must_use]
    pub(super) fn with_instead(&self, package: &str, library: &Path) -> CrateCall {
        let instead = |argument: &OsString| match argument.as_bytes().split(|b| *b == b'=').next() {
            Some(name) if is_of(argument, package) => {
                let library = library.as_os_str().as_bytes();
                OsString::from_vec([name, b"=", library].concat())
            }
            _ => argument.clone(),
        };
        let arguments = self.arguments.iter().map(instead).collect();
        CrateCall { arguments, ..self.clone() }
    }

    /// Whether the crate uses libraries that Cargo built.
    pub(super) fn has_libraries(&self) -> bool {
        self.arguments.iter().any(|argument| argument == "--extern")
    }

    /// Whether the crate can use a library of this name.
    pub(super) fn names(&self, library: &str) -> bool {
        let start = format!("{library}=");
        self.arguments.iter().any(|argument| argument.to_string_lossy().starts_with(&start))
    }
}

/// The condition that marks the call that is recorded.
pub(super) const SUBJECT: &str = "effigy_subject";

/// Whether an argument names a library that Cargo built of the package of this name, as `name=/folder/libpackage-hash.rlib`.
fn is_of(argument: &OsStr, package: &str) -> bool {
    let Some((_, path)) = argument.to_str().and_then(|text| text.split_once('=')) else {
        return false;
    };
    is_library_of(Path::new(path), package)
}

fn is_library_of(path: &Path, package: &str) -> bool {
    let file = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let hash = file.strip_prefix("lib").and_then(|rest| rest.strip_prefix(package));
    hash.is_some_and(|rest| rest.starts_with('-') && rest.ends_with(".rlib"))
}

/// A library with its code, where only what is known of it was asked for.
fn linked(library: &OsStr) -> OsString {
    match library.as_bytes().strip_suffix(b".rmeta") {
        Some(start) => OsString::from_vec([start, b".rlib"].concat()),
        None => library.to_owned(),
    }
}

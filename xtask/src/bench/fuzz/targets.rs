//! The programs of `bench/fuzz` and of the folder in it, and how they are built without a fuzzer.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the programs are, below the root of the repository.
pub const FOLDERS: [&str; 2] = ["bench/fuzz", "bench/fuzz/grown"];

/// Rust as in a debug build, but without unwinding.
pub const RUST_CHECKS: [&str; 8] = [
    "-C",
    "debug-assertions=on",
    "-C",
    "overflow-checks=on",
    "-C",
    "panic=abort",
    "--edition",
    "2021",
];

/// What a program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, compiled by `clang`.
    C,
    /// Rust, compiled by `rustc`.
    Rust,
}

/// A program with a planted defect.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name of its file, without the ending.
    pub name: String,
    /// What it is written in.
    pub language: Language,
    folder: PathBuf,
}

impl Target {
    /// All targets by name.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn all(root: &Path) -> Result<Vec<Target>, String> {
        let mut all = Vec::new();
        for folder in FOLDERS {
            all.extend(Target::in_folder(root.join(folder))?);
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(all)
    }

    fn in_folder(folder: PathBuf) -> Result<Vec<Target>, String> {
        let entries = std::fs::read_dir(&folder)
            .map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
        let target = |path: PathBuf| {
            let language = match path.extension()?.to_str()? {
                "c" => Language::C,
                "rs" => Language::Rust,
                _ => return None,
            };
            let name = path.file_stem()?.to_str()?.to_owned();
            Some(Target { name, language, folder: folder.clone() })
        };
        Ok(entries.flatten().filter_map(|entry| target(entry.path())).collect())
    }

    /// Its source file.
    pub fn source(&self) -> PathBuf {
        let ending = if self.language == Language::C { "c" } else { "rs" };
        self.folder.join(format!("{}.{ending}", self.name))
    }

    /// The folder of its seeds.
    pub fn seeds(&self) -> PathBuf {
        self.folder.join("seeds").join(&self.name)
    }

    /// An input that reaches its defect.
    pub fn crash(&self) -> PathBuf {
        self.folder.join("crashes").join(&self.name)
    }

    /// Builds the program as it is; `sanitized` means something to C alone.
    ///
    /// # Errors
    /// When the compiler is not there, or rejects the program.
    pub fn build(&self, place: &Path, sanitized: bool) -> Result<(), String> {
        let mut command = match self.language {
            Language::C => Command::new("clang"),
            Language::Rust => Command::new("rustc"),
        };
        match self.language {
            Language::C => {
                command.args(["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-O1", "-g"]);
                if sanitized {
                    command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
                }
            }
            Language::Rust => {
                command.args(RUST_CHECKS);
            }
        }
        done(command.arg(self.source()).arg("-o").arg(place))
    }
}

/// Runs a compiler that is to succeed without a warning.
///
/// # Errors
/// What it prints.
pub fn done(command: &mut Command) -> Result<(), String> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("cannot run {tool}: {e}"))?;
    match output.status.success() && output.stderr.is_empty() {
        true => Ok(()),
        false => Err(format!("{tool}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Whether a program that reads the file is ended by a signal; a sanitizer's report counts as one.
///
/// # Errors
/// When the file cannot be opened, or the program not started.
pub fn crashes(program: &Path, input: &Path) -> Result<bool, String> {
    let file =
        std::fs::File::open(input).map_err(|e| format!("cannot open {}: {e}", input.display()))?;
    let status = Command::new(program)
        .stdin(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env("ASAN_OPTIONS", "abort_on_error=1:detect_leaks=1")
        .env("UBSAN_OPTIONS", "abort_on_error=1")
        .status()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    Ok(status.code().is_none())
}

//! A C program of several files: each is compiled as it is alone, and the modules become one.

use super::tools::{choose_tool, run};
use super::{CompileError, read_bytes};
use effigy_base::budget::CancelToken;
use effigy_outcome::options::OtherFiles;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The flags that the database has for each of the program's files; none without a database.
///
/// # Errors
/// A database that cannot be read, and a file that it does not have.
pub fn flags_of(
    others: &OtherFiles,
    first: &Path,
) -> Result<BTreeMap<PathBuf, Vec<String>>, CompileError> {
    let Some(database) = &others.database else { return Ok(BTreeMap::new()) };
    let invalid = |why: String| CompileError::Database { path: database.clone(), why };
    let text = read_bytes(database)?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|e| invalid(e.to_string()))?;
    let mut flags = BTreeMap::new();
    for file in std::iter::once(first).chain(others.linked.iter().map(PathBuf::as_path)) {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let entry = entries.iter().find(|entry| real(&entry.place()) == real(file));
        let entry =
            entry.ok_or_else(|| invalid(format!("it has no entry for {}", file.display())))?;
        flags.insert(file.to_owned(), entry.flags());
    }
    Ok(flags)
}

/// An entry of a compilation database.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// Flags of a database that say what a file means, and whose value may be the next argument.
const VALUED: [&str; 9] =
    ["-I", "-isystem", "-iquote", "-idirafter", "-D", "-U", "-include", "-imacros", "-std="];

/// Those whose value is a path.
const PATHS: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

impl Entry {
    fn place(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// What of the command says what the file means; outputs, optimisation and warnings are left out. Paths are those of the
    /// entry's folder.
    fn flags(&self) -> Vec<String> {
        let words =
            if self.arguments.is_empty() { words(&self.command) } else { self.arguments.clone() };
        let mut words = words.into_iter().skip(1);
        let mut flags = Vec::new();
        while let Some(word) = words.next() {
            let Some(name) = VALUED.iter().find(|name| word.starts_with(**name)) else {
                if word.starts_with("-f") || word.starts_with("-m") {
                    flags.push(word);
                }
                continue;
            };
            let joined = word[name.len()..].to_owned();
            let value = if joined.is_empty() { words.next().unwrap_or_default() } else { joined };
            let value = match PATHS.contains(name) {
                true => self.directory.join(value).to_string_lossy().into_owned(),
                false => value,
            };
            match *name {
                "-std=" => flags.push(format!("-std={value}")),
                name => flags.extend([name.to_owned(), value]),
            }
        }
        flags
    }
}

/// The words of a command of a shell: blanks part them, quotes and backslashes keep them together.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                word.extend(chars.next());
                begun = true;
            }
            ('"' | '\'', None) => (quote, begun) = (Some(c), true),
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (c, _) => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Makes one module of several, by LLVM's own linker; `overrides` replace what the others define.
///
/// # Errors
/// The linker is missing, or the modules do not fit together.
pub(super) fn link(
    modules: &[PathBuf],
    overrides: &[PathBuf],
    clang: &Path,
    place: &Path,
    cancel: &CancelToken,
) -> Result<(), CompileError> {
    let help = "it links the modules of a program of several files; install it (Debian: apt-get install llvm)";
    let version =
        clang.file_name().and_then(|name| name.to_str()?.strip_prefix("clang-").map(str::to_owned));
    let names: Vec<String> = version
        .map(|version| format!("llvm-link-{version}"))
        .into_iter()
        .chain(["llvm-link".to_owned()])
        .collect();
    let linker = choose_tool("LLVM_LINK", &names, help)?;
    let mut command = Command::new(linker);
    command.arg("-S").args(modules);
    for file in overrides {
        command.arg(format!("--override={}", file.display()));
    }
    run(command.arg("-o").arg(place), cancel)?;
    Ok(())
}

#[cfg(test)]
mod tests;

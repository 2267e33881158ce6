//! The workspace's own rules, checked on its sources.

mod circles;
mod dependencies;
mod functions;
mod programs;
mod words;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates a crate may use, dev-dependencies aside: the table of the architecture.
const EDGES: &[(&str, &[&str])] = &[
    ("effigy-base", &[]),
    ("effigy-term", &["base"]),
    ("effigy-child", &[]),
    ("effigy-solver", &["base", "child", "term"]),
    ("effigy-syntax", &["base"]),
    ("effigy-ir", &["base"]),
    ("effigy-exec", &["base", "term", "solver", "ir"]),
    ("effigy-lang-llvm", &["base", "ir"]),
    ("effigy-lang-pli", &["base", "syntax", "ir"]),
    ("effigy-lang-oo", &["base", "syntax", "ir", "lang-viper"]),
    ("effigy-lang-viper", &["base", "syntax", "ir"]),
    ("effigy-viper-run", &["base", "lang-viper"]),
    ("effigy-posix", &["base", "ir", "exec"]),
    ("effigy-permissions", &["base", "term", "solver", "exec", "lang-viper"]),
    ("effigy-relational", &["base", "term", "solver"]),
    ("effigy-lang-alloy", &["base", "syntax", "relational"]),
    ("effigy-records", &["base", "relational"]),
    ("effigy-formats", &["base"]),
    ("effigy-floyd", &["base", "term", "solver", "ir", "exec"]),
    ("effigy-backward", &["base", "term", "solver", "ir", "exec"]),
    ("effigy-fuzz", &["base", "term", "solver", "exec"]),
    ("effigy-outcome", &["base", "formats"]),
    ("effigy-compile", &["base", "child", "outcome"]),
    ("effigy-native", &["base", "exec", "posix", "formats", "outcome", "compile"]),
    (
        "effigy-explore",
        &[
            "base",
            "term",
            "solver",
            "ir",
            "exec",
            "posix",
            "lang-llvm",
            "fuzz",
            "outcome",
            "compile",
            "native",
        ],
    ),
    ("effigy-feasible", &["base", "ir", "exec", "formats", "outcome", "compile", "explore"]),
    (
        "effigy-specs",
        &[
            "base",
            "child",
            "solver",
            "lang-oo",
            "lang-viper",
            "lang-alloy",
            "permissions",
            "viper-run",
            "relational",
            "records",
            "outcome",
            "compile",
        ],
    ),
    (
        "effigy-session",
        &[
            "base", "term", "solver", "ir", "exec", "lang-oo", "lang-pli", "posix", "formats",
            "floyd", "backward", "outcome", "compile", "native", "explore", "feasible", "specs",
        ],
    ),
    ("effigy-debug", &["base", "session"]),
    ("effigy-report", &["base", "session"]),
    ("effigy-macros", &[]),
    ("effigy", &["macros"]),
    ("effigy-kani", &["effigy"]),
    ("effigy-proptest", &["effigy"]),
    ("effigy-bolero", &["effigy"]),
    ("effigy-cli", &["base", "session", "debug", "report"]),
    ("effigy-testkit", &["base"]),
    ("xtask", &[]),
];

/// The crates that know no source language, by folder.
const LANGUAGE_FREE: &[&str] = &["base", "term", "solver", "ir", "exec", "syntax"];

/// Names of source languages and their compilers, in small letters.
const LANGUAGES: &[&str] = &[
    "rust", "rustc", "llvm", "clang", "gcc", "c++", "java", "viper", "pli", "pl/i", "kotlin",
    "swift", "fortran",
];

/// What source files may not contain. Taken apart, since this file is checked too.
const FORBIDDEN: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("#[ig", "nore"),
    concat!("db", "g!("),
];

/// What only programs of the user and tests print with: reports are written to where the caller wants them.
const PRINTS: &[&str] = &[concat!("printl", "n!("), concat!("eprintl", "n!(")];

/// Crates whose code runs in the user's program, or in tests.
const PRINTING: &[&str] = &["effigy", "testkit"];

/// A file longer than this is waiting to be split.
const MAX_LINES: usize = 800;

/// Checks every rule and lists what breaks one.
pub fn run(root: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    let metadata = metadata(root)?;
    edges(&metadata, &mut problems);
    heads(root, &metadata, &mut problems);
    rooms(root, &metadata, &mut problems);
    for package in items(&metadata["packages"]) {
        problems.extend(programs::problems(package, &|path| std::fs::read_to_string(path).ok()));
    }
    let lists = root.join(dependencies::LISTS);
    let lists = std::fs::read_to_string(&lists)
        .map_err(|e| format!("cannot read {}: {e}", lists.display()))?;
    problems.extend(dependencies::problems(&resolved(root)?, &lists));
    for folder in ["crates", "xtask"] {
        for file in sources(&root.join(folder))? {
            let text = std::fs::read_to_string(&file)
                .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
            let name = file.strip_prefix(root).unwrap_or(&file);
            source(name, &text, &mut problems);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn metadata(root: &Path) -> Result<Value, String> {
    cargo_metadata(root, &["--no-deps", "--offline"])
}

/// The metadata of all that is compiled for Linux; what is not there yet is downloaded.
fn resolved(root: &Path) -> Result<Value, String> {
    let resolved = ["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let offline = [&resolved[..], &["--offline"]].concat();
    cargo_metadata(root, &offline).or_else(|_| cargo_metadata(root, &resolved))
}

fn cargo_metadata(root: &Path, options: &[&str]) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["metadata", "--format-version", "1"]).args(options);
    let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// No crate uses another one than the table says.
fn edges(metadata: &Value, problems: &mut Vec<String>) {
    for package in items(&metadata["packages"]) {
        let name = package["name"].as_str().unwrap_or("?");
        let Some((_, allowed)) = EDGES.iter().find(|(n, _)| *n == name) else {
            problems.push(format!(
                "{name}: not in the table of crates (xtask/src/tidy.rs, ARCHITECTURE.md)"
            ));
            continue;
        };
        let internal = items(&package["dependencies"])
            .iter()
            .filter(|d| d["kind"] != "dev" && !d["path"].is_null());
        for used in internal.filter_map(|d| d["name"].as_str()) {
            let short = used.strip_prefix("effigy-").unwrap_or(used);
            if !allowed.contains(&short) {
                problems.push(format!("{name}: may not use {used}"));
            }
        }
    }
}

/// The main files of all crates.
fn main_files(metadata: &Value) -> impl Iterator<Item = &Path> {
    let targets = items(&metadata["packages"]).iter().flat_map(|p| items(&p["targets"]));
    let is_main = |target: &&Value| {
        items(&target["kind"]).iter().any(|k| k == "lib" || k == "bin" || k == "proc-macro")
    };
    targets.filter(is_main).filter_map(|target| target["src_path"].as_str().map(Path::new))
}

/// No modules of a crate form a circle.
fn rooms(root: &Path, metadata: &Value, problems: &mut Vec<String>) {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    for path in main_files(metadata) {
        let name = path.strip_prefix(root).unwrap_or(path).display();
        match circles::circles(path, &read) {
            Ok(lines) => problems.extend(lines.iter().map(|line| format!("{name}: {line}"))),
            Err(why) => problems.push(why),
        }
    }
}

/// Every crate's main file opens with its documentation and says what is deliberately absent from it.
fn heads(root: &Path, metadata: &Value, problems: &mut Vec<String>) {
    for path in main_files(metadata) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let name = path.strip_prefix(root).unwrap_or(path).display();
        if !text.starts_with("//! ") {
            problems.push(format!("{name}: does not open with `//!`"));
        }
        if !text.lines().any(|line| line.starts_with("//! Architecture Invariant: ")) {
            problems.push(format!("{name}: has no line `//! Architecture Invariant: ...`"));
        }
    }
}

/// All Rust files below a folder, in order of their names.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            // A link leads to sources that are read where they are.
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The rules on one file, `name` being its path in the workspace.
fn source(name: &Path, text: &str, problems: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{}: {lines} lines, at most {MAX_LINES}", name.display()));
    }
    for (line, function, lines) in functions::too_long(text) {
        let most = functions::MAX_LINES;
        let place = format!("{}:{line}", name.display());
        problems.push(format!("{place}: `{function}` has {lines} lines, at most {most}"));
    }
    if !name.starts_with("xtask/src/tidy/words") && !name.ends_with("tidy/words.rs") {
        for (line, word, instead) in words::forbidden(text) {
            problems.push(format!("{}:{line}: `{word}`; write: {instead}", name.display()));
        }
    }
    let prints = is_source(name, |folder| !PRINTING.contains(&folder));
    for (n, line) in text.lines().enumerate() {
        let place = || format!("{}:{}", name.display(), n + 1);
        for forbidden in FORBIDDEN.iter().filter(|f| calls(line, f)) {
            problems.push(format!("{}: `{forbidden}`", place()));
        }
        for print in PRINTS.iter().filter(|print| prints && calls(line, print)) {
            problems.push(format!("{}: `{print}`", place()));
        }
    }
    languages(name, text, problems);
}

/// No file of a crate that knows no source language names one.
fn languages(name: &Path, text: &str, problems: &mut Vec<String>) {
    if !is_language_free(name) {
        return;
    }
    for (n, line) in text.lines().enumerate() {
        for language in LANGUAGES.iter().filter(|l| names(line, l)) {
            let place = format!("{}:{}", name.display(), n + 1);
            problems.push(format!("{place}: names the source language `{language}`"));
        }
    }
}

/// Whether the file is one of those that know no source language; tests may.
fn is_language_free(name: &Path) -> bool {
    is_source(name, |folder| LANGUAGE_FREE.contains(&folder))
}

/// Whether the file is a source of one of these crates, and no test.
fn is_source(name: &Path, chosen: impl Fn(&str) -> bool) -> bool {
    let mut parts = name.iter().filter_map(|p| p.to_str());
    let crates = parts.next() == Some("crates");
    let known = parts.next().is_some_and(chosen);
    let is_test =
        name.file_name().is_some_and(|f| f == "tests.rs") || name.iter().any(|p| p == "tests");
    crates && known && parts.next() == Some("src") && !is_test
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Whether the line has `text` and no letter before it.
fn calls(line: &str, text: &str) -> bool {
    line.match_indices(text).any(|(at, _)| at == 0 || !is_word(line.as_bytes().get(at - 1)))
}

/// Whether the line has `word` as a word, in any case.
fn names(line: &str, word: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let bytes = line.as_bytes();
    let mut found = line.match_indices(word);
    found.any(|(at, _)| {
        (at == 0 || !is_word(bytes.get(at - 1))) && !is_word(bytes.get(at + word.len()))
    })
}

#[cfg(test)]
mod tests;

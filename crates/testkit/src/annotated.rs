//! Programs with the findings that they must have, and no others, written at their lines.
//!
//! The first line is `// effigy: FLAGS`: the flags of `effigy explore` for this program, in quotes where they have
//! blanks. A finding is announced on its line by a comment `//~ FINDING[kind]: text`, on the next line by
//! `//~^ FINDING[kind]: text` (one `^` for each line up). The text is part of the finding's message; it may be absent.
//! The second line of a program with several threads is `// threads: one order`: its run is exhaustive but for their orders.

use crate::TempDir;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An annotated program.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// Its file.
    pub path: PathBuf,
    /// The flags of its first line.
    pub flags: Vec<String>,
    /// Its findings by line.
    pub expected: Vec<Expected>,
    /// Whether it has several threads.
    pub threads: bool,
}

/// A finding that a program must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// 1-based line.
    pub line: u64,
    /// The kind's name.
    pub kind: String,
    /// A part of the message.
    pub text: String,
}

impl Annotated {
    /// Reads a program's annotations.
    ///
    /// # Errors
    /// When the file cannot be read, its first line has no flags, or an annotation is malformed.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        Self::parse(path, &text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let first = text.lines().next().unwrap_or("");
        let flags =
            first.strip_prefix("// effigy:").ok_or("the first line is not `// effigy: FLAGS`")?;
        let mut expected = Vec::new();
        for (index, line) in text.lines().enumerate() {
            for annotation in line.split("//~").skip(1) {
                let found = annotation_of(index as u64 + 1, annotation);
                expected.push(
                    found.ok_or_else(|| format!("line {}: malformed annotation", index + 1))?,
                );
            }
        }
        expected.sort_by_key(|e| e.line);
        let threads = text.lines().nth(1) == Some("// threads: one order");
        Ok(Self { path: path.to_owned(), flags: words(flags), expected, threads })
    }

    /// All programs with this extension in a folder, by name.
    ///
    /// # Panics
    /// When the folder cannot be read, a program is malformed, or there is none.
    pub fn all(folder: &Path, extension: &str) -> Vec<Self> {
        let entries = std::fs::read_dir(folder);
        let entries = entries.unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == extension));
        paths.sort();
        assert!(!paths.is_empty(), "no .{extension} file in {}", folder.display());
        paths.iter().map(|path| Self::read(path).unwrap_or_else(|e| panic!("{e}"))).collect()
    }

    /// Explores the program with the given `effigy` binary and more flags, and compares.
    ///
    /// # Errors
    /// What is missing and what is too many, for people.
    pub fn check(&self, effigy: &Path, more: &[&str]) -> Result<(), String> {
        let run = self.explore(effigy, more)?;
        self.compare(&run)
    }

    /// Explores the program in a temporary folder and gives the object that `--json` prints.
    ///
    /// # Errors
    /// When the binary cannot be run, or its exit status and output do not go together.
    pub fn explore(&self, effigy: &Path, more: &[&str]) -> Result<Value, String> {
        self.explore_with(effigy, more, &[])
    }

    /// As [`Annotated::explore`], with further variables of the environment.
    ///
    /// # Errors
    /// As for [`Annotated::explore`].
    pub fn explore_with(
        &self,
        effigy: &Path,
        more: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Value, String> {
        let path = self
            .path
            .canonicalize()
            .map_err(|e| format!("cannot find {}: {e}", self.path.display()))?;
        let folder = TempDir::new();
        let mut command = Command::new(effigy);
        command.current_dir(folder.path()).arg("explore").arg(path);
        command.envs(variables.iter().copied());
        // The flags may end with arguments of the program.
        command.args(more).arg("--json").args(&self.flags);
        let output =
            command.output().map_err(|e| format!("cannot run {}: {e}", effigy.display()))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let fail = |what: &str| format!("{}: {what}\n{errors}", self.path.display());
        let json = serde_json::from_slice::<Value>(&output.stdout);
        let json = json.map_err(|e| fail(&format!("no JSON on standard output: {e}")))?;
        let failed = json["findings"].as_array().is_some_and(|f| !f.is_empty());
        match (output.status.code(), failed) {
            (Some(0), false) | (Some(1), true) => Ok(json),
            (code, _) => Err(fail(&format!("exit status {code:?} with findings: {failed}"))),
        }
    }

    /// Compares a run's JSON with the annotations: the same findings, all paths run.
    ///
    /// # Errors
    /// What is missing and what is too many, for people.
    pub fn compare(&self, run: &Value) -> Result<(), String> {
        let found = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
        let mut unmatched: BTreeSet<usize> = (0..found.len()).collect();
        let mut problems = Vec::new();
        for expected in &self.expected {
            let same: Vec<usize> =
                (0..found.len()).filter(|&n| self.matches(expected, &found[n])).collect();
            for n in &same {
                unmatched.remove(n);
            }
            if same.is_empty() {
                problems.push(format!(
                    "missing: line {} [{}] {}",
                    expected.line, expected.kind, expected.text
                ));
            }
        }
        for n in unmatched {
            problems.push(format!("unexpected: {}", describe(&found[n])));
        }
        let reasons = run["incomplete_because"].as_array().map_or(&[][..], Vec::as_slice);
        let of_threads = |reason: &Value| {
            reason["reason"].as_str().is_some_and(|text| text.starts_with("threads ran in one"))
        };
        let complete = match self.threads {
            false => run["exhaustive"] == Value::Bool(true),
            true => matches!(reasons, [one] if of_threads(one)) && run["verdict"] != "passed",
        };
        if !complete {
            problems.push(format!("not exhaustive: {}", run["incomplete_because"]));
        }
        for finding in found.iter().filter(|f| f["replay"] == "disagreed") {
            problems.push(format!("the native program disagrees: {}", describe(finding)));
        }
        if problems.is_empty() {
            return Ok(());
        }
        Err(format!("{}\n  {}", self.path.display(), problems.join("\n  ")))
    }

    fn matches(&self, expected: &Expected, finding: &Value) -> bool {
        let file = finding["file"].as_str().map(Path::new).and_then(Path::file_name);
        file == self.path.file_name()
            && finding["line"].as_u64() == Some(expected.line)
            && finding["kind"].as_str() == Some(&expected.kind)
            && finding["message"].as_str().is_some_and(|m| m.contains(&expected.text))
    }
}

fn describe(finding: &Value) -> String {
    let text = |key: &str| finding[key].as_str().unwrap_or("?").to_owned();
    format!("{}:{} [{}] {}", text("file"), finding["line"], text("kind"), text("message"))
}

/// Checks programs two at a time, each by a function that answers what is wrong.
///
/// # Panics
/// With all that is wrong.
pub fn check_all(programs: &[Annotated], check: impl Fn(&Annotated) -> Result<(), String> + Sync) {
    let programs: Vec<&Annotated> = programs.iter().filter(|p| is_asked_for(&p.path)).collect();
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, String)> {
        let mut problems = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(program) = programs.get(number) else { return problems };
            problems.extend(check(program).err().map(|problem| (number, problem)));
        }
    };
    let mut problems = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut problems = work();
        problems.extend(other.join().expect("the checks do not panic"));
        problems
    });
    problems.sort();
    let (wrong, all) = (problems.len(), programs.len());
    let texts: Vec<String> = problems.into_iter().map(|(_, problem)| problem).collect();
    assert!(wrong == 0, "{wrong} of {all}:\n{}", texts.join("\n"));
}

/// Whether a program is to be checked: all are, unless `cargo xtask test PROGRAM` asks for one.
fn is_asked_for(path: &Path) -> bool {
    let Some(asked) = std::env::var_os("EFFIGY_CHECK_ONLY") else { return true };
    path.canonicalize().is_ok_and(|path| path == Path::new(&asked))
}

/// What stands after `//~`: `^^ FINDING[kind]: text`.
fn annotation_of(line: u64, annotation: &str) -> Option<Expected> {
    let rest = annotation.trim_start_matches('^');
    let up = (annotation.len() - rest.len()) as u64;
    let (kind, text) = rest.trim_start().strip_prefix("FINDING[")?.split_once(']')?;
    let text = text.strip_prefix(':').unwrap_or(text).trim();
    let line = line.checked_sub(up).filter(|&line| line > 0)?;
    Some(Expected { line, kind: kind.to_owned(), text: text.to_owned() })
}

/// Splits at blanks outside of double quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests;

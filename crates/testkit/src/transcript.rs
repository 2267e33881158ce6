//! Transcripts: commands with the output that they must have.
//!
//! A line `$ command` is given to the shell; the lines up to the next command are what it must print on standard output
//! and standard error together. In them `[..]` stands for any part of a line, a line `...` for any number of lines, and
//! a line `[exit N]` at the end says that the command ends with that status; otherwise any status is right. In a `.md`
//! file only the blocks fenced as `console` are transcripts, elsewhere the whole file; text before the first command is
//! a comment.

use crate::golden;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the commands of a transcript run.
#[derive(Clone, Debug)]
pub struct Place {
    /// The working folder.
    pub folder: PathBuf,
    /// Folders that stand before the others in `PATH`.
    pub path: Vec<PathBuf>,
}

/// A command with its output.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    command: String,
    // The lines of the file that hold the output, `first..last`.
    first: usize,
    last: usize,
}

/// Runs every command of the file and compares, or renews the outputs that differ.
///
/// # Panics
/// When an output differs, or there is no command in the file.
pub fn check(file: &Path, place: &Place) {
    let text = std::fs::read_to_string(file)
        .unwrap_or_else(|e| panic!("cannot read {}: {e}", file.display()));
    let lines: Vec<&str> = text.lines().collect();
    let steps = steps(&lines, file.extension().is_some_and(|e| e == "md"));
    assert!(!steps.is_empty(), "{} has no commands", file.display());
    let mut problems = Vec::new();
    let mut renewed: Vec<String> = Vec::new();
    let mut copied = 0;
    for step in &steps {
        let expected = &lines[step.first..step.last];
        let actual = run(&step.command, place, wants_status(expected));
        renewed.extend(lines[copied..step.first].iter().map(|l| (*l).to_owned()));
        copied = step.last;
        if matches(expected, &actual) {
            renewed.extend(expected.iter().map(|l| (*l).to_owned()));
            continue;
        }
        problems.push(format!(
            "$ {}\nexpected:\n{}\nfound:\n{}",
            step.command,
            expected.join("\n"),
            actual.join("\n")
        ));
        renewed.extend(actual);
    }
    renewed.extend(lines[copied..].iter().map(|l| (*l).to_owned()));
    if problems.is_empty() {
        return;
    }
    assert!(golden::is_blessing(), "{} is wrong:\n{}", file.display(), problems.join("\n\n"));
    std::fs::write(file, renewed.join("\n") + "\n")
        .unwrap_or_else(|e| panic!("cannot renew {}: {e}", file.display()));
}

fn steps(lines: &[&str], markdown: bool) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    // Whether the line belongs to a transcript, and whether a command has begun in it.
    let (mut inside, mut open) = (!markdown, false);
    for (n, line) in lines.iter().enumerate() {
        if markdown && line.starts_with("```") {
            inside = !inside && *line == "```console";
            open = false;
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            steps.push(Step { command: command.to_owned(), first: n + 1, last: n + 1 });
            open = true;
        } else if let Some(step) = steps.last_mut().filter(|_| inside && open) {
            step.last = n + 1;
        }
    }
    // Blank lines before the next command are for the reader.
    for step in &mut steps {
        while step.last > step.first && lines[step.last - 1].trim().is_empty() {
            step.last -= 1;
        }
    }
    steps
}

fn wants_status(expected: &[&str]) -> bool {
    expected.last().is_some_and(|line| line.starts_with("[exit "))
}

fn run(command: &str, place: &Place, with_status: bool) -> Vec<String> {
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let folders = place.path.iter().cloned().chain(std::env::split_paths(&inherited));
    let path = std::env::join_paths(folders).unwrap_or(inherited.clone());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("exec 2>&1\n{command}")).current_dir(&place.folder);
    shell.env("PATH", path).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = shell.output().unwrap_or_else(|e| panic!("cannot run a shell: {e}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = text.trim_end().lines().map(|l| l.trim_end().to_owned()).collect();
    if with_status {
        lines.push(format!("[exit {}]", output.status.code().unwrap_or(-1)));
    }
    lines
}

/// Whether the lines are as expected, `...` standing for any number of lines.
fn matches(expected: &[&str], actual: &[String]) -> bool {
    match_items(expected, actual, |e| *e == "...", |e, a| match_line(e, a))
}

/// Whether the line is as expected, `[..]` standing for any part.
fn match_line(expected: &str, actual: &str) -> bool {
    let parts: Vec<&str> = expected.trim_end().split("[..]").collect();
    let [first, middle @ .., last] = parts.as_slice() else {
        return expected.trim_end() == actual;
    };
    let Some(mut rest) = actual.strip_prefix(first).and_then(|r| r.strip_suffix(last)) else {
        return false;
    };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

/// Matches a list against a pattern with wildcards by going back to the last wildcard, never further.
fn match_items<P, A>(
    pattern: &[P],
    items: &[A],
    is_wild: impl Fn(&P) -> bool,
    matches: impl Fn(&P, &A) -> bool,
) -> bool {
    let (mut p, mut i) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while i < items.len() {
        match pattern.get(p) {
            Some(wild) if is_wild(wild) => {
                retry = Some((p, i));
                p += 1;
            }
            Some(pattern) if matches(pattern, &items[i]) => (p, i) = (p + 1, i + 1),
            _ => match retry {
                Some((wild, from)) => {
                    retry = Some((wild, from + 1));
                    (p, i) = (wild + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(is_wild)
}

#[cfg(test)]
mod tests;

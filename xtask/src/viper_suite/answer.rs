//! What `effigy prove --json` answered of a file, held against the file's annotations.

use super::expect::{Difference, Expectation, Id, Seen};
use super::setup::Extent;
use serde_json::{Value, json};

/// What the limit of time ends with.
const LIMIT: &str = "--max-time";

/// What stands for the errors of a member that has no answer.
const NO_ANSWER: &str = "no.answer";

/// How a process ended.
pub struct Run {
    /// What it printed.
    pub stdout: String,
    /// The end of what it said besides.
    pub stderr: String,
    /// Its exit status, by the custom of shells.
    pub status: i32,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Every expected error at its line, and nothing else.
    Agrees,
    /// The process ended without an answer.
    Crash(String),
    /// It was not done within the limit.
    Timeout,
    /// The text was refused, and no error in the text is expected.
    Refused,
    /// An expected error is missing in a member that is said to be proved.
    Missing,
    /// An error that is not expected, behind which others may be missing.
    Unexpected,
}

impl Cause {
    /// The word of tables.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Agrees => "agrees",
            Cause::Crash(_) => "crash",
            Cause::Timeout => "timeout",
            Cause::Refused => "refused",
            Cause::Missing => "missing",
            Cause::Unexpected => "unexpected",
        }
    }
}

/// The verdict on a file.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What became of it.
    pub cause: Cause,
    /// How the errors differ.
    pub difference: Difference,
    /// Lines of missing errors in members that are not proved anyway.
    pub behind: Vec<u32>,
    /// The errors that the text itself was refused for, with their messages.
    pub refusals: Vec<(Seen, String)>,
}

/// The identifier of errors that the parser reports.
const PARSER: &str = "parser.error";

/// Judges the answer on a file, as far as the suite looks at it.
pub fn judge(expectation: &Expectation, extent: Extent, run: &Run) -> Verdict {
    let answer: Option<Value> = serde_json::from_str(&run.stdout).ok();
    let answer = match extent {
        Extent::Proof => answer,
        Extent::Syntax => answer.map(|answer| syntax(&answer)),
    };
    let Some(answer) = answer.filter(|_| matches!(run.status, 0..=3)) else {
        let cause = match run.status {
            124 | 137 => Cause::Timeout,
            status => Cause::Crash(crash(status, &run.stderr)),
        };
        return Verdict {
            cause,
            difference: Difference::default(),
            behind: Vec::new(),
            refusals: Vec::new(),
        };
    };
    let refusals: Vec<(Seen, String)> = list(&answer, "errors")
        .map(|e| (seen(e, "id"), e["message"].as_str().unwrap_or_default().to_owned()))
        .collect();
    let obligations =
        list(&answer, "obligations").filter(|o| o["status"] != "proved").map(|o| seen(o, "error"));
    let mut errors: Vec<Seen> = refusals.iter().map(|(seen, _)| seen.clone()).collect();
    errors.extend(obligations);
    // A member that was not proved to its end is no member without errors.
    let silent = list(&answer, "members").filter(|m| m["status"] != "proved" && m["failures"] == 0);
    errors.extend(silent.map(|member| Seen { id: NO_ANSWER.to_owned(), ..seen(member, "name") }));
    // What is odd about a text makes no file fail: it is compared where it is expected.
    errors.extend(
        list(&answer, "warnings").map(|w| seen(w, "id")).filter(|w| expectation.expects(w)),
    );
    let difference = expectation.compare(&errors);
    let cut = list(&answer, "incomplete_because")
        .any(|reason| reason["reason"].as_str().is_some_and(|text| text.contains(LIMIT)));
    let missing = difference.missing.iter().filter(|(_, id)| !id.is_of_text());
    let behind: Vec<u32> =
        missing.map(|(line, _)| *line).filter(|line| is_open(&answer, *line)).collect();
    let unsound = difference.missing.iter().any(|(line, _)| !behind.contains(line));
    let cause = if cut {
        Cause::Timeout
    } else if !refusals.is_empty() && !expectation.refused() {
        Cause::Refused
    } else if unsound {
        Cause::Missing
    } else if !(difference.missing.is_empty() && difference.unexpected.is_empty()) {
        Cause::Unexpected
    } else {
        Cause::Agrees
    };
    Verdict { cause, difference, behind, refusals }
}

/// What an answer says of the syntax alone.
fn syntax(answer: &Value) -> Value {
    let errors: Vec<&Value> = list(answer, "errors").filter(|e| e["id"] == PARSER).collect();
    json!({ "errors": errors })
}

/// Whether the member at a line is not proved: the last one that begins there or before.
fn is_open(answer: &Value, line: u32) -> bool {
    let begins = |member: &&Value| member["line"].as_u64().is_some_and(|at| at <= line.into());
    let own = list(answer, "members").filter(begins).max_by_key(|member| member["line"].as_u64());
    own.is_some_and(|member| member["status"] != "proved")
}

/// The last thing that a process said which ended badly.
fn crash(status: i32, stderr: &str) -> String {
    let panic = stderr.lines().find(|line| line.contains("panicked at"));
    let said = panic.or_else(|| stderr.lines().rev().find(|line| !line.trim().is_empty()));
    format!("status {status}: {}", said.unwrap_or("no answer").trim())
}

fn list<'a>(answer: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    answer[key].as_array().into_iter().flatten()
}

fn seen(error: &Value, id: &str) -> Seen {
    Seen {
        id: error[id].as_str().unwrap_or("?").to_owned(),
        line: error["line"].as_u64().and_then(|line| line.try_into().ok()).unwrap_or(0),
        unknown: error["status"] == "unknown",
    }
}

impl Verdict {
    /// What differs, in one line.
    pub fn details(&self) -> String {
        if let Cause::Crash(message) = &self.cause {
            return message.replace('\t', " ");
        }
        let missing = self.difference.missing.iter();
        let missing = missing.map(|(line, id): &(u32, Id)| {
            let sort = if self.behind.contains(line) { "behind" } else { "missing" };
            format!("{sort} {line}:{id}")
        });
        let unexpected = self.difference.unexpected.iter().map(|seen| {
            let sort = if seen.unknown { "unknown" } else { "unexpected" };
            format!("{sort} {}:{}", seen.line, seen.id)
        });
        missing.chain(unexpected).collect::<Vec<_>>().join(", ")
    }
}

//! What an answer says of a file with undefined behaviour.

use serde_json::Value;

/// What a run says of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// A finding.
    Found,
    /// Nothing is found, and the answer names the class of the file among what is not checked.
    Named,
    /// A path stopped by name, or was not decided: the answer is *incomplete*.
    Incomplete,
    /// *passed*, and no row of what is not checked covers the file.
    Missed,
    /// *passed*, as it should be.
    Passed,
    /// The compiler refuses the file.
    Refused,
}

impl Answer {
    /// The word of the tables.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Found => "found",
            Answer::Named => "named as not checked",
            Answer::Incomplete => "incomplete, by name",
            Answer::Missed => "missed",
            Answer::Passed => "passed",
            Answer::Refused => "does not compile",
        }
    }
}

/// Rows of the list of what is not checked, and what the files that they cover have in their paths or their expected errors.
const ROWS: &[(&str, &[&str])] = &[
    (
        "values of Rust that the compiled program does not tell apart",
        &[
            "borrow",
            "tag does not exist",
            "is forbidden",
            "surrogate",
            "padding",
            "valid unicode",
            "0x0000d800",
            "expected a boolean",
            "as a char",
            "invalid value",
            "uninhabited enum variant",
            "niched variant",
            "null reference",
            "null function pointer",
            "unaligned reference",
            "unaligned box",
            "dangling box",
            "uninhabited type",
            "invalid 8-bit value",
            "close to the end of the address space",
            "write access",
            "strongly protected",
            "unaligned_pointers/",
            "Misaligned pointer",
            "Invalid reference",
            "overlapping ranges",
            "dead local variable",
        ],
    ),
    (
        "where a pointer came from",
        &[
            "provenance",
            "no provenance",
            "is a dangling pointer (it has no provenance)",
            "not both derived from the same allocation",
        ],
    ),
    ("overflow inside of an object", &["inside of an object"]),
    (
        "types that the compiled program does not tell apart",
        &[
            "calling a function",
            "calling a non-variadic",
            "wrong trait",
            "wrong ABI",
            "ABI ",
            "passing return place",
            "passing argument",
            "vtable",
            "fixed arguments",
            "variadic function",
            "immutable `static`",
            "mutable `static`",
            "read-only memory",
            "unwinding past a stack frame",
        ],
    ),
    ("invariants of types of Rust's library", &["has size", "gave size", "incorrect layout"]),
    (
        "operations of Rust whose results are never used",
        &[
            "constructing invalid value",
            "dangling reference",
            "Dangling pointer",
            "is a dangling pointer",
            "uninitialized",
            "in-bounds pointer arithmetic failed",
            "has been freed",
            "does not have a known offset",
        ],
    ),
    (
        "conditions of unsafe functions that Rust's library has no check for",
        &["intrinsics/", "half the address space", "heap deallocation operation"],
    ),
];

/// What Miri says of programs that have no error, but need what it does not have or does not allow.
const RESTRICTIONS: [&str; 4] = [
    "is not supported",
    "isolation is enabled",
    "built-in shim",
    "can only use intrinsic fallback bodies",
];

/// Whether a file says that a run of it has an error.
pub fn expects_error(text: &str) -> bool {
    let expected = expected(text);
    !expected.is_empty() && !RESTRICTIONS.iter().any(|words| expected.contains(words))
}

/// The answer of a report, and why.
pub fn answer(report: &Value, path: &str, text: &str) -> (Answer, String) {
    match report["verdict"].as_str() {
        Some("failed") => {
            let finding = &report["findings"][0];
            let part = |name: &str| finding[name].as_str().unwrap_or_default();
            (Answer::Found, format!("{}: {}", part("kind"), part("message")))
        }
        Some("passed" | "proved" | "bounded") if !expects_error(text) => {
            (Answer::Passed, String::new())
        }
        Some("passed" | "proved" | "bounded") => match row(report, path, text) {
            Some(row) => (Answer::Named, row),
            None => (Answer::Missed, expected(text)),
        },
        _ => {
            let reason = report["incomplete_because"][0]["reason"].as_str();
            (Answer::Incomplete, reason.unwrap_or("no reason").to_owned())
        }
    }
}

/// The row of what the run says that it does not check that covers a file.
fn row(report: &Value, path: &str, text: &str) -> Option<String> {
    let listed = report["not_checked"].as_array()?;
    let listed: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    let expected = expected(text);
    let covers =
        |words: &[&str]| words.iter().any(|word| path.contains(word) || expected.contains(word));
    let row = ROWS.iter().find(|(row, words)| listed.contains(row) && covers(words))?;
    Some(row.0.to_owned())
}

/// The first error that a file expects.
fn expected(text: &str) -> String {
    let marks = ["ERROR:", "error-in-other-file:", "~^ error:"];
    let line = |line: &str| {
        marks.iter().find_map(|mark| line.split_once(mark)).map(|(_, text)| text.trim().to_owned())
    };
    text.lines().find_map(line).unwrap_or_default()
}

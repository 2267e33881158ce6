//! What a test of Kani expects, by the comments at its top, and what a run said.

use serde_json::Value;

/// What is expected or said of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// All harnesses hold.
    Holds,
    /// One fails.
    Fails,
    /// It does not compile.
    Rejected,
    /// One is not decided.
    Open,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        }
    }
}

/// What a file expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub verdict: Verdict,
    /// The harnesses that are run; all when there is none.
    pub harnesses: Vec<String>,
    /// The edition of the language, where it says one.
    pub edition: Option<String>,
}

impl Expectation {
    /// Of a file's text; `None` when it has no harness.
    pub fn of(text: &str) -> Option<Expectation> {
        if !text.contains("kani::proof") {
            return None;
        }
        let says = |word: &str| text.lines().any(|line| line.trim_start().starts_with(word));
        let verdict = match () {
            () if says("// kani-verify-fail") => Verdict::Fails,
            () if says("// kani-check-fail") || says("// kani-codegen-fail") => Verdict::Rejected,
            () => Verdict::Holds,
        };
        let harnesses = values(text, "// kani-flags:", "--harness");
        let edition = values(text, "// compile-flags:", "--edition").pop();
        Some(Expectation { verdict, harnesses, edition })
    }
}

/// The values of an option in the flags on lines that begin so.
fn values(text: &str, start: &str, option: &str) -> Vec<String> {
    let flags = text.lines().filter_map(|line| line.trim().strip_prefix(start));
    let words: Vec<&str> = flags.flat_map(|flags| flags.split([' ', '='])).collect();
    let named = words.windows(2).filter(|pair| pair.first() == Some(&option));
    named.filter_map(|pair| pair.last().map(|value| (*value).to_owned())).collect()
}

/// What the report of a run says, and why.
pub fn said(report: &Value) -> (Verdict, String) {
    let verdict = match report["verdict"].as_str() {
        Some("failed") => Verdict::Fails,
        Some("passed" | "bounded" | "proved") => Verdict::Holds,
        _ => Verdict::Open,
    };
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let runs = list("harnesses");
    // The harness that decides, or that is in the way.
    let telling = match verdict {
        Verdict::Fails => &["failed"][..],
        _ => &["unsupported", "undecided", "timed-out", "bounded"],
    };
    let run = telling.iter().find_map(|word| runs.iter().find(|run| run["triage"] == *word));
    let why = match (run, list("left_out").first()) {
        (Some(run), _) => format!("{}: {}", text(&run["triage"]), text(&run["why"])),
        (None, Some(left)) => format!("left out: {}", text(&left["why"])),
        (None, None) if !list("not_run").is_empty() => "not run: there was no time".to_owned(),
        (None, None) => String::new(),
    };
    (verdict, why)
}

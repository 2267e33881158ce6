//! The verdict in an answer of Effigy, and its cause as far as the answer says it, in the words of `docs/suites.md`.

use super::Answer;
use super::list::Seen;
use serde_json::Value;

/// The cause that depends on the machine.
pub const LIMIT: &str = "the limit of 10 s";

/// What a part of the first reason of an incomplete run stands for.
const REASONS: &[(&str, &str)] = &[
    ("the external function", "a function that is neither defined nor modelled"),
    ("the external variable", "a variable that is declared and nowhere defined"),
    ("--max-time", LIMIT),
    ("the assumptions exclude", "assumptions that exclude every input"),
    ("too many possibilities", "a value with too many possibilities"),
    ("an allocation of", "an allocation of 4 GB or more"),
    ("threads", "threads"),
    ("rounding", "floating point"),
    ("x86_fp80", "floating point"),
    ("to_fp", "floating point"),
    ("float", "floating point"),
    ("of a symbolic number", "floating point"),
    ("%L", "floating point"),
    ("", "other"),
];

/// What the kind of a finding stands for, where the suite expects none.
const KINDS: &[(&str, &str)] = &[
    ("uninitialised", "an uninitialised value, which the suite takes for any value"),
    ("overflow", ARITHMETIC),
    ("shift", ARITHMETIC),
    ("abort", "`abort`, which the suite takes for a normal end"),
    ("out-of-bounds", ACCESS),
    ("null", ACCESS),
    ("misaligned", ACCESS),
    ("use-after-free", ACCESS),
    ("use-after-scope", ACCESS),
    ("invalid-free", ACCESS),
    ("double-free", ACCESS),
    ("bad-call", ACCESS),
    ("format", ACCESS),
    ("invalid-value", ACCESS),
];

const ARITHMETIC: &str =
    "overflow of signed arithmetic, or a shift, which the suite does not ask for";

const ACCESS: &str =
    "an access or a call that is an error in C, which the suite does not check or bounds away";

/// Reads what Effigy prints with `--json`; nothing stands for a program that was not run.
pub fn answer(text: &str) -> Answer {
    let not_run = "not run: clang rejects it, or it took longer than 45 s";
    let Ok(json) = serde_json::from_str::<Value>(text) else {
        return Answer { seen: Seen::NotRun, cause: not_run.to_owned() };
    };
    let (seen, said, words) = match json["verdict"].as_str() {
        Some("passed") => (Seen::Passed, "", KINDS),
        Some("failed") => (Seen::Failed, json["findings"][0]["kind"].as_str().unwrap_or(""), KINDS),
        _ => {
            let reason = &json["incomplete_because"][0]["reason"];
            (Seen::Incomplete, reason.as_str().unwrap_or(""), REASONS)
        }
    };
    let word = words.iter().find(|(part, _)| said.contains(part));
    Answer { seen, cause: word.map_or("?", |(_, cause)| cause).to_owned() }
}

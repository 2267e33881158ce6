//! A test as a JSON file, written and read back.

use crate::inputs::readable;
use effigy_session::outcome::summary::{hex, unhex};
use effigy_session::outcome::{
    Datum, DatumSummary, FindingKind, Heap, InputObject, Outcome, Replay, Test, TestCase, inputs_of,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The tests that have no files of their own.
pub const MORE: &str = "tests/more.jsonl";
/// Tests up to this number, and those that findings name, have files of their own: making a file costs more than
/// finding a path.
pub const SINGLE_TESTS: usize = 100;

/// The path of a test's JSON file in a run folder.
pub fn path_in(folder: &str, number: usize) -> String {
    format!("{}/tests/{}.json", folder.trim_end_matches('/'), stem(number))
}

/// The name of a test's files without folder and extension.
pub fn stem(number: usize) -> String {
    format!("test{number:06}")
}

/// A test's JSON file. Bytes are written as two hexadecimal digits each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestFile {
    /// Number of the test in its run.
    pub number: usize,
    /// The program's arguments without its name.
    pub arguments: Vec<String>,
    /// Standard input; `null` when the run left it empty.
    pub stdin: Option<String>,
    /// The symbolic objects in the order of their making.
    pub objects: Vec<ObjectInFile>,
    /// The results that the path names, with their values on these inputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<(String, DatumSummary)>,
    /// The objects that it begins with, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Heap>,
    /// How the program ends on these inputs.
    pub predicted: Prediction,
    /// How the path ends: `completed`, `failed`, `cut`, `unsupported` or `unknown`.
    pub ending: String,
    /// More about the ending, for people.
    pub detail: String,
    /// `confirmed`, `disagreed` or `not-run`.
    pub replay: String,
    /// Why the native program disagreed or was not run; empty when it confirmed.
    pub replay_detail: String,
    /// Number of the leaf in the execution tree.
    pub path: usize,
    /// What the path requires of the input.
    pub path_condition: Vec<Arc<str>>,
    /// Whether the path is one that several became, and has further inputs: then `path_condition` is what the one of these
    /// requires that the input is on. Left out when it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// Whether the path has several threads. Left out when it has not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub threads: bool,
    /// The inputs for people, as `name = value`.
    pub readable: Vec<String>,
}

/// A symbolic object in a test's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectInFile {
    /// Its name.
    pub name: String,
    /// Its bytes in hexadecimal.
    pub bytes: String,
    /// Whether it is one number, lowest byte first.
    #[serde(default)]
    pub number: bool,
    /// Its value, when the program knows integers rather than bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<DatumSummary>,
}

/// The predicted outcome in a test's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Prediction {
    /// The program exits.
    Exit {
        /// With this status.
        status: i32,
    },
    /// The program fails.
    Finding {
        /// The kind's name.
        kind: String,
        /// What happens.
        message: String,
        /// The user's file, empty when unknown.
        file: String,
        /// 1-based line, 0 when unknown.
        line: u32,
    },
}

/// Why a test's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TestFileError {
    /// It is no JSON of the right shape.
    #[error("it is not a test that Effigy wrote: {0}")]
    Shape(#[from] serde_json::Error),
    /// A text of hexadecimal digits holds something else.
    #[error("`{0}` is not a sequence of bytes in hexadecimal digits")]
    Bytes(String),
    /// A decimal number holds something else.
    #[error("`{0}` is not an integer or an array of integers")]
    Integer(String),
    /// A finding's kind is unknown.
    #[error("`{given}` is not a kind of finding; valid are: {valid}")]
    Kind {
        /// What the file says.
        given: String,
        /// What it could say.
        valid: String,
    },
}

impl TestFile {
    /// The file of a test.
    pub fn of(test: &Test) -> TestFile {
        let case = &test.case;
        let objects = case.objects.iter();
        TestFile {
            number: case.number,
            arguments: case.arguments.iter().map(|a| hex(a)).collect(),
            stdin: case.stdin.as_deref().map(hex),
            objects: objects
                .map(|o| ObjectInFile {
                    name: o.name.clone(),
                    bytes: hex(&o.bytes),
                    number: o.number,
                    value: o.value.as_ref().map(DatumSummary::from),
                })
                .collect(),
            results: case.results.iter().map(|(n, v)| (n.clone(), v.into())).collect(),
            heap: test.heap.clone(),
            predicted: prediction(&case.predicted),
            ending: test.ending.name().to_owned(),
            detail: test.ending.detail(),
            replay: test.replay.name().to_owned(),
            replay_detail: replay_detail(&test.replay),
            path: test.path,
            path_condition: test.path_condition.clone(),
            one_way: test.one_way,
            threads: case.threads,
            readable: inputs_of(case)
                .iter()
                .map(|i| format!("{} = {}", i.name, readable(i, 4096)))
                .collect(),
        }
    }

    /// The file's text.
    ///
    /// # Errors
    /// Those of the JSON writer.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The test that a file's text holds.
    ///
    /// # Errors
    /// [`TestFileError`] when the text is not such a file.
    pub fn parse(text: &str) -> Result<TestCase, TestFileError> {
        serde_json::from_str::<TestFile>(text)?.case()
    }

    /// The test that the file holds.
    ///
    /// # Errors
    /// [`TestFileError`] when a text in it is not what it should be.
    pub fn case(&self) -> Result<TestCase, TestFileError> {
        let mut objects = Vec::with_capacity(self.objects.len());
        for object in &self.objects {
            let value = object.value.as_ref().map(datum).transpose()?;
            let (name, bytes) = (object.name.clone(), bytes(&object.bytes)?);
            objects.push(InputObject { name, bytes, number: object.number, value });
        }
        let mut results = Vec::with_capacity(self.results.len());
        for (name, value) in &self.results {
            results.push((name.clone(), datum(value)?));
        }
        Ok(TestCase {
            number: self.number,
            arguments: self.arguments.iter().map(|a| bytes(a)).collect::<Result<_, _>>()?,
            stdin: self.stdin.as_deref().map(bytes).transpose()?,
            objects,
            predicted: outcome(&self.predicted)?,
            results,
            threads: self.threads,
        })
    }
}

fn bytes(text: &str) -> Result<Vec<u8>, TestFileError> {
    unhex(text).ok_or_else(|| TestFileError::Bytes(text.to_owned()))
}

fn datum(value: &DatumSummary) -> Result<Datum, TestFileError> {
    value.datum().ok_or_else(|| TestFileError::Integer(format!("{value:?}")))
}

fn prediction(outcome: &Outcome) -> Prediction {
    match outcome {
        Outcome::Exit(status) => Prediction::Exit { status: *status },
        Outcome::Finding { kind, message, file, line } => Prediction::Finding {
            kind: kind.name().to_owned(),
            message: message.clone(),
            file: file.clone(),
            line: *line,
        },
    }
}

fn outcome(prediction: &Prediction) -> Result<Outcome, TestFileError> {
    Ok(match prediction {
        Prediction::Exit { status } => Outcome::Exit(*status),
        Prediction::Finding { kind, message, file, line } => {
            let names = || FindingKind::ALL.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ");
            let parsed = kind
                .parse()
                .map_err(|()| TestFileError::Kind { given: kind.clone(), valid: names() })?;
            let (message, file) = (message.clone(), file.clone());
            Outcome::Finding { kind: parsed, message, file, line: *line }
        }
    })
}

/// Why the native program did not confirm the test; empty when it did.
pub fn replay_detail(replay: &Replay) -> String {
    match replay {
        Replay::Confirmed => String::new(),
        Replay::Disagreed { expected, observed, .. } => {
            format!("expected {expected}, observed {observed}")
        }
        Replay::NotRun { why } => why.clone(),
    }
}

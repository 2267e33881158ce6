//! The conversation with a specification library: one request a line, one answer for each.

use crate::answer::Verdict;
use crate::decide;
use crate::error::RecordsError;
use crate::members::Members;
use crate::request;
use crate::schema::Schema;
use effigy_base::assumption::Assumption;
use effigy_base::budget::CancelToken;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The version of the format.
pub const VERSION: u64 = 1;

/// What was agreed so far.
#[derive(Debug, Default)]
pub struct Conversation {
    library: Option<String>,
    schema: Option<Schema>,
    /// What answers `no` to `feasible` rest on since the last `check`: no path of that one tells of the branches that were not run.
    met: BTreeSet<Assumption>,
}

impl Conversation {
    /// The answer to a line. Always one line of JSON.
    pub fn answer(&mut self, line: &str, cancel: &CancelToken) -> String {
        let answer = self.try_answer(line, cancel);
        answer
            .unwrap_or_else(|error| json!({ "answer": "error", "message": error.to_string() }))
            .to_string()
    }

    fn try_answer(&mut self, line: &str, cancel: &CancelToken) -> Result<Json, RecordsError> {
        let request: Json = serde_json::from_str(line).map_err(not_read)?;
        let kind = Members::new(&request, "")?.text("request")?;
        match kind.as_str() {
            "hello" => self.hello(&request),
            "schema" | "feasible" | "check" if self.library.is_none() => {
                Err(RecordsError::form("request", "`hello` comes first"))
            }
            "schema" => {
                let schema = Schema::read(&request)?;
                request::check_facts(&schema)?;
                self.schema = Some(schema);
                Ok(json!({ "answer": "schema" }))
            }
            "feasible" => {
                let schema = self.schema()?;
                let check = request::feasible(schema, &request)?;
                let answer = decide::feasible(schema, &check, cancel);
                self.met.extend(answer.assumes.iter().cloned());
                written(&answer)
            }
            "check" => {
                let schema = self.schema()?;
                let check = request::check(schema, &request)?;
                let mut answer = decide::check(schema, &check, cancel);
                let met = std::mem::take(&mut self.met);
                if answer.verdict == Verdict::Holds {
                    let all: BTreeSet<Assumption> = answer.assumes.into_iter().chain(met).collect();
                    answer.assumes = all.into_iter().collect();
                }
                written(&answer)
            }
            other => {
                let why = format!("`{other}` is none of hello, schema, feasible and check");
                Err(RecordsError::form("request", why))
            }
        }
    }

    fn schema(&self) -> Result<&Schema, RecordsError> {
        self.schema
            .as_ref()
            .ok_or_else(|| RecordsError::form("request", "`schema` comes before what is about it"))
    }

    fn hello(&mut self, request: &Json) -> Result<Json, RecordsError> {
        let mut members = Members::new(request, "")?;
        members.text("request")?;
        let library = members.optional_text("library")?.unwrap_or_default();
        let version = members.optional_number("version")?;
        members.finish()?;
        if version != Some(VERSION) {
            let version = version.map_or_else(|| "none".to_owned(), |v| v.to_string());
            return Err(RecordsError::form(
                "version",
                format!("this program speaks version {VERSION}, not {version}"),
            ));
        }
        self.library = Some(library);
        Ok(json!({ "answer": "hello", "version": VERSION, "effigy": env!("CARGO_PKG_VERSION") }))
    }
}

fn not_read(error: serde_json::Error) -> RecordsError {
    let why = error.to_string();
    if why.starts_with("recursion limit") {
        return RecordsError::form("", "objects and lists are nested deeper than 127 levels");
    }
    RecordsError::Json(why)
}

fn written(answer: &impl Serialize) -> Result<Json, RecordsError> {
    serde_json::to_value(answer).map_err(|error| RecordsError::Internal(error.to_string()))
}

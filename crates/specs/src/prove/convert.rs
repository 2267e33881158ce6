//! From the prover's answer to plain data.

use super::Wanted;
use super::outcome::{
    FailureOutcome, MemberOutcome, Portion, ProofStatus, StateOutcome, StepOutcome, TextError,
};
use super::source::Source;
use effigy_base::source::Diagnostic;
use effigy_base::text::Span;
use effigy_lang_viper::{Problem, tree};
use effigy_outcome::value::Value;
use effigy_outcome::{Assumption, Place};
use effigy_permissions::{Failure, Member, Snapshot, Status, Verdict};
use std::time::Duration;

/// Why a member has no answer when its own time was over.
const OUT_OF_TIME: &str = "the time of one member (--member-time) was over";

/// Longest text of a place, in bytes.
const LONGEST: usize = 2000;

/// The identifier of problems with the text of an object program, for which there is none of Viper's.
const OBJECT_ERROR: &str = "object.error";

/// A problem of a text.
pub(super) fn problem(problem: &Problem) -> TextError {
    TextError {
        id: problem.id.to_owned(),
        place: portion(&problem.path, problem.span, None),
        message: problem.message.clone(),
    }
}

/// A problem of the text of an object program.
pub(super) fn diagnostic(diagnostic: &Diagnostic) -> TextError {
    let path = diagnostic.path.as_str();
    let place = Place { file: path.into(), line: diagnostic.line, column: diagnostic.column };
    TextError {
        id: OBJECT_ERROR.to_owned(),
        place: Portion {
            end_line: place.line,
            end_column: place.column,
            text: String::new(),
            place,
        },
        message: diagnostic.message.clone(),
    }
}

fn portion(path: &str, span: Span, text: Option<&str>) -> Portion {
    Portion {
        place: Place { file: path.into(), line: span.start.line, column: span.start.column },
        end_line: span.end.line,
        end_column: span.end.column,
        text: text.and_then(|text| part(text, span)).unwrap_or_default(),
    }
}

/// The part of a text, cut when it is long; `None` when the span is not in it.
fn part(text: &str, span: Span) -> Option<String> {
    let lines = (span.end.line + 1).checked_sub(span.start.line)?;
    let first = span.start.line.checked_sub(1)?;
    let mut out = String::new();
    for (line, number) in text.lines().skip(first as usize).take(lines as usize).zip(first + 1..) {
        let end = if number == span.end.line {
            (span.end.column as usize).saturating_sub(1)
        } else {
            line.len()
        };
        let start = if number == span.start.line {
            (span.start.column as usize).saturating_sub(1)
        } else {
            0
        };
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(line.get(start..end.min(line.len()))?);
        if out.len() > LONGEST {
            let cut = (0..=LONGEST).rev().find(|at| out.is_char_boundary(*at))?;
            out.truncate(cut);
            out.push_str("...");
            break;
        }
    }
    Some(out)
}

pub(super) fn at(place: tree::Place, source: &Source) -> Portion {
    let text = source.texts.get(place.file).map(String::as_str);
    portion(source.program.files.path(place.file), place.span, text)
}

/// What proofs of a program rest on: each premise once, at its first place.
pub(super) fn assumptions(source: &Source) -> Vec<Assumption> {
    let mut all: Vec<Assumption> = Vec::new();
    for premise in &source.program.premises {
        if all.iter().any(|known| known.kind == premise.kind && known.what == premise.what) {
            continue;
        }
        let path = source.program.files.path(premise.place.file);
        let place = format!("{path}:{}", premise.place.span.start.line);
        all.push(Assumption::new(premise.kind, premise.what).at(place));
    }
    all
}

fn status(verdict: Verdict) -> ProofStatus {
    match verdict {
        Verdict::Proved => ProofStatus::Proved,
        Verdict::Unknown => ProofStatus::Unknown,
        Verdict::Refuted => ProofStatus::Refuted,
    }
}

pub(super) fn member(member: &Member, source: &Source, stopped: Option<&str>) -> MemberOutcome {
    let failures: Vec<FailureOutcome> =
        member.failures.iter().map(|found| failure(found, source)).collect();
    // What failed counts, whatever the member's own verdict says.
    let strongest = failures.iter().map(|f| f.status).max().unwrap_or_default();
    let status = status(member.verdict).max(strongest);
    let silent = status == ProofStatus::Unknown && failures.is_empty();
    MemberOutcome {
        kind: member.kind,
        name: member.name.clone(),
        place: at(member.place, source),
        status,
        failures,
        reason: match silent {
            true if member.out_of_time => OUT_OF_TIME.to_owned(),
            true => stopped.unwrap_or("it was not proved to its end").to_owned(),
            false => String::new(),
        },
        time: member.time,
        cached: member.cached,
    }
}

/// A member that was proved in an earlier run.
pub(super) fn cached(member: &Wanted, source: &Source) -> MemberOutcome {
    MemberOutcome {
        kind: member.kind,
        name: member.name.clone(),
        place: at(member.place, source),
        status: ProofStatus::Proved,
        failures: Vec::new(),
        reason: String::new(),
        time: Duration::ZERO,
        cached: true,
    }
}

/// A member that the prover did not come to.
pub(super) fn unanswered(member: &Wanted, source: &Source, stopped: Option<&str>) -> MemberOutcome {
    MemberOutcome {
        kind: member.kind,
        name: member.name.clone(),
        place: at(member.place, source),
        status: ProofStatus::Unknown,
        failures: Vec::new(),
        reason: stopped.unwrap_or("the prover gave no answer").to_owned(),
        time: Duration::ZERO,
        cached: false,
    }
}

pub(super) fn failure(failure: &Failure, source: &Source) -> FailureOutcome {
    let (status, reason) = match &failure.status {
        Status::Refuted => (ProofStatus::Refuted, String::new()),
        Status::Unknown(reason) => (ProofStatus::Unknown, reason.clone()),
    };
    let conjunct = at(failure.conjunct, source);
    FailureOutcome {
        id: failure.id.clone(),
        status,
        place: at(failure.place, source),
        conjunct: conjunct.clone(),
        message: failure.message.clone(),
        reason,
        chunks: failure.chunks.clone(),
        path: steps(&failure.path, source),
        counterexample: sorted(&failure.counterexample, &conjunct.text),
        candidate: sorted(&failure.candidate, &conjunct.text),
        is_run: failure.is_run,
        states: failure.states.iter().map(|state| snapshot(state, source)).collect(),
    }
}

/// Values, first those of what the text of a conjunct names.
fn sorted(values: &[(String, String)], conjunct: &str) -> Vec<Value> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let named = |name: &str| {
        let variable = name.split('.').next().unwrap_or(name);
        conjunct.split(|c| !is_part(c)).any(|word| word == variable)
    };
    let value = |(name, text): &(String, String)| Value {
        name: name.clone(),
        text: text.clone(),
        datum: None,
    };
    let mut all: Vec<Value> = values.iter().map(value).collect();
    all.sort_by_key(|value| !named(&value.name));
    all
}

/// The sides that a path took.
pub(super) fn steps(path: &[(tree::Place, String)], source: &Source) -> Vec<StepOutcome> {
    let step = |(place, taken): &(tree::Place, String)| StepOutcome {
        place: at(*place, source),
        taken: taken.clone(),
    };
    path.iter().map(step).collect()
}

pub(super) fn snapshot(state: &Snapshot, source: &Source) -> StateOutcome {
    StateOutcome {
        place: at(state.place, source),
        store: state.store.clone(),
        heap: state.heap.clone(),
        old_heap: state.old_heap.clone(),
        labelled: state.labelled.clone(),
        condition: state.condition.clone(),
    }
}

#[cfg(test)]
mod tests;

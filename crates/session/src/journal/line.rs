//! The lines of a journal.

use super::FORMAT;
use crate::options::ExploreOptions;
use effigy_exec::explorer::{Concretised, ForkRecord, PathRecord};
use effigy_exec::trail::{Choice, Decision};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Session {
    /// The version of the format.
    pub journal: u32,
    /// The version of Effigy.
    pub version: String,
    /// The program's fingerprint.
    pub program: String,
    /// The limits that decide how a single path ends.
    pub limits: Limits,
}

/// The limits that decide how a single path ends, whatever the machine's speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Limits {
    pub steps: Option<u64>,
    pub depth: Option<u64>,
    pub query: Option<Duration>,
    pub solver: String,
}

impl Session {
    pub fn new(program: &str, options: &ExploreOptions) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Session {
            journal: FORMAT,
            version,
            program: program.to_owned(),
            limits: Limits::of(options),
        }
    }
}

impl Limits {
    pub fn of(options: &ExploreOptions) -> Self {
        let budget = &options.budget;
        let solver = options.solver.name().to_owned();
        Limits { steps: budget.steps, depth: budget.depth, query: budget.query_time, solver }
    }
}

/// A leaf as it is written.
#[derive(Serialize)]
pub(super) struct LeafOut<'a> {
    #[serde(rename = "w")]
    pub worker: usize,
    #[serde(rename = "a", skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    #[serde(rename = "s")]
    pub same: usize,
    #[serde(rename = "c")]
    pub choices: String,
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    pub path: Option<&'a PathRecord>,
    #[serde(rename = "f", skip_serializing_if = "<[_]>::is_empty")]
    pub forks: &'a [(usize, &'a ForkRecord)],
    #[serde(rename = "v", skip_serializing_if = "<[_]>::is_empty")]
    pub concretised: &'a [Concretised],
    #[serde(rename = "n", skip_serializing_if = "<[_]>::is_empty")]
    pub covered: &'a [(u32, u32)],
}

/// A leaf as it is read.
#[derive(Deserialize)]
pub(super) struct LeafIn {
    #[serde(rename = "w")]
    pub worker: usize,
    /// Whether the line builds on no other.
    #[serde(rename = "a", default)]
    pub alone: bool,
    /// How many choices are those of the worker's leaf before.
    #[serde(rename = "s")]
    pub same: usize,
    /// The other choices.
    #[serde(rename = "c")]
    pub choices: String,
    #[serde(rename = "p", default)]
    pub path: Option<PathRecord>,
    #[serde(rename = "f", default)]
    pub forks: Vec<(usize, ForkRecord)>,
    #[serde(rename = "v", default)]
    pub concretised: Vec<Concretised>,
    /// What ran for the first time; all that the worker ran, when the line builds on no other.
    #[serde(rename = "n", default)]
    pub covered: Vec<(u32, u32)>,
}

/// FNV-1a of 64 bits, begun with the checksum of the line before.
pub(super) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let begin = 0xcbf2_9ce4_8422_2325 ^ seed;
    bytes.iter().fold(begin, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The choices from `from` on as text: `question` and `T` with the side and all feasible sides, `F` with the only side,
/// `V` with the value; numbers are hexadecimal but for sides.
pub(super) fn choices(trail: &[Choice], open: &[Arc<[u32]>], from: usize) -> String {
    let (before, rest) = trail.split_at(from.min(trail.len()));
    let mut forks = open.iter().skip(before.iter().filter_map(Choice::side).count());
    let mut text = String::with_capacity(24 * rest.len());
    for choice in rest {
        let _ = match choice.answer {
            Decision::Took(side) => {
                let _ = write!(text, "{:x}T{side}", choice.question);
                let sides = forks.next().map_or(&[][..], |sides| sides);
                sides.iter().try_for_each(|side| write!(text, ",{side}"))
            }
            Decision::Forced(side) => write!(text, "{:x}F{side}", choice.question),
            Decision::Value(value) => write!(text, "{:x}V{value:x}", choice.question),
        };
        text.push(' ');
    }
    text
}

/// A choice, and for a fork its feasible sides.
pub(super) fn choice(text: &str) -> Option<(Choice, Option<Arc<[u32]>>)> {
    let at = text.find(['T', 'F', 'V'])?;
    let (question, answer) = text.split_at(at);
    let question = u64::from_str_radix(question, 16).ok()?;
    let (kind, answer) = answer.split_at(1);
    let (answer, open) = match kind {
        "T" => {
            let mut sides = answer.split(',').map(|side| side.parse::<u32>().ok());
            let side = sides.next()??;
            (Decision::Took(side), Some(sides.collect::<Option<Arc<[u32]>>>()?))
        }
        "F" => (Decision::Forced(answer.parse().ok()?), None),
        _ => (Decision::Value(u128::from_str_radix(answer, 16).ok()?), None),
    };
    Some((Choice { question, answer }, open))
}

//! The lines of JSON that a worker and whoever drives it exchange (`docs/ray.md`).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use effigy_session::remote::{Commit, LeafTime, Order, RemoteJob};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::time::Duration;

/// What a worker is told.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The program: the first line.
    Start(Box<RemoteJob>),
    /// Parts of the tree to walk.
    Explore(OrderLine),
    /// Asks the worker to give back what it has not walked yet.
    Split,
}

/// What a worker answers.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer<'a> {
    /// The program is read.
    Ready {
        /// The version of Effigy.
        version: &'a str,
        /// The program's fingerprint, as the worker computes it.
        program: &'a str,
    },
    /// What became of the order.
    Commit(CommitLine),
    /// Why the worker ends.
    Error(String),
}

/// What `effigy explore --ray` tells the Python package.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ToCluster {
    /// The program: the first line of each worker.
    Start(Box<RemoteJob>),
    /// The open parts of the tree. The end of the input asks for the end of the run.
    Parts(Vec<Bytes>),
}

/// What the Python package tells `effigy explore --ray`.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromCluster {
    /// What became of an order.
    Commit(CommitLine),
    /// How many parts are open.
    Open(u64),
    /// A remark for people.
    Note(String),
    /// All commits are told. How many parts are given up, because workers die of them.
    Done(u64),
    /// Why there is no cluster.
    Error(String),
}

/// An order.
#[derive(Deserialize)]
pub struct OrderLine {
    parts: Vec<Bytes>,
    leaves: Option<u64>,
    seconds: Option<f64>,
    #[serde(default)]
    times: bool,
}

/// What became of an order.
#[derive(Serialize, Deserialize)]
pub struct CommitLine {
    /// The leaves, as a session of a journal.
    pub journal: Bytes,
    /// The parts that are open; not for the process that writes the run folder, which reads them off the journal.
    #[serde(default)]
    pub open: Vec<Bytes>,
    /// How many leaves there are.
    pub leaves: u64,
    /// How many of them are findings.
    pub failed: u64,
    /// Instructions on the paths to these leaves.
    pub instructions: u64,
    /// The time from the order on.
    pub seconds: f64,
    /// The leaves' times, when the order asks for them: forks decided as before, the other sides, instructions, seconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<(usize, Vec<u32>, u64, f64)>,
}

/// Bytes; in JSON as base64 (RFC 4648, section 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bytes(pub Vec<u8>);

impl TryFrom<String> for Bytes {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Bytes)
    }
}

impl From<Bytes> for String {
    fn from(bytes: Bytes) -> String {
        STANDARD.encode(bytes.0)
    }
}

impl From<OrderLine> for Order {
    fn from(line: OrderLine) -> Order {
        Order {
            parts: line.parts.into_iter().map(|part| part.0).collect(),
            leaves: line.leaves,
            time: line.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            times: line.times,
        }
    }
}

impl From<Commit> for CommitLine {
    fn from(commit: Commit) -> CommitLine {
        CommitLine {
            journal: Bytes(commit.journal),
            open: commit.open.into_iter().map(Bytes).collect(),
            leaves: commit.leaves,
            failed: commit.failed,
            instructions: commit.instructions,
            seconds: commit.time.as_secs_f64(),
            times: commit.times.into_iter().map(of_leaf).collect(),
        }
    }
}

fn of_leaf(leaf: LeafTime) -> (usize, Vec<u32>, u64, f64) {
    (leaf.same, leaf.sides, leaf.instructions, leaf.time.as_secs_f64())
}

/// Writes a line to standard output.
pub fn say(answer: &Answer<'_>) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&line)?;
    out.flush()
}

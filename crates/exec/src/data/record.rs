//! What is told of an execution tree: its paths, its forks, and what a run rests on.

use crate::data::finding::{Goal, StackFrame};
use crate::data::input::InputValue;
use crate::data::stop::Ending;
use effigy_base::assumption::AssumptionKind;
use effigy_base::value::Value;
use effigy_ir::program::FuncId;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A path that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathRecord {
    /// The side taken at each fork from the root: its place in the tree. Not written with the record.
    #[serde(skip)]
    pub key: Vec<u32>,
    /// How it ended.
    pub ending: Ending,
    /// Where it ended.
    pub place: Arc<StackFrame>,
    /// Values of its inputs, for findings, and when asked for for paths that ran to an end.
    pub inputs: Vec<InputValue>,
    /// Values of its inputs on further sides of those that were merged on it, when asked for.
    pub further: Vec<Further>,
    /// Merged sides that have no test: a solver could not decide, or there are too many of them.
    pub untested: u64,
    /// When a finding was found, from the start of the run on: a wall time, which differs from run to run.
    pub found_at: Option<Duration>,
    /// Instructions executed.
    pub steps: u64,
    /// The conjuncts of its path condition, readable; for findings, and for all when asked for. Of a finding on a path that
    /// several became, those of the one path that its input would be on if nothing was merged.
    pub condition: Vec<Arc<str>>,
    /// Whether the path has further inputs for which they do not hold.
    pub one_way: bool,
    /// The distinct terms that the path condition consists of, when asked for.
    pub size: usize,
    /// The path condition as an SMT-LIB script, when asked for.
    pub smtlib: Option<String>,
    /// The results that the program names, readable.
    pub outputs: Vec<(String, Arc<str>)>,
    /// Their values under the values of the inputs, where they have one.
    pub results: Vec<(String, Value)>,
    /// The goals that it came by.
    pub goals: Vec<Goal>,
    /// Where it started its second thread: then it is one of the orders in which its threads can run.
    pub threads: Option<Arc<StackFrame>>,
    /// What was merged on it since its last fork, in the order in which it was.
    pub merged: Vec<MergedPaths>,
}

/// A further input of a path that was merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Further {
    /// Values of the path's inputs.
    pub inputs: Vec<InputValue>,
    /// The results that the program names, where they have a value.
    pub results: Vec<(String, Value)>,
    /// How the path ends, when it runs to an end.
    pub status: Option<i32>,
    /// The conjuncts of the path condition, as of the path itself.
    pub condition: Vec<Arc<str>>,
    /// Whether the path has further inputs for which they do not hold.
    pub one_way: bool,
}

/// A fork of the execution tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForkRecord {
    /// Where in the program.
    pub place: Arc<StackFrame>,
    /// The condition of each side, readable.
    pub sides: Vec<Arc<str>>,
    /// What was merged on the way from the fork before, in the order in which it was.
    pub merged: Vec<MergedPaths>,
}

/// Paths that parted, met again and became one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedPaths {
    /// How many.
    pub paths: u64,
    /// Where the last of them met.
    pub place: Arc<StackFrame>,
    /// Forks at which they had parted, in the order in which the program came to them.
    pub forks: Vec<ClosedFork>,
    /// Whether there are further ones.
    pub more: bool,
}

/// A fork whose sides became one path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedFork {
    /// Where in the program.
    pub place: Arc<StackFrame>,
    /// The condition of each side, readable.
    pub sides: Vec<Arc<str>>,
}

/// One value that a path took for all values of a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concretised {
    /// How many forks of the path lie before.
    pub forks: usize,
    /// How many of its decisions lie before.
    pub position: u64,
    /// Where in the program.
    pub place: Arc<StackFrame>,
    /// The function whose results were made up to be zero; `None` for a value that had too many possibilities.
    pub external: Option<String>,
}

impl PathRecord {
    /// A part of the tree that was lost by a defect of the engine.
    pub(crate) fn lost(key: Vec<u32>, place: Arc<StackFrame>, why: String) -> Self {
        Self {
            key,
            ending: Ending::Internal(why),
            place,
            inputs: Vec::new(),
            further: Vec::new(),
            untested: 0,
            found_at: None,
            steps: 0,
            condition: Vec::new(),
            one_way: false,
            size: 0,
            smtlib: None,
            outputs: Vec::new(),
            results: Vec::new(),
            goals: Vec::new(),
            threads: None,
            merged: Vec::new(),
        }
    }
}

/// What ran, by function.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Source lines that ran.
    pub lines: BTreeSet<(String, u32)>,
    /// Source lines of the functions that were entered.
    pub known_lines: BTreeSet<(String, u32)>,
    /// Sides of branches that were taken: file, line, side's number at that line.
    pub sides: BTreeSet<(String, u32, u32)>,
    /// All sides of branches of the functions that were entered.
    pub known_sides: BTreeSet<(String, u32, u32)>,
    /// Functions of the source whose code ran, inlined or not: the file and the name.
    pub functions: BTreeSet<(String, String)>,
    /// Functions of the source in the functions that were entered, with the line of the definition, or, where that is not known,
    /// the first line of code.
    pub known_functions: BTreeMap<(String, String), u32>,
}

impl Coverage {
    /// Adds what ran elsewhere.
    pub fn merge(&mut self, other: Coverage) {
        self.lines.extend(other.lines);
        self.known_lines.extend(other.known_lines);
        self.sides.extend(other.sides);
        self.known_sides.extend(other.known_sides);
        self.functions.extend(other.functions);
        for (function, line) in other.known_functions {
            let known = self.known_functions.entry(function).or_insert(line);
            *known = line.min(*known);
        }
    }
}

/// Something that is taken for granted, and the line of the program that rests on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assumed {
    /// What kind of thing it is.
    pub kind: AssumptionKind,
    /// What is assumed; the words of the kind when they are none.
    pub what: Cow<'static, str>,
    /// The file; empty where it is not known.
    pub file: String,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
}

/// A place of a path where something has no meaning, and a concrete value was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenValue {
    /// What has no meaning.
    pub what: String,
    /// Where.
    pub place: Arc<StackFrame>,
    /// Whether the value is the one of the input; otherwise it was chosen.
    pub is_known: bool,
    /// How often the path came there.
    pub times: u64,
}

/// A value at a marked place of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The function that was called there.
    pub marker: FuncId,
    /// Where that was.
    pub place: Arc<StackFrame>,
    /// The bits of its argument.
    pub value: u128,
    /// How many there are.
    pub width: u32,
}

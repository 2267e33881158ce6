//! What a debugger shows, as plain data.

use crate::outcome::{Ending, FindingKind};
use effigy_base::source::Diagnostic;
use std::sync::Arc;

/// A statement or line that execution is about to execute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The procedure or function.
    pub procedure: String,
    /// The number of the statement in the listing, or the line where the language has no statement numbers.
    pub number: u32,
    /// The file, as the user would name it.
    pub file: Arc<str>,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
    /// The statement, or the text of the line.
    pub text: String,
    /// How many activations of the user's functions there are, this one included.
    pub depth: u32,
}

/// How execution stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is being executed.
    Idle,
    /// Before a statement.
    Before(Spot),
    /// Within a statement that the path condition does not resolve.
    Fork(Spot, Fork),
    /// The execution is over.
    Ended(Spot, Ending),
}

/// A decision that the path condition leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// What is decided.
    pub kind: ForkKind,
    /// The alternatives; of a branch the first is *true*.
    pub sides: Vec<Side>,
}

/// What a fork decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForkKind {
    /// Which way control goes.
    Branch,
    /// Whether the program has this defect: the second side.
    Check {
        /// The kind of defect.
        kind: FindingKind,
        /// The message for people.
        message: String,
    },
    /// Whether an assertion of the program holds: the first side.
    Assertion {
        /// Its condition.
        text: String,
        /// Whether it is to be proved rather than checked.
        prove: bool,
    },
    /// Which of several values something has.
    Value,
}

/// A side of a fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it adds to the path condition.
    pub condition: String,
    /// Whether it can be taken.
    pub possible: Possible,
}

/// Three answers to whether a side can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// There are inputs that take it.
    Yes,
    /// No input takes it.
    No,
    /// The solver did not decide, for this reason.
    Unknown(String),
}

/// An activation of a function of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The function.
    pub procedure: String,
    /// The statement or line that it is at.
    pub number: u32,
    /// The file.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
}

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The statement that begins there, or the number of the line where statements have no numbers.
    pub number: Option<u32>,
    /// The text.
    pub text: String,
    /// Whether execution stands there.
    pub current: bool,
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its name in the source.
    pub name: String,
    /// Its value; `?` when it has none yet.
    pub value: String,
}

/// Something that happened while a statement was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The program wrote a value.
    Wrote(String),
    /// An assertion was found to hold on this path.
    Holds {
        /// Its condition.
        text: String,
        /// Whether it was to be proved rather than checked.
        prove: bool,
    },
    /// The outermost call returned a value.
    Returned(String),
}

/// One executed statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The statement.
    pub spot: Spot,
    /// Whether it was executed to its end; otherwise it forks, or the user interrupted it.
    pub complete: bool,
    /// What it assigned, by name.
    pub results: Vec<Shown>,
    /// How its condition was decided, when it has one.
    pub decided: Option<bool>,
    /// What else happened.
    pub events: Vec<Event>,
}

/// Why the debugger cannot do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DebugError {
    /// What was typed is wrong; the diagnostics speak of it.
    #[error("{}", messages(.0))]
    Typed(Vec<Diagnostic>),
    /// Nothing is being executed.
    #[error("nothing is being executed; {0}")]
    Idle(&'static str),
    /// Execution is over.
    #[error("the execution has ended; {0}")]
    Ended(&'static str),
    /// Execution does not stand at a fork.
    #[error("there is nothing to choose here: this statement does not fork")]
    NoFork,
    /// A side that cannot be taken.
    #[error("this side cannot be taken: {0} contradicts the path condition")]
    Impossible(String),
    /// There is no such side.
    #[error("this fork has {0} sides, from 1")]
    NoSide(usize),
    /// An assumption that contradicts the path condition.
    #[error("{0} contradicts the path condition, which stays as it is")]
    Contradiction(String),
    /// The solver did not decide.
    #[error("the solver does not decide it: {0}")]
    Unknown(String),
    /// Evaluation met a defect or something that is not supported.
    #[error("it has no value here: {0}")]
    NoValue(String),
    /// What was asked for does not apply to programs in this language.
    #[error("{0}")]
    NotHere(String),
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| d.message.as_str()).collect::<Vec<_>>().join("; ")
}

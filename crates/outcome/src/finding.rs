//! Findings and tests, with what the native program did on the same input.

use crate::heap::Heap;
use crate::place::Place;
use crate::tree::Ending;
use effigy_base::finding::FindingKind;
use effigy_formats::test_case::{Datum, TestCase};
use std::sync::Arc;

/// What the native program did on a test's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It ended as predicted.
    Confirmed,
    /// It ended in another way: an error of Effigy's model, or behaviour that differs from run to run.
    Disagreed {
        /// What Effigy predicts.
        expected: String,
        /// What the native program did.
        observed: String,
        /// Whether it ended well, so that the run refutes a finding: what watched it shows such errors.
        well: bool,
    },
    /// It was not run.
    NotRun {
        /// Why not.
        why: String,
    },
}

impl Replay {
    /// Whether a native run ended well that would have shown the failure.
    pub fn refutes(&self) -> bool {
        matches!(self, Replay::Disagreed { well: true, .. })
    }

    /// The word of the JSON report: `confirmed`, `disagreed` or `not-run`.
    pub fn name(&self) -> &'static str {
        match self {
            Replay::Confirmed => "confirmed",
            Replay::Disagreed { .. } => "disagreed",
            Replay::NotRun { .. } => "not-run",
        }
    }
}

impl Default for Replay {
    fn default() -> Self {
        Replay::NotRun { why: String::new() }
    }
}

/// How an input's bytes are best read by a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputKind {
    /// Text: arguments and standard input.
    Text,
    /// A little-endian integer.
    Integer,
    /// Neither is known.
    #[default]
    Bytes,
}

/// One input of a path with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// `arg1`, `stdin`, or the name of a symbolic object.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How to show them.
    pub kind: InputKind,
    /// Its value, when the program knows integers rather than bytes.
    pub value: Option<Datum>,
}

/// The inputs of a test: arguments as `arg1` and so on, then `stdin`, then the objects.
pub fn inputs_of(test: &TestCase) -> Vec<Input> {
    let text = |name, bytes: &[u8]| Input {
        name,
        bytes: bytes.to_vec(),
        kind: InputKind::Text,
        value: None,
    };
    let arguments =
        test.arguments.iter().enumerate().map(|(i, a)| text(format!("arg{}", i + 1), a));
    let stdin = test.stdin.iter().map(|s| text("stdin".to_owned(), s));
    let objects = test.objects.iter().map(|o| Input {
        name: o.name.clone(),
        bytes: o.bytes.clone(),
        kind: if o.number || sized_like_a_number(&o.bytes) {
            InputKind::Integer
        } else {
            InputKind::Bytes
        },
        value: o.value.clone(),
    });
    arguments.chain(stdin).chain(objects).collect()
}

/// Whether bytes that the program did not ask for as a number are better read as one: they have the size of one, and
/// are no text.
fn sized_like_a_number(bytes: &[u8]) -> bool {
    let text = bytes.len() > 1 && bytes.iter().all(|b| b.is_ascii_graphic() || *b == b' ');
    matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) && !text
}

/// A call that was active when a path failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StackFrame {
    /// The function, as a person writes its name.
    pub function: String,
    /// Where in it the path stood.
    pub place: Place,
}

/// Where a library failed that the user's code called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLibrary {
    /// The library, with its version where its folder says one: `smallvec 0.6.9`.
    pub name: String,
    /// Its innermost source line.
    pub place: Place,
    /// The function that the place lies in.
    pub function: String,
}

/// A defect of the user's program, or of a library that it calls, with an input that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind.
    pub kind: FindingKind,
    /// What happened, one sentence.
    pub message: String,
    /// Where: the user's own innermost source line.
    pub place: Place,
    /// The user's function that the place lies in.
    pub function: String,
    /// The code that fails, where it is not the user's own and does not come with a compiler.
    pub library: Option<InLibrary>,
    /// The calls that were active, innermost first.
    pub stack: Vec<StackFrame>,
    /// The input that leads there.
    pub inputs: Vec<Input>,
    /// The objects that it begins with, in a program with objects.
    pub heap: Option<Heap>,
    /// What the path requires of the input, conjunct by conjunct, in the program's own names.
    pub path_condition: Vec<Arc<str>>,
    /// Whether the path is one that several became, and has further inputs: then `path_condition` is what the one of these
    /// requires that the input is on.
    pub one_way: bool,
    /// What tells this defect from others: findings with one key are one defect.
    pub site: String,
    /// How many paths fail at this site.
    pub occurrences: u64,
    /// Number of the leaf in the execution tree, from 1 in the tree's order.
    pub path: usize,
    /// Number of the test; `None` when no test was wanted.
    pub test: Option<usize>,
    /// What the native program did.
    pub replay: Replay,
}

impl Finding {
    /// What happened, and in whose code when it is not the user's.
    pub fn headline(&self) -> String {
        match &self.library {
            None => self.message.clone(),
            Some(library) => format!("{}, in {}", self.message, library.name),
        }
    }
}

/// A generated test and what is known about its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The input and the predicted outcome.
    pub case: TestCase,
    /// The objects that it begins with, in a program with objects.
    pub heap: Option<Heap>,
    /// How the path ends.
    pub ending: Ending,
    /// What the path requires of the input, conjunct by conjunct, in the program's own names.
    pub path_condition: Vec<Arc<str>>,
    /// Whether the path is one that several became, and has further inputs: then `path_condition` is what the one of these
    /// requires that the input is on.
    pub one_way: bool,
    /// Number of the leaf in the execution tree, from 1 in the tree's order.
    pub path: usize,
    /// What the native program did.
    pub replay: Replay,
}

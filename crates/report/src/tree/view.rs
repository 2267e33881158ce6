//! The execution tree with its texts, inputs and source lines, ready to be drawn: the content of `tree.json`.

use crate::inputs::{readable, short};
use crate::sources::Sources;
use crate::test_file::replay_detail;
use crate::tree::code::{FileView, Kept, Lines};
use crate::tree::row::Row;
use effigy_session::outcome::{
    Ending, Merged, MergedFork, Place, RunOutcome, Test, TreeNode, inputs_of,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The kinds of ending by their number in a row; 0 is a node that decides.
pub const ENDINGS: [&str; 7] =
    ["", "completed", "failed", "cut", "unsupported", "unknown", "dismissed"];

/// Bytes of an input that are kept.
const INPUT_BYTES: usize = 1024;

/// A tree that can be drawn without the run that made it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeView {
    /// The program as the user named it.
    pub program: String,
    /// The function that the paths begin at.
    pub entry: String,
    /// The texts that rows name by index; the first is empty.
    pub strings: Vec<String>,
    /// The nodes, the root first, parents before children.
    pub nodes: Vec<Row>,
    /// The tests by number.
    pub tests: BTreeMap<usize, TestView>,
    /// How many tests of the same leaf follow a test, where a leaf has several: one for each side that was merged.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub further: BTreeMap<usize, usize>,
    /// Source lines: by index of the file's path, then by 1-based line.
    pub sources: BTreeMap<u32, Lines>,
    /// What ran of the user's files, by index of the file's path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub coverage: BTreeMap<u32, FileView>,
    /// What was merged on the way from a node's parent to it, by the node's index.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub merges: BTreeMap<u32, Vec<MergeView>>,
}

/// Paths that became one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeView {
    /// How many paths became one.
    pub paths: u64,
    /// Where the last of them met; empty when unknown.
    pub at: String,
    /// Forks at which they had parted, in the order in which the program came to them.
    pub forks: Vec<MergedForkView>,
    /// Whether there are further ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A fork whose sides became one path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedForkView {
    /// Where it is; empty when unknown.
    pub at: String,
    /// The condition of each side.
    pub sides: Vec<String>,
}

/// What is shown of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestView {
    /// Names and readable values.
    pub inputs: Vec<(String, String)>,
    /// `confirmed`, `disagreed` or `not-run`.
    pub replay: String,
    /// Why it is not confirmed.
    pub replay_detail: String,
}

impl TreeView {
    /// The tree of a run, with the source lines that it names.
    pub fn of(outcome: &RunOutcome, sources: &mut Sources) -> TreeView {
        let mut texts = Texts::default();
        texts.index("");
        let nodes: Vec<Row> =
            outcome.tree.nodes.iter().map(|n| row(n, &mut texts, sources)).collect();
        let mut kept = Kept::default();
        let mut coverage = BTreeMap::new();
        for file in &outcome.coverage.files {
            let index = texts.index(sources.short(&file.file));
            kept.file(index, &file.file, sources);
            coverage.insert(index, FileView::of(file));
        }
        kept.places(&outcome.tree.nodes, &nodes, sources);
        TreeView {
            program: outcome.program.clone(),
            entry: outcome.entry.clone(),
            strings: texts.strings,
            nodes,
            tests: outcome.tests.iter().map(|t| (t.case.number, test_view(t))).collect(),
            further: further(&outcome.tests),
            sources: kept.all(),
            coverage,
            merges: merges(&outcome.tree.nodes, sources),
        }
    }

    /// A text by its index.
    pub fn string(&self, index: u32) -> &str {
        self.strings.get(index as usize).map_or("", String::as_str)
    }

    /// The name of a row's ending; empty for a node that decides.
    pub fn ending(&self, row: &Row) -> &'static str {
        ENDINGS.get(usize::from(row.ending)).copied().unwrap_or("unknown")
    }

    /// A row's place as `file:line`; empty when unknown.
    pub fn place(&self, row: &Row) -> String {
        let mut out = String::new();
        self.push_place(row, &mut out, String::push_str);
        out
    }

    /// Writes a row's place; `push` writes the file's name.
    pub(crate) fn push_place(
        &self,
        row: &Row,
        out: &mut String,
        push: impl FnOnce(&mut String, &str),
    ) {
        let file = self.string(row.file);
        push(out, file);
        if !file.is_empty() && row.line > 0 {
            let _ = write!(out, ":{}", row.line);
        }
    }

    /// The tests of a row, by their numbers; empty when there is none.
    pub fn tests(&self, row: &Row) -> String {
        let first = row.test as usize;
        match self.further.get(&first) {
            _ if first == 0 => String::new(),
            None => format!("test {first}"),
            Some(further) => format!("tests {first} to {}", first + further),
        }
    }
}

#[derive(Default)]
struct Texts {
    strings: Vec<String>,
    known: FxHashMap<String, u32>,
    /// The indices of texts that nodes share, by where they are; the nodes outlive them.
    shared: FxHashMap<*const u8, u32>,
    /// The same, of the short paths of files.
    files: FxHashMap<*const u8, u32>,
    /// Of what is said of paths that ended with a status.
    statuses: FxHashMap<i32, u32>,
}

impl Texts {
    fn index(&mut self, text: &str) -> u32 {
        if let Some(index) = self.known.get(text) {
            return *index;
        }
        let index = u32::try_from(self.strings.len()).unwrap_or(0);
        self.strings.push(text.to_owned());
        self.known.insert(text.to_owned(), index);
        index
    }

    fn shared(&mut self, text: &Arc<str>) -> u32 {
        if let Some(index) = self.shared.get(&text.as_ptr()) {
            return *index;
        }
        let index = self.index(text);
        self.shared.insert(text.as_ptr(), index);
        index
    }

    fn file(&mut self, file: &Arc<str>, sources: &Sources) -> u32 {
        if let Some(index) = self.files.get(&file.as_ptr()) {
            return *index;
        }
        let index = self.index(sources.short(file));
        self.files.insert(file.as_ptr(), index);
        index
    }

    fn detail(&mut self, ending: Option<&Ending>) -> u32 {
        // The first text is empty.
        let Some(ending) = ending else { return 0 };
        let Ending::Completed { status } = ending else { return self.index(&ending.detail()) };
        if let Some(index) = self.statuses.get(status) {
            return *index;
        }
        let index = self.index(&ending.detail());
        self.statuses.insert(*status, index);
        index
    }
}

/// The number of an ending in [`ENDINGS`].
fn number(ending: &Ending) -> u8 {
    match ending {
        Ending::Completed { .. } => 1,
        Ending::Failed { .. } => 2,
        Ending::Cut { .. } => 3,
        Ending::Unsupported { .. } => 4,
        Ending::Unknown { .. } => 5,
        Ending::Dismissed => 6,
    }
}

fn row(node: &TreeNode, texts: &mut Texts, sources: &Sources) -> Row {
    Row {
        parent: node.parent,
        condition: texts.shared(&node.condition),
        side: texts.shared(&node.side),
        file: texts.file(&node.place.file, sources),
        line: node.place.line,
        column: node.place.column,
        ending: node.ending.as_ref().map_or(0, number),
        detail: texts.detail(node.ending.as_ref()),
        test: node.test.and_then(|t| u32::try_from(t).ok()).unwrap_or(0),
    }
}

/// What was merged on the way to each node.
fn merges(nodes: &[TreeNode], sources: &Sources) -> BTreeMap<u32, Vec<MergeView>> {
    let place = |place: &Place| sources.short_place(place);
    let fork = |fork: &MergedFork| MergedForkView {
        at: place(&fork.place),
        sides: fork.sides.iter().map(|side| short(side).into_owned()).collect(),
    };
    let view = |merge: &Merged| MergeView {
        paths: merge.paths,
        at: place(&merge.place),
        forks: merge.forks.iter().map(fork).collect(),
        more: merge.more,
    };
    let nodes = (0u32..).zip(nodes).filter(|(_, node)| !node.merged.is_empty());
    nodes.map(|(index, node)| (index, node.merged.iter().map(view).collect())).collect()
}

/// How many tests of the same leaf follow the first one of each leaf that has several.
fn further(tests: &[Test]) -> BTreeMap<usize, usize> {
    let leaves = tests.chunk_by(|a, b| a.path == b.path);
    let several = leaves.filter(|leaf| leaf.len() > 1);
    several.filter_map(|leaf| Some((leaf.first()?.case.number, leaf.len() - 1))).collect()
}

fn test_view(test: &Test) -> TestView {
    TestView {
        inputs: inputs_of(&test.case)
            .iter()
            .map(|i| (i.name.clone(), readable(i, INPUT_BYTES)))
            .collect(),
        replay: test.replay.name().to_owned(),
        replay_detail: replay_detail(&test.replay),
    }
}

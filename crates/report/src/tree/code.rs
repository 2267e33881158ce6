//! The program's text beside the tree: whole files of the user's, lines around the places in others, and what of them ran.

use crate::sources::Sources;
use crate::tree::row::Row;
use effigy_session::outcome::{FileCoverage, TreeNode};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Source lines kept above and below a place in a file that is not kept whole.
const AROUND: u32 = 2;
/// Bytes of files that are kept whole; of what is beyond, the lines around places are kept.
const WHOLE: usize = 4 << 20;

/// Lines by their 1-based number.
pub type Lines = BTreeMap<u32, String>;

/// What ran of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileView {
    /// The lines that a path ran.
    pub ran: Vec<u32>,
    /// The lines with code that no path ran.
    pub missed: Vec<u32>,
    /// Lines with branches: the line, how many of their sides were taken, and how many there are.
    pub sides: Vec<(u32, u32, u32)>,
    /// The functions that no path entered, by line and name.
    pub never: Vec<(u32, String)>,
}

impl FileView {
    /// What the page shows of a file's coverage.
    pub(super) fn of(file: &FileCoverage) -> FileView {
        let lines = |ran: bool| {
            file.lines.iter().filter(move |(_, count)| (*count > 0) == ran).map(|(line, _)| *line)
        };
        let sides = file.branches.chunk_by(|(a, ..), (b, ..)| a == b).filter_map(|sides| {
            let taken = sides.iter().filter(|(.., taken)| *taken).count();
            Some((sides.first()?.0, u32::try_from(taken).ok()?, u32::try_from(sides.len()).ok()?))
        });
        let never = file.functions.iter().filter(|function| !function.entered);
        FileView {
            ran: lines(true).collect(),
            missed: lines(false).collect(),
            sides: sides.collect(),
            never: never.map(|function| (function.line, function.name.clone())).collect(),
        }
    }
}

/// The lines that are kept, of each file by the index of its name.
#[derive(Default)]
pub(super) struct Kept {
    files: BTreeMap<u32, Lines>,
    whole: FxHashSet<u32>,
    bytes: usize,
}

impl Kept {
    /// Keeps a whole file, when there is room.
    pub(super) fn file(&mut self, index: u32, file: &str, sources: &mut Sources) {
        let lines = sources.lines(file);
        let bytes: usize = lines.iter().map(String::len).sum();
        if lines.is_empty() || self.bytes + bytes > WHOLE {
            return;
        }
        self.bytes += bytes;
        self.whole.insert(index);
        self.files.insert(index, (1..).zip(lines.iter().cloned()).collect());
    }

    /// Keeps the lines around the places of nodes.
    pub(super) fn places(&mut self, nodes: &[TreeNode], rows: &[Row], sources: &mut Sources) {
        let mut seen = FxHashSet::default();
        for (node, row) in nodes.iter().zip(rows).filter(|(_, row)| row.line > 0) {
            if self.whole.contains(&row.file) || !seen.insert((row.file, row.line)) {
                continue;
            }
            let lines = self.files.entry(row.file).or_default();
            for line in row.line.saturating_sub(AROUND)..=row.line.saturating_add(AROUND) {
                if let Some(text) = sources.line(&node.place.file, line) {
                    lines.entry(line).or_insert_with(|| text.to_owned());
                }
            }
        }
    }

    /// All of it, without files that could not be read.
    pub(super) fn all(mut self) -> BTreeMap<u32, Lines> {
        self.files.retain(|_, lines| !lines.is_empty());
        self.files
    }
}

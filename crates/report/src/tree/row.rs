//! A node of the tree as the page has it.

use serde::{Deserialize, Serialize};

/// A node whose texts are indices into `TreeView::strings`; written as a JSON array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawRow", into = "RawRow")]
pub struct Row {
    /// Index of the parent; `None` for the root.
    pub parent: Option<u32>,
    /// The condition that leads here.
    pub condition: u32,
    /// The side of the parent's decision.
    pub side: u32,
    /// The file where the node decides or ends.
    pub file: u32,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
    /// Index into `ENDINGS`.
    pub ending: u8,
    /// More about the ending.
    pub detail: u32,
    /// The test's number, 0 when there is none.
    pub test: u32,
}

type RawRow = (i64, u32, u32, u32, u32, u32, u8, u32, u32);

impl From<RawRow> for Row {
    fn from(raw: RawRow) -> Row {
        let (parent, condition, side, file, line, column, ending, detail, test) = raw;
        Row {
            parent: u32::try_from(parent).ok(),
            condition,
            side,
            file,
            line,
            column,
            ending,
            detail,
            test,
        }
    }
}

impl From<Row> for RawRow {
    fn from(r: Row) -> RawRow {
        let parent = r.parent.map_or(-1, i64::from);
        (parent, r.condition, r.side, r.file, r.line, r.column, r.ending, r.detail, r.test)
    }
}

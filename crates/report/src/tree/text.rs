//! The execution tree as text: a line a node, indented below its parent.

use crate::inputs::push_printable;
use crate::tree::parts::{Write, all, flush};
use crate::tree::view::{Row, TreeView};
use std::fmt::Write as _;
use std::io;

/// Deeper nodes are indented no further and say their depth, so that the text grows in proportion to the tree.
const DEEPEST_INDENT: usize = 40;

/// What part of a tree is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Nodes below this depth are left out; `None` for all.
    pub depth: Option<usize>,
    /// Only leaves with this ending, and what leads to them; `None` for all.
    pub ending: Option<String>,
}

/// The tree's text.
pub fn text(view: &TreeView, selection: &Selection) -> String {
    all(|write| write_text(view, selection, write))
}

/// Gives the tree's text part by part.
///
/// # Errors
/// Those of `write`.
pub(crate) fn write_text(
    view: &TreeView,
    selection: &Selection,
    write: Write<'_>,
) -> io::Result<()> {
    let mut out = String::new();
    let children = view.children();
    let wanted = wanted(view, selection);
    let is_wanted = |index: u32| wanted.get(index as usize).copied().unwrap_or(false);
    let mut stack: Vec<(u32, usize, String)> = Vec::new();
    if is_wanted(0) {
        stack.push((0, 0, String::new()));
    }
    while let Some((index, depth, guide)) = stack.pop() {
        let Some(row) = view.nodes.get(index as usize) else { continue };
        out.push_str(&guide);
        push_line(&mut out, view, row);
        flush(&mut out, write)?;
        let below: &[u32] = children.get(index as usize).map_or(&[], Vec::as_slice);
        if below.is_empty() {
            continue;
        }
        let below: Vec<u32> = below.iter().copied().filter(|c| is_wanted(*c)).collect();
        let stem = stem(&guide);
        if !below.is_empty() && selection.depth.is_some_and(|limit| depth >= limit) {
            let _ = writeln!(
                out,
                "{stem}`- ... {} below",
                crate::terminal::plural(below.len() as u64, "node")
            );
            continue;
        }
        let last = below.len().saturating_sub(1);
        for (position, child) in below.into_iter().enumerate().rev() {
            stack.push((child, depth + 1, next_guide(&stem, depth + 1, position == last)));
        }
    }
    write(&out)
}

/// The guide of a child: the stem of its parent and its own branch.
fn next_guide(stem: &str, depth: usize, last: bool) -> String {
    if depth > DEEPEST_INDENT {
        let cut: String = stem.chars().take(3 * (DEEPEST_INDENT - 1)).collect();
        return format!("{cut}({depth}) ");
    }
    [stem, if last { "`- " } else { "|- " }].concat()
}

/// What stands before the branches of a node's children.
fn stem(guide: &str) -> String {
    if let Some(before) = guide.strip_suffix("|- ") {
        [before, "|  "].concat()
    } else if let Some(before) = guide.strip_suffix("`- ") {
        [before, "   "].concat()
    } else {
        guide.to_owned()
    }
}

fn push_line(out: &mut String, view: &TreeView, row: &Row) {
    let side = view.string(row.side);
    let condition = view.string(row.condition);
    if row.parent.is_none() {
        out.push_str(&view.entry);
    } else {
        push_printable(out, side);
        if !condition.is_empty() {
            out.push_str(": ");
            push_printable(out, condition);
        }
    }
    let ending = view.ending(row);
    if !ending.is_empty() {
        out.extend([" => ", ending]);
        let detail = view.string(row.detail);
        if !detail.is_empty() {
            out.push_str(" (");
            push_printable(out, detail);
            out.push(')');
        }
        if row.test > 0 {
            let _ = write!(out, ", {}", view.tests(row));
        }
    }
    if !view.string(row.file).is_empty() {
        out.push_str("  [");
        view.push_place(row, out, push_printable);
        out.push(']');
    }
    out.push('\n');
}

/// Which nodes are wanted: the selected leaves and all that leads to them.
fn wanted(view: &TreeView, selection: &Selection) -> Vec<bool> {
    let Some(ending) = &selection.ending else { return vec![true; view.nodes.len()] };
    let mut wanted: Vec<bool> = view.nodes.iter().map(|row| view.ending(row) == ending).collect();
    for (index, row) in view.nodes.iter().enumerate().rev() {
        let Some(parent) = row.parent.filter(|_| wanted.get(index).copied().unwrap_or(false))
        else {
            continue;
        };
        if let Some(flag) = wanted.get_mut(parent as usize) {
            *flag = true;
        }
    }
    wanted
}

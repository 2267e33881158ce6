//! The execution tree as text: a line a node, indented below its parent.

use crate::inputs::{push_printable, short};
use crate::tree::parts::{Write, all, flush};
use crate::tree::row::Row;
use crate::tree::view::TreeView;
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
    let siblings = Siblings::of(view);
    let wanted = wanted(view, selection);
    let is_wanted = |index: u32| wanted.get(index as usize).copied().unwrap_or(false);
    let mut guide = Guide::default();
    // The nodes to write, the next one last: each with its depth and whether it is the last child of its parent.
    let mut stack: Vec<(u32, usize, bool)> = Vec::new();
    if is_wanted(0) {
        stack.push((0, 0, true));
    }
    while let Some((index, depth, last)) = stack.pop() {
        let Some(row) = view.nodes.get(index as usize) else { continue };
        guide.push(&mut out, depth, last);
        push_line(&mut out, view, row);
        flush(&mut out, write)?;
        let first = stack.len();
        stack.extend(
            siblings.children(index).filter(|c| is_wanted(*c)).map(|c| (c, depth + 1, false)),
        );
        let below = stack.get_mut(first..).unwrap_or_default();
        let Some((_, _, last)) = below.last_mut() else { continue };
        *last = true;
        if selection.depth.is_some_and(|limit| depth >= limit) {
            guide.push_stem(&mut out, depth);
            let nodes = crate::words::plural(below.len() as u64, "node");
            let _ = writeln!(out, "`- ... {nodes} below");
            stack.truncate(first);
            continue;
        }
        below.reverse();
    }
    write(&out)
}

/// The children of the nodes, linked in the order of the nodes.
struct Siblings {
    first: Vec<u32>,
    next: Vec<u32>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Siblings {
    fn of(view: &TreeView) -> Siblings {
        let mut siblings =
            Siblings { first: vec![NONE; view.nodes.len()], next: vec![NONE; view.nodes.len()] };
        let last = u32::try_from(view.nodes.len()).unwrap_or(NONE);
        for (index, row) in (0..last).rev().zip(view.nodes.iter().rev()) {
            let Some(parent) = row.parent.filter(|parent| *parent < index) else { continue };
            let first = siblings.first.get_mut(parent as usize);
            let next = siblings.next.get_mut(index as usize);
            if let (Some(first), Some(next)) = (first, next) {
                *next = std::mem::replace(first, index);
            }
        }
        siblings
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let at =
            |list: &[u32], index: u32| list.get(index as usize).copied().filter(|c| *c != NONE);
        std::iter::successors(at(&self.first, node), move |child| at(&self.next, *child))
    }
}

/// What stands before the lines: nodes are written in order, so that what is above a node is known from the lines before.
#[derive(Default)]
struct Guide {
    /// The stems of the nodes on the way to the last line, of all depths that are indented.
    stems: String,
}

impl Guide {
    /// Writes what stands before a node.
    fn push(&mut self, out: &mut String, depth: usize, last: bool) {
        let Some(above) = depth.checked_sub(1) else { return };
        self.stems.truncate(3 * above.min(DEEPEST_INDENT - 1));
        out.push_str(&self.stems);
        if depth > DEEPEST_INDENT {
            let _ = write!(out, "({depth}) ");
            return;
        }
        out.push_str(if last { "`- " } else { "|- " });
        self.stems.push_str(if last { "   " } else { "|  " });
    }

    /// Writes what stands before the branches of the children of the node that was last written.
    fn push_stem(&self, out: &mut String, depth: usize) {
        out.push_str(&self.stems);
        if depth > DEEPEST_INDENT {
            let _ = write!(out, "({depth}) ");
        }
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
            push_printable(out, &short(condition));
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

//! The execution tree as text: a line a node, indented below its parent.

use crate::inputs::{push_printable, short};
use crate::tree::parts::{Write, all, flush};
use crate::tree::row::Row;
use crate::tree::view::TreeView;
use effigy_base::outline::{Style, draw};
use std::fmt::Write as _;
use std::io;

/// A node's line, below its parent.
const STYLE: Style =
    Style { branch: "|- ", last: "`- ", stem: "|  ", gap: "   ", deepest: 40, numbered: true };

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
    draw(STYLE, is_wanted(0).then_some(0), |index, spot| {
        let Some(row) = view.nodes.get(index as usize) else { return Ok(()) };
        spot.push_before(&mut out);
        push_line(&mut out, view, row);
        flush(&mut out, write)?;
        let below = siblings.children(index).filter(|c| is_wanted(*c));
        if selection.depth.is_none_or(|limit| spot.depth() < limit) {
            below.for_each(|child| spot.add(child));
            return Ok(());
        }
        let hidden = below.count() as u64;
        if hidden > 0 {
            spot.push_before_remark(&mut out);
            let _ = writeln!(out, "... {} below", crate::words::plural(hidden, "node"));
        }
        io::Result::Ok(())
    })?;
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

//! The execution tree as a graph in the DOT language.

use crate::inputs::short;
use crate::tree::parts::{Write, all, flush};
use crate::tree::row::Row;
use crate::tree::view::TreeView;
use effigy_session::controls_terminal;
use std::fmt::Write as _;
use std::io;

/// The graph's text; leaves are coloured by their ending.
pub fn dot(view: &TreeView) -> String {
    all(|write| write_dot(view, write))
}

/// Gives the graph's text part by part.
///
/// # Errors
/// Those of `write`.
pub(crate) fn write_dot(view: &TreeView, write: Write<'_>) -> io::Result<()> {
    let mut out = String::from(
        "digraph execution_tree {\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f4f5\", \
         fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n",
    );
    for (index, row) in (0u32..).zip(&view.nodes) {
        let _ = write!(out, "  n{index} [label=\"");
        push_label(&mut out, view, row);
        out.extend(["\"", colour(view.ending(row)), "];\n"]);
        if let Some(parent) = row.parent {
            let side = view.string(row.side);
            let condition = view.string(row.condition);
            let _ = write!(out, "  n{parent} -> n{index} [label=\"");
            push_escaped(&mut out, &short(if condition.is_empty() { side } else { condition }));
            out.push_str("\"];\n");
        }
        flush(&mut out, write)?;
    }
    out.push_str("}\n");
    write(&out)
}

/// Writes what stands in a node, a line for each part.
fn push_label(out: &mut String, view: &TreeView, row: &Row) {
    let begin = out.len();
    let ending = view.ending(row);
    let entry = if row.parent.is_none() { view.entry.as_str() } else { "" };
    let detail = if ending.is_empty() { "" } else { view.string(row.detail) };
    for part in [entry, ending, detail] {
        push_line(out, begin, |out| push_escaped(out, part));
    }
    push_line(out, begin, |out| view.push_place(row, out, push_escaped));
    push_line(out, begin, |out| out.push_str(&view.tests(row)));
}

/// Writes a line of a label, behind a break when it is not the first; nothing when the line is empty.
fn push_line(out: &mut String, begin: usize, line: impl FnOnce(&mut String)) {
    let before = out.len();
    if before > begin {
        out.push_str("\\n");
    }
    let broken = out.len();
    line(out);
    if out.len() == broken {
        out.truncate(before);
    }
}

fn colour(ending: &str) -> &'static str {
    match ending {
        "completed" => ", fillcolor=\"#bfe5d2\"",
        "failed" => ", fillcolor=\"#f3b6b0\"",
        "cut" => ", fillcolor=\"#f3dca6\"",
        "unsupported" => ", fillcolor=\"#d9c8f0\"",
        "unknown" => ", fillcolor=\"#bcd6ef\"",
        "dismissed" => ", fillcolor=\"#e4e4e7\"",
        _ => "",
    }
}

/// A text inside of a quoted label.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(&mut out, text);
    out
}

/// Writes a text inside of a quoted label.
fn push_escaped(out: &mut String, text: &str) {
    if text.bytes().all(|b| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\') {
        return out.push_str(text);
    }
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if controls_terminal(c) => out.extend(
                c.escape_default().flat_map(|e| (e == '\\').then_some('\\').into_iter().chain([e])),
            ),
            c => out.push(c),
        }
    }
}

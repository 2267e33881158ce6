//! The execution tree as a graph in the DOT language.

use crate::tree::view::{Row, TreeView};
use std::fmt::Write;

/// The graph's text; leaves are coloured by their ending.
pub fn dot(view: &TreeView) -> String {
    let mut out = String::from(
        "digraph execution_tree {\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f4f5\", \
         fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n",
    );
    for (index, row) in (0u32..).zip(&view.nodes) {
        let _ = writeln!(
            out,
            "  n{index} [label=\"{}\"{}];",
            escape(&label(view, row)),
            colour(view.ending(row))
        );
        if let Some(parent) = row.parent {
            let side = view.string(row.side);
            let condition = view.string(row.condition);
            let text = if condition.is_empty() { side } else { condition };
            let _ = writeln!(out, "  n{parent} -> n{index} [label=\"{}\"];", escape(text));
        }
    }
    out.push_str("}\n");
    out
}

fn label(view: &TreeView, row: &Row) -> String {
    let ending = view.ending(row);
    let mut parts = Vec::new();
    if row.parent.is_none() {
        parts.push(view.entry.clone());
    }
    if !ending.is_empty() {
        parts.push(ending.to_owned());
        parts.push(view.string(row.detail).to_owned());
    }
    parts.push(view.place(row));
    if row.test > 0 {
        parts.push(format!("test {}", row.test));
    }
    parts.retain(|p| !p.is_empty());
    parts.join("\n")
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
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.extend(
                c.escape_default().flat_map(|e| (e == '\\').then_some('\\').into_iter().chain([e])),
            ),
            c => out.push(c),
        }
    }
    out
}

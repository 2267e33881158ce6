//! Drawing the walked part of an execution tree: as text, as a graph for Graphviz, as a page.

mod page;

use effigy_base::outline::{Style, draw};
use effigy_session::debug::{TreeArc, TreeNode, WalkedTree};
use std::convert::Infallible;
use std::fmt::Write;

pub use page::html;

/// Columns by which the sides of a fork are set in at most.
const DEEPEST_SHIFT: usize = 24;

/// A branch for each side of a fork. All of it is shown, as deep as it is.
const STYLE: Style =
    Style { branch: "|-", last: "`-", stem: "| ", gap: "  ", deepest: usize::MAX, numbered: false };

/// Characters of what is said at a leaf.
const LONGEST_LEAF: usize = 100;

/// The number of a statement, with its procedure where that is not the root's.
pub(crate) fn label(tree: &WalkedTree, node: &TreeNode) -> String {
    let root = tree.nodes.first().map_or("", |n| n.procedure.as_str());
    if node.procedure == root {
        return node.number.to_string();
    }
    let name = node.procedure.rsplit("::").next().unwrap_or(&node.procedure);
    format!("{name}.{}", node.number)
}

/// The nodes from one on that follow each other without a decision.
pub(crate) fn chain(tree: &WalkedTree, first: usize) -> Vec<usize> {
    let mut chain = vec![first];
    let mut last = first;
    while let Some(node) = tree.nodes.get(last)
        && let [only] = node.children.as_slice()
        && tree.nodes.get(*only).is_some_and(|n| n.arc == TreeArc::Plain)
    {
        chain.push(*only);
        last = *only;
    }
    chain
}

/// What is said at a leaf.
pub(crate) fn leaf_text(node: &TreeNode) -> Option<String> {
    let leaf = node.leaf.as_ref()?;
    Some(format!("{{{} when pc is ({})}}", leaf.result, leaf.condition))
}

/// The sides of a fork that nobody went to, by their labels.
pub(crate) fn missing(tree: &WalkedTree, node: &TreeNode) -> Vec<&'static str> {
    if node.fork.is_none() {
        return Vec::new();
    }
    let has = |arc| node.children.iter().any(|c| tree.nodes.get(*c).is_some_and(|n| n.arc == arc));
    let cases = node.children.iter().filter_map(|c| tree.nodes.get(*c));
    if cases.clone().any(|n| matches!(n.arc, TreeArc::Case(_))) {
        return Vec::new();
    }
    let sides = [(TreeArc::True, "T"), (TreeArc::False, "F")];
    sides.into_iter().filter(|(arc, _)| !has(*arc)).map(|(_, label)| label).collect()
}

/// The tree as lines, like King's Figures 6 and 8 laid on their sides.
pub fn text(tree: &WalkedTree) -> String {
    if tree.nodes.is_empty() {
        return "nothing was executed yet".to_owned();
    }
    let mut out = tree.title.clone();
    let drawn = draw(STYLE, [Branch::Walked(0)], |branch, spot| {
        out.push('\n');
        spot.push_before(&mut out);
        let node = match branch {
            Branch::Missing(side) => {
                let _ = write!(out, "{side}- ...");
                return Ok::<(), Infallible>(());
            }
            Branch::Walked(node) => node,
        };
        let nodes: Vec<&TreeNode> =
            chain(tree, node).into_iter().filter_map(|id| tree.nodes.get(id)).collect();
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return Ok(()) };
        let arc = match first.arc {
            TreeArc::Plain => String::new(),
            arc => format!("{arc}- "),
        };
        let labels: Vec<String> = nodes.iter().map(|n| label(tree, n)).collect();
        let line = format!("{arc}{}", labels.join("-"));
        out.push_str(&line);
        match leaf_text(last) {
            Some(leaf) => {
                let _ = write!(out, "  {}", shortened(&leaf));
            }
            None if last.children.is_empty() && last.fork.is_none() => out.push_str("-..."),
            None => {}
        }
        let own = labels.last().map_or(0, |l| l.chars().count());
        spot.shift((line.chars().count().saturating_sub(own)).min(DEEPEST_SHIFT));
        let mut below: Vec<Branch> = last.children.iter().map(|c| Branch::Walked(*c)).collect();
        for side in missing(tree, last) {
            let at = if side == "T" { 0 } else { below.len() };
            below.insert(at, Branch::Missing(side));
        }
        below.into_iter().for_each(|branch| spot.add(branch));
        Ok(())
    });
    let Ok(()) = drawn;
    out
}

/// A text of a length that fits beside the tree.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LEAF) {
        Some((end, _)) => format!("{} ...}}", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// What comes below a fork.
enum Branch {
    Walked(usize),
    Missing(&'static str),
}

/// The tree as a graph for Graphviz.
pub fn dot(tree: &WalkedTree) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut out = format!("digraph {} {{\n  node [shape=circle];\n", quoted(&tree.title));
    for (id, node) in tree.nodes.iter().enumerate() {
        let tip = node.fork.as_ref().map_or(String::new(), |f| format!(", tooltip={}", quoted(f)));
        let _ = writeln!(out, "  n{id} [label={}{tip}];", quoted(&label(tree, node)));
        if let Some(leaf) = leaf_text(node) {
            let _ = writeln!(out, "  l{id} [shape=plaintext, label={}];", quoted(&leaf));
            let _ = writeln!(out, "  n{id} -> l{id} [style=dotted, arrowhead=none];");
        }
        if let Some(parent) = node.parent {
            let arc = node.arc.to_string();
            let arc =
                if arc.is_empty() { String::new() } else { format!(" [label={}]", quoted(&arc)) };
            let _ = writeln!(out, "  n{parent} -> n{id}{arc};");
        }
        for side in missing(tree, node) {
            let _ = writeln!(out, "  m{id}{side} [shape=plaintext, label=\"...\"];");
            let _ = writeln!(out, "  n{id} -> m{id}{side} [label=\"{side}\"];");
        }
    }
    out.push_str("}\n");
    out
}

//! The tree as a page of its own: a drawing with the statements as circles, as King draws them.

use super::{label, leaf_text, missing};
use effigy_session::debug::{TreeArc, WalkedTree};
use std::fmt::Write;

/// Distance of columns and rows, and the radius of a circle, in pixels.
const COLUMN: f64 = 90.0;
const ROW: f64 = 56.0;
const RADIUS: f64 = 16.0;

/// Where each node is drawn, in columns and rows, with the number of columns.
fn places(tree: &WalkedTree) -> (Vec<(f64, usize)>, usize) {
    let mut depth = vec![0; tree.nodes.len()];
    for (id, node) in tree.nodes.iter().enumerate() {
        let above = node.parent.and_then(|p| depth.get(p).copied());
        if let Some(slot) = depth.get_mut(id) {
            *slot = above.map_or(0, |d: usize| d + 1);
        }
    }
    let mut places: Vec<(f64, usize)> = depth.iter().map(|d| (0.0, *d)).collect();
    let mut columns = 0;
    let mut pending = vec![(0, false)];
    while let Some((id, placed)) = pending.pop() {
        let Some(node) = tree.nodes.get(id) else { continue };
        if node.children.is_empty() {
            if let Some(place) = places.get_mut(id) {
                place.0 = columns as f64;
            }
            columns += 1;
        } else if placed {
            let xs = node.children.iter().filter_map(|c| places.get(*c)).map(|p| p.0);
            let (low, high) = xs.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            if let Some(place) = places.get_mut(id) {
                place.0 = (low + high) / 2.0;
            }
        } else {
            pending.push((id, true));
            pending.extend(node.children.iter().rev().map(|c| (*c, false)));
        }
    }
    (places, columns.max(1))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The tree as a self-contained page.
pub fn html(tree: &WalkedTree) -> String {
    let (places, columns) = places(tree);
    let rows = places.iter().map(|p| p.1).max().unwrap_or(0) + 1;
    let at = |id: usize| {
        let (column, row) = places.get(id).copied().unwrap_or_default();
        ((column + 0.5) * COLUMN, (row as f64 + 0.5) * ROW)
    };
    let (width, height) = (columns as f64 * COLUMN + 240.0, rows as f64 * ROW + 40.0);
    let title = escape(&tree.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body {{ font-family: sans-serif; }} circle {{ fill: white; stroke: black; }} \
         line {{ stroke: black; }} text {{ font-size: 12px; text-anchor: middle; }} \
         .note {{ text-anchor: start; font-size: 11px; }}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <svg width=\"{width}\" height=\"{height}\">\n"
    );
    for (id, node) in tree.nodes.iter().enumerate() {
        let (x, y) = at(id);
        if let Some(parent) = node.parent {
            let (px, py) = at(parent);
            let _ = writeln!(out, "<line x1=\"{px}\" y1=\"{py}\" x2=\"{x}\" y2=\"{y}\"/>");
            if node.arc != TreeArc::Plain {
                let (mx, my) = ((x + px) / 2.0 + 9.0, (y + py) / 2.0);
                let _ = writeln!(out, "<text x=\"{mx}\" y=\"{my}\">{}</text>", node.arc);
            }
        }
    }
    for (id, node) in tree.nodes.iter().enumerate() {
        let (x, y) = at(id);
        let tip =
            node.fork.as_deref().map_or(String::new(), |f| format!("<title>{}</title>", escape(f)));
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\">{tip}</circle>");
        let name = escape(&label(tree, node));
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{name}</text>", y + 4.0);
        let mut notes: Vec<String> = leaf_text(node).into_iter().collect();
        notes.extend(missing(tree, node).into_iter().map(|side| format!("{side}: ...")));
        if !notes.is_empty() {
            let (nx, ny) = (x - RADIUS, y + RADIUS + 12.0);
            let note = escape(&notes.join(" "));
            let _ = writeln!(out, "<text class=\"note\" x=\"{nx}\" y=\"{ny}\">{note}</text>");
        }
    }
    out.push_str("</svg>\n</body>\n</html>\n");
    out
}

//! An instance as a picture: atoms as boxes in layers, tuples of fields as arrows.

use super::markup::escape;
use effigy_session::relate::{FieldValue, Instance};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// Colours of the boxes of one signature after the other.
const COLOURS: [&str; 8] =
    ["#cfe2ff", "#d1f2d8", "#fff0c2", "#f7d5dc", "#e4d7f5", "#d3eef2", "#eadfce", "#e3e6ea"];
/// Width of a letter, height of a line and of a box's margin, distance of layers and of boxes.
const LETTER: f64 = 7.4;
const LINE: f64 = 15.0;
const MARGIN: f64 = 8.0;
const BETWEEN_LAYERS: f64 = 78.0;
const BETWEEN_BOXES: f64 = 36.0;
/// Atoms that are drawn at most.
const MOST_ATOMS: usize = 150;
/// How often the boxes of each layer are put near those that they are connected with.
const SWEEPS: usize = 6;

struct Node {
    lines: Vec<String>,
    colour: &'static str,
    layer: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Arrows from one atom to another, with the names of the fields.
type Edges = BTreeMap<(usize, usize), Vec<String>>;

/// The picture of an instance as SVG; none when there is nothing to draw or too much.
pub fn graph(instance: &Instance) -> Option<String> {
    let (mut nodes, numbers) = nodes(instance);
    if nodes.is_empty() || nodes.len() > MOST_ATOMS {
        return None;
    }
    let edges = edges(instance, &mut nodes, &numbers);
    measure(&mut nodes);
    layers(&mut nodes, &edges);
    let (width, height) = place(&mut nodes, &edges);
    Some(draw(&nodes, &edges, width, height))
}

/// A box for each atom of a signature that is no detail of a module, with the subsets that it is in.
fn nodes(instance: &Instance) -> (Vec<Node>, HashMap<String, usize>) {
    let (mut nodes, mut numbers) = (Vec::new(), HashMap::new());
    let mut add = |name: &str, colour: &'static str, nodes: &mut Vec<Node>| {
        numbers.entry(name.to_owned()).or_insert_with(|| {
            let lines = vec![name.to_owned()];
            nodes.push(Node { lines, colour, layer: 0, x: 0.0, y: 0.0, width: 0.0, height: 0.0 });
            nodes.len() - 1
        });
    };
    let sigs: Vec<_> = instance.sigs.iter().filter(|sig| !sig.private).collect();
    // The most special signature gives the colour.
    let whole: Vec<_> = sigs.iter().filter(|sig| !sig.subset).collect();
    for (number, sig) in whole.iter().enumerate().rev() {
        for atom in &sig.atoms {
            add(atom, COLOURS[number % COLOURS.len()], &mut nodes);
        }
    }
    for field in instance.fields.iter().filter(|field| !is_detail(instance, field)) {
        for atom in field.tuples.iter().flatten() {
            add(atom, "#ffffff", &mut nodes);
        }
    }
    for sig in sigs.iter().filter(|sig| sig.subset) {
        for atom in &sig.atoms {
            if let Some(number) = numbers.get(atom) {
                nodes[*number].lines.push(format!("({})", sig.name));
            }
        }
    }
    for witness in instance.witnesses.iter().filter(|witness| witness.arity == 1) {
        for atom in witness.tuples.iter().flatten() {
            if let Some(number) = numbers.get(atom) {
                nodes[*number].lines.push(format!("${}", witness.name));
            }
        }
    }
    (nodes, numbers)
}

/// Whether a field is of an atom that is not drawn.
fn is_detail(instance: &Instance, field: &FieldValue) -> bool {
    instance.sigs.iter().any(|sig| sig.name == field.sig && sig.private)
}

fn edges(instance: &Instance, nodes: &mut [Node], numbers: &HashMap<String, usize>) -> Edges {
    let mut edges = Edges::new();
    for field in &instance.fields {
        let detail = is_detail(instance, field);
        for tuple in &field.tuples {
            let tuple = tuple.get(usize::from(detail)..).unwrap_or(&[]);
            let ends = (tuple.first(), tuple.last());
            let (Some(first), Some(last)) = ends else { continue };
            let (Some(first), Some(last)) = (numbers.get(first), numbers.get(last)) else {
                continue;
            };
            let name = field.name.to_lowercase();
            let name = if detail { &name } else { &field.name };
            match tuple {
                [_] => nodes[*first].lines.push(name.clone()),
                [_, _] => edges.entry((*first, *last)).or_default().push(name.clone()),
                _ => {
                    let between = tuple[1..tuple.len() - 1].join(", ");
                    edges.entry((*first, *last)).or_default().push(format!("{name}[{between}]"));
                }
            }
        }
    }
    edges
}

fn measure(nodes: &mut [Node]) {
    for node in nodes {
        let longest = node.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        node.width = (longest as f64).mul_add(LETTER, 2.0 * MARGIN);
        node.height = (node.lines.len() as f64).mul_add(LINE, MARGIN);
    }
}

/// Puts each box below those that lead to it, arrows that close a circle left aside.
fn layers(nodes: &mut [Node], edges: &Edges) {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (from, to) in edges.keys().filter(|(from, to)| from != to) {
        next[*from].push(*to);
    }
    let mut entered = vec![0usize; nodes.len()];
    for to in next.iter().flatten() {
        entered[*to] += 1;
    }
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|node| entered[*node]);
    let back = circles(&order, &next);
    // A longest way has as many steps as there are boxes.
    for _ in 0..nodes.len() {
        let mut changed = false;
        for (from, to) in edges.keys().filter(|edge| edge.0 != edge.1 && !back.contains(*edge)) {
            if nodes[*to].layer <= nodes[*from].layer {
                nodes[*to].layer = nodes[*from].layer + 1;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The arrows that lead back to where a walk came from.
fn circles(order: &[usize], next: &[Vec<usize>]) -> HashSet<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; next.len()];
    let mut back = HashSet::new();
    for start in order {
        let mut stack = vec![(*start, 0usize)];
        if state[*start] != State::New {
            continue;
        }
        state[*start] = State::Open;
        while let Some((node, at)) = stack.pop() {
            match next[node].get(at) {
                None => state[node] = State::Done,
                Some(to) => {
                    stack.push((node, at + 1));
                    match state[*to] {
                        State::New => {
                            state[*to] = State::Open;
                            stack.push((*to, 0));
                        }
                        State::Open => {
                            back.insert((node, *to));
                        }
                        State::Done => {}
                    }
                }
            }
        }
    }
    back
}

/// Orders the boxes of each layer and gives all their places; the size of the whole.
fn place(nodes: &mut [Node], edges: &Edges) -> (f64, f64) {
    let depth = nodes.iter().map(|node| node.layer).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); depth + 1];
    for (number, node) in nodes.iter().enumerate() {
        rows[node.layer].push(number);
    }
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (from, to) in edges.keys() {
        near[*from].push(*to);
        near[*to].push(*from);
    }
    for _ in 0..SWEEPS {
        for row in &mut rows {
            spread(nodes, row);
        }
        for row in &mut rows {
            let middle = |node: &usize| {
                let all = &near[*node];
                let sum: f64 = all.iter().map(|other| nodes[*other].x).sum();
                if all.is_empty() { nodes[*node].x } else { sum / all.len() as f64 }
            };
            row.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        }
    }
    let mut y = 20.0;
    let mut width: f64 = 0.0;
    for row in &rows {
        width = width.max(spread(nodes, row));
    }
    for row in &rows {
        let own = row.iter().map(|n| nodes[*n].width + BETWEEN_BOXES).sum::<f64>();
        let height = row.iter().map(|n| nodes[*n].height).fold(0.0, f64::max);
        for node in row {
            nodes[*node].x += (width - own) / 2.0;
            nodes[*node].y = y + height / 2.0;
        }
        y += height + BETWEEN_LAYERS;
    }
    (width + 40.0, y - BETWEEN_LAYERS + 30.0)
}

/// Puts the boxes of a layer side by side; how wide it is.
fn spread(nodes: &mut [Node], row: &[usize]) -> f64 {
    let mut x = BETWEEN_BOXES;
    for node in row {
        nodes[*node].x = x + nodes[*node].width / 2.0;
        x += nodes[*node].width + BETWEEN_BOXES;
    }
    x
}

fn draw(nodes: &[Node], edges: &Edges, width: f64, height: f64) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\"><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" \
         markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" \
         fill=\"#555\"/></marker></defs>"
    );
    for ((from, to), names) in edges {
        draw_edge(&mut out, &nodes[*from], &nodes[*to], from == to, &names.join(", "));
    }
    for node in nodes {
        draw_node(&mut out, node);
    }
    out.push_str("</svg>");
    out
}

fn draw_edge(out: &mut String, from: &Node, to: &Node, itself: bool, names: &str) {
    let (path, x, y) = if itself {
        let (x, y) = (from.x + from.width / 2.0, from.y);
        let path = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            x - 6.0,
            y - 6.0,
            x + 28.0,
            y - 22.0,
            x + 28.0,
            y + 22.0,
            x,
            y + 6.0
        );
        (path, (names.chars().count() as f64).mul_add(LETTER / 2.0, x + 8.0), y - 14.0)
    } else {
        let down = to.layer > from.layer;
        let level = to.layer == from.layer;
        let sign: f64 = if down { 1.0 } else { -1.0 };
        // Arrows that lead up or stay on their layer swing out, so that they do not cover others.
        let swing = if down { 0.0 } else { 40.0 };
        let start = (from.x, sign.mul_add(from.height / 2.0, from.y));
        let end_side: f64 = if level { sign } else { -sign };
        let end = (to.x, end_side.mul_add(to.height / 2.0 + 1.0, to.y));
        let bend = if level { 34.0 } else { (end.1 - start.1).abs() / 2.0 };
        let one = (start.0 + swing, sign.mul_add(bend, start.1));
        let two = (end.0 + swing, end_side.mul_add(bend, end.1));
        let path = format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            start.0, start.1, one.0, one.1, two.0, two.1, end.0, end.1
        );
        let middle = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
        (path, middle(start.0, one.0, two.0, end.0), middle(start.1, one.1, two.1, end.1))
    };
    let _ = write!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#777\" marker-end=\"url(#tip)\"/><text x=\"{x:.1}\" y=\"{y:.1}\" \
         text-anchor=\"middle\" class=\"edge\">{}</text>",
        escape(names)
    );
}

fn draw_node(out: &mut String, node: &Node) {
    let (left, top) = (node.x - node.width / 2.0, node.y - node.height / 2.0);
    let _ = write!(
        out,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\" fill=\"{}\" stroke=\"#666\"/>",
        node.width, node.height, node.colour
    );
    for (number, line) in node.lines.iter().enumerate() {
        let y = (number as f64).mul_add(LINE, top + LINE);
        let class = if number == 0 { "atom" } else { "about" };
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" class=\"{class}\">{}</text>",
            node.x,
            escape(line)
        );
    }
}

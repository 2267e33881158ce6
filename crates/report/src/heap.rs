//! Initial heaps as pictures: boxes for the terminal, a graph in the DOT language.

use crate::inputs::printable;
use crate::tree::dot::escape;
use effigy_session::outcome::{Heap, HeapObject, HeapSlot, HeapValue};
use std::fmt::Write;

/// The columns of a row of boxes.
const WIDTH: usize = 76;

/// The variables, then the objects as boxes, several in a row; no line when there is nothing to show.
///
/// ```text
/// this -> List 1, other = null
/// +- List 1 --------+  +- Node 1 -----+
/// | head -> Node 1  |  | value = 3    |
/// +-----------------+  | next = null  |
///                      +--------------+
/// ```
pub fn drawing(heap: &Heap) -> Vec<String> {
    let mut lines = Vec::new();
    if !heap.variables.is_empty() {
        let variables: Vec<String> = heap.variables.iter().map(|v| slot(heap, v)).collect();
        lines.push(variables.join(", "));
    }
    let boxes: Vec<Vec<String>> = heap.objects.iter().map(|object| boxed(heap, object)).collect();
    let mut row: Vec<&[String]> = Vec::new();
    let mut width = 0;
    for one in &boxes {
        let own = one.first().map_or(0, |line| line.chars().count()) + 2;
        if width + own > WIDTH && !row.is_empty() {
            beside(&row, &mut lines);
            (row, width) = (Vec::new(), 0);
        }
        row.push(one);
        width += own;
    }
    beside(&row, &mut lines);
    lines
}

fn slot(heap: &Heap, slot: &HeapSlot) -> String {
    let sign = if matches!(slot.value, HeapValue::Object(_)) { "->" } else { "=" };
    printable(&format!("{} {sign} {}", slot.name, heap.text(&slot.value)))
}

fn boxed(heap: &Heap, object: &HeapObject) -> Vec<String> {
    let slots: Vec<String> = object.slots.iter().map(|s| slot(heap, s)).collect();
    let name = printable(&object.name);
    let inner = slots.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let inner = inner.max(name.chars().count() + 1);
    let mut lines = vec![format!("+- {name} {}+", "-".repeat(inner - name.chars().count()))];
    lines.extend(slots.iter().map(|line| format!("| {line:inner$}  |")));
    lines.push(format!("+{}+", "-".repeat(inner + 3)));
    lines
}

/// Adds boxes side by side.
fn beside(row: &[&[String]], lines: &mut Vec<String>) {
    let height = row.iter().map(|one| one.len()).max().unwrap_or(0);
    for at in 0..height {
        let mut line = String::new();
        for one in row {
            let width = one.first().map_or(0, |line| line.chars().count());
            let part = one.get(at).map_or("", String::as_str);
            let _ = write!(line, "{part:width$}  ");
        }
        lines.push(line.trim_end().to_owned());
    }
}

/// The graph's text: a record for each object, an arrow for each reference.
pub fn dot(heap: &Heap) -> String {
    let mut out = String::from(
        "digraph heap {\n  rankdir=LR;\n  node [shape=record, fontname=\"sans-serif\", fontsize=10];\n",
    );
    let mut arrows = String::new();
    for (index, variable) in heap.variables.iter().enumerate() {
        let label = match &variable.value {
            HeapValue::Object(to) => {
                let _ = writeln!(arrows, "  v{index} -> o{to};");
                variable.name.clone()
            }
            _ => slot(heap, variable),
        };
        let _ = writeln!(out, "  v{index} [shape=plaintext, label=\"{}\"];", escape(&label));
    }
    for (index, object) in heap.objects.iter().enumerate() {
        let mut label = record(&object.name);
        for (number, slot) in object.slots.iter().enumerate() {
            let text = match &slot.value {
                HeapValue::Object(to) => {
                    let _ = writeln!(arrows, "  o{index}:s{number} -> o{to};");
                    slot.name.clone()
                }
                value => format!("{} = {}", slot.name, heap.text(value)),
            };
            let _ = write!(label, "|<s{number}> {}", record(&text));
        }
        let _ = writeln!(out, "  o{index} [label=\"{label}\"];");
    }
    out + &arrows + "}\n"
}

/// A text inside of a record's label.
fn record(text: &str) -> String {
    let special = |c| matches!(c, '{' | '}' | '|' | '<' | '>' | ' ');
    let mut out = String::new();
    for c in escape(text).chars() {
        if special(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap() -> Heap {
        let slot = |name: &str, value| HeapSlot { name: name.to_owned(), value };
        let node = |number, value: &str, next| HeapObject {
            name: format!("Node {number}"),
            slots: vec![slot("value", HeapValue::Integer(value.to_owned())), slot("next", next)],
        };
        Heap {
            variables: vec![slot("a", HeapValue::Object(0)), slot("b", HeapValue::Null)],
            objects: vec![node(1, "3", HeapValue::Object(1)), node(2, "-17", HeapValue::Null)],
        }
    }

    #[test]
    fn objects_are_boxes_side_by_side() {
        let expected = "\
a -> Node 1, b = null
+- Node 1 --------+  +- Node 2 -----+
| value = 3       |  | value = -17  |
| next -> Node 2  |  | next = null  |
+-----------------+  +--------------+";
        assert_eq!(drawing(&heap()).join("\n"), expected);
        assert!(drawing(&Heap::default()).is_empty());
    }

    #[test]
    fn references_are_arrows_of_the_graph() {
        let text = dot(&heap());
        for line in ["  v0 -> o0;", "  o0:s1 -> o1;", "  v1 [shape=plaintext, label=\"b = null\"];"]
        {
            assert!(text.contains(line), "{text}");
        }
        let object = "  o1 [label=\"Node\\ 2|<s0> value\\ =\\ -17|<s1> next\\ =\\ null\"];";
        assert!(text.contains(object), "{text}");
    }
}

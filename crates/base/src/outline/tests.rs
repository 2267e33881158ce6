use super::{Style, draw};
use std::convert::Infallible;

const BRANCHES: Style =
    Style { branch: "|- ", last: "`- ", stem: "|  ", gap: "   ", deepest: 3, numbered: true };

const INDENTED: Style =
    Style { branch: "  ", last: "  ", stem: "  ", gap: "  ", deepest: 2, numbered: false };

/// Trees as parentheses: a letter is a node, what is in the parentheses behind it is below it.
fn drawn(style: Style, tree: &'static str, shift: usize) -> String {
    let mut out = String::new();
    let drawn = draw(style, parts(tree), |node: &'static str, spot| {
        spot.push_before(&mut out);
        out.push_str(&node[..1]);
        out.push('\n');
        spot.shift(shift);
        parts(node[1..].trim_start_matches('(')).into_iter().for_each(|part| spot.add(part));
        Ok::<(), Infallible>(())
    });
    assert_eq!(drawn, Ok(()));
    out
}

/// The nodes beside each other at the start of a text, each with what is below it.
fn parts(text: &'static str) -> Vec<&'static str> {
    let (mut parts, mut open, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return parts,
            ')' => open -= 1,
            _ if open > 0 => {}
            _ => start = at,
        }
        let next = text[at + 1..].chars().next();
        if open == 0 && next != Some('(') {
            parts.push(&text[start..=at]);
        }
    }
    parts
}

#[test]
fn siblings_have_branches_and_the_last_one_an_end() {
    let text = "a\n|- b\n|  |- c\n|  `- d\n`- e\n   `- f\n";
    assert_eq!(drawn(BRANCHES, "a(b(cd)e(f))", 0), text);
}

#[test]
fn what_is_deeper_says_its_depth_instead() {
    let text = "a\n`- b\n   `- c\n      |- d\n      (4) e\n      (5) f\n      `- g\n";
    assert_eq!(drawn(BRANCHES, "a(b(c(d(e(f))g)))", 0), text);
}

#[test]
fn what_is_deeper_is_set_in_no_further() {
    assert_eq!(drawn(INDENTED, "a(b(c(d(e))f))g", 0), "a\n  b\n    c\n    d\n    e\n    f\ng\n");
}

#[test]
fn a_shift_moves_what_is_below() {
    let text = "a\n |- b\n |   `- c\n `- d\n     `- e\n";
    assert_eq!(drawn(BRANCHES, "a(b(c)d(e))", 1), text);
}

#[test]
fn a_remark_stands_below_the_node() {
    let mut out = String::new();
    let drawn = draw(BRANCHES, [0], |node, spot| {
        spot.push_before(&mut out);
        out.push_str("node\n");
        match node {
            0 => [1, 2].into_iter().for_each(|n| spot.add(n)),
            _ => {
                spot.push_before_remark(&mut out);
                out.push_str("...\n");
            }
        }
        if node == 2 { Err(spot.depth()) } else { Ok(()) }
    });
    assert_eq!(drawn, Err(1));
    assert_eq!(out, "node\n|- node\n|  `- ...\n`- node\n   `- ...\n");
}

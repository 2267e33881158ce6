use super::*;
use crate::program::Program;
use crate::text::parse;
use effigy_testkit::{Rng, cases};
use std::fmt::Write;

fn b(index: usize) -> BlockId {
    BlockId::from_index(index)
}

fn function(program: &Program) -> std::sync::Arc<Function> {
    program.body(program.function_named("f").expect("defined")).expect("defined")
}

/// A function whose blocks go to the given blocks.
fn graph(edges: &[Vec<usize>]) -> std::sync::Arc<Function> {
    let mut text = "define @f(%0: bv8) -> () {\n".to_owned();
    for (n, to) in edges.iter().enumerate() {
        let _ = writeln!(text, "b{n}:");
        let _ = match to.split_last() {
            None => writeln!(text, "return"),
            Some((last, cases)) => {
                let cases: String =
                    cases.iter().enumerate().map(|(v, to)| format!("{v}: b{to}, ")).collect();
                writeln!(text, "switch %0 {{{cases}else: b{last}}}")
            }
        };
    }
    text.push_str("}\n");
    function(&parse(&text, "graph").expect("well formed"))
}

/// Whether `b` cannot be reached from the entry without `a`.
fn dominates_by_definition(edges: &[Vec<usize>], a: usize, b: usize) -> bool {
    let mut seen = vec![false; edges.len()];
    let mut stack = if a == 0 { Vec::new() } else { vec![0] };
    while let Some(block) = stack.pop() {
        if block != a && !std::mem::replace(&mut seen[block], true) {
            stack.extend(&edges[block]);
        }
    }
    a == b || !seen[b]
}

#[test]
fn a_loop_with_a_diamond() {
    //     0 -> 1 -> {2, 3} -> 4 -> {1, 5}; 6 is not reached
    let f = graph(&[vec![1], vec![2, 3], vec![4], vec![4], vec![1, 5], vec![], vec![5]]);
    let cfg = Cfg::new(&f);
    assert_eq!(cfg.successors(b(1)), [b(2), b(3)]);
    assert_eq!(cfg.predecessors(b(1)), [b(0), b(4)]);
    assert_eq!(cfg.predecessors(b(5)), [b(4), b(6)]);
    assert_eq!(cfg.reverse_post_order(), [b(0), b(1), b(3), b(2), b(4), b(5)]);
    assert!(!cfg.is_reachable(b(6)));
    let dominators = Dominators::new(&cfg);
    assert_eq!(dominators.immediate(b(0)), None);
    assert_eq!(dominators.immediate(b(4)), Some(b(1)));
    assert_eq!(dominators.immediate(b(5)), Some(b(4)));
    assert!(dominators.dominates(b(1), b(5)));
    assert!(!dominators.dominates(b(2), b(4)));
    assert!(dominators.dominates(b(2), b(6)), "no path leads to 6");
}

#[test]
fn dominance_is_what_its_definition_says_on_random_graphs() {
    cases(0..200, |seed| {
        let rng = &mut Rng::new(seed);
        let count = 1 + rng.below(9);
        let edges: Vec<Vec<usize>> =
            (0..count).map(|_| (0..rng.below(4)).map(|_| rng.below(count)).collect()).collect();
        let dominators = Dominators::new(&Cfg::new(&graph(&edges)));
        for from in 0..count {
            for to in 0..count {
                let expected = dominates_by_definition(&edges, from, to);
                assert_eq!(dominators.dominates(b(from), b(to)), expected, "{edges:?} {from} {to}");
            }
        }
    });
}

#[test]
fn a_chain_of_many_blocks_needs_no_deep_stack() {
    let count = 100_000;
    let edges: Vec<Vec<usize>> =
        (1..=count).map(|n| if n < count { vec![n] } else { vec![] }).collect();
    let dominators = Dominators::new(&Cfg::new(&graph(&edges)));
    assert!(dominators.dominates(b(0), b(count - 1)));
    assert!(!dominators.dominates(b(count - 1), b(count - 2)));
}

//! The programs that are proved: families that grow with n.

use std::fmt::Write;

/// A family of programs.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What grows.
    pub about: &'static str,
    /// The sizes that are measured, each with the wall seconds that it should stay under.
    pub sizes: &'static [(usize, Option<f64>)],
    /// The program of a size.
    pub program: fn(usize) -> String,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "cells",
        about: "n cells behind a predicate are made and set, one assertion on the first (Smans, Jacobs and Piessens, Figure 11)",
        sizes: &[
            (2, None),
            (4, None),
            (6, None),
            (8, None),
            (10, None),
            (12, None),
            (14, Some(0.1)),
            (50, Some(0.3)),
            (200, None),
            (1000, Some(5.0)),
            (3000, Some(3.0)),
        ],
        program: cells,
    },
    Family {
        name: "ifs",
        about: "n ifs that do not depend on each other, one assertion behind them (the paper's section 6.1)",
        sizes: &[(10, Some(2.0)), (12, None), (14, None), (20, Some(2.0)), (50, Some(2.0))],
        program: ifs,
    },
];

const CELL: &str = "\
field value: Int

predicate cell(c: Ref) { acc(c.value) }

function get(c: Ref): Int
  requires cell(c)
{
  unfolding cell(c) in c.value
}

method init(c: Ref)
  requires acc(c.value)
  ensures cell(c) && get(c) == 0
{
  c.value := 0
  fold cell(c)
}

method set(c: Ref, v: Int)
  requires cell(c)
  ensures cell(c) && get(c) == v
{
  unfold cell(c)
  c.value := v
  fold cell(c)
}

";

fn cells(n: usize) -> String {
    let mut text = format!("{CELL}method main()\n{{\n");
    for i in 1..=n {
        let _ =
            write!(text, "  var c{i}: Ref\n  c{i} := new(value)\n  init(c{i})\n  set(c{i}, {i})\n");
    }
    text + "  assert get(c1) == 1\n}\n"
}

fn ifs(n: usize) -> String {
    let parameters: Vec<String> = (0..n).map(|i| format!("b{i}: Bool")).collect();
    let mut text =
        format!("method main({}) returns (r: Int)\n{{\n  r := 0\n", parameters.join(", "));
    for i in 0..n {
        let _ = writeln!(text, "  if (b{i}) {{\n    r := r + 1\n  }}");
    }
    text + &format!("  assert 0 <= r && r <= {n}\n}}\n")
}

//! Object programs of any size, which the comparison of the two modes writes itself.

use std::fmt::Write;

/// A kind of programs.
pub struct Family {
    /// Its name in tables, data and file names.
    pub name: &'static str,
    /// The numbers of references, or one 0 where there is no such number.
    pub references: &'static [usize],
    /// The sizes, ascending.
    pub sizes: &'static [usize],
    /// The program of so many references and of a size, with a statement before the end of every path. Its entry is
    /// `run`.
    pub program: fn(usize, usize, &str) -> String,
}

const ASSIGNMENTS: &[usize] = &[8, 16, 32, 64, 128, 256, 512];

/// All families.
pub const FAMILIES: &[Family] = &[
    Family { name: "stores", references: &[2, 4, 8], sizes: ASSIGNMENTS, program: stores },
    Family { name: "copies", references: &[2, 4, 8], sizes: ASSIGNMENTS, program: copies },
    Family { name: "loop", references: &[0], sizes: &[4, 8, 16, 32, 64], program: search },
    Family { name: "recursion", references: &[0], sizes: &[4, 8, 16, 24, 64], program: sum },
];

/// `n` assignments through `k` references, any of which may be to one object.
fn stores(k: usize, n: usize, end: &str) -> String {
    assignments(k, n, end, |i| format!("  r{}.v = x + {i};\n", i % k))
}

/// The same, but each assignment reads through another reference.
fn copies(k: usize, n: usize, end: &str) -> String {
    assignments(k, n, end, |i| format!("  r{}.v = r{}.v + {i};\n", i % k, (i + 1) % k))
}

/// A program of `n` assignments, then a read and a test.
fn assignments(k: usize, n: usize, end: &str, assignment: impl Fn(usize) -> String) -> String {
    let names: Vec<String> = (0..k).map(|i| format!("r{i}")).collect();
    let parameters: Vec<String> = names.iter().map(|r| format!("Cell {r}")).collect();
    let present: Vec<String> = names.iter().map(|r| format!("{r} != null")).collect();
    let mut text = String::from("class Cell { int v; }\n\n");
    // Writing into a string cannot fail.
    let _ = writeln!(text, "void run({}, int x) {{", parameters.join(", "));
    let _ = writeln!(text, "  assume {};", present.join(" && "));
    text.extend((0..n).map(assignment));
    let _ =
        writeln!(text, "  int y = r0.v;\n  if (y > x) {{ x = y; }} else {{ x = 0; }}\n  {end}\n}}");
    text
}

/// A search in an array of at least `n` elements, which overwrites what it has seen: a path for each iteration.
fn search(_: usize, n: usize, end: &str) -> String {
    format!(
        "int run(int[] a, int key) {{
  assume a != null && a.length >= {n};
  for (int i = 0; i < {n}; i++) {{
    if (a[i] == key) {{ {end} return i; }}
    a[i] = key;
  }}
  {end}
  return -1;
}}
"
    )
}

/// The sum of a list by a recursion of depth `n`, and a test of it: two paths for each length.
fn sum(_: usize, n: usize, end: &str) -> String {
    format!(
        "class Node {{ int v; Node next; }}

int sum(Node n, int depth) {{
  if (depth == 0 || n == null) return 0;
  return n.v + sum(n.next, depth - 1);
}}

void run(Node head) {{
  int s = sum(head, {n});
  if (s > 0) {{ s = 1; }} else {{ s = 0; }}
  {end}
}}
"
    )
}

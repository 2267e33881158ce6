//! Printed traces are traces: what `wp` prints of an object program reads back with the same condition.

use effigy_session::options::Integers;
use effigy_session::wp::{Satisfiable, TraceEnding, TraceOutcome, TraceSummary, WpOptions, wp};
use effigy_testkit::{TempDir, tool};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Traces of each program that are read back.
const TRACES: u64 = 2;

/// Programs beyond the examples, for what those do not have.
const FURTHER: [(&str, &str); 3] = [
    (
        "int fac(int n) { if (n <= 0) { return 1; } int m = n - 1; int r = fac(m); return n * r; }\n",
        "fac",
    ),
    (
        "class L { L next; int v; }\nL last;\n\
         L push(L l, int k) { L n = new L(); n.next = l; n.v = k; last = n; return n; }\n\
         int add(int a, int b) { a = a + b; int c = a; a = 0; return c + b; }\n\
         int f(L l, int[] a, bool b, int k) {\n  int s = 0;\n  L p = push(l, add(a[0], 1));\n  \
         while (p != null) { s = s + p.v; p = p.next; if (s > 10) { a[1] = s; s = 0; } }\n  \
         int x = b ? s : -s;\n  L r = (s > 3 ? p : l);\n  assert r != null;\n  int[] c = new int[k];\n  \
         c[s] = add(2, x);\n  l = null;\n  push(l, 3);\n  return c[0] + a.length;\n}\n",
        "f",
    ),
    (
        "class C { int v; bool b; C[] all;\n  C(int w) { v = w; all = new C[2]; all[1] = this; }\n  \
         C other(int v) { int w = this.v; this.v = v; v = w + 1; if (b && v > 3) { return null; } return all[0]; }\n}\n\
         int f(C c) { C d = new C(4); C e = d.other(c.v); bool same = e == c; if (same || e == null) { return 0; } \
         return e.v - d.v / 2 % 3; }\n",
        "f",
    ),
];

fn options(file: &Path, entry: Option<&str>, integers: Integers) -> WpOptions {
    let mut options = WpOptions::new(file);
    options.explore.entry = entry.map(str::to_owned);
    options.explore.integers = integers;
    options.explore.budget.depth = Some(7);
    options.explore.budget.steps = Some(60);
    options
}

/// Whether two conditions, which are SMT-LIB scripts, are one; `None` when that is not decided.
fn are_equal(first: &str, second: &str) -> Option<bool> {
    let mut declarations = BTreeSet::new();
    let mut script = "(set-logic ALL)\n".to_owned();
    let mut conditions = Vec::new();
    for (number, text) in [first, second].into_iter().enumerate() {
        let mut asserted = Vec::new();
        let text = text.replace("t!", &format!("t!{number}!"));
        for line in text.lines() {
            let is_new = line.starts_with("(declare") && declarations.insert(line.to_owned());
            if is_new || line.starts_with("(define") {
                script.push_str(&format!("{line}\n"));
            } else if let Some(rest) = line.strip_prefix("(assert ") {
                asserted.push(rest.strip_suffix(')').expect("a closed assertion").to_owned());
            }
        }
        conditions.push(format!("(and true {})", asserted.join(" ")));
    }
    script.push_str(&format!("(assert (distinct {}))\n(check-sat)\n", conditions.join(" ")));
    let mut z3 = Command::new("z3")
        .args(["-in", "-T:1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3");
    z3.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("a script");
    let answer = z3.wait_with_output().expect("an answer").stdout;
    match String::from_utf8_lossy(&answer).trim() {
        "unsat" => Some(true),
        "sat" => Some(false),
        other => {
            assert!(!other.contains("error"), "{other}: {script}");
            None
        }
    }
}

/// Reads a printed trace back, and says whether it has the same condition, where that is decided.
fn read_back(file: &Path, entry: Option<&str>, integers: Integers, trace: &TraceOutcome) -> bool {
    let lines = TraceSummary::from(trace).trace.join("\n");
    let folder = TempDir::new();
    let mut options = WpOptions::new(file);
    options.explore.entry = entry.map(str::to_owned);
    options.explore.integers = integers;
    options.trace = Some(folder.write("trace.txt", &lines));
    let name = format!("trace {} of {}:\n{lines}\n", trace.number, file.display());
    let mut again = wp(&options).unwrap_or_else(|e| panic!("{name}{e:?}"));
    assert_eq!(again.traces.len(), 1, "{name}");
    let again = again.traces.remove(0);
    assert_eq!(again.ending, TraceEnding::Returned, "{name}");
    let same = match again.conjunction == trace.conjunction {
        true => Some(true),
        false => are_equal(&again.smtlib, &trace.smtlib),
    };
    assert_ne!(same, Some(false), "{name}{}\n{}", trace.conjunction, again.conjunction);
    same.is_some()
}

fn check(file: &Path, entry: Option<&str>, integers: Integers) -> usize {
    let mut options = options(file, entry, integers);
    options.traces = Some(TRACES);
    let outcome = wp(&options).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let ended = |t: &&TraceOutcome| {
        !matches!(t.ending, TraceEnding::Unsupported(_))
            && !matches!(t.satisfiable, Satisfiable::Unknown(_))
    };
    let traces = outcome.traces.iter().filter(ended);
    traces.filter(|trace| read_back(file, entry, integers, trace)).count()
}

#[test]
fn printed_traces_of_the_examples_read_back() {
    if tool("z3").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let words: Vec<&str> = text.lines().next().unwrap_or_default().split_whitespace().collect();
        let value = |option: &str| {
            let at = words.iter().position(|word| *word == option)?;
            words.get(at + 1).copied()
        };
        let entry = value("--entry");
        let integers = match value("--ints") {
            Some(bits) => Integers::Fixed(bits.parse().unwrap()),
            None => Integers::Unbounded,
        };
        count += check(&file, entry, integers);
    }
    assert!(count > 30, "{count} traces");
}

#[test]
fn printed_traces_with_calls_of_one_name_read_back() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    for (number, (text, entry)) in FURTHER.iter().enumerate() {
        let file = folder.write(&format!("p{number}.oo"), text);
        for integers in [Integers::Unbounded, Integers::Fixed(32)] {
            assert!(check(&file, Some(entry), integers) > 1, "{text}");
        }
    }
}

//! Printed traces are traces, printed conditions are conditions: what `wp` prints of an object program and what `explore`
//! prints of the others reads back as the same.

use effigy_base::sort::{Scalar, Sort};
use effigy_session::explore::leaves;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{ExploreOptions, Integers};
use effigy_session::outcome::summary::trace::TraceSummary;
use effigy_session::wp::{Satisfiable, TraceEnding, TraceOutcome, WpOptions, wp};
use effigy_term::print::Style;
use effigy_term::read::{Inputs, read};
use effigy_term::{Role, TermStore, VarInfo, smtlib};
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
    files.retain(|file| file.is_file());
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

/// Makes the variables that a script declares, and the bytes before them of the same input.
fn declare(store: &mut TermStore, script: &str) {
    for line in script.lines() {
        let Some(rest) = line.strip_prefix("(declare-const ") else { continue };
        let (name, sort) = match rest.strip_prefix('|') {
            Some(quoted) => quoted.split_once("| ").expect("a closed name"),
            None => rest.split_once(' ').expect("a sort"),
        };
        let int = Scalar::Int;
        let bits = sort.strip_prefix("(_ BitVec ").map(|rest| rest.trim_end_matches(')'));
        let sort = match (sort, bits) {
            ("Int)", _) => Sort::Int,
            ("Bool)", _) => Sort::Bool,
            ("(Array Int Int))", _) => Sort::Array { index: int, element: int },
            (_, Some(width)) => Sort::BitVec(width.parse().expect("a width")),
            ("(Array (_ BitVec 32) (_ BitVec 32)))", _) => Sort::bit_vector_array(32, 32),
            _ => panic!("the sort {sort}"),
        };
        let mut variable = |name: String| {
            store.variable(&VarInfo { name, sort, role: Role::Input });
        };
        let index = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        if let Some((array, last)) = index.and_then(|(a, i)| Some((a, i.parse::<u32>().ok()?))) {
            (0..last).for_each(|i| variable(format!("{array}[{i}]")));
        }
        variable(name.to_owned());
    }
}

/// Reads the conditions of the paths of a program back; gives how many were decided to be the same.
fn conditions(options: &ExploreOptions, style: &Style) -> usize {
    let mut options = options.clone();
    options.budget.depth = Some(5);
    let mut same = 0;
    for path in leaves(LANGUAGES, &options).expect("paths").paths.iter().take(30) {
        let Some(script) = path.smtlib.as_ref().filter(|_| !path.condition.is_empty()) else {
            continue;
        };
        let mut store = TermStore::new();
        declare(&mut store, script);
        let inputs = Inputs::of_store(&store);
        let terms = path.condition.iter().map(|text| {
            read(&mut store, text, style, &inputs, Some(Sort::Bool))
                .unwrap_or_else(|e| panic!("{text}: {e:?}"))
        });
        let terms: Vec<_> = terms.collect();
        let again = smtlib::script(&store, &terms, Default::default());
        let equal = are_equal(&again, script);
        assert_ne!(equal, Some(false), "{:?}\n{script}", path.condition);
        same += usize::from(equal == Some(true));
    }
    same
}

#[test]
fn printed_conditions_of_paths_read_back() {
    let tools = ["z3", "clang", "rustc"];
    if tools.iter().any(|name| tool(name).is_none()) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let of = |file: &str| {
        let mut options = ExploreOptions::new(root.join(file));
        options.symbolic_arguments = vec![2];
        options.symbolic_stdin = Some(3);
        options
    };
    for file in [
        "examples/middle.rs",
        "tests/programs/debug/turnstile.rs",
        "tests/programs/debug/conditions.c",
    ] {
        let same = conditions(&of(file), &Style::default());
        assert!(same > 1, "{file}: {same}");
    }
    for file in ["search", "choice"] {
        for integers in [Integers::Unbounded, Integers::Fixed(32)] {
            let mut options = of(&format!("examples/pli/{file}.pli"));
            options.symbolic_arguments.clear();
            options.symbolic_stdin = None;
            options.integers = integers;
            let same = conditions(&options, &Style::KING);
            assert!(same > 1, "{file}: {same}");
        }
    }
}

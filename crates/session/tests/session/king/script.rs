//! All questions about many trees as one script for Z3, and its answers.

use std::collections::BTreeMap;
use std::fmt::Write;

/// What bounds each answer of Z3; a count of its own steps, so that the machine's speed does not matter.
const EFFORT: u64 = 15_000_000;

/// Z3's answers about one tree.
pub struct Verdicts {
    /// Whether each leaf can be reached.
    pub satisfiable: Vec<String>,
    /// Whether two leaves can be reached by one input.
    pub overlap: String,
    /// Whether an input reaches no leaf.
    pub uncovered: String,
}

/// Asks about trees, each given by the scripts of its leaves' path conditions; two solvers share the work.
pub fn ask(trees: &[&[String]]) -> Vec<Verdicts> {
    let (one, other) = trees.split_at(trees.len() / 2);
    std::thread::scope(|scope| {
        let one = scope.spawn(|| ask_in_turn(one));
        let other = ask_in_turn(other);
        one.join().expect("the first half").into_iter().chain(other).collect()
    })
}

fn ask_in_turn(trees: &[&[String]]) -> Vec<Verdicts> {
    let mut text = String::new();
    for leaves in trees {
        question(leaves, &mut text);
    }
    let folder = effigy_testkit::TempDir::new();
    let file = folder.write("trees.smt2", &text);
    let output = std::process::Command::new("z3").arg(file).output().expect("z3 runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        !printed.contains("(error"),
        "{}",
        printed.lines().find(|l| l.contains("error")).unwrap_or("")
    );
    let mut answers = printed.lines().map(str::to_owned);
    let mut next = || answers.next().expect("an answer to each question");
    trees
        .iter()
        .map(|leaves| Verdicts {
            satisfiable: leaves.iter().map(|_| next()).collect(),
            overlap: next(),
            uncovered: next(),
        })
        .collect()
}

/// The questions about one tree: a named Boolean for each leaf, shared variables declared once. The bits of a float
/// are defined, not assumed: they are the leaf's own, and hold outside of its condition.
fn question(leaves: &[String], out: &mut String) {
    let _ = writeln!(out, "(reset)\n(set-option :rlimit {EFFORT})");
    let mut declared = BTreeMap::new();
    for (leaf, script) in leaves.iter().enumerate() {
        let mut conjuncts = String::from("true");
        let mut defines = false;
        for line in script.lines() {
            let mut line = line.to_owned();
            for made in ["t", "fp"] {
                line = line.replace(&format!(" {made}!"), &format!(" {made}{leaf}!"));
            }
            if std::mem::take(&mut defines) {
                out.push_str(&format!("{line}\n"));
            } else if let Some(rest) = line.strip_prefix("(declare-const ") {
                let (name, sort) = name_and_rest(rest);
                defines = name.starts_with(&format!("fp{leaf}!"));
                match declared.insert(name.to_owned(), sort.to_owned()) {
                    None => out.push_str(&format!("{line}\n")),
                    Some(before) => assert_eq!(before, sort, "two sorts of {name}"),
                }
            } else if let Some(condition) = line.strip_prefix("(assert ") {
                conjuncts.push(' ');
                conjuncts.push_str(condition.strip_suffix(')').expect("one assertion a line"));
            } else if line.starts_with("(define-fun ") {
                out.push_str(&format!("{line}\n"));
            }
        }
        let _ = writeln!(
            out,
            "(declare-const leaf{leaf} Bool)\n(assert (= leaf{leaf} (and {conjuncts})))"
        );
    }
    let all: Vec<String> = (0..leaves.len()).map(|leaf| format!("leaf{leaf}")).collect();
    for name in &all {
        let _ = writeln!(out, "(check-sat-assuming ({name}))");
    }
    let all = all.join(" ");
    let _ = writeln!(out, "(push)\n(assert ((_ at-least 2) {all}))\n(check-sat)\n(pop)");
    // An element of an array that is passed is one within its bounds, so that not every subscript is looked at: the others are.
    for way in declared.keys().filter(|name| name.contains(" is an element of ")) {
        let _ = writeln!(out, "(assert (not {way}))");
    }
    let _ = writeln!(out, "(assert (not (or false {all})))\n(check-sat)");
}

/// A symbol, which may be quoted, and what follows it.
fn name_and_rest(text: &str) -> (&str, &str) {
    let end = match text.strip_prefix('|') {
        Some(quoted) => quoted.find('|').map(|end| end + 2),
        None => text.find(' '),
    };
    text.split_at(end.expect("a symbol and its sort"))
}

//! King's two properties of the execution tree (1976, section 3), asked of Z3: no leaf's path condition is
//! unsatisfiable, and no two leaves' path conditions intersect. And completeness: some leaf's condition always holds.

mod programs;
mod script;

use effigy_exec::stop::Ending;
use effigy_session::explore::leaves;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::Integers;
use effigy_testkit::{TempDir, batch, part, sample, tool};
use programs::Subject;
use script::{Verdicts, ask};

/// Written programs that the properties are checked of, at least.
const LEAST: usize = 15;

/// Generated programs in C.
const GENERATED: u64 = 15;

/// What an exploration left for the solver.
struct Tree {
    name: String,
    scripts: Vec<String>,
    /// Whether the run decided that each leaf can be reached.
    decided: Vec<bool>,
    /// Whether the leaves cover every input: nothing was assumed, and no value stands for others.
    complete: bool,
}

fn tree(subject: &Subject) -> Tree {
    let name = subject.name.clone();
    let explored = leaves(LANGUAGES, &subject.options).unwrap_or_else(|e| panic!("{name}: {e}"));
    let decided = explored.paths.iter().map(|p| !matches!(p.ending, Ending::Unknown(_))).collect();
    let scripts: Vec<String> = explored.paths.into_iter().filter_map(|path| path.smtlib).collect();
    assert!(!scripts.is_empty() || subject.assumes, "{name}: no path");
    let complete = !subject.assumes
        && explored.assumed == 0
        && explored.concretised.is_empty()
        && explored.assumes.is_empty();
    Tree { name, scripts, decided, complete }
}

/// How much the checked trees show.
struct Checked {
    /// Trees of more than one leaf.
    forking: usize,
    /// Trees that were found to cover every input.
    covering: usize,
}

/// Explores the programs and asks about all of their trees at once.
fn check(subjects: &[Subject]) -> Checked {
    let trees: Vec<Tree> =
        subjects.iter().map(tree).filter(|tree| !tree.scripts.is_empty()).collect();
    let verdicts = ask(&trees.iter().map(|t| t.scripts.as_slice()).collect::<Vec<_>>());
    let mut problems = Vec::new();
    let mut undecided = 0;
    for (tree, Verdicts { satisfiable, overlap, uncovered }) in trees.iter().zip(&verdicts) {
        let leaves = tree.scripts.len();
        for (leaf, answer) in satisfiable.iter().enumerate() {
            if answer == "unsat" && tree.decided[leaf] {
                problems.push(format!("{}: leaf {leaf} of {leaves} is unsatisfiable", tree.name));
            }
        }
        if overlap == "sat" {
            problems.push(format!("{}: two of {leaves} leaves intersect", tree.name));
        }
        if tree.complete && uncovered == "sat" {
            problems.push(format!("{}: {leaves} leaves do not cover every input", tree.name));
        }
        let answers = satisfiable.iter().chain([overlap, uncovered]);
        undecided += usize::from(answers.into_iter().any(|a| a != "sat" && a != "unsat"));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        undecided * 10 <= trees.len(),
        "Z3 left {undecided} of {} trees undecided",
        trees.len()
    );
    let asked = trees.iter().zip(&verdicts);
    Checked {
        forking: trees.iter().filter(|tree| tree.scripts.len() > 1).count(),
        covering: asked.filter(|(tree, v)| tree.complete && v.uncovered == "unsat").count(),
    }
}

#[test]
fn leaves_of_explored_programs_are_satisfiable_disjoint_and_exhaustive() {
    let (Some(_), Some(_)) = (tool("z3"), tool("clang")) else { return };
    let mut subjects = sample(programs::annotated("c"), 4);
    subjects.extend(programs::bench());
    assert!(subjects.len() >= LEAST, "{} programs", subjects.len());
    let Checked { forking, .. } = check(&subjects);
    assert!(forking * 2 >= subjects.len(), "only {forking} of {} programs fork", subjects.len());
}

#[test]
fn leaves_of_compiled_library_code_are_satisfiable_disjoint_and_exhaustive() {
    let (Some(_), Some(_)) = (tool("z3"), tool("rustc")) else { return };
    const FEW: [&str; 3] = ["byte_sum.rs", "sort_three.rs", "table_lookup.rs"];
    let mut subjects = programs::annotated("rust");
    subjects.retain(|s| FEW.contains(&s.name.as_str()));
    assert_eq!(subjects.len(), FEW.len());
    assert_eq!(check(&subjects).forking, FEW.len());
}

#[test]
fn leaves_of_generated_programs_are_satisfiable_disjoint_and_exhaustive() {
    let (Some(_), Some(_)) = (tool("z3"), tool("clang")) else { return };
    let folder = TempDir::new();
    let Checked { forking, .. } =
        batch(0..GENERATED, |seeds| check(&programs::generated(&folder, seeds)));
    assert!(forking as u64 * 2 >= GENERATED, "only {forking} of {GENERATED} programs fork");
}

#[test]
fn leaves_of_random_procedures_are_satisfiable_disjoint_and_exhaustive() {
    check_procedures(Integers::Fixed(32), 120);
}

#[test]
fn leaves_of_random_procedures_over_unbounded_integers_are_satisfiable_disjoint_and_exhaustive() {
    check_procedures(Integers::Unbounded, 40);
}

fn check_procedures(integers: Integers, all: u64) {
    let Some(_) = tool("z3") else { return };
    let (folder, count) = (TempDir::new(), part(all, 2));
    let Checked { forking, covering } =
        batch(0..count, |seeds| check(&programs::procedures(&folder, integers, seeds)));
    let count = count as usize;
    assert!(forking * 2 >= count, "{integers:?}: only {forking} of {count} fork");
    assert!(covering * 2 >= count, "{integers:?}: only {covering} of {count} cover all");
}

#[test]
fn overlapping_unsatisfiable_and_missing_leaves_are_seen() {
    let Some(_) = tool("z3") else { return };
    let leaf = |condition: &str| {
        format!(
            "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n\
             (define-fun t!1 () Bool {condition})\n(assert t!1)\n(check-sat)\n"
        )
    };
    let [low, high, middle, never] =
        ["(bvult x #x40)", "(not (bvult x #x40))", "(bvugt x #x30)", "false"].map(leaf);
    let trees = [vec![low.clone(), high], vec![low.clone(), middle], vec![low, never]];
    let verdicts = ask(&trees.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let answers = |v: &Verdicts| (v.satisfiable.join(" "), v.overlap.clone(), v.uncovered.clone());
    let all: Vec<_> = verdicts.iter().map(answers).collect();
    let expect = |sat: &str, overlap: &str, uncovered: &str| {
        (sat.to_owned(), overlap.to_owned(), uncovered.to_owned())
    };
    assert_eq!(all[0], expect("sat sat", "unsat", "unsat"));
    assert_eq!(all[1], expect("sat sat", "sat", "unsat"));
    assert_eq!(all[2], expect("sat unsat", "unsat", "sat"));
}

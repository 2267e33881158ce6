//! Cores contradict, and minimal ones are minimal.

use crate::common::{Random, models};
use effigy_base::budget::CancelToken;
use effigy_relational::{
    ConstraintId, Core, CoreEffort, Finder, FinderOptions, FormulaId, Found, Overflow, Problem,
    TupleSet, Universe,
};
use effigy_testkit::{cases, times};

fn core(problem: &Problem, effort: CoreEffort) -> Option<Core> {
    let options = FinderOptions { core: effort, ..FinderOptions::default() };
    match Finder::new(problem, options).next_instance(&CancelToken::new()) {
        Found::None(core) => Some(core),
        _ => None,
    }
}

fn labels(problem: &Problem, core: &Core) -> Vec<String> {
    core.constraints.iter().map(|c| problem.constraint(*c).unwrap().label.clone()).collect()
}

#[test]
fn a_core_names_the_constraints_that_contradict() {
    let mut p = Problem::new(Universe::new(["a", "b", "c"]).unwrap());
    let all = p.universe().all();
    let r = p.relation("r", TupleSet::empty(2), all.product(&all)).unwrap();
    let s = p.relation("s", TupleSet::empty(1), all).unwrap();
    let (r, s) = (p.rel(r).unwrap(), p.rel(s).unwrap());
    let (iden, closure) = (p.iden(), p.closure(r).unwrap());
    let cycle = p.intersection(closure, iden).unwrap();
    let image = p.join(s, r).unwrap();
    let (some, has) = (p.some(s).unwrap(), p.some(r).unwrap());
    let total = p.equal(image, s).unwrap();
    let acyclic = p.no(cycle).unwrap();
    for (label, formula) in [("has", has), ("some", some), ("acyclic", acyclic), ("total", total)] {
        p.constrain(label, formula).unwrap();
    }
    // A non-empty set that is its own image has a cycle; that r has a pair says nothing new.
    let minimal = core(&p, CoreEffort::Minimal).unwrap();
    assert_eq!(
        (labels(&p, &minimal).join(" "), minimal.minimal),
        ("some acyclic total".into(), true)
    );
    let all = core(&p, CoreEffort::All).unwrap();
    assert_eq!((all.constraints.len(), all.minimal), (4, false));
    let some = core(&p, CoreEffort::Contradicting).unwrap();
    assert!(minimal.constraints.iter().all(|c| some.constraints.contains(c)));
}

#[test]
fn a_constraint_that_never_holds_is_a_core_by_itself() {
    let mut p = Problem::new(Universe::new(["a"]).unwrap());
    let univ = p.univ();
    let (some, no) = (p.some(univ).unwrap(), p.no(univ).unwrap());
    p.constrain("yes", some).unwrap();
    p.constrain("never", no).unwrap();
    let core = core(&p, CoreEffort::Contradicting).unwrap();
    assert_eq!((labels(&p, &core).join(" "), core.minimal), ("never".into(), true));
}

/// Pigeons in fewer holes, one each, and the pigeons in order, without which it takes too long to find that they do not
/// fit.
#[test]
fn a_core_is_given_when_it_takes_too_long_to_know_whether_it_is_minimal() {
    const HOLES: usize = 11;
    let names = (0..=HOLES).map(|n| format!("p{n}")).chain((0..HOLES).map(|n| format!("h{n}")));
    let mut p = Problem::new(Universe::new(names).unwrap());
    let atom = |n: usize| p.universe().atoms().nth(n).unwrap();
    let set = |numbers: std::ops::Range<usize>| TupleSet::of(1, numbers.map(|n| vec![atom(n)]));
    let pigeons = set(0..HOLES + 1).unwrap();
    let holes = set(HOLES + 1..2 * HOLES + 1).unwrap();
    let before = (0..=HOLES).flat_map(|pigeon| (0..HOLES).map(move |hole| (pigeon, hole)));
    let before = before.filter(|(pigeon, hole)| hole <= pigeon);
    let before = TupleSet::of(2, before.map(|(p, h)| vec![atom(p), atom(HOLES + 1 + h)])).unwrap();
    let sits = p.relation("sits", TupleSet::empty(2), pigeons.product(&holes)).unwrap();
    let (sits, all, before) =
        (p.rel(sits).unwrap(), p.constant(pigeons).unwrap(), p.constant(before).unwrap());
    let ordered = p.subset(sits, before).unwrap();
    let univ = p.univ();
    let sitting = p.join(sits, univ).unwrap();
    let total = p.equal(sitting, all).unwrap();
    let back = p.transpose(sits).unwrap();
    let (together, iden) = (p.join(sits, back).unwrap(), p.iden());
    let alone = p.subset(together, iden).unwrap();
    for (label, formula) in [("ordered", ordered), ("total", total), ("alone", alone)] {
        p.constrain(label, formula).unwrap();
    }
    let options =
        FinderOptions { symmetry: 0, core: CoreEffort::Minimal, ..FinderOptions::default() };
    let Found::None(core) = Finder::new(&p, options).next_instance(&CancelToken::new()) else {
        panic!("they do not fit");
    };
    assert_eq!((labels(&p, &core).join(" "), core.minimal), ("ordered total alone".into(), false));
}

#[test]
fn cores_of_random_problems_contradict_and_their_parts_do_not() {
    let (mut cores, mut shortened) = (0, 0);
    cases(100_000..100_150, |seed| {
        let mut random = Random::new(seed);
        // Constraints that hold somewhere and not everywhere.
        let everywhere = models(&random.problem, Overflow::Forbid, &[]).len();
        for number in 0..times(16) {
            let formula = random.formula(2);
            let count = models(&random.problem, Overflow::Forbid, &[formula]).len();
            if count > 0 && count < everywhere && random.problem.constraints().count() < 6 {
                random.problem.constrain(format!("c{number}"), formula).unwrap();
            }
        }
        let problem = &random.problem;
        let Some(core) = core(problem, CoreEffort::Minimal) else { return };
        assert!(core.minimal);
        let holds = |chosen: &[ConstraintId]| {
            let formulas: Vec<FormulaId> =
                chosen.iter().map(|c| problem.constraint(*c).unwrap().formula).collect();
            !models(problem, Overflow::Forbid, &formulas).is_empty()
        };
        assert!(!holds(&core.constraints), "{seed}");
        for left_out in &core.constraints {
            let mut part = core.constraints.clone();
            part.retain(|c| c != left_out);
            assert!(holds(&part), "{seed}");
        }
        cores += 1;
        shortened += usize::from(core.constraints.len() < problem.constraints().count());
    });
    assert!(cores > 15 && shortened > 15, "{cores} {shortened}");
}

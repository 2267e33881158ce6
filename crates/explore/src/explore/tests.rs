use super::*;
use effigy_compile::languages::C;
use effigy_exec::explorer::{InputValue, PathRecord};
use effigy_exec::observer::{Leaf, Observer as _};
use effigy_exec::state::InputKind;
use effigy_exec::stop::{CutReason, Ending};
use std::sync::Arc;

/// The test of a path that ends well is there as soon as the path is over; what finds no room is dropped.
#[test]
fn completed_paths_are_handed_over_as_they_end() {
    let path = |ending: Ending| PathRecord {
        key: vec![],
        ending,
        place: Arc::default(),
        inputs: vec![InputValue {
            kind: InputKind::Stdin,
            name: "stdin".to_owned(),
            bytes: b"ab".to_vec(),
            number: false,
            value: None,
        }],
        further: vec![],
        untested: 0,
        found_at: None,
        steps: 1,
        condition: vec![],
        one_way: false,
        size: 0,
        smtlib: None,
        outputs: vec![],
        results: vec![],
        goals: vec![],
        threads: None,
        merged: vec![],
    };
    let (sender, waiting) = sync_channel(1);
    let seeds = Seeds::default();
    let tests = Some(Early { sender, seeds: &seeds, all: true });
    let ends = Ends { journal: None, tests, language: C };
    let tell = |path: Option<&PathRecord>| {
        ends.leaf(&Leaf {
            worker: 0,
            trail: vec![],
            open: vec![],
            path,
            forks: vec![],
            concretised: &[],
            covered: vec![],
            assumed: vec![],
        });
    };
    tell(None);
    tell(Some(&path(Ending::Cut(CutReason::Cancelled))));
    assert!(waiting.try_recv().is_err());
    tell(Some(&path(Ending::Exit(3))));
    tell(Some(&path(Ending::Exit(4))));
    let test = waiting.try_recv().expect("the path is over");
    assert_eq!(test.predicted, effigy_outcome::Outcome::Exit(3));
    assert_eq!(test.stdin.as_deref(), Some(&b"ab"[..]));
    assert!(waiting.try_recv().is_err());
}

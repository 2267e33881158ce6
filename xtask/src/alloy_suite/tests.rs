use super::{Alloy, Outcomes, Refused, Verdict, commands, reference, table};
use crate::suite::Suite;
use crate::suite::options::parse;
use serde_json::json;

#[test]
fn alloys_verdict_counts_before_what_a_model_expects() {
    let run = json!({"commands": [
        {"number": 1, "name": "show", "kind": "run", "answer": "instance found", "expect": 0, "seconds": 0.5},
        {"number": 2, "name": "holds", "kind": "check", "answer": "holds up to the scope", "expect": 0},
        {"number": 3, "name": "open", "kind": "check", "answer": "undecided", "expect": 0, "reason": "no time"},
        {"number": 4, "name": "other", "kind": "run", "answer": "no instance"},
        {"number": 5, "name": "wrong", "kind": "check", "answer": "counterexample", "expect": 0},
    ]});
    let known = reference("a/b.als\t1\tinstance\na/b.als\t4\terror\n").unwrap();
    let commands = commands("a/b.als", &run, &known);
    assert_eq!(commands[0].right(), Some(Verdict::Instance));
    assert_eq!(commands[1].right(), Some(Verdict::None));
    assert_eq!(commands[3].right(), None);
    let refused =
        vec![Refused { file: "c.als".to_owned(), why: "error: `var` speaks of time".to_owned() }];
    let text = table::report(&Outcomes { commands, refused, cpu: 1.0 });
    assert!(text.contains("5 commands, 4 with a known verdict: 2 right (50.0 %), 1 wrong, 1 undecided; 1 files refused"), "{text}");
    assert!(text.contains("| c.als | error: `var` speaks of time |"));
    assert!(text.contains("WRONG") && text.contains("| open | no time |"));
}

#[test]
fn lines_that_are_no_verdicts_are_told() {
    assert!(reference("# file\tnumber\tsaid\n").is_ok_and(|known| known.is_empty()));
    assert!(reference("a.als\tx\tnone").is_err());
    assert!(reference("a.als").is_err());
}

#[test]
fn options_are_read() {
    let args = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let options = parse(&Alloy::TAKES, &args(". --only hotel --limit 5 --expected x.tsv")).unwrap();
    assert_eq!((options.seconds, options.only.len()), (5, 1));
    assert!(parse(&Alloy::TAKES, &args(". --fast")).unwrap_err().contains("--expected"));
    assert!(parse(&Alloy::TAKES, &args("nowhere")).is_err());
}

//! Descriptions of tests and answers to them.

use super::expect::describe;
use super::{Answer, Bmc, Mode, Outcome, Seen, answer, modes, table};
use crate::suite::Suite;
use crate::suite::options::parse;

const PASSES: &str = "CORE\nmain.c\n--unwind 5 --no-unwinding-assertions\n^EXIT=0$\n^VERIFICATION SUCCESSFUL$\n--\nVERIFICATION FAILED\n";

#[test]
fn a_description_says_file_bound_checks_and_verdict() {
    let test = describe(PASSES).unwrap();
    assert_eq!((&*test.file, test.holds, test.unwind), ("main.c", true, Some(5)));
    assert_eq!(test.checks, "-overflow,-shift,-uninitialised");
    let fails = PASSES.replace("SUCCESSFUL", "FAILED").replace(
        "--unwind 5",
        "--unwind=7 --overflow-check --memory-leak-check -DN=3 --verbosity 9 --malloc-may-fail",
    );
    let test = describe(&fails).unwrap();
    assert_eq!((test.holds, test.unwind, test.malloc_may_fail), (false, Some(7), true));
    assert_eq!(test.checks, "-shift,-uninitialised,+leak");
    assert_eq!(test.flags, ["-DN=3"]);
}

#[test]
fn tests_that_ask_for_something_else_are_left_out() {
    let of = |from: &str, to: &str| describe(&PASSES.replace(from, to)).unwrap_err();
    assert_eq!(of("--unwind 5", "--big-endian"), "option --big-endian");
    assert_eq!(of("--unwind 5", "other.c"), "option file");
    assert_eq!(of("^VERIFICATION", "^V"), "no verdict, or two");
    assert_eq!(of("main.c", "main.cpp"), "not C, or a test of CORE");
    assert_eq!(of("CORE", "FUTURE"), "not C, or a test of FUTURE");
    assert_eq!(of("--unwind 5", "--unwind many"), "a bound that is no number");
}

#[test]
fn an_answer_is_read_from_the_verdict() {
    assert_eq!(answer(r#"{"verdict": "proved"}"#, "").0, Answer::Proved);
    assert_eq!(answer(r#"{"verdict": "passed"}"#, "").0, Answer::Proved);
    assert_eq!(answer(r#"{"verdict": "bounded"}"#, "").0, Answer::Bounded);
    let failed = r#"{"verdict": "failed", "findings": [{"kind": "null", "message": "m"}]}"#;
    assert_eq!(answer(failed, ""), (Answer::Failed, "null: m".to_owned()));
    let open = r#"{"verdict": "incomplete", "incomplete_because": [{"reason": "time"}]}"#;
    assert_eq!(answer(open, ""), (Answer::Undecided, "time".to_owned()));
    assert_eq!(answer("", "error: clang rejected the program:\n").0, Answer::Rejected);
    assert_eq!(answer("", "").0, Answer::Undecided);
}

#[test]
fn a_table_counts_answers_and_names_what_disagrees() {
    let seen = |answer| Seen { answer, cpu: 1.0, said: "why".to_owned() };
    let outcome = |name: &str, holds, bmc, explore| Outcome {
        name: name.to_owned(),
        holds,
        seen: vec![(Mode::Bmc, seen(bmc)), (Mode::Explore, seen(explore))],
    };
    let outcomes = [
        outcome("a", true, Answer::Proved, Answer::Undecided),
        outcome("b", true, Answer::Failed, Answer::Failed),
        outcome("c", false, Answer::Bounded, Answer::Failed),
    ];
    let report = table::report("cbmc", &outcomes);
    assert!(report.contains("| cbmc | `bmc` | to hold: 2 | 1 | 1 | 0 | 0 | 0 | 2 |"), "{report}");
    assert!(report.contains("| c | to fail | `bmc` | bounded | why |\n"), "{report}");
    assert!(!report.contains("| a |"), "{report}");
    let lines = table::cases(&[Mode::Bmc, Mode::Explore], &outcomes).tsv();
    let head = "# program\texpected\t`bmc`\tCPU s\twhy\t`explore --merge never`\tCPU s\twhy";
    let first = "a\tto hold\tproved\t1.00\twhy\tundecided\t1.00\twhy";
    assert_eq!(lines.lines().take(2).collect::<Vec<_>>(), [head, first]);
}

#[test]
fn what_is_not_known_is_refused() {
    let of = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        parse(&Bmc::TAKES, &args)
    };
    let options = of(&[".", "--every", "3", "--limit", "5", "--explore", "--only", "x"]).unwrap();
    assert_eq!((options.every, options.seconds, options.has("--explore")), (3, 5, true));
    let all = modes(&of(&[".", "--explore", "--k-induction"]).unwrap());
    assert_eq!(all, [Mode::Bmc, Mode::Induction, Mode::Explore]);
    assert_eq!(modes(&of(&["."]).unwrap()), [Mode::Bmc]);
    assert!(of(&[]).unwrap_err().contains("needs the folder"));
    assert!(of(&[".", "--every", "0"]).unwrap_err().contains("above 0"));
    assert!(of(&[".", "--jobs", "2"]).unwrap_err().contains("unknown option"));
}

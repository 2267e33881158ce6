use super::{command_report, graph, page, verdict_line};
use crate::sources::Sources;
use crate::terminal::Look;
use effigy_session::outcome::{Assumption, AssumptionKind};
use effigy_session::prove::Portion;
use effigy_session::relate::{
    Answer, CommandFigures, CommandOutcome, FieldValue, Instance, RelateOutcome, SigValue, Witness,
};
use std::time::Duration;

fn sig(name: &str, atoms: &[&str]) -> SigValue {
    SigValue {
        name: name.to_owned(),
        parent: None,
        subset: false,
        one: false,
        private: false,
        atoms: atoms.iter().map(|atom| (*atom).to_owned()).collect(),
    }
}

fn field(sig: &str, name: &str, tuples: &[&[&str]]) -> FieldValue {
    let tuples: Vec<Vec<String>> =
        tuples.iter().map(|t| t.iter().map(|a| (*a).to_owned()).collect()).collect();
    let arity = tuples.first().map_or(2, Vec::len);
    FieldValue { sig: sig.to_owned(), name: name.to_owned(), private: false, arity, tuples }
}

fn instance() -> Instance {
    let mut hidden = sig("ordering/Ord", &["ordering/Ord$0"]);
    hidden.private = true;
    let mut subset = sig("Root", &["Dir$0"]);
    subset.subset = true;
    let mut next = field("ordering/Ord", "Next", &[&["ordering/Ord$0", "Dir$0", "Dir$1"]]);
    next.private = true;
    Instance {
        sigs: vec![sig("Dir", &["Dir$0", "Dir$1"]), sig("File", &[]), subset, hidden],
        fields: vec![
            field("Dir", "in", &[&["Dir$0", "Dir$1"], &["Dir$1", "Dir$1"]]),
            field("Dir", "at", &[&["Dir$0", "7", "Dir$1"]]),
            field("File", "of", &[]),
            next,
        ],
        witnesses: vec![Witness {
            name: "show_d".to_owned(),
            arity: 1,
            tuples: vec![vec!["Dir$1".to_owned()]],
        }],
    }
}

fn command(answer: Answer, check: bool, expect: Option<i32>) -> CommandOutcome {
    CommandOutcome {
        number: 1,
        name: "show<b>".to_owned(),
        check,
        expect,
        place: Portion::default(),
        scopes: vec!["3 Dir".to_owned()],
        answer,
        reason: if answer == Answer::Undecided {
            "it took too long".to_owned()
        } else {
            String::new()
        },
        unsupported: Vec::new(),
        instances: if answer == Answer::Found { vec![instance()] } else { Vec::new() },
        complete: false,
        core: None,
        assumes: Vec::new(),
        figures: CommandFigures::default(),
        time: Duration::ZERO,
    }
}

#[test]
fn an_instance_is_shown_as_tables() {
    let text =
        command_report(&command(Answer::Found, false, Some(1)), &mut Sources::here(), &Look::PLAIN);
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "  Dir      Dir$0 Dir$1",
            "  File     none",
            "  Root     Dir$0",
            "  Dir.in   Dir$0 -> Dir$1",
            "           Dir$1 -> Dir$1",
            "  Dir.at   Dir$0 -> 7 -> Dir$1",
            "  File.of  none",
            "  $show_d  Dir$1",
        ]
    );
    assert!(text.starts_with("run show<b>: instance found, as expected"), "{text}");
}

#[test]
fn answers_are_never_blurred() {
    let line = |answer, check, expect| {
        let text =
            command_report(&command(answer, check, expect), &mut Sources::here(), &Look::PLAIN);
        text.lines().next().unwrap_or("").split(" (").next().unwrap_or("").to_owned()
    };
    assert_eq!(line(Answer::None, true, None), "check show<b>: holds up to the scope");
    assert_eq!(
        line(Answer::None, false, Some(1)),
        "run show<b>: no instance, which is not expected"
    );
    assert_eq!(line(Answer::Undecided, true, Some(0)), "check show<b>: undecided");
    let mut assuming = command(Answer::None, true, None);
    assuming.assumes = vec![Assumption::of(AssumptionKind::Scope)];
    let text = command_report(&assuming, &mut Sources::here(), &Look::PLAIN);
    let said = "check show<b>: holds up to the scope, assuming nothing beyond the scope (";
    assert!(text.starts_with(said), "{text}");
    let commands = vec![
        command(Answer::None, true, Some(0)),
        command(Answer::Undecided, true, Some(0)),
        command(Answer::Found, true, None),
    ];
    let outcome = RelateOutcome { commands, ..RelateOutcome::default() };
    let verdict = verdict_line(&outcome, &Look::PLAIN);
    assert!(
        verdict
            .starts_with("failed: 3 commands: 1 as expected, 1 with a counterexample, 1 undecided"),
        "{verdict}"
    );
}

#[test]
fn a_picture_has_the_atoms_and_the_tuples() {
    let picture = graph(&instance()).unwrap();
    assert_eq!(picture.matches("<rect").count(), 3, "{picture}");
    for part in [">Dir$0<", ">(Root)<", ">$show_d<", ">in<", ">in, at[7], next<"] {
        assert!(picture.contains(part), "{part} is missing: {picture}");
    }
    assert!(!picture.contains("Ord"));
}

#[test]
fn texts_of_a_model_are_no_markup_in_the_page() {
    let commands = vec![command(Answer::Found, false, None)];
    let outcome = RelateOutcome { commands, ..RelateOutcome::default() };
    let page = page(&outcome);
    assert!(page.contains("show&lt;b&gt;") && !page.contains("show<b>"));
    assert!(page.contains("<svg") && !page.contains("<script"));
}

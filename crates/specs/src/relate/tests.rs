use super::{Agreement, Answer, Cores, RelateOptions, RelateOutcome, relate};
use effigy_base::assumption::{Accepted, AssumptionKind};
use effigy_base::budget::CancelToken;
use effigy_outcome::Verdict;
use effigy_outcome::error::SessionError;
use std::path::PathBuf;
use std::time::Duration;

const MODEL: &str = "sig A { f: set A }
fact never { no f }
run show { some A } for 2 expect 1
check empty { no f } for 2 expect 0
run contradicts { some f } for 2 expect 1
check wrong { no A } for 2
run wide { #A = 9 }
";

struct Model(PathBuf);

impl Drop for Model {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn model(name: &str, text: &str) -> Model {
    let path =
        std::env::temp_dir().join(format!("effigy-relate-{}-{name}.als", std::process::id()));
    std::fs::write(&path, text).unwrap();
    Model(path)
}

fn run(name: &str, text: &str, change: impl FnOnce(&mut RelateOptions)) -> RelateOutcome {
    let model = model(name, text);
    let mut options = RelateOptions::new(model.0.clone());
    change(&mut options);
    relate(&options, &mut |_| {}).unwrap()
}

#[test]
fn each_command_has_its_answer_and_its_agreement() {
    let outcome = run("answers", MODEL, |_| {});
    let answers: Vec<_> = outcome
        .commands
        .iter()
        .map(|c| (c.name.as_str(), c.answer, c.agreement(), c.failed()))
        .collect();
    assert_eq!(
        answers,
        [
            ("show", Answer::Found, Agreement::Agrees, false),
            ("empty", Answer::None, Agreement::Agrees, false),
            ("contradicts", Answer::None, Agreement::Disagrees, true),
            ("wrong", Answer::Found, Agreement::Free, true),
            ("wide", Answer::Undecided, Agreement::Free, false),
        ]
    );
    assert_eq!(outcome.verdict(), Verdict::Failed);
    let wide = &outcome.commands[4];
    assert!(wide.reason.contains("does not fit"), "{}", wide.reason);
    assert_eq!(wide.unsupported[0].line, 7);
    let json = serde_json::to_value(outcome.summary("folder")).unwrap();
    assert_eq!(json["mode"], "relate");
    assert_eq!(json["verdict"], "failed");
    assert_eq!(json["commands"][0]["as_expected"], true);
    let atoms = &json["commands"][0]["instances"][0]["signatures"]["A"];
    assert!(atoms[0].as_str().unwrap().starts_with("A$"), "{atoms}");
    assert_eq!(json["incomplete_because"][0]["count"], 1);
}

#[test]
fn a_core_names_what_contradicts() {
    let outcome = run("core", MODEL, |options| options.commands = vec!["contradicts".to_owned()]);
    let core = outcome.commands[0].core.as_ref().unwrap();
    assert!(core.minimal);
    let parts: Vec<_> = core.parts.iter().map(|p| (p.what.as_str(), p.place.place.line)).collect();
    assert_eq!(parts, [("the fact never", 2), ("the predicate that is run", 5)]);
    assert_eq!(core.parts[1].place.text, "some f");
    let json = serde_json::to_value(outcome.summary("folder")).unwrap();
    assert_eq!(json["commands"][0]["core_is_minimal"], true);
    let none = run("nocore", MODEL, |options| options.cores = Cores::Never);
    assert!(none.commands.iter().all(|command| command.core.is_none()));
    let check = |c: &super::CommandOutcome| c.name == "empty" && c.core.is_some();
    let all = run("allcores", MODEL, |options| options.cores = Cores::Always);
    assert!(all.commands.iter().any(check));
}

#[test]
fn instances_are_enumerated_without_copies() {
    let text = "sig A { f: set A } run {} for exactly 2 A";
    let outcome = run("enumerate", text, |options| options.instances = 100);
    let command = &outcome.commands[0];
    // Directed graphs on two nodes, loops allowed, up to isomorphism.
    assert_eq!(command.instances.len(), 10);
    assert!(command.complete);
}

#[test]
fn what_is_stopped_is_undecided_and_never_an_answer() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let outcome = run("stopped", MODEL, |options| options.cancel = cancel);
    assert!(outcome.commands.iter().take(4).all(|c| c.answer == Answer::Undecided));
    assert!(outcome.commands[0].reason.contains("interrupted"));
    assert_eq!(outcome.verdict(), Verdict::Incomplete);
}

#[test]
fn the_time_of_a_command_is_not_that_of_the_run() {
    let outcome = run("commandtime", MODEL, |o| o.command_time = Some(Duration::ZERO));
    let reasons: Vec<&str> = outcome.commands.iter().map(|c| c.reason.as_str()).collect();
    assert!(
        reasons[..4].iter().all(|r| *r == "the budget --command-time was used up"),
        "{reasons:?}"
    );
    let outcome = run("runtime", MODEL, |o| {
        (o.time, o.command_time) = (Some(Duration::ZERO), Some(Duration::ZERO));
    });
    assert_eq!(outcome.commands[0].reason, "the budget --max-time was used up");
}

#[test]
fn tuples_without_end_are_stopped_in_time() {
    // 16 to the 16th combinations, all of which have one body.
    let variables: Vec<String> = (0..16).map(|n| format!("x{n}: A")).collect();
    let text = format!("sig A {{}} run {{ all {} | some x0 }} for 16", variables.join(", "));
    let outcome = run("tuples", &text, |o| o.time = Some(Duration::from_millis(50)));
    assert_eq!(outcome.commands[0].answer, Answer::Undecided);
}

#[test]
fn commands_are_chosen_by_name_and_number() {
    let names = |asked: &[&str]| -> Vec<String> {
        let asked = asked.iter().map(|name| (*name).to_owned()).collect();
        let outcome = run("chosen", MODEL, |options| options.commands = asked);
        outcome.commands.into_iter().map(|c| c.name).collect()
    };
    assert_eq!(names(&["4", "show"]), ["show", "wrong"]);
    let model = model("nocommand", MODEL);
    let mut options = RelateOptions::new(model.0.clone());
    options.commands = vec!["shwo".to_owned()];
    let error = relate(&options, &mut |_| {}).unwrap_err();
    assert!(matches!(&error, SessionError::NoCommand { there, .. } if there.len() == 5), "{error}");
}

#[test]
fn what_is_wrong_with_a_model_is_told_with_its_place() {
    let model = model("wrong", "sig A { f: B }");
    let error = relate(&RelateOptions::new(model.0.clone()), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains(":1:12"), "{error}");
}

#[test]
fn what_is_not_found_rests_on_the_scope_and_on_overflows_where_there_are_some() {
    let text = "open util/integer
one sig Only { n: Int }
sig A {}
enum Colour { Red, Blue }
check small { #A < 4 } for 3
check grows { all i: Int | plus[i, 1] > i } for 2
check even { Only.n != 3 or rem[Only.n, 2] = 1 } for 2
run some_ { some A }
";
    let outcome = run("assumes", text, |_| {});
    let said = |name: &str| {
        let command = outcome.commands.iter().find(|c| c.name == name).unwrap();
        let kinds: Vec<_> = command.assumes.iter().map(|a| a.kind.name()).collect();
        (command.said(), kinds)
    };
    let (small, kinds) = said("small");
    assert_eq!(small, "holds up to the scope, assuming nothing beyond the scope: 3 A");
    assert_eq!(kinds, ["scope"]);
    assert_eq!(said("grows").1, ["scope", "overflow"]);
    assert_eq!(said("some_"), ("instance found".to_owned(), vec![]));
    assert!(said("even").0.contains("integers of 4 bits"), "{}", said("even").0);
    assert!(!outcome.is_exhaustive());
    let json = serde_json::to_value(outcome.summary("folder")).unwrap();
    assert_eq!(json["commands"][0]["assumes"][0]["name"], "scope");
    assert_eq!(json["exhaustive"], false);
    let accepted = run("accepted", text, |options| {
        options.demand.accepted = Accepted::new([AssumptionKind::Scope, AssumptionKind::Overflow]);
    });
    assert!(accepted.is_exhaustive());
    let scope = run("accepted-scope", text, |options| {
        options.demand.accepted = Accepted::new([AssumptionKind::Scope]);
    });
    assert!(!scope.is_exhaustive(), "an overflow is not accepted");
}

#[test]
fn what_the_model_fixes_is_no_scope() {
    let text = "one sig Only {}
abstract sig Colour {}
one sig Red, Blue extends Colour {}
check two { #Colour = 2 and one Only }
";
    let outcome = run("fixed", text, |_| {});
    assert_eq!(outcome.commands[0].said(), "holds up to the scope");
    assert!(outcome.is_exhaustive());
}

use super::*;
use effigy_outcome::language::{Facts, Language, NativeBuild};
use effigy_testkit::TempDir;

const LANGUAGES: ProofLanguages = ProofLanguages::new(&[(
    Language::new(&Facts {
        name: "viper",
        title: "Viper",
        extensions: &["vpr"],
        native: NativeBuild::None,
    }),
    &Viper,
)]);

/// Proves a text without solver and cache.
fn proved(
    text: &str,
    change: impl FnOnce(&mut ProveOptions),
) -> Result<ProveOutcome, SessionError> {
    let folder = TempDir::new();
    let file = folder.path().join("p.vpr");
    std::fs::write(&file, text).unwrap();
    let mut options = ProveOptions { cache: false, ..ProveOptions::new(vec![file]) };
    change(&mut options);
    prove(LANGUAGES, &options)
}

#[test]
fn each_member_has_an_answer() {
    let text =
        "field f: Int\npredicate p(x: Ref) { acc(x.f) }\nfunction g(): Int { 1 }\nmethod m() { }";
    let outcome = proved(text, |_| {}).unwrap();
    let names: Vec<&str> = outcome.members.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["p", "g", "m"]);
    let one = proved(text, |options| options.only = vec!["g".to_owned()]).unwrap();
    assert_eq!(one.members.len(), 1);
}

#[test]
fn a_run_that_is_stopped_proves_nothing() {
    let text = "method m() { assert true }\nmethod n() { assert false }";
    let outcome = proved(text, |options| options.cancel.cancel()).unwrap();
    assert_eq!(outcome.verdict(), effigy_outcome::Verdict::Incomplete);
    assert_eq!(outcome.counts(), [0, 2, 0]);
    assert!(!outcome.incomplete_because().is_empty());
}

#[test]
fn a_member_whose_time_is_over_leaves_the_others_alone() {
    let text = "method m(x: Int) { assert x == x + 0 * x }\nmethod n(x: Int) { assert x > 0 }";
    let outcome = proved(text, |options| options.member_time = Some(Duration::ZERO)).unwrap();
    assert_eq!(outcome.counts(), [0, 2, 0]);
    let because = outcome.incomplete_because();
    assert!(because.iter().all(|b| b.reason.contains("--member-time")), "{because:?}");
    assert_eq!(outcome.stopped, None);
    let hour = |options: &mut ProveOptions| options.member_time = Some(Duration::from_secs(3600));
    assert_eq!(proved(text, hour).unwrap().counts()[0], 1);
}

#[test]
fn a_name_that_no_member_has_is_an_error_that_lists_them() {
    let error = proved("method m() { }", |options| options.only = vec!["n".to_owned()]);
    let message = error.err().map(|e| e.to_string());
    let expected = "no program has a method, function or predicate `n`; it has: m";
    assert_eq!(message.as_deref(), Some(expected));
}

#[test]
fn a_wrong_text_is_reported_with_its_place() {
    let outcome = proved("method m() {\n  x := 1\n}", |_| {}).unwrap();
    let error = outcome.errors.first().expect("an error");
    assert_eq!((error.id.as_str(), error.place.place.line), ("typechecker.error", 2));
    assert_eq!(outcome.verdict(), effigy_outcome::Verdict::Incomplete);
    assert_eq!(outcome.summary().errors.len(), 1);
}

#[test]
fn what_was_proved_is_not_proved_again() {
    let folder = TempDir::new();
    let text = "method m() { assert true }\nmethod n() { assert false }";
    let cached = |text: &str| {
        let kept = folder.path().to_owned();
        let outcome = proved(text, |options| {
            (options.cache, options.cache_folder) = (true, Some(kept));
        });
        let members = outcome.unwrap().members;
        members.iter().map(|m| (m.name.clone(), m.status, m.cached)).collect::<Vec<_>>()
    };
    let (m, n) = ("m".to_owned(), "n".to_owned());
    let (proved, refuted) = (ProofStatus::Proved, ProofStatus::Refuted);
    assert_eq!(cached(text), [(m.clone(), proved, false), (n.clone(), refuted, false)]);
    let moved = format!("// words\n{text}");
    assert_eq!(cached(&moved), [(m.clone(), proved, true), (n.clone(), refuted, false)]);
    let changed = text.replace("true", "1 < 2");
    assert_eq!(cached(&changed), [(m, proved, false), (n, refuted, false)]);
}

#[test]
fn a_run_refutes_what_nothing_decides() {
    // There is no solver here.
    let text = "method m(a: Int, b: Int) requires a > 1 && b > 1 {\n  assert a * b > a + 2\n}";
    let outcome = proved(text, |options| options.program = Some("no-solver".into())).unwrap();
    let failure = outcome.members[0].failures.first().expect("a failure");
    assert_eq!((failure.status, failure.is_run), (ProofStatus::Refuted, true));
    let values: Vec<_> = failure.counterexample.iter().map(|v| (&*v.name, &*v.text)).collect();
    let at = |n: &str| {
        values.iter().find(|(name, _)| *name == n).and_then(|(_, v)| v.parse::<i64>().ok())
    };
    let (a, b) = (at("a").unwrap(), at("b").unwrap());
    assert!(a > 1 && b > 1 && a * b <= a + 2, "{values:?}");
    assert_eq!(outcome.verdict(), effigy_outcome::Verdict::Failed);
}

#[test]
fn what_runs_cannot_be_sure_of_stays_unknown() {
    let domain =
        "domain D { function f(i: Int): Int axiom { forall i: Int :: { f(i) } f(i) == i } }\n";
    let wand = "field g: Int\n";
    for (before, body) in
        [(domain, "assert f(x) > x"), (wand, "package acc(r.g) --* acc(r.g)\n assert x * x > x")]
    {
        let text = format!("{before}method m(x: Int, r: Ref) {{ {body} }}");
        let outcome = proved(&text, |options| options.program = Some("no-solver".into())).unwrap();
        let member = outcome.members.last().unwrap();
        assert_eq!(member.status, ProofStatus::Unknown, "{text}");
        assert!(member.failures.iter().all(|f| !f.is_run && f.counterexample.is_empty()));
    }
}

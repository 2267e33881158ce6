use super::expect::{description_of, klee, seahorn, smack};
use super::list::{Seen, agrees, counts};
use super::program::Expected;
use super::*;

const NO_FLAGS: Vec<String> = Vec::new();

#[test]
fn smack_says_what_it_expects_in_a_comment() {
    let read = |path: &str, text: &str| smack(Path::new(path), text);
    let verified = "// @flag --unroll=3\n// @expect verified\nint main(void) { return 0; }";
    assert_eq!(read("c/data/one.c", verified), Some((Expected::Nothing, NO_FLAGS)));
    assert_eq!(read("c/data/one.c", "/* @expect error */"), Some((Expected::Error, NO_FLAGS)));
    assert_eq!(read("c/data/one.c", "// @expect timeout"), None);
    assert_eq!(read("c/data/one.c", "int main(void) { return 0; }"), None);
    assert_eq!(read("c/contracts/failing/one.c", verified), None);
    assert_eq!(read("c/one.c", &format!("{verified} __SMACK_code(\"assert true;\");")), None);
}

#[test]
fn esbmc_says_what_it_expects_beside_the_program() {
    let read = |text: &str| description_of("main.c", text);
    let holds = "CORE\nmain.c\n--unwind 3 -DN=4\n^VERIFICATION SUCCESSFUL$\n";
    assert_eq!(read(holds), Some((Expected::Nothing, vec!["-DN=4".to_owned()])));
    let fails = "CORE\nmain.c\n\n^  the array ends$\n^VERIFICATION FAILED$\n";
    assert_eq!(read(fails), Some((Expected::Error, NO_FLAGS)));
    for other in [
        "CORE\nother.c\n\n^VERIFICATION FAILED$\n",
        "CORE\nmain.c\n--fixedbv\n^VERIFICATION FAILED$\n",
        "CORE\nmain.c\nsecond.c\n^VERIFICATION FAILED$\n",
        "CORE\nmain.c\n-D'f()=0'\n^VERIFICATION FAILED$\n",
        "CORE\nmain.c\n\n^VERIFICATION FAILED$\n^VERIFICATION SUCCESSFUL$\n",
        "CORE\nmain.c\n\n^ERROR: no such file$\n",
        "CORE\n",
    ] {
        assert_eq!(read(other), None, "{other}");
    }
}

#[test]
fn seahorn_says_what_it_expects_in_lines_to_check() {
    let read = |text: &str| seahorn(Path::new("one.c"), text);
    assert_eq!(read("// RUN: tool %s\n// CHECK: ^unsat$"), Some((Expected::Nothing, NO_FLAGS)));
    assert_eq!(read("// CHECK-L: sat"), Some((Expected::Error, NO_FLAGS)));
    let executed = "// CHECK: ^__VERIFIER_error was executed$\nextern int nd2(void);\n\
                    extern char *nd_text(void);\nbool unknown();\nint nd = f(1);\n";
    let flags = ["-Dnd2=__VERIFIER_nondet_int", "-Dunknown=__VERIFIER_nondet_bool"];
    assert_eq!(read(executed), Some((Expected::Error, flags.map(str::to_owned).to_vec())));
    assert_eq!(read("// CHECK-NOT: ^sat$"), None);
    assert_eq!(read("// CHECK: ^sat$\n// CHECK: ^unsat$"), None);
    assert_eq!(read("int unsat;"), None);
    assert_eq!(seahorn(Path::new("test/synth/one.c"), "// CHECK: ^unsat$"), None);
}

#[test]
fn klee_looks_for_errors_in_its_output() {
    let read = |text: &str| klee(Path::new("one.c"), text);
    let fails = "// RUN: %clang %s -DN=2 -DDIR=%T -g -o %t\n// RUN: %klee %t\n\
                 int main(void) { // CHECK: one.c:[[@LINE+1]]: memory error\n}";
    assert_eq!(read(fails), Some((Expected::Error, vec!["-DN=2".to_owned()])));
    let file = "// RUN: %klee %t\n// RUN: test -f %t.out/test000001.ptr.err";
    assert_eq!(read(file), Some((Expected::Error, NO_FLAGS)));
    for no_file in ["// RUN: ls %t.out | not grep *.err", "// RUN: %klee %t 2> %t.err"] {
        assert_eq!(read(no_file), Some((Expected::Unsaid, NO_FLAGS)));
    }
    assert_eq!(read("// CHECK-NOT: memory error"), Some((Expected::Unsaid, NO_FLAGS)));
    assert_eq!(read("// CHECK: done"), Some((Expected::Unsaid, NO_FLAGS)));
}

#[test]
fn programs_have_a_main() {
    let folder = std::env::temp_dir().join(format!("effigy-suites-test-{}", std::process::id()));
    let programs = folder.join("smack/test/c/data");
    std::fs::create_dir_all(&programs).expect("writable");
    for (name, text) in [
        ("one.c", "// @expect error\nint main (void) { return 0; }"),
        ("two.c", "// @expect error\nint domain(void) { return 0; }"),
        ("three.h", "// @expect error\nint main(void) { return 0; }"),
    ] {
        std::fs::write(programs.join(name), text).expect("writable");
    }
    let found = expect::programs(&folder, &SUITES[0]).expect("readable");
    std::fs::remove_dir_all(&folder).expect("writable");
    let paths: Vec<&str> = found.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["data/one.c"]);
    let table = counts(&[(&found[0], Seen::Passed)]);
    assert!(table.ends_with("| smack | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 0 |\n"), "{table}");
}

#[test]
fn answers_have_a_verdict_and_a_cause() {
    let read = |text: &str| {
        let Answer { seen, cause } = causes::answer(text);
        (seen, cause.split(',').next().unwrap_or("").to_owned())
    };
    let is = |seen, cause: &str| (seen, cause.to_owned());
    assert_eq!(read(r#"{"verdict": "passed"}"#), is(Seen::Passed, "?"));
    let failed = r#"{"verdict": "failed", "findings": [{"kind": "uninitialised"}]}"#;
    assert_eq!(read(failed), is(Seen::Failed, "an uninitialised value"));
    let incomplete = r#"{"verdict": "incomplete", "incomplete_because":
        [{"reason": "not supported: the external function f"}]}"#;
    let undefined = "a function that is neither defined nor modelled";
    assert_eq!(read(incomplete), is(Seen::Incomplete, undefined));
    assert_eq!(read("").0, Seen::NotRun);
}

#[test]
fn only_what_the_list_does_not_have_is_new() {
    assert!(agrees(Expected::Error, Seen::Failed) && agrees(Expected::Unsaid, Seen::Failed));
    assert!(!agrees(Expected::Nothing, Seen::Failed) && !agrees(Expected::Error, Seen::Passed));
    assert!(!agrees(Expected::Unsaid, Seen::Incomplete));
    let text = "# head\nsmack\tone.c\terror\tpassed\tno reason\nsmack\ttwo.c\tnone\tfailed\tnone";
    let listed = list::parse(text).expect("a list");
    let lines: Vec<String> = listed.iter().map(ToString::to_string).collect();
    assert_eq!(format!("# head\n{}", lines.join("\n")), text);
    let mut now = listed[..1].to_vec();
    "?".clone_into(&mut now[0].cause);
    let compared = |now: &[Disagreement]| compare(now.to_vec(), &listed);
    let gone = format!("gone: {}\n", listed[1]);
    assert_eq!(compared(&now), (listed[..1].to_vec(), 0, gone));
    now[0].seen = Seen::NotRun;
    let (same, new, lines) = compared(&now);
    assert_eq!((same, new), (now.clone(), 1));
    assert!(lines.contains("new: smack\tone.c\terror\tnot run\t?\n"), "{lines}");
    causes::LIMIT.clone_into(&mut now[0].cause);
    let (same, new, _) = compared(&now);
    assert_eq!((same, new), (now, 0));
    assert!(list::parse("smack\tone.c\terror\tpassed").is_err());
    assert!(list::parse("smack\tone.c\terror\tdead\t").is_err());
    let causes = list::causes(&listed);
    assert!(causes.contains("| no reason | 1 |  |  |  |\n"), "{causes}");
}

#[test]
fn the_list_of_the_page_has_a_cause_for_every_line() {
    let text = std::fs::read_to_string(crate::root().join(LIST)).expect("the list is there");
    let page = std::fs::read_to_string(crate::root().join("docs/suites.md")).expect("the page");
    let listed = list::parse(&text).expect("a list");
    let tables = list::causes(&listed);
    for table in tables.split("\n## ").filter(|table| !table.is_empty()) {
        assert!(page.contains(table), "the page has another table than the list:\n{table}");
    }
    assert_eq!(listed.iter().filter(|d| d.cause == "?").count(), 0);
}

//! The verb `prove`: its guide, its exit statuses, its JSON, its cache, and solvers that misbehave.

use effigy_testkit::transcript::{Place, check};
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A method that needs no search, and one that does.
const TWO: &str = "\
method easy() {
  var i: Int := 1
  assert i + 1 == 2
}

method hard(a: Int, b: Int)
  requires a > 1 && b > 1
{
  assert a * b > a
}
";

/// A method whose second conjunct fails where `b` is false.
const WRONG: &str = "\
field f: Int

method set(x: Ref, b: Bool)
  requires acc(x.f)
  ensures acc(x.f) && x.f > 0
{
  if (b) {
    x.f := 1
  }
}

method fine(x: Ref)
  requires acc(x.f, 1/2)
  ensures acc(x.f, 1/2)
{
}
";

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path().join("cache"));
    command.arg("prove").args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    let shown = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"))
}

/// The name and the status of each member.
fn members(summary: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let members = summary["members"].as_array().unwrap();
    members.iter().map(|m| (text(&m["name"]), text(&m["status"]))).collect()
}

/// A folder with these programs; `None` where there is no Z3.
fn folder(files: &[(&str, &str)]) -> Option<TempDir> {
    tool("z3")?;
    let folder = TempDir::new();
    for (name, text) in files {
        folder.write(name, text);
    }
    Some(folder)
}

/// A program that stands in for a solver.
fn stand_in(folder: &TempDir, script: &str) -> PathBuf {
    let file = folder.path().join("solver.sh");
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, status)| ((*name).to_owned(), (*status).to_owned())).collect()
}

#[test]
fn the_guide_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let name = |mutant: &str| format!("examples/vpr/{mutant}counter.vpr");
    let text = |mutant: &str| std::fs::read_to_string(root.join(name(mutant))).unwrap();
    let Some(folder) = folder(&[]) else { return };
    std::fs::create_dir_all(folder.path().join("examples/vpr/broken")).unwrap();
    for mutant in ["", "broken/"] {
        folder.write(&name(mutant), text(mutant));
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let path = binary.parent().map(Path::to_path_buf).into_iter().collect();
    check(&root.join("docs/prove.md"), &Place { folder: folder.path().into(), path });
}

#[test]
fn what_is_proved_passes() {
    let Some(folder) = folder(&[("two.vpr", TWO)]) else { return };
    let output = effigy(&folder, &["two.vpr", "--json"]);
    let summary = json(&output);
    assert_eq!(output.status.code(), Some(0), "{summary}");
    assert_eq!((&summary["mode"], &summary["verdict"]), (&"prove".into(), &"passed".into()));
    assert_eq!(members(&summary), pairs(&[("easy", "proved"), ("hard", "proved")]));
    assert_eq!(summary["obligations"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_failure_names_its_conjunct_and_the_path() {
    let Some(folder) = folder(&[("wrong.vpr", WRONG)]) else { return };
    let output = effigy(&folder, &["wrong.vpr", "--json", "--joins", "off"]);
    assert_eq!(output.status.code(), Some(1));
    let summary = json(&output);
    assert_eq!(members(&summary), pairs(&[("set", "refuted"), ("fine", "proved")]));
    let failure = &summary["obligations"][0];
    assert_eq!(failure["error"], "postcondition.violated:assertion.false");
    assert_eq!((&failure["line"], &failure["member"]), (&5.into(), &"set".into()));
    assert_eq!(failure["conjunct"]["text"], "x.f > 0");
    assert_eq!(failure["steps"][0]["line"], 7, "{failure}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("error[postcondition.violated:assertion.false]"), "{text}");
    assert!(text.contains("wrong.vpr:5:"), "{text}");
}

#[test]
fn a_run_confirms_what_a_search_does_not_decide() {
    let text = "\
field val: Int
field next: Ref

predicate list(l: Ref) {
  l != null ==> acc(l.val) && acc(l.next) && list(l.next)
}

function length(l: Ref): Int
  requires list(l)
  ensures result >= 0
{
  l == null ? 0 : 1 + unfolding list(l) in length(l.next)
}

method short(l: Ref, n: Int)
  requires list(l) && n > 3
  ensures list(l) && length(l) < n
{
}
";
    let Some(folder) = folder(&[("list.vpr", text)]) else { return };
    let output = effigy(&folder, &["list.vpr", "--only", "short", "--json"]);
    let summary = json(&output);
    assert_eq!(output.status.code(), Some(1), "{summary}");
    let failure = &summary["obligations"][0];
    assert_eq!((&failure["status"], &failure["confirmed"]), (&"refuted".into(), &true.into()));
    let names: Vec<&str> =
        failure["values"].as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap()).collect();
    // What the conjunct names comes first.
    assert!(names.starts_with(&["l", "n"]) && names.contains(&"l.next"), "{failure}");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("confirmed:") && shown.contains("with  l = r1"), "{shown}");
}

/// An element of an array whose index has no bound on one side: its object is never null.
#[test]
fn an_element_out_of_range_is_told_as_one() {
    let text = "\
field val: Int

domain Row {
  function cell(r: Row, i: Int): Ref
  function size(r: Row): Int
  function row(c: Ref): Row
  function at(c: Ref): Int
  axiom { forall r: Row, i: Int :: { cell(r, i) } row(cell(r, i)) == r && at(cell(r, i)) == i }
  axiom { forall r: Row :: { size(r) } size(r) >= 0 }
}

method clear(r: Row)
  requires forall i: Int :: 0 <= i && i < size(r) ==> acc(cell(r, i).val)
{
  var done: Int := size(r)
  while (done > 0)
    invariant done <= size(r)
    invariant forall i: Int :: 0 <= i && i < size(r) ==> acc(cell(r, i).val)
    invariant forall i: Int :: done <= i && i < size(r) ==> cell(r, i).val == 0
  {
    done := done - 1
    cell(r, done).val := 0
  }
}
";
    let Some(folder) = folder(&[("row.vpr", text)]) else { return };
    let output = effigy(&folder, &["row.vpr", "--json"]);
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("not.wellformed:insufficient.permission"), "{shown}");
    assert!(shown.contains("index may be out of range") && !shown.contains("null"), "{shown}");
}

/// A search that steps over the only element: a sequence of one element shows it.
#[test]
fn a_run_on_a_short_sequence_refutes_a_search() {
    let text = "\
method place(s: Seq[Int], x: Int) returns (from: Int)
  requires forall i: Int, j: Int :: 0 <= i && i < j && j < |s| ==> s[i] <= s[j]
  ensures 0 <= from && from <= |s|
  ensures forall i: Int :: { s[i] } 0 <= i && i < from ==> s[i] < x
  ensures forall i: Int :: { s[i] } from <= i && i < |s| ==> x <= s[i]
{
  var to: Int := |s|
  from := 0
  while (from < to)
    invariant 0 <= from && from <= to && to <= |s|
    invariant forall i: Int :: { s[i] } 0 <= i && i < from ==> s[i] < x
    invariant forall i: Int :: { s[i] } to <= i && i < |s| ==> x <= s[i]
  {
    var middle: Int := (from + to) \\ 2
    if (s[middle] < x) { from := middle + 1 } else { to := middle - 1 }
  }
}
";
    let Some(folder) = folder(&[("place.vpr", text)]) else { return };
    let output = effigy(&folder, &["place.vpr", "--json"]);
    let summary = json(&output);
    assert_eq!(output.status.code(), Some(1), "{summary}");
    let failure = &summary["obligations"][0];
    assert_eq!((&failure["status"], &failure["confirmed"]), (&"refuted".into(), &true.into()));
}

#[test]
fn a_solver_that_gives_up_has_candidates() {
    let text = "\
domain D {
  function f(i: Int): Int
  axiom big { forall i: Int :: { f(i) } f(i) > i }
}

method m(x: Int, y: Int) {
  assert f(x) > x + y
}
";
    let Some(folder) = folder(&[("d.vpr", text)]) else { return };
    let output = effigy(&folder, &["d.vpr", "--json"]);
    let summary = json(&output);
    let failure = &summary["obligations"][0];
    let values = match failure["status"].as_str() {
        Some("unknown") => &failure["candidate_values"],
        _ => &failure["values"],
    };
    let named = |name: &str| values.as_array().unwrap().iter().any(|v| v["name"] == name);
    assert!(named("x") && named("y"), "{failure}");
}

#[test]
fn states_show_store_heap_and_condition() {
    let Some(folder) = folder(&[("wrong.vpr", WRONG)]) else { return };
    let plain = json(&effigy(&folder, &["wrong.vpr", "--json"]));
    assert_eq!(plain["obligations"][0]["states"], Value::Null);
    let shown = json(&effigy(&folder, &["wrong.vpr", "--json", "--states"]));
    let states = shown["obligations"][0]["states"].as_array().unwrap();
    let named = |state: &Value| state["store"].as_array().unwrap().iter().any(|v| v["name"] == "x");
    assert!(states.iter().all(named) && states.iter().any(|s| s["heap"] != serde_json::json!([])));
}

#[test]
fn a_wrong_text_is_bad_input_and_says_where() {
    let folder = TempDir::new();
    folder.write("bad.vpr", "method m() {\n  x := 1\n  y := 2\n}\n");
    let output = effigy(&folder, &["bad.vpr", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let summary = json(&output);
    let errors: Vec<(&Value, &Value)> = summary["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (&error["id"], &error["line"]))
        .collect();
    let id = Value::from("typechecker.error");
    assert_eq!(errors, [(&id, &2.into()), (&id, &3.into())]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("bad.vpr:2:3") && text.contains("refused: 2 errors"), "{text}");
    let output = effigy(&folder, &["missing.vpr"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn one_member_of_several_files_is_proved_alone() {
    let Some(folder) = folder(&[("two.vpr", TWO), ("wrong.vpr", WRONG)]) else { return };
    let summary = json(&effigy(&folder, &["two.vpr", "wrong.vpr", "--json"]));
    assert_eq!(members(&summary).len(), 4);
    let output = effigy(&folder, &["two.vpr", "wrong.vpr", "--only", "fine", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(members(&json(&output)), pairs(&[("fine", "proved")]));
    let output = effigy(&folder, &["two.vpr", "--only", "other"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("`other`; it has: easy, hard"), "{text}");
}

#[test]
fn a_member_that_did_not_change_is_not_proved_again() {
    let Some(folder) = folder(&[("two.vpr", TWO), ("wrong.vpr", WRONG)]) else { return };
    let cached = |arguments: &[&str]| {
        let summary = json(&effigy(&folder, &[arguments, &["--json"]].concat()));
        let members = summary["members"].as_array().unwrap().clone();
        members.iter().filter(|m| m["cached"] == true).count()
    };
    assert_eq!(cached(&["two.vpr"]), 0);
    assert_eq!(cached(&["two.vpr"]), 2);
    assert_eq!(cached(&["two.vpr", "--no-cache"]), 0);
    folder.write("two.vpr", format!("// words\n{}", TWO.replace("i + 1 == 2", "i + 2 == 3")));
    assert_eq!(cached(&["two.vpr"]), 1);
    // What failed is proved again.
    assert_eq!((cached(&["wrong.vpr"]), cached(&["wrong.vpr"])), (0, 1));
}

#[test]
fn without_a_solver_the_rest_is_decided() {
    let folder = TempDir::new();
    folder.write("two.vpr", TWO);
    let output = effigy(&folder, &["two.vpr", "--z3", "./no-solver", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(members(&json(&output)), pairs(&[("easy", "proved"), ("hard", "unknown")]));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("pip install z3-solver"), "{text}");
}

/// Programs of `examples/vpr`, their members that are wrong, and how many members at least are decided without a solver.
const WITHOUT_SOLVER: &[(&str, &[&str], usize)] = &[
    ("array_fill", &[], 1),
    ("array_max", &[], 1),
    ("counter", &[], 4),
    ("fibonacci", &[], 4),
    ("list_append", &[], 3),
    ("list_length", &[], 3),
    ("list_reverse", &[], 4),
    ("opaque", &[], 3),
    ("stack", &[], 6),
    ("termination", &[], 4),
    ("broken/counter", &["increment"], 5),
    ("broken/fibonacci", &["step"], 4),
    ("broken/list_append", &["append"], 4),
    ("broken/opaque", &["widen"], 3),
    ("broken/stack", &["push"], 6),
];

#[test]
fn without_a_solver_instances_and_cases_are_searched() {
    let folder = TempDir::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vpr");
    for (name, wrong, least) in WITHOUT_SOLVER {
        let program = examples.join(format!("{name}.vpr")).display().to_string();
        let output = effigy(&folder, &[&program, "--z3", "./no-solver", "--json", "--no-cache"]);
        let mut decided = 0;
        for (member, status) in members(&json(&output)) {
            let expected = if wrong.contains(&member.as_str()) { "refuted" } else { "proved" };
            assert!([expected, "unknown"].contains(&status.as_str()), "{name}: {member} {status}");
            decided += usize::from(status != "unknown");
        }
        assert!(decided >= *least, "{name}: {decided} members are decided");
    }
}

#[test]
fn without_a_solver_more_than_half_of_the_examples_is_proved() {
    let folder = TempDir::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vpr");
    let (mut proved, mut all) = (0, 0);
    for file in std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "vpr") {
            continue;
        }
        let program = file.to_str().unwrap();
        let output = effigy(&folder, &[program, "--z3", "./no-solver", "--json", "--no-cache"]);
        for (member, status) in members(&json(&output)) {
            assert_ne!(status, "refuted", "{program}: {member}");
            proved += usize::from(status == "proved");
            all += 1;
        }
    }
    assert!(all > 150 && 2 * proved > all, "{proved} of {all}");
}

#[test]
fn a_solver_that_misbehaves_leaves_what_needs_it_unknown() {
    for script in ["exit 1", "while :; do echo nonsense; done", "exec sleep 600", "kill -9 $$"] {
        let folder = TempDir::new();
        folder.write("two.vpr", TWO);
        let solver = stand_in(&folder, script).display().to_string();
        let arguments = ["two.vpr", "--z3", &solver, "--query-time", "1s", "--json"];
        let output = effigy(&folder, &arguments);
        let summary = json(&output);
        assert_eq!(output.status.code(), Some(3), "{script}: {summary}");
        assert_eq!(
            members(&summary),
            pairs(&[("easy", "proved"), ("hard", "unknown")]),
            "{script}"
        );
        let reason = summary["obligations"][0]["reason"].as_str().unwrap();
        assert!(!reason.is_empty(), "{script}: {summary}");
    }
}

/// One that is silent is waited for once, not at each obligation.
#[test]
fn a_solver_that_answers_nothing_is_started_once() {
    let Some(folder) = folder(&[("two.vpr", TWO)]) else { return };
    let script = "echo started >> starts; while read line; do :; done; exec sleep 600";
    let solver = stand_in(&folder, script).display().to_string();
    let output = effigy(&folder, &["two.vpr", "--z3", &solver, "--threads", "1", "--json"]);
    let summary = json(&output);
    let reason = summary["obligations"][0]["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("answers nothing"), "{summary}");
    let starts = std::fs::read_to_string(folder.path().join("starts")).unwrap();
    assert_eq!(starts.lines().count(), 1, "{starts}");
}

#[test]
fn a_deadline_ends_the_run_and_is_said() {
    let Some(folder) = folder(&[("two.vpr", TWO)]) else { return };
    let solver = stand_in(&folder, "exec sleep 600").display().to_string();
    let arguments =
        ["two.vpr", "--z3", &solver, "--query-time", "10m", "--max-time", "1s", "--json"];
    let output = effigy(&folder, &arguments);
    assert_eq!(output.status.code(), Some(3));
    let summary = json(&output);
    let reasons = summary["incomplete_because"].as_array().unwrap();
    let named = |r: &Value| r["reason"].as_str().is_some_and(|text| text.contains("--max-time"));
    assert!(reasons.iter().any(named), "{summary}");
}

#[test]
fn verdicts_do_not_depend_on_workers_or_joins() {
    let Some(folder) = folder(&[("two.vpr", TWO), ("wrong.vpr", WRONG)]) else { return };
    let run = |options: &[&str]| {
        let arguments = [&["two.vpr", "wrong.vpr", "--no-cache", "--json"], options].concat();
        let summary = json(&effigy(&folder, &arguments));
        let failures = summary["obligations"].as_array().unwrap().clone();
        let errors: Vec<(Value, Value)> =
            failures.iter().map(|f| (f["error"].clone(), f["line"].clone())).collect();
        (members(&summary), errors)
    };
    let one = run(&["--threads", "1"]);
    assert_eq!(one, run(&["--threads", "3"]));
    assert_eq!(one, run(&["--joins", "off"]));
}

#[test]
fn smoke_detection_and_other_readings_are_options() {
    let text = "import <own/a.vpr>\nmethod m() requires false { }";
    let Some(folder) = folder(&[("p.vpr", text), ("p.oo", "")]) else { return };
    std::fs::create_dir_all(folder.path().join("lib/own")).unwrap();
    folder.write("lib/own/a.vpr", "field f: Int");
    assert_eq!(effigy(&folder, &["p.vpr"]).status.code(), Some(2));
    assert_eq!(effigy(&folder, &["p.vpr", "--import-path", "lib"]).status.code(), Some(0));
    let smoke = effigy(&folder, &["p.vpr", "--import-path", "lib", "--smoke", "--json"]);
    assert_eq!(smoke.status.code(), Some(1));
    assert_eq!(json(&smoke)["obligations"][0]["error"], "refute.failed:refutation.true");
    let object = effigy(&folder, &["p.oo", "--smoke"]);
    let said = String::from_utf8_lossy(&object.stderr).into_owned();
    assert!(said.contains("--smoke is for Viper programs"), "{said}");
}

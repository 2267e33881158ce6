//! Sessions about proofs: states, forks, failures and typed assertions.

use effigy_debug::{Item, Outcome, ProofEngine, Session as _};
use effigy_session::languages::PROOFS;
use effigy_session::prove::{ProofWalks, ProveOptions};
use effigy_testkit::{TempDir, tool};

const CELL: &str = "field value: Int

method clamp(x: Ref, most: Int)
  requires acc(x.value) && most > 0
  ensures acc(x.value)
  ensures x.value <= most
{
  label before
  if (x.value > most) {
    x.value := most
  }
  assert old[before](x.value) >= x.value
}

method twice(x: Ref, n: Int) returns (r: Int)
  requires acc(x.value) && n > 0
  ensures acc(x.value) && r > 0
{
  r := n
  if (x.value > 3) {
    if (x.value < 2) {
      assert false
    }
    x.value := n
  } else {
    exhale acc(x.value, 1/2)
    r := x.value
  }
}
";

/// A session about [`CELL`], without joins so that both sides of a fork go on.
fn session(joins: bool) -> Option<(ProofEngine, TempDir)> {
    tool("z3")?;
    let folder = TempDir::new();
    let file = folder.write("cell.vpr", CELL);
    let options = ProveOptions { joins, ..ProveOptions::new(vec![file]) };
    let proofs = ProofWalks::load(PROOFS, &options).unwrap_or_else(|e| panic!("{e}"));
    Some((ProofEngine::new(proofs), folder))
}

fn text(engine: &mut ProofEngine, line: &str) -> String {
    let mut items: Vec<Item> = Vec::new();
    assert_eq!(engine.execute(line, &mut |item| items.push(item)), Outcome::GoOn);
    let texts: Vec<String> = items.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

#[test]
fn states_are_shown_statement_by_statement_and_undone() {
    let Some((mut engine, _folder)) = session(false) else { return };
    let begun = text(&mut engine, "prove clamp");
    assert!(
        begun.starts_with("method clamp: proved\nstate 1: before cell.vpr:8 in clamp"),
        "{begun}"
    );
    assert_eq!(text(&mut engine, "old before"), "error: no label `before` was passed");
    let fork = text(&mut engine, "step");
    assert!(
        fork.contains("  1: line 9: the condition holds\n  2: line 9: the condition does not hold"),
        "{fork}"
    );
    assert!(text(&mut engine, "step").contains("several ways"));
    text(&mut engine, "go true");
    let value = text(&mut engine, "examine x.value");
    assert!(value.starts_with("x.value = "), "{value}");
    let ended = text(&mut engine, "where");
    assert_eq!(ended, "line 9: the condition holds");
    assert!(text(&mut engine, "examine x.value").starts_with("x.value = most"));
    assert_ne!(text(&mut engine, "old"), text(&mut engine, "heap"));
    assert_eq!(text(&mut engine, "old"), text(&mut engine, "old before"));
    assert!(text(&mut engine, "back 100").contains("state 1: before cell.vpr:8"));
    assert!(text(&mut engine, "go; go 2").contains("the path ends here, line 13"));
    assert_eq!(text(&mut engine, "where"), "line 9: the condition does not hold");
}

#[test]
fn a_failure_is_gone_to_and_assertions_are_asked_there() {
    for joins in [false, true] {
        let Some((mut engine, _folder)) = session(joins) else { return };
        text(&mut engine, "prove twice");
        let failed = text(&mut engine, "failure 1");
        assert!(failed.contains("the path ends here, line 29"), "{failed}");
        assert!(failed.contains("insufficient.permission"), "{failed}");
        assert!(failed.contains("the heap has x.value |-> "), "{failed}");
        assert_eq!(text(&mut engine, "check acc(x.value, 1/2)"), "it holds");
        assert_eq!(text(&mut engine, "check r <= 3 && n > 0"), "it holds");
        let denied = text(&mut engine, "check n > 0 && acc(x.value)");
        assert!(denied.starts_with("it does not follow: acc(x.value)"), "{denied}");
        assert!(text(&mut engine, "check r >").starts_with("error: "));
        assert!(text(&mut engine, "check nobody > 1").contains("`nobody`"));
        assert_eq!(text(&mut engine, "check acc(x.value, 1/2)"), "it holds");
        let tree = text(&mut engine, "tree");
        assert_eq!(tree.matches("FAILS").count(), 1, "{tree}");
        assert_eq!(tree.lines().filter(|l| l.contains("line 23")).count(), 0, "{tree}");
    }
}

#[test]
fn members_are_named_and_errors_leave_the_session() {
    let Some((mut engine, _folder)) = session(true) else { return };
    assert!(engine.greeting()[0].to_string().contains("clamp, twice"));
    assert!(text(&mut engine, "heap").contains("begin with `prove NAME`"));
    let table = text(&mut engine, "prove");
    assert!(table.contains("method  clamp  proved") && table.contains("twice"), "{table}");
    assert!(text(&mut engine, "prove clmp").contains("is it `clamp`?"));
    assert!(text(&mut engine, "stp").contains("is it `step`?"));
    text(&mut engine, "prove clamp");
    assert!(text(&mut engine, "break 99").contains("lines 1 to"));
    assert_eq!(text(&mut engine, "break 12"), "breakpoint before line 12");
    text(&mut engine, "step");
    assert!(text(&mut engine, "go 1; go").contains("breakpoint, state"));
    assert!(text(&mut engine, "state 99").contains("states 1 to"));
    assert!(engine.complete("exam").contains(&"examine".to_owned()));
    assert_eq!(engine.complete("examine mo"), ["most"]);
}

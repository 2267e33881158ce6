//! Sessions through the engine: what it answers as data, and what a transcript cannot show.

use effigy_debug::{Engine, Item, Outcome, Session as _, Table, tree};
use effigy_session::debug::Debugger;
use effigy_session::options::{ExploreOptions, Integers};
use effigy_testkit::TempDir;

const COUNT: &str = "COUNT: PROCEDURE (N, S);
    S = 0;
    DO I = 1 TO N;
        S = S + I;
    END;
END;
";

const SIGN: &str = "SIGN: PROCEDURE (X, S);
    IF X > 0 THEN S = 1;
    ELSE IF X < 0 THEN S = -1;
    ELSE S = 0;
    WRITE (S);
END;
";

const CALLS: &str = "OUTER: PROCEDURE (X);
    X = X + 1;
    CALL INNER (X);
    X = X * 2;
END;
INNER: PROCEDURE (Y);
    DCL C STATIC INITIAL(0);
    C = C + 1;
    Y = Y + C;
END;
";

/// A session about a program on machine integers, which needs no solver to be installed.
struct Session {
    engine: Engine,
    _folder: TempDir,
}

impl Session {
    fn new(text: &str) -> Self {
        let folder = TempDir::new();
        let file = folder.write("program.pli", text);
        let options = ExploreOptions { integers: Integers::Fixed(32), ..ExploreOptions::new(file) };
        let debugger = Debugger::load(&options).unwrap_or_else(|e| panic!("{e}"));
        Self { engine: Engine::new(debugger), _folder: folder }
    }

    fn items(&mut self, line: &str) -> Vec<Item> {
        let mut items = Vec::new();
        assert_eq!(self.engine.execute(line, &mut |item| items.push(item)), Outcome::GoOn);
        items
    }

    fn text(&mut self, line: &str) -> String {
        let texts: Vec<String> = self.items(line).iter().map(ToString::to_string).collect();
        texts.join("\n")
    }
}

#[test]
fn any_number_of_steps_can_be_undone() {
    let mut session = Session::new(COUNT);
    session.items("break 4; CALL COUNT (3000, S)");
    session.items("delete all; go");
    assert_eq!(session.text("S"), "S = 4501500");
    session.items("back 4000");
    let early = session.text("I; S");
    let i: u64 =
        early.lines().next().and_then(|l| l.strip_prefix("I = ")).unwrap().parse().unwrap();
    assert!(i < 3000, "{early}");
    assert_eq!(early.lines().nth(1), Some(format!("S = {}", i * (i + 1) / 2 - i).as_str()));
    session.items("go");
    assert_eq!(session.text("S"), "S = 4501500");
    session.items("back 1000000");
    assert_eq!(session.text("where"), "nothing is being executed");
}

#[test]
fn assignments_of_a_long_session_can_be_undone() {
    let mut session = Session::new(COUNT);
    session.items("break 4; CALL COUNT (3000, S); delete all");
    assert_eq!(session.text("I = 10; I = 20"), "I = 10\nI = 20");
    session.items("step 5000; back 5000");
    assert_eq!(session.text("I"), "I = 20");
    session.items("back");
    assert_eq!(session.text("I"), "I = 10");
    session.items("back");
    assert_eq!(session.text("I"), "I = 1");
}

#[test]
fn both_sides_of_a_fork_are_walked_from_a_saved_state() {
    let mut session = Session::new(SIGN);
    let fork = session.items("CALL SIGN (\"X\", S)");
    assert!(matches!(fork.as_slice(), [Item::Fork { fork, .. }] if fork.sides.len() == 2));
    assert!(session.text("save; go true").ends_with("S = 1"));
    assert!(session.text("restore 1; go false; go true").ends_with("S = -1"));
    assert!(session.text("restore 1; go false; go false").ends_with("S = 0"));
    let drawn = session.text("tree");
    let forks = drawn.lines().filter(|l| l.contains("-T-") || l.contains("-F-")).count();
    assert_eq!(forks, 4, "{drawn}");
    assert!(!drawn.contains("..."), "{drawn}");
}

#[test]
fn the_manager_checks_the_end_of_every_path() {
    let mut session = Session::new(SIGN);
    let items = session.items("TEST (100) SIGN (\"X\", S) PROVE (\"X\" < 10 & S > -1)");
    let Some(Item::Table(Table { columns, rows })) = items.first() else { panic!("{items:?}") };
    assert_eq!(columns.join(" "), "pc S PROVE");
    let checks: Vec<&str> = rows.iter().map(|r| r[1..].join(" ")).map(|s| &*s.leak()).collect();
    assert_eq!(checks, ["1 false for some inputs", "-1 false", "0 true"]);
    assert_eq!(session.text("where"), "nothing is being executed");
}

#[test]
fn a_statement_budget_cuts_paths_and_says_so() {
    let mut session = Session::new(COUNT);
    let items = session.items("assume (\"N\" < 100); TEST (10) COUNT (\"N\", S)");
    let Some(Item::Table(table)) = items.get(1) else { panic!("{items:?}") };
    let cut = table.rows.iter().filter(|r| r.last().is_some_and(|c| c.contains("cut after 10")));
    assert!(cut.count() > 0 && table.rows.iter().any(|r| r.last().is_some_and(String::is_empty)));
}

#[test]
fn results_of_concrete_calls_stay_in_the_variables() {
    let mut session = Session::new(CALLS);
    session.items("X = 5; CALL OUTER (X)");
    assert_eq!(session.text("X"), "X = 14");
    session.items("CALL OUTER (X)");
    assert_eq!(session.text("X"), "X = 34");
}

#[test]
fn calls_are_stepped_over_and_into() {
    let mut session = Session::new(CALLS);
    session.items("X = 5; break before 3 of OUTER; break after 3 of OUTER");
    session.items("CALL OUTER (X)");
    assert_eq!(session.text("where").lines().count(), 1);
    session.items("step 2");
    let stack = session.text("where");
    assert_eq!(stack.lines().count(), 2, "{stack}");
    assert!(stack.contains("1: OUTER at statement 3"), "{stack}");
    assert_eq!(session.text("variables 1"), "X = 6");
    let after = session.text("go");
    assert!(after.contains("breakpoint 2, after 3 of OUTER: before statement 4"), "{after}");
    let next = session.text("back 5; next");
    assert!(next.ends_with("before statement 4 of OUTER: X = X * 2;"), "{next}");
}

#[test]
fn an_interrupted_command_leaves_a_session() {
    let mut session = Session::new("LOOP: PROCEDURE (X); L: X = 0; GO TO L; END;");
    let token = session.engine.cancel_token();
    let interrupting = std::thread::spawn(move || {
        for _ in 0..200 {
            std::thread::sleep(std::time::Duration::from_millis(5));
            token.cancel();
        }
    });
    let text = session.text("CALL LOOP (X)");
    assert!(text.starts_with("interrupted: before statement"), "{text}");
    interrupting.join().unwrap();
    assert_eq!(session.text("pc"), "pc = (true)");
    assert!(session.text("step").starts_with("before statement"));
}

#[test]
fn an_error_in_a_check_of_paths_leaves_the_session() {
    let mut session = Session::new(SIGN);
    session.items("X = 1; break 1; CALL SIGN (X, S)");
    let before = session.text("where; pc; X");
    let items = session.items("TEST (100) SIGN (\"X\", S) PROVE (S > )");
    assert!(matches!(items.as_slice(), [Item::Error { .. }]), "{items:?}");
    assert_eq!(session.text("where; pc; X"), before);
}

#[test]
fn trees_are_written_as_graphs_and_pages() {
    let mut session = Session::new(SIGN);
    session.items("CALL SIGN (\"X\", S); save; go true; restore 1; go false");
    let file = |items: Vec<Item>| match items.into_iter().next() {
        Some(Item::File { path, contents }) => (path, contents),
        other => panic!("{other:?}"),
    };
    let (path, dot) = file(session.items("tree dot sign.dot"));
    assert_eq!(path, "sign.dot");
    assert_eq!(dot.matches("[label=\"T\"]").count(), 2, "{dot}");
    assert!(dot.starts_with("digraph \"CALL SIGN(\\\"X\\\", S)\" {"), "{dot}");
    let (_, page) = file(session.items("tree html sign.html"));
    assert_eq!(page.matches("<circle").count(), dot.matches("[label=\"").count() - 4, "{page}");
    assert!(page.contains("X &gt; 0"), "{page}");
    let empty = effigy_session::debug::WalkedTree::default();
    assert_eq!(tree::text(&empty), "nothing was executed yet");
}

#[test]
fn words_are_completed() {
    let mut session = Session::new(SIGN);
    assert_eq!(session.engine.complete("resto"), ["restore"]);
    assert_eq!(session.engine.complete("CALL SI"), ["SIGN"]);
    session.items("FOUND = 1");
    assert_eq!(session.engine.complete("examine fo"), ["FOUND"]);
    assert_eq!(session.engine.complete("save; go"), ["go"]);
}

#[test]
fn after_an_error_the_rest_of_the_line_is_left_out() {
    let mut session = Session::new(SIGN);
    let items = session.items("X = 1; go ture; X = 2");
    assert!(matches!(items.as_slice(), [Item::Value(_), Item::Error { at: Some(3), .. }]));
    assert_eq!(session.text("X"), "X = 1");
}

#[test]
fn in_a_table_of_paths_names_stand_without_quotes() {
    let mut session = Session::new(
        "Q: PROCEDURE (L, U);\n    J = L + U;\n    L = L - 1;\n    IF J > 3 THEN J = 1;\n    J = 2;\n    J = 3;\n    RETURN (J);\nEND;\n",
    );
    let table = session.text("TEST (5) Q (\"L\",\"U\")");
    assert!(table.contains("L + U > 3 ") || table.contains("L + U >= 4"), "{table}");
    assert!(!table.contains('"'), "{table}");
}

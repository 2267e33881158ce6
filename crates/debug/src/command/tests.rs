use super::*;
use crate::breakpoint::Site;

fn read(text: &str) -> Command<'_> {
    parse(text).unwrap_or_else(|w| panic!("{text}: {} at {:?}", w.message, w.part))
}

#[test]
fn words_are_those_of_the_paper_in_any_case() {
    assert_eq!(read("CALL SUM (\"A\", 3, 5)"), Command::Call("SUM (\"A\", 3, 5)"));
    assert_eq!(read("Go True"), Command::Go(Go::Side(0)));
    assert_eq!(read("go false"), Command::Go(Go::Side(1)));
    assert_eq!(read("go 3"), Command::Go(Go::Side(2)));
    assert_eq!(read("assume (\"a\" > 10)"), Command::Assume("(\"a\" > 10)"));
    let test =
        Command::Test { budget: 200, call: "SEARCH (A, 1, 5, \"X\", FOUND, J)", check: None };
    assert_eq!(read("TEST (200) SEARCH (A, 1, 5, \"X\", FOUND, J)"), test);
    let test = Command::Test { budget: 9, call: "P (X)", check: Some("(X > 0)") };
    assert_eq!(read("test (9) P (X) PROVE (X > 0)"), test);
    assert_eq!(read("back"), Command::Back(1));
    assert_eq!(read("restore 2"), Command::Restore(2));
}

#[test]
fn assignments_and_expressions_need_no_word() {
    assert_eq!(read("A(1) = \"A(1)\""), Command::Assign("A(1) = \"A(1)\""));
    assert_eq!(read("set X = 5"), Command::Assign("X = 5"));
    assert_eq!(read("X ← 5"), Command::Assign("X ← 5"));
    assert_eq!(read("X"), Command::Examine("X"));
    assert_eq!(read("X <= 5"), Command::Examine("X <= 5"));
    assert_eq!(read("x == 5"), Command::Examine("x == 5"));
    assert_eq!(read("p->f = 1"), Command::Assign("p->f = 1"));
    assert_eq!(read("assume (X = 5)"), Command::Assume("(X = 5)"));
    assert_eq!(read("examine X = 5"), Command::Examine("X = 5"));
    assert_eq!(read("step = 5"), Command::Assign("step = 5"));
}

#[test]
fn breakpoints_have_a_place_and_a_condition() {
    let breakpoint = |text| match read(text) {
        Command::Break(b) => b,
        other => panic!("{other:?}"),
    };
    assert_eq!(breakpoint("break 7").site, Site::Before(7));
    assert_eq!(breakpoint("break between 4 and 5").site, Site::Between(4, 5));
    let found = breakpoint("break after 4 of POWER if J > 2");
    assert_eq!(found.to_string(), "after 4 of POWER if J > 2");
    assert_eq!(breakpoint("break prog.c:12").file.as_deref(), Some("prog.c"));
    assert_eq!(breakpoint("break total if n > 1").to_string(), "at total if n > 1");
    assert_eq!(read("break"), Command::Breakpoints);
}

#[test]
fn traces_name_parts_and_statements() {
    let trace = |text| match read(text) {
        Command::Trace(t) => (t.number, t.source, t.results, t.statements),
        other => panic!("{other:?}"),
    };
    assert_eq!(trace("trace"), (true, true, true, vec![]));
    assert_eq!(trace("trace results 4-6, 8"), (false, false, true, vec![(4, 6), (8, 8)]));
    assert_eq!(trace("trace number source"), (true, true, false, vec![]));
    assert_eq!(read("trace off"), Command::TraceOff);
}

#[test]
fn what_is_wrong_is_located() {
    let part = |text| parse(text).err().map(|w| w.part);
    assert_eq!(part("go ture"), Some("ture"));
    assert_eq!(part("break after x"), Some("x"));
    assert_eq!(part("step x"), Some("x"));
    assert_eq!(part("pc now"), Some("now"));
    assert_eq!(part("TEST SUM (1)"), Some("SUM (1)"));
    assert_eq!(part("assume"), Some("assume"));
}

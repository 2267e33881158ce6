//! The table of what is supported: each row's programs end as the row says, and its tests exist.

use super::support::{Run, path_line};
use effigy_lang_pli::lower::{Integers, LowerOptions, lower};
use effigy_lang_pli::parse;
use effigy_testkit::tool;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A row of the page.
struct Row {
    construct: String,
    programs: Vec<String>,
    outcome: String,
    tests: Vec<String>,
    integers: Integers,
}

/// The texts between backquotes.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The one text of a cell; between two backquotes on each side, when it has some itself.
fn code(cell: &str) -> &str {
    let cell = cell.trim();
    let fence = if cell.starts_with("``") { "``" } else { "`" };
    let inner = cell.strip_prefix(fence).and_then(|c| c.strip_suffix(fence)).unwrap_or("").trim();
    assert!(fence.len() == 2 || !inner.contains('`'), "no text of one fence: {cell}");
    inner
}

fn rows() -> Vec<Row> {
    let page = std::fs::read_to_string(root().join("../../docs/pli-support.md"));
    let page = page.expect("the page is there").replace("\\|", "\u{1}");
    let mut integers = Integers::Unbounded;
    let mut rows = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.replace('\u{1}', "|")).collect();
        let [construct, programs, outcome, tests] = cells.as_slice() else {
            panic!("not four cells: {line}")
        };
        if construct.contains("**") || construct.trim() == "Construct" {
            let fixed = construct.contains("--ints fixed");
            integers = if fixed { Integers::Fixed } else { Integers::Unbounded };
            continue;
        }
        rows.push(Row {
            construct: construct.trim().to_owned(),
            programs: codes(programs),
            outcome: code(outcome).to_owned(),
            tests: codes(tests),
            integers,
        });
    }
    rows
}

/// The file that a program of the page stands for.
fn file(program: &str) -> String {
    match program.starts_with("T: PROC") {
        true => program.to_owned(),
        false => format!("T: PROCEDURE (X, Y, A);\nDCL A(*);\n{program}\nEND;\n"),
    }
}

/// How a program ends, as the page says it.
fn outcome(program: &str, integers: Integers) -> String {
    let text = file(program);
    let (tree, mut errors) = parse("test.pli", text.as_bytes());
    if errors.is_empty() {
        let lowered =
            lower(&tree, &Default::default(), None, LowerOptions { integers, shared: false });
        errors = lowered.err().unwrap_or_default();
    }
    if let Some(error) = errors.first() {
        assert!(error.line > 0, "{program}: no place: {error}");
        return format!("error: {}", error.message);
    }
    let run = Run { source: &text, integers, budget: Some(200) };
    run.procedure("T").iter().map(path_line).collect::<Vec<_>>().join("; ")
}

#[test]
fn every_program_of_the_page_ends_as_it_says() {
    if tool("z3").is_none() {
        return;
    }
    let (mut wrong, mut programs) = (Vec::new(), 0);
    for row in rows() {
        assert!(!row.programs.is_empty(), "no program in the row `{}`", row.construct);
        for program in &row.programs {
            programs += 1;
            let found = outcome(program, row.integers);
            if found != row.outcome {
                wrong.push(format!("{program}\n  the page: {}\n  found:    {found}", row.outcome));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(programs > 100, "{programs}");
}

#[test]
fn every_row_of_the_page_names_tests_that_exist() {
    for row in rows() {
        assert!(!row.tests.is_empty(), "no test in the row `{}`", row.construct);
        for name in &row.tests {
            let [group, module, function] = name.split("::").collect::<Vec<_>>()[..] else {
                panic!("no name of a test: {name}")
            };
            let file = root().join("tests/lang-pli").join(group).join(format!("{module}.rs"));
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let test = format!("#[test]\nfn {function}() {{");
            assert!(text.contains(&test), "no such test: {name}");
        }
    }
}

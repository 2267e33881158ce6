//! The execution tree as a page, in a browser.

use crate::browser::Page;
use crate::fixture::{failed, golden_folder, large_tree, stock};
use effigy_report::sources::Sources;
use effigy_report::tree::page::page;
use effigy_report::tree::view::TreeView;
use effigy_session::outcome::{
    Ending, ExecutionTree, FileCoverage, FunctionCoverage, Merged, MergedFork, RunOutcome, TreeNode,
};
use effigy_testkit::TempDir;
use serde_json::json;

/// The rows that are there.
const ROWS: &str = "document.querySelectorAll('[role=treeitem]').length";
/// All elements.
const ELEMENTS: &str = "document.querySelectorAll('*').length";
/// The text of the chosen row.
const CHOSEN: &str = "document.querySelector('[role=treeitem][aria-selected=true]').textContent";
/// The source line of the chosen node.
const HERE: &str = "document.querySelector('.codeline.here .text').textContent.trim()";

/// Opens the page of a run.
fn open(outcome: &RunOutcome) -> Option<(TempDir, Page)> {
    let folder = TempDir::new();
    let view = TreeView::of(outcome, &mut Sources::new(golden_folder()));
    let file = folder.write("tree.html", page(&view).unwrap());
    let page = Page::open(&file, 1280, 800)?;
    Some((folder, page))
}

/// What ran of the source of the fixture.
fn covered() -> Vec<FileCoverage> {
    let function =
        |name: &str, line, entered| FunctionCoverage { name: name.to_owned(), line, entered };
    vec![FileCoverage {
        file: "source/stock.c".to_owned(),
        lines: vec![(4, 3), (5, 3), (6, 0), (7, 3), (13, 3), (14, 3)],
        branches: vec![(5, 0, true), (5, 1, false), (14, 0, true), (14, 1, true)],
        functions: vec![function("take", 4, false), function("main", 10, true)],
    }]
}

/// A tree of more than a hundred thousand nodes; four paths became one on the way to the third one.
fn large() -> RunOutcome {
    let mut outcome = large_tree(50_001);
    assert_eq!(outcome.tree.nodes.len(), 100_001);
    outcome.coverage.files = covered();
    let fork = |line, condition: &str, other: &str| MergedFork {
        place: stock(line, 9),
        sides: vec![condition.into(), other.into()],
    };
    outcome.tree.nodes[2].merged = vec![Merged {
        paths: 4,
        place: stock(8, 1),
        forks: vec![
            fork(5, "stdin[3] < 7", "stdin[3] >= 7"),
            fork(6, "stdin[4] == 1", "stdin[4] != 1"),
        ],
        more: true,
    }];
    outcome
}

#[test]
fn a_hundred_thousand_nodes_fold_and_few_of_them_are_elements() {
    let outcome = large();
    let Some((_folder, mut page)) = open(&outcome) else { return };
    let kinds = page.text("document.getElementById('kinds').textContent");
    let paths = outcome.paths;
    assert!(
        kinds.contains(&format!("{} completed{} failed", paths.completed, paths.failed)),
        "{kinds}"
    );
    // Everything is open: still only what is on the screen exists.
    page.click("#expand");
    let height = page.number("document.getElementById('space').clientHeight");
    assert_eq!(height, 100_001.0 * 26.0);
    for _ in 0..5 {
        page.wheel("#outline", 30_000.0);
        page.wait_for("document.getElementById('outline').scrollTop > 0");
        assert!(page.number(ROWS) < 60.0);
        assert!(page.number(ELEMENTS) < 1200.0);
    }
    // The last one is reached, and closing all leaves one.
    page.value("document.getElementById('outline').focus()");
    page.press("End");
    let level = "Number(document.querySelector('[aria-selected=true]').getAttribute('aria-level'))";
    assert!(page.number(level) > 15.0);
    page.click("#collapse");
    assert_eq!(page.number(ROWS), 1.0);
    // Opening with a key, and closing again.
    page.value("document.getElementById('outline').focus()");
    let expanded = "document.querySelector('[role=treeitem]').getAttribute('aria-expanded')";
    assert_eq!(page.text(expanded), "false");
    page.press("ArrowRight");
    assert_eq!(page.text(expanded), "true");
    assert_eq!(page.number(ROWS), 3.0);
    page.press("ArrowRight");
    assert!(page.text(CHOSEN).contains("stdin[0] < 32"), "{}", page.text(CHOSEN));
    page.press("ArrowLeft");
    page.press("ArrowLeft");
    assert_eq!(page.text(expanded), "false");
    page.click(".caret");
    assert_eq!(page.number(ROWS), 3.0);
}

#[test]
fn searching_goes_through_matches_and_findings_follow_each_other() {
    let outcome = large();
    let wanted = outcome.tree.nodes.iter().filter(|node| node.condition.contains("stdin[14] < 77"));
    let wanted = wanted.count();
    assert!(wanted > 10, "{wanted}");
    let Some((_folder, mut page)) = open(&outcome) else { return };
    page.press("/");
    page.type_text("stdin[14] < 77");
    page.press("Enter");
    assert_eq!(
        page.text("document.getElementById('hits').textContent"),
        format!("{wanted} matches")
    );
    assert!(page.text(CHOSEN).contains("stdin[14] < 77"));
    let first = page.text("location.hash");
    page.press("Enter");
    assert!(page.text(CHOSEN).contains("stdin[14] < 77"));
    assert_ne!(page.text("location.hash"), first);
    page.press("Escape");
    assert_eq!(page.text("document.activeElement.id"), "outline");
    // Findings, from the tree.
    let mut seen = Vec::new();
    for _ in 0..3 {
        page.press("n");
        assert!(page.text(CHOSEN).contains("failed: assertion"), "{}", page.text(CHOSEN));
        seen.push(page.text("location.hash"));
    }
    page.press("N");
    assert_eq!(page.text("location.hash"), seen[1]);
    seen.dedup();
    assert_eq!(seen.len(), 3);
}

#[test]
fn the_source_stands_beside_the_tree_with_what_ran_of_it() {
    let Some((_folder, mut page)) = open(&failed_with_coverage()) else { return };
    // The failing path is shown first, at its line.
    assert!(page.text(CHOSEN).contains("7 - stdin[0] < 0"));
    assert_eq!(page.text(HERE), "assert(stock >= 0);");
    let line = |number: u32| format!("document.getElementById('line-{number}')");
    let mut class = |number| page.text(&format!("{}.className", line(number)));
    assert_eq!(class(6), "codeline missed");
    assert_eq!(class(7), "codeline ran");
    assert!(class(5).starts_with("codeline partly"));
    assert_eq!(class(1), "codeline");
    let name = page.text(&format!("{}.getAttribute('aria-label')", line(4)));
    assert_eq!(
        name,
        "line 4, ran, take was never entered, static int take(int stock, int amount) {"
    );
    let all = page.number("document.querySelectorAll('.codeline').length");
    assert_eq!(all, 16.0, "the whole file is there");
    let covered = page.text("document.getElementById('covered').textContent");
    assert_eq!(covered, "5 of 6 lines ran, 1 function never entered");
    // Another node, another line.
    page.value("document.getElementById('outline').focus()");
    page.press("Home");
    assert_eq!(page.text(HERE), "if (amount > 9)");
    // A line leaves the paths through it.
    assert_eq!(page.number(ROWS), 5.0);
    page.click("#line-15");
    assert_eq!(page.text("document.getElementById('hits').textContent"), "2 matches");
    assert_eq!(page.number(ROWS), 4.0);
    page.click("#clear");
    assert_eq!(page.number(ROWS), 5.0);
    // The same with keys alone.
    page.press("s");
    page.press("End");
    page.press("ArrowUp");
    page.press("Enter");
    assert_eq!(page.number(ROWS), 4.0);
    page.press("Escape");
    assert_eq!(page.number(ROWS), 5.0);
    page.press("t");
    assert_eq!(page.text("document.activeElement.id"), "outline");
}

fn failed_with_coverage() -> RunOutcome {
    let mut outcome = failed();
    outcome.coverage.files = covered();
    outcome
}

#[test]
fn a_merged_path_says_which_paths_came_together() {
    let Some((_folder, mut page)) = open(&large()) else { return };
    page.click("#collapse");
    page.value("document.getElementById('outline').focus()");
    page.press("ArrowRight");
    let merged = "[...document.querySelectorAll('.merged')].map((mark) => mark.textContent).join()";
    assert_eq!(page.text(merged), "4 merged");
    page.press("End");
    let told = page.text("document.querySelector('.merge').innerText");
    for part in [
        "4 paths became one at source/stock.c:8",
        "stdin[3] < 7 or stdin[3] >= 7",
        "parted at source/stock.c:5",
        "stdin[4] == 1 or stdin[4] != 1",
        "and at further forks",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    page.press("ArrowUp");
    assert_eq!(page.value("document.querySelector('.merge')"), json!(null));
}

#[test]
fn the_page_is_told_to_those_who_hear_it() {
    let Some((_folder, mut page)) = open(&failed_with_coverage()) else { return };
    let nodes = page.accessible();
    let of_role = |role: &str| -> Vec<String> {
        let named = nodes.iter().filter(|node| node["role"]["value"] == json!(role));
        named.map(|node| node["name"]["value"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(of_role("tree"), ["Execution tree"]);
    let items = of_role("treeitem");
    assert_eq!(items.len(), 5);
    assert_eq!(items[0], "main, 3 paths: 2 completed, 1 failed, source/stock.c:5");
    assert!(items[4].starts_with("false: 7 - stdin[0] < 0, failed: assertion"), "{}", items[4]);
    assert_eq!(of_role("listbox"), ["Source lines of source/stock.c"]);
    assert_eq!(of_role("option").iter().filter(|name| name.starts_with("line ")).count(), 16);
    for role in ["button", "combobox", "searchbox"] {
        let names = of_role(role);
        assert!(!names.is_empty() && names.iter().all(|name| name.len() > 2), "{role}: {names:?}");
    }
    let items = nodes.iter().filter(|node| node["role"]["value"] == json!("treeitem"));
    for (item, level) in items.zip([1, 2, 2, 3, 3]) {
        let properties = item["properties"].as_array().unwrap();
        let has = |name: &str| properties.iter().find(|p| p["name"] == json!(name));
        assert_eq!(has("level").unwrap()["value"]["value"], json!(level), "{item}");
    }
}

#[test]
fn a_tree_that_is_higher_than_browsers_draw_is_walked_to_its_end() {
    let length = 320_000;
    let link = |index: u32| TreeNode {
        parent: index.checked_sub(1),
        condition: format!("n > {index}").into(),
        ..TreeNode::default()
    };
    let mut nodes: Vec<TreeNode> = (0..length).map(link).collect();
    nodes[length as usize - 1].ending = Some(Ending::Completed { status: 0 });
    let outcome = RunOutcome { tree: ExecutionTree { nodes }, ..RunOutcome::default() };
    let Some((_folder, mut page)) = open(&outcome) else { return };
    page.click("#expand");
    assert_eq!(page.number("document.getElementById('space').clientHeight"), 8e6);
    page.value("document.getElementById('outline').focus()");
    page.press("End");
    assert!(page.text(CHOSEN).contains("n > 319999"), "{}", page.text(CHOSEN));
    page.press("ArrowUp");
    assert!(page.text(CHOSEN).contains("n > 319998"), "{}", page.text(CHOSEN));
    assert!(page.number(ELEMENTS) < 1500.0);
    page.press("Home");
    assert!(page.number("document.getElementById('outline').scrollTop") < 1.0);
}

#[test]
fn nothing_is_fetched_and_nothing_stands_beside_the_window() {
    let Some((_folder, mut page)) = open(&large()) else { return };
    let fetched = "performance.getEntriesByType('resource').length";
    assert_eq!(page.number(fetched), 0.0);
    for (width, height) in [(1280, 800), (1000, 700), (420, 800)] {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        page.call("Emulation.setDeviceMetricsOverride", size);
        page.drawn();
        let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert!(page.number(over) <= 0.0, "{width}");
        // No part of a row covers another one.
        let covers = "(() => { for (const row of document.querySelectorAll('.row')) { \
            const parts = [...row.children].map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0); \
            for (let k = 1; k < parts.length; k++) if (parts[k].left < parts[k - 1].right - 1) return row.textContent; \
            } return ''; })()";
        assert_eq!(page.text(covers), "", "{width}");
    }
}

//! The execution tree in its four forms.

use crate::fixture::{assert_golden, failed, golden_folder, large_tree};
use effigy_report::sources::Sources;
use effigy_report::tree::dot::dot;
use effigy_report::tree::page::page;
use effigy_report::tree::text::{Selection, text};
use effigy_report::tree::view::TreeView;
use effigy_session::outcome::{Ending, ExecutionTree, RunOutcome, TreeNode};

fn view(outcome: &RunOutcome) -> TreeView {
    TreeView::of(outcome, &mut Sources::new(golden_folder()))
}

#[test]
fn text_and_graph() {
    let view = view(&failed());
    assert_golden("tree.txt", &text(&view, &Selection::default()));
    assert_golden("tree.dot", &dot(&view));
}

/// What one path requires that many became can be very long.
#[test]
fn lines_and_labels_are_short() {
    let mut outcome = failed();
    outcome.tree.nodes[1].condition = "stdin[0] == 1 || ".repeat(500).into();
    let view = view(&outcome);
    for drawn in [text(&view, &Selection::default()), dot(&view)] {
        assert!(drawn.contains("stdin[0] == 1 || "), "{drawn}");
        assert!(drawn.contains("... (8500 characters)"), "{drawn}");
        assert!(drawn.lines().all(|line| line.chars().count() < 300), "{drawn}");
    }
    // The whole text stays where it can be searched.
    assert_eq!(view.string(view.nodes[1].condition).len(), 8500);
}

#[test]
fn a_selection_keeps_what_leads_to_its_leaves() {
    let view = view(&failed());
    let selection = Selection { depth: None, ending: Some("failed".to_owned()) };
    assert_golden("tree-failed.txt", &text(&view, &selection));
    let selection = Selection { depth: Some(0), ending: None };
    assert_eq!(text(&view, &selection), "main  [source/stock.c:5]\n`- ... 2 nodes below\n");
    let selection = Selection { depth: None, ending: Some("unknown".to_owned()) };
    assert_eq!(text(&view, &selection), "");
}

#[test]
fn the_view_survives_its_file() {
    let view = view(&failed());
    let read: TreeView = serde_json::from_str(&serde_json::to_string(&view).unwrap()).unwrap();
    assert_eq!(read, view);
}

#[test]
fn the_page_stands_alone() {
    let page = page(&view(&failed())).unwrap();
    for mark in ["{{", "http://", "https://", "<link", "src="] {
        assert!(!page.contains(mark), "{mark}");
    }
    for content in ["stock.c", "7 - stdin[0] \\u003c 0", "assert(stock >= 0);", "b\\\"\\\\x08\\\""]
    {
        assert!(page.contains(content), "{content}");
    }
}

#[test]
fn texts_of_the_program_cannot_leave_the_data() {
    let mut outcome = failed();
    outcome.program = "</title><script>alert(1)</script>".to_owned();
    outcome.tree.nodes[1].condition = "</script><script>alert(1)</script> {{script}}".into();
    let text = page(&view(&outcome)).unwrap();
    assert!(!text.contains("<script>alert"));
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(dot(&view(&outcome)).lines().all(|l| l.matches('"').count() % 2 == 0));
}

#[test]
fn a_deep_chain_costs_in_proportion_to_its_length() {
    let link = |index: u32| TreeNode {
        parent: index.checked_sub(1),
        condition: "n > 0".into(),
        ..TreeNode::default()
    };
    let mut nodes: Vec<TreeNode> = (0..20_000).map(link).collect();
    nodes[19_999].ending = Some(Ending::Dismissed);
    let outcome = RunOutcome { tree: ExecutionTree { nodes }, ..RunOutcome::default() };
    let text = text(&view(&outcome), &Selection::default());
    assert_eq!(text.lines().count(), 20_000);
    assert!(text.len() < 20_000 * 160, "{}", text.len());
    assert!(text.contains("(19999) "));
}

#[test]
fn a_large_tree_has_a_small_page() {
    let outcome = large_tree(5000);
    assert_eq!(outcome.tree.leaves(), 5000);
    let page = page(&view(&outcome)).unwrap();
    assert!(page.len() < 1_000_000, "{}", page.len());
    if let Some(path) = std::env::var_os("EFFIGY_PAGE") {
        std::fs::write(path, page).unwrap();
    }
}

#[test]
fn a_damaged_tree_does_no_harm() {
    let mut broken = view(&failed());
    broken.nodes[1].parent = Some(900);
    broken.nodes[2].parent = Some(2);
    broken.nodes[3].condition = 900;
    broken.nodes[4].ending = 99;
    assert!(text(&broken, &Selection::default()).starts_with("main"));
    assert!(dot(&broken).contains("unknown"));
}

#[test]
fn a_leaf_with_several_tests_names_them_all() {
    let mut outcome = failed();
    let mut second = outcome.tests.pop().unwrap();
    second.path = outcome.tests[0].path;
    outcome.tests.push(second);
    outcome.tree.nodes.iter_mut().for_each(|node| node.test = node.test.filter(|test| *test == 1));
    let view = view(&outcome);
    assert_eq!(view.further.clone().into_iter().collect::<Vec<_>>(), [(1, 1)]);
    assert!(text(&view, &Selection::default()).contains(", tests 1 to 2  ["));
    assert!(dot(&view).contains("\\ntests 1 to 2"));
    let read: TreeView = serde_json::from_str(&serde_json::to_string(&view).unwrap()).unwrap();
    assert_eq!(read, view);
}

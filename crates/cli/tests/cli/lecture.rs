//! The symbolic execution trees of Strejcek's lecture (IA159, slides 35 to 61), by `explore`. All of their nodes, with
//! states and path conditions, are in the transcripts `lecture_tree1.txt` and `lecture_tree2.txt`.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The forks and the leaves of a tree, a line each: how deep, the side and its condition, then the line of the fork or the end.
fn tree(name: &str, options: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = TempDir::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command
        .current_dir(folder.path())
        .arg("explore")
        .arg(root.join("tests/programs/lecture").join(name));
    let output = command.args(["--out", "run", "--no-replay"]).args(options).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = std::fs::read_to_string(folder.path().join("run/tree.json")).unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    let strings: Vec<&str> =
        data["strings"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let mut depths: Vec<usize> = Vec::new();
    let mut lines = Vec::new();
    for node in data["nodes"].as_array().unwrap() {
        let number = |at: usize| node[at].as_i64().unwrap();
        let string = |at: usize| strings[number(at) as usize];
        let depth = usize::try_from(number(0)).map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let end = match number(6) {
            0 => format!("line {}", number(4)),
            _ => string(7).to_owned(),
        };
        let side =
            if depth == 0 { String::new() } else { format!("{}: {} -> ", string(2), string(1)) };
        lines.push(format!("{}{side}{end}", "  ".repeat(depth)));
    }
    lines
}

#[test]
fn the_tree_of_example_1_has_the_forks_and_the_leaves_of_slide_46() {
    if tool("clang").is_none() {
        return;
    }
    // alpha > beta has one side at line 6 only, since y is 0 there.
    let expected = [
        "line 2",
        "  true: beta < alpha -> exit 0",
        "  false: alpha <= beta -> line 6",
        "    true: i32(beta) - i32(alpha) > 7 -> exit 8",
        "    false: i32(beta) - i32(alpha) < 8 -> exit 0",
    ];
    assert_eq!(tree("tree1.c", &[]), expected);
}

#[test]
fn the_tree_of_example_2_has_the_forks_and_the_leaves_of_slide_61_and_goes_on() {
    if tool("clang").is_none() {
        return;
    }
    let beginning = [
        "line 3",
        "  true: alpha > 0 -> line 3",
        "    true: i32(alpha) - 1 > 0 -> line 3",
        "      true: i32(alpha) - 2 > 0 -> max-depth",
        "      false: i32(alpha) - 2 < 1 -> exit 4",
        "    false: i32(alpha) - 1 < 1 -> exit 2",
        "  false: alpha < 1 -> exit 1",
    ];
    assert_eq!(tree("tree2.c", &["--max-depth", "3"]), beginning);
    // Without the limit there is a leaf for alpha <= 0 and one for each larger number, each with its power of two.
    let whole = tree("tree2.c", &[]);
    let leaves: Vec<&str> = whole
        .iter()
        .filter_map(|line| line.rsplit_once("exit ").map(|(_, status)| status))
        .collect();
    let power = |x: u32| 1u32.checked_shl(x).unwrap_or(0) as i32;
    let mut expected: Vec<String> = (0..=127).map(|x| power(x).to_string()).collect();
    expected.reverse();
    assert_eq!(leaves, expected);
}

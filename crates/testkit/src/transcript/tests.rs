use super::*;
use crate::TempDir;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn wildcards_stand_for_parts_and_lines() {
    let cases: &[(&[&str], &str, bool)] = &[
        (&["a", "b"], "a\nb", true),
        (&["a", "b"], "a", false),
        (&["a"], "a\nb", false),
        (&["a", "...", "z"], "a\nb\nc\nz", true),
        (&["a", "...", "z"], "a\nz", true),
        (&["...", "b", "...", "b"], "a\nb\nc\nb\nb", true),
        (&["...", "x", "..."], "a\nb", false),
        (&["in [..] s"], "in 0.25 s", true),
        (&["in [..] s, [..] MB"], "in 1 s, 20 MB", true),
        (&["in [..] s, [..] MB"], "in 1 s", false),
        (&["aa[..]aa"], "aaa", false),
    ];
    for (expected, actual, right) in cases {
        assert_eq!(matches(expected, &lines(actual)), *right, "{expected:?} {actual:?}");
    }
}

#[test]
fn only_console_blocks_of_a_page_are_transcripts() {
    let page =
        "$ not a command\n```\n$ nor this\n```\n```console\n$ one\nout\n\n$ two\n```\ntext\n";
    let lines: Vec<&str> = page.lines().collect();
    let found: Vec<(String, Vec<&str>)> = steps(&lines, true)
        .into_iter()
        .map(|s| (s.command, lines[s.first..s.last].to_vec()))
        .collect();
    assert_eq!(found, [("one".to_owned(), vec!["out"]), ("two".to_owned(), vec![])]);
}

#[test]
fn right_transcripts_pass_and_wrong_ones_tell() {
    let dir = TempDir::new();
    dir.write("input", "hello\n");
    let place = Place { folder: dir.path().to_owned(), path: Vec::new() };
    let right = dir.write(
        "right",
        "A comment.\n$ cat input; echo oops >&2; exit 3\nhello\noops\n[exit 3]\n\n$ true\n",
    );
    check(&right, &place);
    let wrong = dir.write("wrong", "$ cat input\nhallo\n");
    let told = std::panic::catch_unwind(|| check(&wrong, &place)).expect_err("it is wrong");
    let told = told.downcast_ref::<String>().expect("a message");
    assert!(told.contains("$ cat input\nexpected:\nhallo\nfound:\nhello"), "{told}");
}

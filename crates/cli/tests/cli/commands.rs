//! The binary from outside: exit statuses, and where its answers go.

use effigy_report::tree::row::Row;
use effigy_report::tree::view::TreeView;
use effigy_testkit::TempDir;
use std::path::Path;
use std::process::{Command, Output};

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effigy")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_refused(folder: &Path, arguments: &[&str], says: &str) {
    let output = effigy(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
}

#[test]
fn help_goes_to_standard_output_and_shows_examples() {
    let folder = TempDir::new();
    for arguments in
        [&["--help"][..], &["explore", "--help"], &["replay", "--help"], &["tree", "--help"]]
    {
        let output = effigy(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(text(&output.stdout).contains("Examples:"), "{arguments:?}");
    }
}

#[test]
fn bad_usage_is_refused_with_what_is_valid() {
    let folder = TempDir::new();
    let refused = |arguments: &[&str], says: &str| assert_refused(folder.path(), arguments, says);
    refused(&[], "Usage: effigy");
    refused(&["explode", "a.rs"], "explore");
    refused(&["explore"], "INPUT");
    refused(&["explore", "a.rs", "--solver", "yices"], "auto, embedded, z3, cvc5, bitwuzla");
    refused(&["explore", "a.rs", "--max-time", "soon"], "30, 250ms, 5m or 2h");
    refused(&["replay", "nothing"], "names no test");
    refused(&["tree", "nothing"], "cannot read nothing");
}

#[test]
fn a_program_that_is_not_there_leaves_no_folder() {
    let folder = TempDir::new();
    assert_refused(folder.path(), &["explore", "missing.ll"], "missing.ll");
    assert_refused(folder.path(), &["explore", "missing.xyz"], ".rs, .c, .i, .ll, .pli and .oo");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_run_folder_with_other_content_is_refused_and_kept() {
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("out")).unwrap();
    let kept = folder.path().join("out/notes.txt");
    std::fs::write(&kept, "mine").unwrap();
    std::fs::write(folder.path().join("a.ll"), "define i32 @main() {\n  ret i32 0\n}\n").unwrap();
    assert_refused(folder.path(), &["explore", "a.ll", "--out", "out"], "holds no earlier run");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "mine");
}

#[test]
fn a_saved_tree_is_shown_in_each_form() {
    let folder = TempDir::new();
    let strings = ["", "x > 5", "true", "a.c", "exit 0", "false", "assertion: no"]
        .map(str::to_owned)
        .to_vec();
    let root = Row { file: 3, line: 1, ..Row::default() };
    let leaf =
        Row { parent: Some(0), condition: 1, side: 2, ending: 1, detail: 4, ..Row::default() };
    let failed = Row { side: 5, ending: 2, detail: 6, ..leaf };
    let view = TreeView {
        entry: "main".to_owned(),
        strings,
        nodes: vec![root, leaf, failed],
        ..TreeView::default()
    };
    std::fs::write(folder.path().join("tree.json"), serde_json::to_string(&view).unwrap()).unwrap();
    let show = |arguments: &[&str]| {
        let output = effigy(folder.path(), &[&["tree", "."], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let all = "main  [a.c:1]\n|- true: x > 5 => completed (exit 0)\n`- false: x > 5 => failed (assertion: no)\n";
    assert_eq!(show(&[]), all);
    assert!(!show(&["--ending", "failed"]).contains("completed"));
    assert!(show(&["--format", "dot"]).starts_with("digraph"));
    assert!(show(&["--format", "html"]).starts_with("<!doctype html>"));
    assert_eq!(serde_json::from_str::<TreeView>(&show(&["--format", "json"])).unwrap(), view);
}

#[test]
fn a_damaged_run_folder_is_refused() {
    let folder = TempDir::new();
    std::fs::write(folder.path().join("tree.json"), "{}").unwrap();
    assert_refused(folder.path(), &["tree", "."], "was not written by this version of Effigy");
    std::fs::create_dir(folder.path().join("tests")).unwrap();
    std::fs::write(folder.path().join("tests/test000001.json"), "[]").unwrap();
    assert_refused(folder.path(), &["replay", "./1"], "not a test that Effigy wrote");
}

#[test]
fn flags_of_a_run_folder_are_passed_on_when_they_are_harmless_or_trusted() {
    let folder = TempDir::new();
    std::fs::write(folder.path().join("a.c"), "int main(void) { return N; }\n").unwrap();
    let explored = effigy(folder.path(), &["explore", "a.c", "--cflags", "-DN=3", "--out", "run"]);
    if text(&explored.stderr).contains("clang was not found") {
        assert!(std::env::var_os("CI").is_none(), "CI installs clang");
        return;
    }
    let replay = |arguments: &[&str]| effigy(folder.path(), arguments);
    assert_eq!(replay(&["replay", "run/1"]).status.code(), Some(0));
    let file = folder.path().join("run/run.json");
    let options = std::fs::read_to_string(&file).unwrap();
    assert!(options.contains("-DN=3"));
    let changed = options.replace("\"-DN=3\"", "\"-DN=3\", \"-fno-common\"");
    std::fs::write(&file, changed).unwrap();
    assert_refused(folder.path(), &["replay", "run/1"], "-fno-common; if they are yours");
    assert_eq!(replay(&["replay", "run/1", "--trust-flags"]).status.code(), Some(0));
}

/// What bash offers for a command line whose last word is being typed.
fn offered(script: &Path, words: &[&str]) -> String {
    let last = words.len() - 1;
    let ask = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={last}; _effigy effigy '{}' '{}'; echo \"${{COMPREPLY[*]}}\"",
        script.display(),
        words.join(" "),
        words[last],
        words[last - 1],
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).trim().to_owned()
}

#[test]
fn bash_completes_verbs_options_and_their_values() {
    let folder = TempDir::new();
    for (shell, says) in [("zsh", "#compdef effigy"), ("fish", "complete -c effigy")] {
        let output = effigy(folder.path(), &["completions", shell]);
        assert!(text(&output.stdout).contains(says), "{shell}");
    }
    let output = effigy(folder.path(), &["completions", "bash"]);
    let script = folder.write("effigy.bash", text(&output.stdout));
    assert_eq!(offered(&script, &["effigy", "expl"]), "explore");
    assert_eq!(offered(&script, &["effigy", "explore", "--sym-st"]), "--sym-stdin");
    assert_eq!(offered(&script, &["effigy", "explore", "--merge", "a"]), "auto always");
    for output in ["--sarif", "--junit", "--lcov", "--github"] {
        assert_eq!(offered(&script, &["effigy", "package", output]), output);
    }
    assert_refused(folder.path(), &["completions", "tcsh"], "bash");
}

#[test]
fn each_verb_has_a_manual_page_that_man_reads() {
    let folder = TempDir::new();
    let pages = folder.path().join("man1");
    let output = effigy(folder.path(), &["man", "--dir", "man1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = effigy(folder.path(), &["man", "explore"]);
    assert_eq!(
        text(&output.stdout),
        std::fs::read_to_string(pages.join("effigy-explore.1")).unwrap()
    );
    let page = std::fs::read_to_string(pages.join("effigy-package.1")).unwrap();
    for output in ["sarif", "junit", "lcov", "github"] {
        assert!(page.contains(&format!("\\fB\\-\\-{output}\\fR")), "{output}: {page}");
    }
    let help = text(&effigy(folder.path(), &["--help"]).stdout);
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let verbs = verbs.take_while(|line| !line.is_empty());
    // Longer descriptions go on below their verb.
    let verbs = verbs.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.len() > 15, "{verbs:?}");
    assert_refused(folder.path(), &["man", "explode"], "the verbs are explore, package");
    let Some(man) = effigy_testkit::tool("man") else { return };
    let others = verbs.iter().filter(|verb| **verb != "help").map(|verb| format!("effigy-{verb}"));
    for name in others.chain(["effigy".to_owned()]) {
        let page = pages.join(format!("{name}.1"));
        let mut read = Command::new(&man);
        read.args(["--warnings", "-E", "UTF-8", "-l"]).arg(page).env("MANWIDTH", "100");
        let output = read.env("LC_ALL", "C.UTF-8").output().unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{name}: {}",
            text(&output.stderr)
        );
        let shown = text(&output.stdout);
        let begins = |line: &str| line.split_whitespace().take(2).eq([name.as_str(), "-"]);
        let title = shown.lines().any(begins);
        assert!(title && shown.contains("SYNOPSIS"), "{name}: {shown}");
    }
}

#[test]
fn the_tree_of_a_merged_run_says_what_came_together() {
    let folder = TempDir::new();
    let program = "
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int c = getchar();
        if (c == 'a')
            sum += 3;
        else if (c == 'b')
            sum += 5;
    }
    return sum == 11;
}
";
    folder.write("sum.c", program);
    let arguments = ["explore", "sum.c", "--sym-stdin", "3", "--merge", "always", "--out", "out"];
    let output = effigy(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let view = std::fs::read_to_string(folder.path().join("out/tree.json")).unwrap();
    let view: TreeView = serde_json::from_str(&view).unwrap();
    // One path is left of all; each byte made one of three.
    assert_eq!(view.nodes.len(), 1);
    let merges = &view.merges[&0];
    let paths: Vec<u64> = merges.iter().map(|merge| merge.paths).collect();
    assert_eq!(paths, [3, 3, 3]);
    for (byte, merge) in merges.iter().enumerate() {
        let sides: Vec<&str> = merge.forks.iter().map(|fork| fork.sides[0].as_str()).collect();
        assert_eq!(sides, [format!("stdin[{byte}] == 'a'"), format!("stdin[{byte}] == 'b'")]);
        assert!(merge.forks[0].at.starts_with("sum.c:7"), "{}", merge.forks[0].at);
        assert!(!merge.more);
    }
    // Of a run without merging there is nothing to say.
    let alone = ["explore", "sum.c", "--sym-stdin", "3", "--out", "out"];
    assert_eq!(effigy(folder.path(), &alone).status.code(), Some(0));
    let view = std::fs::read_to_string(folder.path().join("out/tree.json")).unwrap();
    let view: TreeView = serde_json::from_str(&view).unwrap();
    assert!(view.nodes.len() > 50 && view.merges.is_empty(), "{}", view.nodes.len());
}

#[test]
fn a_verb_that_gets_a_file_of_another_one_says_which_one_is_right() {
    let folder = TempDir::new();
    for (arguments, said) in [
        (&["verify", "a.c"][..], "verify is for PL/I programs; for a.c use `effigy explore`"),
        (&["explore", "m.als"], "explore is for programs; for m.als use `effigy relate`"),
        (&["relate", "a.pli"], "relate is for Alloy models; for a.pli use `effigy explore`"),
        (&["prove", "a.rs"], "prove is for Viper and object programs; for a.rs use"),
        (&["wp", "a.vpr"], "for a.vpr use `effigy debug` or `effigy prove`"),
        (&["fuzz", "a.oo", "--seeds", "s"], "fuzz is for compiled programs; for a.oo use"),
        (&["bmc", "a.vpr"], "for a.vpr use `effigy debug` or `effigy prove`"),
        (&["debug", "m.als"], "for m.als use `effigy relate`"),
    ] {
        assert_refused(folder.path(), arguments, said);
    }
}

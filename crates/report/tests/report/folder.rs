//! The run folder: what is in it, and what happens when it cannot be written.

use crate::fixture::{assert_golden, failed, golden_folder, incomplete};
use effigy_report::folder::{
    FolderError, RunFolder, read_mark, read_options, read_test, read_tree,
};
use effigy_report::sources::Sources;
use effigy_report::test_file::{SINGLE_TESTS, TestFile, TestFileError, stem};
use effigy_session::options::{ExploreOptions, Layer};
use effigy_session::outcome::FuzzFigures;
use std::path::{Path, PathBuf};

/// A folder of its own for one test, empty at its start.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report-folder").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn options() -> ExploreOptions {
    ExploreOptions::new("stock.c")
}

fn create(out: Option<&str>, current: &Path) -> Result<RunFolder, FolderError> {
    RunFolder::create(out.map(Path::new), current, &options())
}

#[test]
fn folders_are_numbered_and_the_link_follows() {
    let current = fresh("numbered");
    assert_eq!(create(None, &current).unwrap().name(), "effigy-out-0");
    let second = create(None, &current).unwrap();
    assert_eq!(second.name(), "effigy-out-1");
    second.finish(&failed(), &mut Sources::default()).unwrap();
    let link = std::fs::read_link(current.join("effigy-last")).unwrap();
    assert_eq!(link, Path::new("effigy-out-1"));
}

#[test]
fn a_file_with_the_links_name_is_left_alone() {
    let current = fresh("link");
    std::fs::write(current.join("effigy-last"), "mine").unwrap();
    let folder = create(None, &current).unwrap();
    folder.finish(&failed(), &mut Sources::default()).unwrap();
    assert_eq!(std::fs::read_to_string(current.join("effigy-last")).unwrap(), "mine");
}

#[test]
fn a_search_from_seeds_leaves_inputs_and_no_tree() {
    let current = fresh("fuzz");
    let folder = RunFolder::create_for_fuzz(Some(Path::new("out")), &current, &options()).unwrap();
    let mut outcome = failed();
    outcome.fuzz = Some(FuzzFigures::default());
    // What is found is written at once, under the same names.
    let first = outcome.tests.first().unwrap().clone();
    folder.write_test(&first).unwrap();
    let input = folder.path().join(format!("tests/{}.input", stem(first.case.number)));
    let bytes = std::fs::read(&input).unwrap();
    // Its argument, its standard input, its object: whatever there is, one after the other.
    assert_eq!(bytes, [b"-v\n".as_slice(), &[0xfe, 0xff, 0xff, 0xff]].concat());
    folder.finish(&outcome, &mut Sources::new(golden_folder())).unwrap();
    assert_eq!(std::fs::read(&input).unwrap(), bytes);
    for name in ["tree.json", "tree.txt", "tree.html"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let summary = std::fs::read_to_string(folder.path().join("summary.json")).unwrap();
    assert!(summary.contains("\"fuzz\": {"), "{summary}");
    drop(folder);
    // The folder says whose it is, and another run's takes all of it away.
    assert_eq!(read_mark(&current.join("out")).unwrap().verb.as_deref(), Some("fuzz"));
    let folder = create(Some("out"), &current).unwrap();
    assert!(!input.exists());
    assert_eq!(read_mark(folder.path()).unwrap().verb, None);
}

#[test]
fn a_search_that_goes_on_has_the_inputs_of_its_tests() {
    let current = fresh("corpus");
    let folder = RunFolder::create_for_fuzz(Some(Path::new("out")), &current, &options()).unwrap();
    let test = failed().tests.first().unwrap().clone();
    folder.write_test(&test).unwrap();
    let input = folder.path().join(format!("tests/{}.input", stem(test.case.number)));
    let bytes = std::fs::read(input).unwrap();
    let inputs = || {
        let (kept, _) = folder.corpus().unwrap();
        kept.into_iter().map(|kept| kept.bytes).collect::<Vec<_>>()
    };
    assert_eq!(inputs(), std::slice::from_ref(&bytes));
    assert_eq!(inputs(), [bytes], "it is kept once");
}

#[test]
fn a_finished_run_leaves_every_file() {
    let current = fresh("finished");
    let folder = create(Some("out"), &current).unwrap();
    folder.finish(&failed(), &mut Sources::new(golden_folder())).unwrap();
    for name in
        ["run.json", "summary.json", "solver.txt", "tree.json", "tree.txt", "tree.dot", "tree.html"]
    {
        assert!(folder.path().join(name).metadata().unwrap().len() > 0, "{name}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_golden("summary.json", &read("summary.json"));
    assert_golden("test000002.json", &read("tests/test000002.json"));
    assert_golden("solver.txt", &read("solver.txt"));
    for name in ["test000001.json", "test000001.ktest", "test000002.ktest", "test000002.c"] {
        assert!(folder.path().join("tests").join(name).is_file(), "{name}");
    }
    assert!(!folder.path().join("tests/test000001.c").exists(), "it does not fail");
    assert!(!folder.path().join("tests.rs").exists(), "it is no Rust program");
    let view = read_tree(folder.path()).unwrap();
    assert_eq!(view.nodes.len(), 5);
}

#[test]
fn a_summary_of_missing_paths_names_each_reason() {
    let folder = create(Some("out"), &fresh("reasons")).unwrap();
    let summary = folder.summary(&incomplete());
    let reasons: Vec<&str> = summary.incomplete_because.iter().map(|r| r.reason.as_str()).collect();
    let expected = [
        "the time budget of 30 s (--max-time) is spent",
        "not supported: external function `fork`",
    ];
    assert_eq!(reasons, expected);
    assert!(!summary.exhaustive);
}

#[test]
fn tests_survive_their_files() {
    for test in failed().tests {
        let text = TestFile::of(&test).to_text().unwrap();
        assert_eq!(TestFile::parse(&text).unwrap(), test.case);
    }
    assert!(matches!(TestFile::parse("{}"), Err(TestFileError::Shape(_))));
    let text = TestFile::of(&failed().tests[1]).to_text().unwrap();
    let broken = text.replace("\"assertion\"", "\"surprise\"");
    assert!(matches!(TestFile::parse(&broken), Err(TestFileError::Kind { .. })));
    let broken = text.replace("\"stdin\": \"08\"", "\"stdin\": \"8\"");
    assert!(matches!(TestFile::parse(&broken), Err(TestFileError::Bytes(_))));
}

#[test]
fn options_survive_their_file() {
    let mut options = options();
    options.disabled = vec![Layer::Models];
    options.budget.steps = Some(1000);
    let folder = RunFolder::create(None, &fresh("options"), &options).unwrap();
    let read = read_options(folder.path()).unwrap();
    assert_eq!(read.disabled, options.disabled);
    assert_eq!(read.budget, options.budget);
    assert!(read.input.is_absolute() && read.input.ends_with("stock.c"), "{:?}", read.input);
}

#[test]
fn an_earlier_run_is_replaced_and_files_of_others_are_kept() {
    let current = fresh("replaced");
    let folder = create(Some("out"), &current).unwrap();
    folder.finish(&failed(), &mut Sources::new(golden_folder())).unwrap();
    folder.write_witness(2, "entry_type: violation_sequence").unwrap();
    let kept = folder.path().join("tests/testimony.txt");
    std::fs::write(&kept, "mine").unwrap();
    drop(folder);
    let folder = create(Some("out"), &current).unwrap();
    assert!(kept.is_file());
    assert!(!folder.path().join("tests/test000001.json").exists());
    assert!(!folder.path().join("tests/test000002.witness.yml").exists());
    assert!(!folder.path().join("summary.json").exists());
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let current = fresh("refused");
    std::fs::create_dir(current.join("out")).unwrap();
    std::fs::write(current.join("out/thesis.tex"), "mine").unwrap();
    let error = create(Some("out"), &current).unwrap_err();
    assert!(matches!(error, FolderError::Occupied { .. }), "{error}");
    assert!(error.to_string().contains("--out"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let current = fresh("unwritable");
    std::fs::write(current.join("file"), "").unwrap();
    let error = create(Some("file/out"), &current).unwrap_err();
    assert!(matches!(error, FolderError::Create { .. }), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_the_others_are_written() {
    let current = fresh("blocked");
    let folder = create(Some("out"), &current).unwrap();
    std::fs::create_dir(folder.path().join("summary.json")).unwrap();
    let error = folder.finish(&failed(), &mut Sources::new(golden_folder())).unwrap_err();
    assert!(error.to_string().contains("summary.json"), "{error}");
    assert!(folder.path().join("tests/test000002.json").is_file());
    assert!(folder.path().join("tree.html").is_file());
}

#[test]
fn tests_written_on_the_way_are_renumbered_at_the_end() {
    let folder = create(Some("out"), &fresh("renumbered")).unwrap();
    let mut early = failed().tests.remove(0);
    early.case.number = 77;
    folder.write_test(&early).unwrap();
    assert!(folder.path().join("tests/test000077.json").is_file());
    folder.finish(&failed(), &mut Sources::new(golden_folder())).unwrap();
    assert!(!folder.path().join("tests/test000077.json").exists());
}

#[test]
fn a_folder_that_no_run_used_goes_away() {
    let current = fresh("unused");
    let folder = create(None, &current).unwrap();
    folder.discard_if_unused();
    assert!(!folder.path().exists());
    let folder = create(Some("out"), &current).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    folder.discard_if_unused();
    assert!(folder.path().join("notes.txt").is_file());
}

#[test]
fn a_rust_program_gets_rust_tests() {
    let current = fresh("rust");
    std::fs::write(current.join("stock.rs"), "fn main() {}").unwrap();
    let folder = RunFolder::create(None, &current, &ExploreOptions::new("stock.rs")).unwrap();
    folder.finish(&failed(), &mut Sources::default()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("tests.rs")).unwrap();
    assert_eq!(text.matches("#[test]").count(), 2);
    assert!(!folder.path().join("tests/test000002.c").exists());
}

#[test]
fn many_tests_are_packed_and_unpacked() {
    let current = fresh("packed");
    let mut outcome = failed();
    let last = outcome.tests.len() + SINGLE_TESTS;
    for number in outcome.tests.len() + 1..=last {
        let mut test = outcome.tests[1].clone();
        test.case.number = number;
        outcome.tests.push(test);
    }
    let named = last;
    outcome.findings[0].test = Some(named);
    let folder = create(Some("out"), &current).unwrap();
    folder.finish(&outcome, &mut Sources::default()).unwrap();
    let tests = folder.path().join("tests");
    let files = |end: &str| {
        let entries = tests.read_dir().unwrap().flatten();
        entries.filter(|e| e.file_name().to_string_lossy().ends_with(end)).count()
    };
    assert_eq!((files(".json"), files(".ktest")), (SINGLE_TESTS + 1, SINGLE_TESTS + 1));
    for number in [1, SINGLE_TESTS + 1, named] {
        let case = TestFile::parse(&read_test(folder.path(), number).unwrap()).unwrap();
        assert_eq!(case, outcome.tests[number - 1].case);
    }
    assert!(read_test(folder.path(), last + 1).is_err());
    let path = folder.path().to_owned();
    drop(folder);
    let single = RunFolder::open(&path).unwrap();
    assert_eq!(single.unpack().unwrap(), last - SINGLE_TESTS - 1);
    assert_eq!((files(".json"), files(".ktest")), (last, last));
    let unpacked = std::fs::read_to_string(tests.join("test000101.json")).unwrap();
    assert_eq!(TestFile::parse(&unpacked).unwrap(), outcome.tests[100].case);
}

/// Every file below a folder with what it holds.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => all.extend(contents(&entry.path())),
            false => all.push((entry.path(), std::fs::read(entry.path()).unwrap())),
        }
    }
    all.sort();
    all
}

/// Folders that look like run folders in one way or another.
#[test]
fn what_only_looks_like_a_run_folder_is_left_as_it_is() {
    let marks = [
        "{}",
        "not JSON",
        r#"{"input":"prog.c","threads":4}"#,
        r#"{"kind":"effigy run folder","format":1,"current":"/","input":"a.c","options":{}}"#,
        r#"{"kind":"another tool's run","format":2}"#,
    ];
    for (index, mark) in marks.iter().enumerate() {
        let current = fresh(&format!("alike-{index}"));
        let out = current.join("out");
        std::fs::create_dir_all(out.join("tests")).unwrap();
        for name in ["run.json", "files.txt", "summary.json", "tests/test000001.json"] {
            std::fs::write(out.join(name), mark).unwrap();
        }
        let before = contents(&current);
        let error = create(Some("out"), &current).unwrap_err();
        assert!(matches!(error, FolderError::Occupied { .. }), "{mark}: {error}");
        assert_eq!(contents(&current), before, "{mark}");
    }
}

#[test]
fn only_what_effigy_wrote_is_removed() {
    let current = fresh("listed");
    drop(create(Some("out"), &current).unwrap());
    let out = current.join("out");
    let mine = ["summary.json", "tree.txt", "notes.md", "tests/test000009.json", "tests.rs"];
    for name in mine {
        std::fs::write(out.join(name), "mine").unwrap();
    }
    std::fs::write(current.join("outside.txt"), "mine").unwrap();
    // A list that names what Effigy never writes is not believed.
    let list = out.join("files.txt");
    let more = "../outside.txt\nnotes.md\n/etc/passwd\ntests/../../outside.txt\n";
    std::fs::write(&list, more).unwrap();
    drop(create(Some("out"), &current).unwrap());
    for name in mine {
        let text = std::fs::read_to_string(out.join(name));
        assert_eq!(text.ok().as_deref(), Some("mine"), "{name}");
    }
    assert!(current.join("outside.txt").is_file());
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() {
    use std::os::unix::fs::symlink;
    let current = fresh("links");
    let elsewhere = current.join("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    for name in ["test000001.json", "summary.json"] {
        std::fs::write(elsewhere.join(name), "mine").unwrap();
    }
    let before = contents(&elsewhere);
    let refused =
        |error: FolderError| assert!(matches!(error, FolderError::Link { .. }), "{error}");

    // The folder itself.
    symlink(&elsewhere, current.join("linked")).unwrap();
    refused(create(Some("linked"), &current).unwrap_err());

    // The folder of the tests, of an earlier run that listed a test of that name.
    let folder = create(Some("out"), &current).unwrap();
    folder.finish(&failed(), &mut Sources::default()).unwrap();
    drop(folder);
    std::fs::remove_dir_all(current.join("out/tests")).unwrap();
    symlink(&elsewhere, current.join("out/tests")).unwrap();
    refused(create(Some("out"), &current).unwrap_err());
    assert_eq!(contents(&elsewhere), before);

    // The mark, and files that are to be written.
    std::fs::remove_file(current.join("out/tests")).unwrap();
    let folder = create(Some("out2"), &current).unwrap();
    symlink(elsewhere.join("summary.json"), folder.path().join("summary.json")).unwrap();
    symlink(elsewhere.join("new"), folder.path().join("tree.txt.new")).unwrap();
    folder.finish(&failed(), &mut Sources::default()).unwrap();
    assert_eq!(contents(&elsewhere), before);
    assert!(!folder.path().join("summary.json").is_symlink(), "the link is replaced by the file");
    let mark = folder.path().join("run.json");
    let moved = current.join("moved.json");
    drop(folder);
    std::fs::rename(&mark, &moved).unwrap();
    symlink(&moved, &mark).unwrap();
    let error = create(Some("out2"), &current).unwrap_err();
    assert!(matches!(error, FolderError::Occupied { .. }), "{error}");
    assert_eq!(contents(&elsewhere), before);
}

#[test]
fn a_folder_in_which_a_run_goes_on_is_refused() {
    let current = fresh("busy");
    let first = create(Some("out"), &current).unwrap();
    let before = contents(first.path());
    let error = create(Some("out"), &current).unwrap_err();
    assert!(matches!(error, FolderError::Busy { .. }), "{error}");
    assert!(error.to_string().contains("another run"), "{error}");
    assert!(matches!(RunFolder::open(first.path()), Err(FolderError::Busy { .. })));
    assert_eq!(contents(first.path()), before);
    drop(first);
    create(Some("out"), &current).unwrap();
}

#[test]
fn runs_that_begin_at_once_get_folders_of_their_own() {
    let current = fresh("at-once");
    let begin = || create(None, &current).unwrap();
    let folders: Vec<RunFolder> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..16).map(|_| scope.spawn(begin)).collect();
        all.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let mut names: Vec<&str> = folders.iter().map(RunFolder::name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 16);
    assert!(current.join("effigy-last").join("run.json").is_file());
}

#[test]
fn a_folder_that_goes_away_is_an_error() {
    let current = fresh("gone");
    let folder = create(Some("out"), &current).unwrap();
    std::fs::remove_dir_all(folder.path()).unwrap();
    let error = folder.finish(&failed(), &mut Sources::default()).unwrap_err();
    assert!(matches!(error, FolderError::Write { .. }), "{error}");
}

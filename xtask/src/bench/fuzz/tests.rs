use super::page::cells;
use super::targets::{Language, Target, crashes};
use super::{earlier, parse};
use serde_json::json;
use std::path::{Path, PathBuf};

fn targets() -> Vec<Target> {
    Target::all(&crate::root()).expect("the folder is there")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("each target has seeds");
    entries.map(|entry| entry.expect("readable").path()).collect()
}

#[test]
fn each_target_has_a_seed_a_crash_and_a_row_of_the_page() {
    let page = crate::root().join("bench/fuzz/README.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let targets = targets();
    assert_eq!(targets.len(), 44);
    assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), targets.len());
    for target in &targets {
        let language = if target.language == Language::C { "C" } else { "Rust" };
        let row = format!("| `{}` | {language} | ", target.name);
        assert!(page.contains(&row), "{} is not on the page", target.name);
        for input in files(&target.seeds()).into_iter().chain([target.crash()]) {
            let length = std::fs::metadata(&input).expect("the input is there").len();
            assert!((1..=4096).contains(&length), "{}: {length} bytes", input.display());
        }
    }
}

#[test]
fn seeds_pass_and_crashes_crash() {
    let scratch = std::env::temp_dir().join(format!("effigy-fuzz-targets-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("writable");
    for target in targets() {
        // Rust has no build of another kind.
        let kinds: &[bool] = if target.language == Language::C { &[false, true] } else { &[false] };
        for sanitized in kinds {
            let program = scratch.join(format!("{}-{sanitized}", target.name));
            target.build(&program, *sanitized).expect("it compiles without a warning");
            for seed in files(&target.seeds()) {
                assert_eq!(crashes(&program, &seed), Ok(false), "{}: {sanitized}", seed.display());
            }
            let crash = target.crash();
            assert_eq!(crashes(&program, &crash), Ok(true), "{}: {sanitized}", crash.display());
        }
    }
    std::fs::remove_dir_all(&scratch).expect("writable");
}

#[test]
fn medians_are_compared_and_half_of_the_runs_must_find_it() {
    let row = json!({
        "seconds": 20, "effigy": [1.0, null, 0.5], "afl": [null, 0.25, null], "libfuzzer": [3.0, 2.0, 0.125],
    });
    assert_eq!(cells(&row), ["1.00", "> 20", "2.00", "Effigy"].map(str::to_owned));
    let row = json!({ "seconds": 20, "effigy": [null], "afl": [null], "libfuzzer": [null] });
    assert_eq!(cells(&row), ["> 20", "> 20", "> 20", "-"].map(str::to_owned));
}

#[test]
fn unknown_options_and_values_are_refused() {
    let parse = |args: &[&str]| parse(&args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>());
    assert!(parse(&["--what"]).is_err());
    assert!(parse(&["--seconds", "0"]).is_err());
    assert_eq!(
        parse(&["--seconds", "20", "--runs", "1"]).map(|o| (o.seconds, o.runs)),
        Ok((20, 1))
    );
}

#[test]
fn figures_of_the_others_stand_only_where_they_are_of_as_many_and_as_long_runs() {
    let root = std::env::temp_dir().join(format!("effigy-fuzz-again-{}", std::process::id()));
    std::fs::create_dir_all(root.join("docs/fuzz-speed")).expect("writable");
    let row =
        json!({ "name": "vm", "seconds": 5, "effigy": [1.5], "afl": [null], "libfuzzer": [2.5] });
    let data = json!({ "targets": [row.clone()] }).to_string();
    std::fs::write(root.join(super::DATA), data).expect("writable");
    let known = |seconds: &str, runs: &str, again: bool| {
        let mut args = vec!["--seconds", seconds, "--runs", runs];
        args.extend(again.then_some("--again"));
        let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
        earlier(&root, "targets", "vm", &parse(&args).expect("they are options"))
    };
    assert_eq!(known("5", "1", true), Ok(Some(row)));
    assert_eq!(known("5", "1", false), Ok(None));
    assert!(known("6", "1", true).is_err() && known("5", "2", true).is_err());
    std::fs::remove_dir_all(&root).expect("it is there");
}

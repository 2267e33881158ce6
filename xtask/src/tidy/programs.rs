//! Test programs: a crate has at most one for its folder `tests`, since each is linked on its own.

use serde_json::Value;
use std::path::Path;

/// What is wrong with the test programs of a package.
pub fn problems(package: &Value, read: &dyn Fn(&Path) -> Option<String>) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or("?");
    let targets = package["targets"].as_array().map_or(&[][..], Vec::as_slice);
    let is_test = |target: &&Value| target["kind"][0] == "test";
    let mains: Vec<&str> =
        targets.iter().filter(is_test).filter_map(|target| target["src_path"].as_str()).collect();
    match mains.as_slice() {
        [] => Vec::new(),
        [main] if main.ends_with("/main.rs") => forgotten(Path::new(main), read),
        [_] => Vec::new(),
        all => vec![format!("{name}: {} test programs, at most one: make them modules", all.len())],
    }
}

/// The files beside the main file of a test program that are none of its modules, so that their tests never run.
fn forgotten(main: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Vec<String> {
    let text = read(main).unwrap_or_default();
    let folder = main.parent().unwrap_or(Path::new(""));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries
        .map(|entry| entry.path())
        .filter(|file| file != main && file.extension().is_some_and(|extension| extension == "rs"));
    let is_module = |stem: &str| text.lines().any(|line| line.ends_with(&format!("mod {stem};")));
    let mut problems: Vec<String> = files
        .filter(|file| !file.file_stem().is_some_and(|s| is_module(&s.to_string_lossy())))
        .map(|file| format!("{}: no module of {}", file.display(), main.display()))
        .collect();
    problems.sort();
    problems
}

#[cfg(test)]
mod tests {
    use super::problems;
    use serde_json::{Value, json};
    use std::path::Path;

    fn package(mains: &[&str]) -> Value {
        let target = |main: &&str| json!({"kind": ["test"], "src_path": main});
        let mut targets: Vec<Value> = mains.iter().map(target).collect();
        targets.push(json!({"kind": ["lib"], "src_path": "src/lib.rs"}));
        json!({"name": "p", "targets": targets})
    }

    #[test]
    fn a_crate_has_one_test_program_and_all_files_are_in_it() {
        let of = |mains: &[&str], text: &'static str| {
            problems(&package(mains), &|_: &Path| Some(text.to_owned()))
        };
        assert_eq!(of(&[], ""), [""; 0]);
        assert_eq!(of(&["tests/a.rs"], ""), [""; 0]);
        assert_eq!(of(&["tests/a.rs", "tests/b.rs"], "").len(), 1);
        let main = crate::root().join("crates/ir/src/main.rs");
        let main = main.to_string_lossy();
        let told = of(&[&main], "pub mod lib;\nmod text;");
        assert!(!told.is_empty());
        assert!(!told.iter().any(|line| line.contains("/lib.rs: ")), "{told:?}");
    }
}

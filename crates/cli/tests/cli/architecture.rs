//! Tests that the pages on the architecture and `docs/viper-support.md` name exist; each crate has a page, which the root
//! page links.

use std::path::Path;

/// The most bytes of the root page, so that it stays a map.
const MOST_BYTES: usize = 15_000;

/// The least number of invariants on all pages: none may be lost.
const LEAST_INVARIANTS: usize = 107;

/// The texts in backquotes, in order.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a function is a test; it may have other attributes too.
fn is_test(file: &str, name: &str) -> bool {
    let before = file.split_once(&format!("\nfn {name}()")).map_or("", |(before, _)| before);
    before.lines().rev().take_while(|line| line.starts_with("#[")).any(|line| line == "#[test]")
}

/// What is wrong with an invariant: after `checked by`, each file is followed by functions that are tests in it.
fn problems(root: &Path, invariant: &str) -> Vec<String> {
    let Some((_, named)) = invariant.split_once("hecked by") else {
        return vec!["names no test".to_owned()];
    };
    let mut problems = Vec::new();
    let (mut file, mut tests) = (String::new(), 0);
    for name in quoted(named) {
        if name.ends_with(".rs") {
            file = std::fs::read_to_string(root.join(name)).unwrap_or_default();
            if file.is_empty() {
                problems.push(format!("there is no {name}"));
            }
        } else if is_test(&file, name) {
            tests += 1;
        } else {
            problems.push(format!("there is no test {name}"));
        }
    }
    if tests == 0 {
        problems.push("names no test".to_owned());
    }
    problems
}

/// The pages of all crates and packages, from the workspace root.
fn pages(root: &Path) -> Vec<String> {
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(Result::unwrap);
    let folders = crates.filter(|entry| entry.path().join("Cargo.toml").is_file());
    let names = folders.map(|entry| format!("crates/{}", entry.file_name().display()));
    let others = ["ruby", "python", "xtask"].map(str::to_owned);
    let mut pages: Vec<String> =
        names.chain(others).map(|folder| format!("{folder}/ARCHITECTURE.md")).collect();
    pages.sort();
    pages
}

#[test]
fn every_invariant_names_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    assert!(map.len() <= MOST_BYTES, "ARCHITECTURE.md has {} bytes", map.len());
    let mut texts = vec![map.clone()];
    for page in pages(&root) {
        assert!(map.contains(&format!("]({page})")), "ARCHITECTURE.md does not link {page}");
        let text = std::fs::read_to_string(root.join(&page));
        texts.push(text.unwrap_or_else(|error| panic!("{page}: {error}")));
    }
    let paragraphs = texts.iter().flat_map(|text| text.split("\n\n"));
    let invariants: Vec<&str> =
        paragraphs.filter(|p| p.starts_with("Architecture Invariant: ")).collect();
    assert!(invariants.len() >= LEAST_INVARIANTS, "{} invariants", invariants.len());
    for invariant in invariants {
        let problems = problems(&root, invariant);
        assert!(problems.is_empty(), "{invariant}\n{}", problems.join("\n"));
    }
}

/// What is wrong with the last cell of a row about Viper: each file is followed by functions that are tests in it; before
/// a file stand programs with mutants.
fn problems_of_row(root: &Path, cell: &str) -> Vec<String> {
    let folders = ["crates/lang-viper/tests/lang-viper", "crates/permissions/tests/permissions"];
    let mut problems = Vec::new();
    let mut file: Option<String> = None;
    for name in quoted(cell) {
        if name.ends_with(".rs") {
            let text =
                folders.iter().find_map(|f| std::fs::read_to_string(root.join(f).join(name)).ok());
            if text.is_none() {
                problems.push(format!("there is no {name}"));
            }
            file = Some(text.unwrap_or_default());
        } else if let Some(file) = &file {
            if !is_test(file, name) {
                problems.push(format!("there is no test {name}"));
            }
        } else {
            let mutants = ["examples/vpr", "examples/vpr/broken"];
            if mutants.iter().any(|f| !root.join(f).join(format!("{name}.vpr")).is_file()) {
                problems.push(format!("there is no program {name} with a mutant"));
            }
        }
    }
    if quoted(cell).next().is_none() {
        problems.push("names no test".to_owned());
    }
    problems
}

#[test]
fn every_row_about_viper_names_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/viper-support.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows: Vec<&str> = rows.filter(|row| !row.ends_with("| Test")).collect();
    assert!(rows.len() > 50, "{}", rows.len());
    for row in rows {
        let cell = row.rsplit(" | ").next().unwrap_or_default();
        let problems = problems_of_row(&root, cell);
        assert!(problems.is_empty(), "{row}\n{}", problems.join("\n"));
    }
}

#[test]
fn every_source_that_a_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut named = 0;
    for page in pages(&root) {
        let text = std::fs::read_to_string(root.join(&page)).unwrap();
        let sources = text.split('`').skip(1).step_by(2);
        for source in sources.filter(|name| name.starts_with("crates/") && name.ends_with(".rs")) {
            named += 1;
            assert!(root.join(source).is_file(), "{page} names {source}");
        }
    }
    assert!(named > 100, "{named} sources");
}

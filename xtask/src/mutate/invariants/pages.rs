//! The paragraphs `Architecture Invariant` of the crates' pages.

use super::super::copy::read;
use super::named::Named;
use std::path::Path;

/// What a paragraph begins with.
const HEAD: &str = "Architecture Invariant: ";

/// What stands before the names of the tests; its first letter may be a capital one.
const BEFORE_TESTS: &str = "hecked by";

/// How many characters of a paragraph name it in a line.
const SHORT: usize = 70;

/// An invariant.
#[derive(Clone)]
pub struct Paragraph {
    /// The crate's folder, from the workspace's folder.
    pub page: String,
    /// What it says, in one line, without `Architecture Invariant`.
    pub text: String,
    /// The tests that it names.
    pub tests: Vec<Named>,
}

impl Paragraph {
    /// The invariant of a paragraph; `None`: the paragraph is none.
    fn new(page: &str, paragraph: &str) -> Option<Result<Self, String>> {
        let text = paragraph.strip_prefix(HEAD)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let tests = tests(&text).map_err(|why| format!("{page}: {why}"));
        Some(tests.map(|tests| Self { page: page.to_owned(), text, tests }))
    }

    /// What a line calls it.
    pub fn short(&self) -> String {
        self.text.chars().take(SHORT).collect()
    }
}

/// The tests that an invariant names: each file is followed by functions in it.
fn tests(text: &str) -> Result<Vec<Named>, String> {
    let (_, named) = text.split_once(BEFORE_TESTS).ok_or("an invariant names no test")?;
    let (mut tests, mut file) = (Vec::new(), "");
    for name in named.split('`').skip(1).step_by(2) {
        match name.ends_with(".rs") {
            true => file = name,
            false => tests.push(Named::new(file, name)?),
        }
    }
    Ok(tests)
}

/// All invariants, by page and in the order of the page.
///
/// # Errors
/// When a page cannot be read, or an invariant names no test.
pub fn paragraphs(root: &Path) -> Result<Vec<Paragraph>, String> {
    let crates = root.join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    let names = entries.flatten().map(|e| format!("crates/{}", e.file_name().display()));
    let mut pages: Vec<String> = names.chain(["xtask".to_owned()]).collect();
    pages.retain(|page| root.join(page).join("Cargo.toml").is_file());
    pages.sort();
    let mut all = Vec::new();
    for page in &pages {
        let text = read(&root.join(page).join("ARCHITECTURE.md"))?;
        for paragraph in text.split("\n\n").filter_map(|text| Paragraph::new(page, text)) {
            all.push(paragraph?);
        }
    }
    Ok(all)
}

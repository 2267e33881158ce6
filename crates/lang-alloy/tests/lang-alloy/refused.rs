//! What is wrong or not supported is said by name and place: every file of `tests/refused` has exactly the errors that it
//! states behind `ERROR:`, each on its line.

use effigy_base::source::Diagnostic;
use effigy_lang_alloy::{Disk, MAX_NESTING, MAX_OPERATORS, Model};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files
}

/// The errors of a model and of all its commands.
pub fn errors(path: &Path, text: &str) -> Vec<Diagnostic> {
    match Model::load(path, text, &Disk) {
        Err(diagnostics) => diagnostics,
        Ok(model) => {
            let numbers = 0..model.commands().len();
            numbers.filter_map(|n| model.translate(n)?.err()).flatten().collect()
        }
    }
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    let files = files();
    assert!(files.len() > 15);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        let stated: Vec<(u32, &str)> = text
            .lines()
            .zip(1..)
            .filter_map(|(line, number)| Some((number, line.split_once("ERROR: ")?.1)))
            .collect();
        let errors = errors(&file, &text);
        for (line, message) in &stated {
            let met = errors.iter().any(|e| e.line == *line && e.message.contains(message));
            assert!(met, "{name}:{line}: {message}\n{errors:#?}");
        }
        for error in &errors {
            let is_stated =
                stated.iter().any(|(line, m)| error.line == *line && error.message.contains(m));
            assert!(is_stated && error.column > 0, "{name}: {error}");
        }
    }
}

#[test]
fn endless_nesting_is_an_error() {
    let deep = |text: String| {
        let work = move || errors(Path::new("deep.als"), &text);
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(work).unwrap();
        thread.join().unwrap()
    };
    let parentheses = format!("fact {{ {}some univ{} }}", "(".repeat(100_000), ")".repeat(100_000));
    let negations = format!("fact {{ {} some univ }}", "not ".repeat(100_000));
    let joins = format!("fact {{ some univ{} }}", ".iden".repeat(100_000));
    let arrows = format!("fact {{ some univ{} }}", " -> univ".repeat(100_000));
    let lets = format!("fact {{ let {}z = univ | some z }}", "a = univ, ".repeat(100_000));
    for text in [parentheses, negations, joins, arrows, lets] {
        let errors = deep(text);
        let message = &errors[0].message;
        let limits = [MAX_NESTING, MAX_OPERATORS].map(|limit| limit.to_string());
        assert!(limits.iter().any(|limit| message.contains(limit)), "{message}");
    }
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let text = effigy_base::text::decode(b"sig A {} -- \xff\n\xfe run {}", |_| {});
    let errors = errors(Path::new("bytes.als"), &text);
    assert_eq!(errors.len(), 1);
    assert_eq!((errors[0].line, errors[0].message.as_str()), (2, "a byte here is no UTF-8"));
}

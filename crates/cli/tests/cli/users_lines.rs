//! What a run tells stands at lines of the user's, not of the libraries that Effigy puts into a program.

use std::path::Path;

/// Asserts that neither what people see nor a file of the run's folder names a file of such a library.
pub fn assert_users_lines(out: &Path, shown: &str) {
    let names = |text: &str| text.contains("/effigy-harness/");
    assert!(!names(shown), "{shown}");
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let line = text.lines().find(|line| names(line));
                assert!(line.is_none(), "{}: {line:?}", path.display());
            }
        }
    }
}

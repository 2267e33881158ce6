//! Tools that a test needs and a machine may not have.

use std::io::Write;
use std::path::PathBuf;

/// The program of this name on the `PATH`. Without it the caller returns: its test counts as skipped.
///
/// A skipped test is announced on standard error, past the test runner's capture, and as a line of the file that
/// `EFFIGY_SKIPPED` names, which `cargo xtask test` counts.
///
/// # Panics
/// When the tool is absent and `CI` is set: what runs there has all tools.
pub fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        skip(name);
    }
    found
}

/// Says that the running test is skipped because something is missing; where nothing may be skipped, it fails.
pub fn skip(name: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {} needs `{name}`\n", thread.name().unwrap_or("a test"));
    if std::env::var_os("CI").is_some() {
        panic!("{line}`CI` is set, where nothing is skipped: install `{name}`");
    }
    // The announcement must not fail the test that is skipped.
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(file) = std::env::var_os("EFFIGY_SKIPPED") {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(file);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}

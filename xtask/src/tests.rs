//! Running the tests: with a count of the skipped ones, or to renew goldens.

use std::path::Path;
use std::process::Command;

/// Runs all tests and says which were skipped for want of a tool.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let skipped = std::env::temp_dir().join(format!("effigy-skipped-{}", std::process::id()));
    let result = cargo_test(root, args, "EFFIGY_SKIPPED", skipped.as_os_str());
    // No file: nothing was skipped.
    let text = std::fs::read_to_string(&skipped).unwrap_or_default();
    let _ = std::fs::remove_file(&skipped);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    println!("{} skipped\n{}", lines.len(), lines.join("\n"));
    result
}

/// Renews goldens and transcripts.
pub fn bless(root: &Path, args: &[String]) -> Result<(), String> {
    cargo_test(root, args, "EFFIGY_BLESS", "1".as_ref())?;
    println!("goldens are renewed: read `git diff` before you commit them");
    Ok(())
}

fn cargo_test(
    root: &Path,
    args: &[String],
    variable: &str,
    value: &std::ffi::OsStr,
) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["test", "--workspace"]).args(args).env(variable, value);
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("some tests failed".to_owned()) }
}

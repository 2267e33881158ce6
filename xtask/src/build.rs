//! The binary `effigy`, built from this workspace.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds the release binary and gives its path.
pub fn build(root: &Path) -> Result<PathBuf, String> {
    build_with(root, &["--release"])
}

/// Builds the binary that tests run, which is there sooner and slower, and gives its path.
pub fn build_for_tests(root: &Path) -> Result<PathBuf, String> {
    build_with(root, &[])
}

fn build_with(root: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["build", "--package", "effigy-cli", "--message-format=json"]);
    command.args(flags);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cannot run cargo: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let binaries: Vec<String> =
        messages.filter_map(|m| m["executable"].as_str().map(str::to_owned)).collect();
    match binaries.last() {
        Some(path) if output.status.success() => Ok(path.into()),
        _ => Err("the build failed".to_owned()),
    }
}

//! Cargo in a workspace.

use std::path::Path;
use std::process::Command;

/// Options of all of Cargo's commands that compile on a machine that keeps nothing: lines of the functions of Effigy itself,
/// and what the next compilation could use, are a fourth of the work.
const WITHOUT_TRACES: [&str; 4] =
    ["--config", "profile.dev.debug=false", "--config", "build.incremental=false"];

/// Cargo in a workspace.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    if std::env::var_os("CI").is_some() {
        command.args(WITHOUT_TRACES);
    }
    command
}

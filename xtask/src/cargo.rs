//! Cargo in a workspace.

use std::path::Path;
use std::process::Command;

/// Options of all of Cargo's commands that compile on a machine that keeps nothing: lines of the functions of Effigy itself,
/// and what the next compilation could use, are a fourth of the work; a crate in pieces is a sixth more than a whole one.
const WITHOUT_TRACES: [&str; 6] = [
    "--config",
    "profile.dev.debug=false",
    "--config",
    "build.incremental=false",
    "--config",
    "profile.dev.codegen-units=1",
];

/// What makes Clippy the compiler of the workspace's own crates, as `cargo clippy` does, with warnings as errors. The crates are
/// then read once and not twice.
const LINTED: [(&str, &str); 2] = [
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__"),
];

/// Whether the machine keeps nothing of what is compiled.
pub fn is_bare() -> bool {
    std::env::var_os("CI").is_some()
}

/// Cargo in a workspace. On a machine that keeps nothing it lints what it compiles.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    if is_bare() {
        command.args(WITHOUT_TRACES).envs(LINTED);
    }
    command
}

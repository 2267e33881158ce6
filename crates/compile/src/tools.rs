//! Finding and running the user's compilers.

use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use effigy_base::budget::CancelToken;

use super::child::{self, Ended};
use super::{CompileError, Scratch};

/// The full path of a program on `PATH`; a name with a slash is taken as it is.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        let path = PathBuf::from(name);
        return path.is_file().then_some(path);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// The program that `variable` names, or the first of `names` on `PATH`.
pub fn choose_tool(variable: &str, names: &[String], help: &str) -> Result<PathBuf, CompileError> {
    if let Some(name) = std::env::var_os(variable).filter(|v| !v.is_empty()) {
        let missing = || CompileError::MissingTool {
            tool: name.to_string_lossy().into_owned(),
            help: format!("the variable {variable} names it"),
        };
        return name.to_str().and_then(find_program).ok_or_else(missing);
    }
    names.iter().find_map(|name| find_program(name)).ok_or_else(|| CompileError::MissingTool {
        tool: names.first().cloned().unwrap_or_default(),
        help: help.to_owned(),
    })
}

/// A call of `rustc`, or of what calls it. When it breaks down it writes no file into the user's folder.
pub(super) fn compiler(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("RUSTC_ICE", "0");
    command
}

/// Runs a compiler to its end, or until the run is stopped; what it prints becomes the error when it fails.
pub fn run(command: &mut Command, cancel: &CancelToken) -> Result<Output, CompileError> {
    let output = attempt(command, cancel)?;
    if output.status.success() {
        return Ok(output);
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.trim().is_empty() {
        text = format!("{}({})", String::from_utf8_lossy(&output.stdout), output.status);
    }
    Err(CompileError::Rejected { tool: name_of(command), output: text })
}

/// Runs a compiler to its end, whatever that is, or until the run is stopped.
pub(super) fn attempt(command: &mut Command, cancel: &CancelToken) -> Result<Output, CompileError> {
    let tool = name_of(command);
    match child::run(command, cancel) {
        Ok(Ended::Itself(output)) => Ok(output),
        Ok(Ended::Stopped(reason)) => Err(CompileError::Stopped { tool, reason }),
        Err(cause) => Err(CompileError::NotStarted { tool, cause }),
    }
}

fn name_of(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name();
    name.map_or_else(OsString::new, OsString::from).to_string_lossy().into_owned()
}

/// Puts a program into the scratch folder. Another process writes it: what this one has open for writing is open in each
/// process that it starts meanwhile, too, and a program that is open for writing cannot be run.
pub fn place_program(
    scratch: &Scratch,
    name: &str,
    content: &[u8],
    cancel: &CancelToken,
) -> Result<PathBuf, CompileError> {
    let aside = scratch.write(&format!("{name}.kept"), content)?;
    std::fs::set_permissions(&aside, Permissions::from_mode(0o755))
        .map_err(|cause| CompileError::Unwritable { path: aside.clone(), cause })?;
    let path = scratch.file(name);
    run(Command::new("cp").arg("--").arg(&aside).arg(&path), cancel)?;
    // What is left of it goes with the folder.
    let _ = std::fs::remove_file(&aside);
    Ok(path)
}

/// A short name for a text that two different texts will not share in practice (64-bit FNV-1a).
pub fn fingerprint(parts: &[&str]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

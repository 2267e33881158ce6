//! Finding and running the user's compilers.

use std::ffi::OsString;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use effigy_base::budget::CancelToken;

use super::CompileError;
use super::child::{self, Ended};

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

/// Runs a compiler to its end, or until the run is stopped; what it prints becomes the error when it fails.
pub fn run(command: &mut Command, cancel: &CancelToken) -> Result<Output, CompileError> {
    let tool =
        Path::new(command.get_program()).file_name().map_or_else(OsString::new, OsString::from);
    let tool = tool.to_string_lossy().into_owned();
    let output = match child::run(command, cancel) {
        Ok(Ended::Itself(output)) => output,
        Ok(Ended::Stopped(reason)) => return Err(CompileError::Stopped { tool, reason }),
        Err(cause) => return Err(CompileError::NotStarted { tool, cause }),
    };
    if output.status.success() {
        return Ok(output);
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.trim().is_empty() {
        text = format!("{}({})", String::from_utf8_lossy(&output.stdout), output.status);
    }
    Err(CompileError::Rejected { tool, output: text })
}

/// `effigy` in the user's cache folder, or among the temporary files.
pub fn default_cache() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    base.map_or_else(private_cache, |base| base.join("effigy"))
}

/// A folder of the user's own among the temporary files, where others can make folders of any name: one that is there
/// already counts only when it is the user's and nobody else's to enter.
fn private_cache() -> PathBuf {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| private_folder(&std::env::temp_dir())).clone()
}

fn private_folder(among: &Path) -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    let mut path = among.join(format!("effigy-cache-{user}"));
    for number in 0.. {
        let made = std::fs::DirBuilder::new().mode(0o700).create(&path).is_ok();
        let own = |about: std::fs::Metadata| {
            about.is_dir() && about.uid() == user && about.mode() & 0o077 == 0
        };
        if made || std::fs::symlink_metadata(&path).is_ok_and(own) || number == 100 {
            break;
        }
        path = among.join(format!("effigy-cache-{user}-{}-{number}", std::process::id()));
    }
    path
}

/// A short name for a text that two different texts will not share in practice (64-bit FNV-1a).
pub fn fingerprint(parts: &[&str]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests;
